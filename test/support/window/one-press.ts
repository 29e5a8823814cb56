import { decimal } from '../../../shared/decimal.ts';
import type { Ladder } from '../../../shared/orders/confirmation.ts';

/** A single press sells whatever the rules let pass. */
export const ONE_PRESS: Ladder = { rung: 'one_click', cap_usd: decimal('1000000000') };
