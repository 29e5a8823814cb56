import { compare, type DecimalString, isPositive } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';

/** What was filled of one order of this terminal: an average, as the service tells it with the order. */
export interface ChartFill {
  readonly intentId: string;
  /** When the service last changed the order, milliseconds since the epoch. */
  readonly at: number;
  readonly direction: 'buy' | 'sell';
  /** Average price, in the instrument's quote. */
  readonly price: DecimalString;
  /** In the instrument's amount unit. */
  readonly amount: DecimalString;
  readonly isWhole: boolean;
  readonly label: string;
}

/** The fills of an instrument among the orders of this terminal, oldest first. */
export function listFills(rows: Iterable<OrderRow>, instrumentName: string): ChartFill[] {
  const fills: ChartFill[] = [];
  for (const { intent_id, instrument_name, order, direction, amount, label } of rows) {
    if (instrument_name !== instrumentName) continue;
    const filled = order?.filled_amount;
    const price = order?.average_price;
    if (order === null || filled === undefined || price == null || !isPositive(filled)) continue;
    fills.push({
      intentId: intent_id,
      at: order.last_update_timestamp,
      direction,
      price,
      amount: filled,
      isWhole: compare(filled, order.amount ?? amount) >= 0,
      label,
    });
  }
  return fills.toSorted((a, b) => a.at - b.at);
}
