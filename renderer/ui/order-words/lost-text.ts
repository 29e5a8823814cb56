import { isZero, parseDecimal } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readLostParams, readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { spellNumber } from '../words/spell.ts';

/** The state of an order that no look-up shows any more, without a word from the service how it ended; null for any other. */
export function describeLost(row: OrderRow): string | null {
  const lost = readLostSight(row);
  if (lost === null) return null;
  const { traded, isNeverShown } = lost;
  const part = `${spellNumber(traded)} of ${spellNumber(row.order?.amount ?? row.amount)} traded`;
  if (isNeverShown) return traded === undefined || isNothing(traded) ? 'no longer known' : `no longer known · ${part}`;
  if (traded === undefined) return 'ended · unknown how';
  return isNothing(traded) ? 'ended · nothing traded' : `ended · ${part}`;
}

/** The same in sentences. */
export function describeLostSight(params: Readonly<Record<string, string>>): string {
  const { traded, isNeverShown } = readLostParams(params);
  const over = isNeverShown
    ? 'No look-up ever showed it. It may rest. Look for its label at the service.'
    : 'It is no longer open, and the service has forgotten how it ended.';
  if (traded === undefined) return isNeverShown ? over : `${over} Look for it among your trades.`;
  return isNothing(traded) ? `${over} Your trades show none of it.` : `${over} Your trades show what it traded.`;
}

function isNothing(text: string): boolean {
  const value = parseDecimal(text);
  return value !== null && isZero(value);
}
