import { largest } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';

/**
 * Fills of a linked order's earlier pieces, with these records added. Look-ups forget pieces after half an hour; a late
 * record removes nothing.
 */
export function keepEarlierFills(row: OrderRow, records: readonly Order[]): Pick<OrderRow, 'earlier_fills'> {
  if (row.child_of === null) return {};
  const fills = { ...row.earlier_fills };
  for (const { order_id: id, filled_amount: filled } of records) {
    if (filled !== undefined) fills[id] = largest(filled, fills[id] ?? filled);
  }
  return Object.keys(fills).length === 0 ? {} : { earlier_fills: fills };
}
