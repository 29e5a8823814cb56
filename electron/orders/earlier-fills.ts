import { largest } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';

/**
 * What the pieces of a linked order have filled besides the row's order, with these records of them: look-ups forget a piece
 * half an hour after its end, and one that lags takes nothing back. Nothing for any other order.
 */
export function keepEarlierFills(row: OrderRow, records: readonly Order[]): Pick<OrderRow, 'earlier_fills'> {
  if (row.child_of === null) return {};
  const fills = { ...row.earlier_fills };
  for (const { order_id: id, filled_amount: filled } of records) {
    if (filled !== undefined) fills[id] = largest(filled, fills[id] ?? filled);
  }
  return Object.keys(fills).length === 0 ? {} : { earlier_fills: fills };
}
