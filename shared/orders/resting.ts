import type { OrderRow } from '../ipc/order-schema.ts';
import type { Order } from '../service/order.ts';

const LIVE_STATES: readonly string[] = ['open', 'untriggered'];

/** Whether an order is not at its end: on the book, or waiting for its trigger. */
export function isWorking({ order_state }: Pick<Order, 'order_state'>): boolean {
  return LIVE_STATES.includes(order_state);
}

/**
 * Whether the service last showed the order as not at its end, and still tells of it: what is not among the open orders
 * any more rests no longer, though how it ended be forgotten. One whose trigger has fired is over itself, but what it
 * became has yet to be seen: that may rest. So may a linked order of a sell that is there, before a look-up has shown it.
 */
export function isResting(row: Pick<OrderRow, 'outcome' | 'order' | 'notices' | 'child_of'>): boolean {
  const { outcome, order, notices, child_of } = row;
  if (outcome !== 'accepted' || notices.some(({ code }) => code === 'no_longer_known')) return false;
  const isUnseen = order === null ? child_of !== null : order.order_state === 'triggered';
  return isUnseen || (order !== null && isWorking(order));
}

/** Whether it may rest though nothing shows it: it has no outcome yet, or a person found an order of it that no look-up shows. */
export function mayRestUnseen({ outcome, closed }: Pick<OrderRow, 'outcome' | 'closed'>): boolean {
  if (outcome === 'closed') return closed !== null && closed.order_id !== null;
  return outcome === 'unknown' || outcome === 'sending';
}
