import type { Exchange } from '../exchange.ts';
import { setPrice, tradeAgainstBook } from '../execution.ts';
import { isLive, type Order } from './order.ts';
import { meetsOwnOrder } from './self-trade.ts';
import type { Venue } from '../venue.ts';

/**
 * Reprices every resting advanced order of a venue. A moved order goes behind its new price's queue, and trades with
 * what it reaches.
 */
export function repriceAdvanced(exchange: Exchange, venue: Venue, atMs: number): void {
  if (venue.instrument.option === null) return;
  // A moved order rejoins the set: each is visited once.
  const advanced = [...venue.userOrders].filter((order) => order.advanced !== null);
  for (const order of advanced) if (isLive(order)) reprice(exchange, venue, order, atMs);
}

function reprice(exchange: Exchange, venue: Venue, order: Order, atMs: number): void {
  const before = order.priceUnits;
  // Too close to expiry an order by volatility keeps the price it has.
  if (!setPrice(exchange, venue, order).ok || order.priceUnits === before) return;
  order.autoReplaced = true;
  order.replaced = true;
  order.updatedMs = atMs;
  exchange.withdraw(venue, order);
  if (order.account.selfTrading.mode === 'reject_taker' && meetsOwnOrder(venue, order)) {
    exchange.cancel(venue, order, 'order_overlap', atMs);
    return;
  }
  tradeAgainstBook(exchange, venue, order, atMs);
  if (isLive(order)) exchange.rest(venue, order);
}
