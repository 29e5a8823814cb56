import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { addNotice } from './outcome.ts';

const LOCKING: OrderRow['notices'][number]['code'] = 'two_orders_under_label';
const CONFIRMED: OrderRow['notices'][number]['code'] = 'two_orders_confirmed';

/**
 * The row's notices, with one of several orders under its label unless all were noticed before. A confirmation covers
 * only noticed orders.
 */
export function noticeTwoOrders(row: OrderRow, orders: readonly DescribedOrder[]): OrderRow['notices'] {
  // The sell that was asked for tells of all.
  if (row.second_of !== undefined) return row.notices;
  const known = row.notices.flatMap(({ code, params }) =>
    code === LOCKING || code === CONFIRMED ? (params['ids'] ?? '').split(' ') : [],
  );
  const own = [...(row.order === null ? [] : [row.order.order_id]), ...row.earlier_order_ids];
  // What a trigger or piece made is that order still.
  const isOwnKnown = own.some((id) => known.includes(id));
  const isKnown = ({ id, of }: DescribedOrder): boolean =>
    known.includes(id) || (of !== undefined && known.includes(of)) || (isOwnKnown && own.includes(id));
  if (orders.length < 2 || orders.every(isKnown)) return row.notices;
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
  /** The trigger order that it came of. */
  readonly of?: string | undefined;
}

/** Its state, and how much of it is filled. */
export function describeOrder(order: Order): DescribedOrder {
  const { order_id: id, trigger_order_id: of, order_state, filled_amount, amount } = order;
  return { id, of, words: `${order_state}, ${filled_amount ?? '?'} of ${amount ?? '?'}` };
}

export function spellOrder({ id, words }: DescribedOrder): string {
  return `${id} (${words})`;
}

/** Whether several orders under the label wait for confirmation. */
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

/** The intent after a person confirmed its orders: the notice stays, the lock goes. */
export function confirmTwoOrders(row: OrderRow): OrderRow {
  const found = row.notices.find(({ code }) => code === LOCKING);
  if (found === undefined) return row;
  const rest = { ...row, notices: row.notices.filter((notice) => notice !== found) };
  return { ...row, notices: addNotice(rest, CONFIRMED, found.params) };
}
