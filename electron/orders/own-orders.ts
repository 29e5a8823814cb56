import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { isOrderOf } from './outcome.ts';
import { isUndecided } from './reconciler.ts';

/**
 * Tells the service's orders that are this terminal's own: those it placed, and the one that a sell without an answer may
 * have become. Where several bear such a label, none is its own until a look-up has said which.
 */
export function tellOwn(rows: readonly OrderRow[]): (order: Order) => boolean {
  const ids = new Set(rows.flatMap(({ order }) => order?.order_id ?? []));
  const undecided = rows.filter(
    (row) => isUndecided(row) && row.notices.every(({ code }) => code !== 'two_orders_under_label'),
  );
  return (order) => ids.has(order.order_id) || undecided.some((row) => isOrderOf(row, order));
}
