import { compare, type DecimalString, isPositive, subtract } from '../../../shared/decimal.ts';
import { type HistoryQuery, MAX_PAGE } from '../../../shared/history/query.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import type { Order } from '../../../shared/service/order.ts';
import { sumAmounts } from '../../grid/totals.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

/** The stored trades among which an order's fills are: its instrument's, from when it was made to its last change. */
export function queryFills(order: Order): HistoryQuery {
  return {
    scope: { by: 'instrument', instrument_name: order.instrument_name },
    from_ms: order.creation_timestamp,
    to_ms: Math.max(order.creation_timestamp, order.last_update_timestamp),
    count: MAX_PAGE,
  };
}

/** How much of the filled amount the known fills make up. */
export function describeFills(filled: DecimalString | undefined, fills: readonly TradeRow[]): string {
  const known = sumAmounts(fills.map(({ trade }) => trade.amount));
  const count = fills.length === 1 ? '1 fill' : `${fills.length} fills`;
  if (filled === undefined)
    return `${count} of ${formatDecimal(known)}. The service does not show how much was filled.`;
  if (!isPositive(filled) && fills.length === 0) return 'Nothing was filled.';
  const order = compare(known, filled);
  if (order === 0) return `${count}: all of the ${formatDecimal(filled)} that was filled.`;
  if (order > 0) {
    return `${count} of ${formatDecimal(known)}, more than the ${formatDecimal(filled)} last seen of the order.`;
  }
  const missing = formatDecimal(subtract(filled, known));
  return `${count}; fills of ${missing} more are not stored here.`;
}

/** Whether more was filled than the known fills make up. */
export function areFillsMissing(filled: DecimalString | undefined, fills: readonly TradeRow[]): boolean {
  const known = sumAmounts(fills.map(({ trade }) => trade.amount));
  return filled !== undefined && compare(known, filled) < 0;
}

/** Fees of the fills: what was charged, and what was forecast of those; by currency, `–` of none. */
export function sumFees(fills: readonly TradeRow[], read: (row: TradeRow) => DecimalString | null | undefined): string {
  const byCurrency = Map.groupBy(
    fills.filter((row) => read(row) != null),
    ({ trade, currency }) => trade.fee_currency ?? currency,
  );
  if (byCurrency.size === 0) return '–';
  return [...byCurrency]
    .map(([currency, rows]) => `${formatDecimal(sumAmounts(rows.flatMap((row) => read(row) ?? [])))} ${currency}`)
    .join(' · ');
}
