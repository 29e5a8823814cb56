import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { addNotice } from './outcome.ts';

const LOCKING: OrderRow['notices'][number]['code'] = 'two_orders_under_label';

/** The row's notices with one that tells of several orders under its label, each in a few words. */
export function noticeTwoOrders(row: OrderRow, described: readonly string[]): OrderRow['notices'] {
  return addNotice(row, LOCKING, { orders: described.join(', ') });
}

/** An order in a few words: its state, and how much of it is filled. */
export function describeOrder({ order_id, order_state, filled_amount, amount }: Order): string {
  return `${order_id} (${order_state}, ${filled_amount ?? '?'} of ${amount ?? '?'})`;
}

/** Whether the service has more than one order under the intent's label, and nobody has confirmed it yet. */
export function locksInstrument(row: OrderRow): boolean {
  return row.notices.some(({ code }) => code === LOCKING);
}

/** Label of the first intent that locks the instrument, or null. */
export function findLock(rows: Iterable<OrderRow>, instrumentName: string): string | null {
  for (const row of rows) {
    if (row.instrument_name === instrumentName && locksInstrument(row)) return row.label;
  }
  return null;
}

/** The intent after a person has looked at its orders: still told of, no longer locking. */
export function confirmTwoOrders(row: OrderRow): OrderRow {
  const found = row.notices.find(({ code }) => code === LOCKING);
  if (found === undefined) return row;
  const rest = { ...row, notices: row.notices.filter((notice) => notice !== found) };
  return { ...row, notices: addNotice(rest, 'two_orders_confirmed', found.params) };
}
