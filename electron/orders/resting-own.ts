import { isPositive, smallest, subtract, ZERO } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { OwnOrder } from '../../shared/orders/facts.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import type { Order } from '../../shared/service/order.ts';

/** The account's orders that rest on one book, by their side. */
interface OwnOrders {
  readonly buys: OwnOrder[];
  readonly sells: OwnOrder[];
}

/**
 * The account's resting orders on an instrument, from this terminal and elsewhere. Of one known twice, the newer state
 * counts.
 */
export function listOwnOrders(
  rows: Iterable<OrderRow>,
  elsewhere: readonly Order[],
  instrumentName: string,
): OwnOrders {
  const newest = new Map<string, Order>();
  const take = (order: Order): void => {
    const known = newest.get(order.order_id) ?? order;
    if (order.last_update_timestamp >= known.last_update_timestamp) newest.set(order.order_id, order);
  };
  for (const order of elsewhere) take(order);
  for (const row of rows) {
    const { order } = row;
    // Most rows are of orders that are over: nothing speaks against that but a list that has them still.
    if (order === null || (order.order_state !== 'open' && !newest.has(order.order_id))) continue;
    if (readLostSight(row) === null) take(order);
  }
  const onBook = [...newest.values()].filter((order) => order.instrument_name === instrumentName);
  const { buy = [], sell = [] } = Object.groupBy(onBook, ({ direction }) => direction);
  return {
    buys: buy.flatMap((order) => readResting(order) ?? []),
    sells: sell.flatMap((order) => readResting(order) ?? []),
  };
}

/** Null unless on the book at a price. */
function readResting({
  order_state,
  price,
  amount,
  filled_amount,
  display_amount,
  max_show,
  last_update_timestamp,
}: Order): OwnOrder | null {
  if (order_state !== 'open' || typeof price !== 'string' || price === 'market_price') return null;
  const left = amount == null ? null : subtract(amount, filled_amount ?? ZERO);
  if (left === null || !isPositive(left)) return null;
  const shown = smallest(left, display_amount ?? max_show ?? left);
  return { price, amount: left, shown, updatedMs: last_update_timestamp };
}
