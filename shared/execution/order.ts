import type { Order } from '../service/order.ts';

const ENDED: readonly string[] = ['filled', 'cancelled', 'rejected'];

/** Whether an order is at its end, which is final. One whose trigger fired lives on under another id. */
export function hasEnded({ order_state }: Pick<Order, 'order_state'>): boolean {
  return ENDED.includes(order_state) || order_state === 'triggered';
}

/** The engine cancels an order whose amend would take although it is post only with reject (facts, section 8). */
export const CANCELLED_BY_AMEND = 'edit_post_only_reject';
