import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { addNotice } from './outcome.ts';

const LOCKING: OrderRow['notices'][number]['code'] = 'two_orders_under_label';
const CONFIRMED: OrderRow['notices'][number]['code'] = 'two_orders_confirmed';

/**
 * The row's notices with one that tells of several orders under its label; as they are where there is one alone, or where
 * all of them were told of before. A person has confirmed only those that they were told of.
 */
export function noticeTwoOrders(row: OrderRow, orders: readonly DescribedOrder[]): OrderRow['notices'] {
  const known = row.notices.flatMap(({ code, params }) =>
    code === LOCKING || code === CONFIRMED ? (params['ids'] ?? '').split(' ') : [],
  );
  if (orders.length < 2 || orders.every(({ id }) => known.includes(id))) return row.notices;
  const notices = row.notices.filter(({ code }) => code !== CONFIRMED);
  return addNotice({ ...row, notices }, LOCKING, {
    orders: orders.map(spellOrder).join(', '),
    ids: orders.map(({ id }) => id).join(' '),
  });
}

/** An order, and in a few words what became of it. */
export interface DescribedOrder {
  readonly id: string;
  readonly words: string;
}

/** Its state, and how much of it is filled. */
export function describeOrder({ order_id, order_state, filled_amount, amount }: Order): DescribedOrder {
  return { id: order_id, words: `${order_state}, ${filled_amount ?? '?'} of ${amount ?? '?'}` };
}

export function spellOrder({ id, words }: DescribedOrder): string {
  return `${id} (${words})`;
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
  return { ...row, notices: addNotice(rest, CONFIRMED, found.params) };
}
