import { power } from '../fixed.ts';
import { priceUsd } from '../market/black76.ts';
import { gridDown, gridUp, type Instrument } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';
import type { Exchange } from './exchange.ts';
import { tradeAgainstBook, setPrice } from './execution.ts';
import { isLive, type AdvancedPrice, type Order, type Side } from './order.ts';
import { meetsOwnOrder } from './self-trade.ts';
import type { Venue } from './venue.ts';

/** "At several minutes to instrument expiration" volatility orders are refused (error 11046): five here. */
const LAST_VOLATILITY_ORDER_MS = 5 * 60_000;

/** Whether an order by implied volatility comes too close to its option's expiry. */
export function isTooLateForVolatility(advanced: AdvancedPrice, instrument: Instrument, nowMs: number): boolean {
  return advanced.by === 'implv' && instrument.expiryMs - nowMs < LAST_VOLATILITY_ORDER_MS;
}

/**
 * The price that an advanced one comes to now, on the grid and never worse than asked: USD by the index,
 * volatility by Black-76 on the option's own forward (facts, section 10). Null for what is not an option.
 */
export function advancedUnits(instrument: Instrument, mark: Mark, side: Side, advanced: AdvancedPrice): number | null {
  if (instrument.option === null || mark.option === null) return null;
  const price = advanced.by === 'usd' ? advanced.value / mark.indexPrice : priceAt(instrument, mark, advanced.value);
  const exact = price * power(instrument.pricePlaces);
  const onGrid = side === 'sell' ? gridUp(instrument, exact) : gridDown(instrument, exact);
  return Math.max(instrument.tickUnits, onGrid);
}

function priceAt(instrument: Instrument, mark: Mark, percent: number): number {
  if (instrument.option === null || mark.option === null) return 0;
  const forward = mark.option.underlyingPrice;
  const inUsd = priceUsd({ ...instrument.option, forward, years: mark.option.years, volatility: percent / 100 });
  return instrument.linear ? inUsd : inUsd / forward;
}

/**
 * The pricing engine's turn: every resting advanced order of a venue is moved to what its price comes to now.
 * A moved order stands behind the others of its new price, and trades with those it reaches.
 */
export function repriceAdvanced(exchange: Exchange, venue: Venue, atMs: number): void {
  if (venue.instrument.option === null) return;
  // A moved order leaves the set and comes back to it: each is looked at once.
  const advanced = [...venue.userOrders].filter((order) => order.advanced !== null);
  for (const order of advanced) if (isLive(order)) reprice(exchange, venue, order, atMs);
}

function reprice(exchange: Exchange, venue: Venue, order: Order, atMs: number): void {
  const before = order.priceUnits;
  // Too close to expiry an order by volatility keeps the price it has.
  if (!setPrice(exchange, venue, order).ok || order.priceUnits === before) return;
  order.autoReplaced = true;
  order.updatedMs = atMs;
  exchange.withdraw(venue, order);
  if (order.account.selfTrading.mode === 'reject_taker' && meetsOwnOrder(venue, order)) {
    exchange.cancel(venue, order, 'order_overlap', atMs);
    return;
  }
  tradeAgainstBook(exchange, venue, order, atMs);
  if (isLive(order)) exchange.rest(venue, order);
}
