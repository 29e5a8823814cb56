import { isZero, parseDecimal } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { spellNumber } from './spell.ts';

/** The state of an order that is over without a word from the service how; null for any other. */
export function describeLost({ notices, order, amount }: OrderRow): string | null {
  const lost = notices.find(({ code }) => code === 'no_longer_known');
  if (lost === undefined) return null;
  const { traded } = lost.params;
  if (traded === undefined) return 'over · how is not known';
  return isNothing(traded)
    ? 'over · nothing traded'
    : `over · ${spellNumber(traded)} of ${spellNumber(order?.amount ?? amount)} traded`;
}

/** The same in sentences. */
export function describeLostSight({ traded }: Readonly<Record<string, string>>): string {
  const over = 'It is not among the open orders any more, and the service has forgotten how it ended.';
  if (traded === undefined) return `${over} Look for it among your trades.`;
  return isNothing(traded) ? `${over} Your trades have none of it.` : `${over} Your trades tell what it traded.`;
}

function isNothing(text: string): boolean {
  const value = parseDecimal(text);
  return value !== null && isZero(value);
}
