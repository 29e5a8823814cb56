import type { OrderRow } from '../ipc/order-schema.ts';

const LIVE_STATES: readonly string[] = ['open', 'untriggered', 'triggered'];

/** Whether the service last showed the order as not at its end: on the book, or waiting for its trigger. */
export function isResting(row: Pick<OrderRow, 'outcome' | 'order'>): boolean {
  return row.outcome === 'accepted' && row.order !== null && LIVE_STATES.includes(row.order.order_state);
}
