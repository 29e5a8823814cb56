import type { OrderRow } from '../ipc/order-schema.ts';
import type { Order } from '../service/order.ts';

const LIVE_STATES: readonly string[] = ['open', 'untriggered'];

/** Whether an order is not at its end: on the book, or waiting for its trigger. */
export function isWorking({ order_state }: Pick<Order, 'order_state'>): boolean {
  return LIVE_STATES.includes(order_state);
}

/**
 * Whether the service last showed the order as not at its end. One whose trigger has fired is over itself, but what it
 * became has yet to be seen: that may rest, until the service no longer tells of either.
 */
export function isResting({ outcome, order, notices }: Pick<OrderRow, 'outcome' | 'order' | 'notices'>): boolean {
  if (outcome !== 'accepted' || order === null) return false;
  if (order.order_state === 'triggered') return notices.every(({ code }) => code !== 'no_longer_known');
  return isWorking(order);
}
