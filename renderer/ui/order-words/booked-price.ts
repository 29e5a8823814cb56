import type { DecimalString } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isWorking } from '../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../shared/service/order.ts';

const PRICELESS: readonly string[] = ['market', 'stop_market', 'take_market', 'trailing_stop'];

/**
 * Whether the service's price of such an order is only how far the engine would have let it go. What is left of a market
 * limit order rests at a price of its own.
 */
export function isPriceOfMarket(type: string, order: Pick<Order, 'order_state'> | null): boolean {
  return PRICELESS.includes(type) || (type === 'market_limit' && (order === null || !isWorking(order)));
}

/** The price an order is booked at, else the one asked in the instrument's quote; null for an order without one. */
export function readBookedPrice(row: OrderRow): DecimalString | null {
  if (isPriceOfMarket(row.type, row.order)) return null;
  const booked = row.order?.price;
  if (booked !== undefined && booked !== null && booked !== 'market_price') return booked;
  return row.advanced === null ? row.price : null;
}

/** The level that fires an order's trigger, as the service moves it where it trails; null for an order without one, or while it isn't known. */
export function readTriggerLevel({ trigger, trigger_price, order }: OrderRow): DecimalString | null {
  return trigger === null ? null : (order?.trigger_price ?? trigger_price);
}
