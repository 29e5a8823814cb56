import type { DecimalString } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';

/** The price an order is booked at, else the one asked in the instrument's quote; null for an order without one. */
export function readBookedPrice(row: OrderRow): DecimalString | null {
  // A market order's price is only how far the engine would have let it go.
  if (
    row.type === 'market' ||
    row.type === 'stop_market' ||
    row.type === 'take_market' ||
    row.type === 'trailing_stop'
  ) {
    return null;
  }
  const booked = row.order?.price;
  if (booked !== undefined && booked !== null && booked !== 'market_price') return booked;
  return row.advanced === null ? row.price : null;
}

/** The level that fires an order's trigger, as the service moves it where it trails; null for an order without one, or while it isn't known. */
export function readTriggerLevel({ trigger, trigger_price, order }: OrderRow): DecimalString | null {
  return trigger === null ? null : (order?.trigger_price ?? trigger_price);
}
