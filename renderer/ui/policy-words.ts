import { decimal, multiply } from '../../shared/decimal.ts';
import type { ConfirmationRung } from '../../shared/orders/confirmation.ts';
import { GUARD_LIMITS, type GuardLimit } from '../../shared/orders/guard-settings.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import { formatDecimal } from './shown.ts';

export type Ceilings = PolicyView['guard_ceilings'];

export const RUNG_NAMES: Readonly<Record<ConfirmationRung, string>> = {
  confirm_each: 'Confirm each',
  arm_and_fire: 'Arm and fire',
  one_click: 'One click',
};

export const GUARD_WORDS: Readonly<Record<GuardLimit, { readonly name: string; readonly unit: string }>> = {
  maxDistanceFromMark: { name: 'Price away from the mark', unit: '%' },
  maxDistanceFromBid: { name: 'Price away from the best bid', unit: '%' },
  maxDistanceFromIndex: { name: 'Price away from the index', unit: '%' },
  maxVolatilityPoints: { name: 'Volatility away from the mark’s', unit: 'points' },
  maxNotionalUsd: { name: 'Worth of one order', unit: 'USD' },
  maxAmount: { name: 'Amount of one order', unit: 'in its unit' },
  maxBlockRfqUsd: { name: 'Worth of a Block RFQ', unit: 'USD' },
};

/** Every ceiling in words. */
export function describeCeilings(ceilings: Ceilings): string {
  return GUARD_LIMITS.filter((limit) => ceilings[limit] !== undefined)
    .map((limit) => `${GUARD_WORDS[limit].name} stops ${describeCeiling(limit, ceilings)}`)
    .join('; ');
}

/** One ceiling, such as `at 5,000 USD at most`; nothing where there is none. */
export function describeCeiling(limit: GuardLimit, ceilings: Ceilings): string {
  const ceiling = ceilings[limit];
  if (ceiling === undefined) return '';
  const { unit } = GUARD_WORDS[limit];
  return `at ${formatDecimal(unit === '%' ? multiply(ceiling, decimal(100)) : ceiling)} ${unit} at most`;
}
