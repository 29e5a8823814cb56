import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { readSight } from './lineage.ts';
import { isUndecided } from './outcome.ts';

/** The engine takes no order after its deadline; clocks may differ by so much. */
const CLOCK_DOUBT_MS = 5000;

/**
 * Which of the service's orders are this terminal's own: those it placed, and the one that a sell without an answer may have
 * become. Where several could be it, none is its own until a look-up has said which. Gives their ids.
 */
export function findOwn(rows: readonly OrderRow[], orders: readonly Order[]): ReadonlySet<string> {
  const own = new Set(
    rows.flatMap(({ order, earlier_order_ids }) => [...earlier_order_ids, order?.order_id ?? []].flat()),
  );
  // What a trigger of its own became is its own before a look-up has followed it.
  for (const order of orders) if (own.has(order.trigger_order_id ?? '')) own.add(order.order_id);
  for (const row of rows.filter(isUndecided)) {
    const candidates = orders.filter(
      (order) => !own.has(order.order_id) && order.creation_timestamp <= latestOf(row, order),
    );
    const { way, distinct } = readSight(row, candidates, Infinity);
    if (distinct.length === 1) for (const order of way) own.add(order.order_id);
  }
  return own;
}

/** Until when it may have been made; a trigger fires at any time. */
function latestOf({ valid_until }: OrderRow, { trigger_order_id }: Order): number {
  return trigger_order_id === undefined ? valid_until + CLOCK_DOUBT_MS : Number.POSITIVE_INFINITY;
}
