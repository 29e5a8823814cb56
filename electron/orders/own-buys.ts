import { isPositive, smallest, subtract, ZERO } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { OwnBuy } from '../../shared/orders/facts.ts';
import { readLostSight } from '../../shared/orders/lost-sight.ts';
import type { Order } from '../../shared/service/order.ts';

/**
 * The account's buys that rest on the instrument's book: this terminal's linked ones, and those that were placed elsewhere as far
 * as they are listed. Of an order that is known from both, the newer state counts.
 */
export function listOwnBuys(rows: Iterable<OrderRow>, elsewhere: readonly Order[], instrumentName: string): OwnBuy[] {
  const newest = new Map<string, Order>();
  for (const order of [...elsewhere, ...ordersOf(rows)]) {
    if (order.direction !== 'buy' || order.instrument_name !== instrumentName) continue;
    const known = newest.get(order.order_id) ?? order;
    if (order.last_update_timestamp >= known.last_update_timestamp) newest.set(order.order_id, order);
  }
  return [...newest.values()].flatMap((order) => readResting(order) ?? []);
}

function* ordersOf(rows: Iterable<OrderRow>): Iterable<Order> {
  for (const row of rows) {
    if (row.direction === 'buy' && row.order !== null && readLostSight(row) === null) yield row.order;
  }
}

/** Null for one that is not on the book: waiting for its trigger, over, or at no price. */
function readResting({
  order_state,
  price,
  amount,
  filled_amount,
  display_amount,
  last_update_timestamp,
}: Order): OwnBuy | null {
  if (order_state !== 'open' || typeof price !== 'string' || price === 'market_price') return null;
  const left = amount == null ? null : subtract(amount, filled_amount ?? ZERO);
  if (left === null || !isPositive(left)) return null;
  const shown = smallest(left, display_amount ?? left);
  return { price, amount: left, shown, updatedMs: last_update_timestamp };
}
