import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { isOrderOf } from './outcome.ts';
import { isUndecided } from './reconciler.ts';

/** The engine takes no order after its deadline; clocks may differ by so much. */
const CLOCK_DOUBT_MS = 5000;

/**
 * Which of the service's orders are this terminal's own: those it placed, and the one that a sell without an answer may have
 * become. Where several could be it, none is its own until a look-up has said which. Gives their ids.
 */
export function findOwn(rows: readonly OrderRow[], orders: readonly Order[]): ReadonlySet<string> {
  const own = new Set(rows.flatMap(({ order }) => order?.order_id ?? []));
  for (const row of rows.filter(isUndecided)) {
    const candidates = orders.filter(
      (order) =>
        !own.has(order.order_id) &&
        isOrderOf(row, order) &&
        order.creation_timestamp <= row.valid_until + CLOCK_DOUBT_MS,
    );
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1) own.add(only.order_id);
  }
  return own;
}
