import type { OrderRow } from '../ipc/order-schema.ts';
import type { Order } from '../service/order.ts';

const LIVE_STATES: readonly string[] = ['open', 'untriggered'];

/** Whether an order is not at its end: on the book, or waiting for its trigger. */
export function isWorking({ order_state }: Pick<Order, 'order_state'>): boolean {
  return LIVE_STATES.includes(order_state);
}

/**
 * Whether the service last showed the order as not at its end. One whose trigger has fired is over itself, but what it
 * became has yet to be seen: that may rest, until the service no longer tells of either. So may a linked
 * order of a sell that is there, before a look-up has shown it.
 */
export function isResting(row: Pick<OrderRow, 'outcome' | 'order' | 'notices' | 'child_of'>): boolean {
  const { outcome, order, notices, child_of } = row;
  if (outcome !== 'accepted') return false;
  const isUnseen = order === null ? child_of !== null : order.order_state === 'triggered';
  if (isUnseen) return notices.every(({ code }) => code !== 'no_longer_known');
  return order !== null && isWorking(order);
}
