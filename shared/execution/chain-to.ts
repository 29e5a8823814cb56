import type { Order } from '../service/order.ts';

/** The order and before it those it came of, the first in front: a trigger that fires makes a new order. */
export function chainTo(last: Order, shown: readonly Order[]): Order[] {
  const chain = [last];
  for (;;) {
    const before = shown.find(({ order_id }) => order_id === chain[0]?.trigger_order_id);
    // A service that names orders in a circle must not hold this up.
    if (before === undefined || chain.includes(before)) return chain;
    chain.unshift(before);
  }
}
