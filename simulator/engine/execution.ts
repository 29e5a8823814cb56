import { fail, ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { remember } from '../account/history.ts';
import { refuseForFunds } from '../account/funds.ts';
import { gridDown, isCombo, nextTickUp, priceNumber, tickAt } from '../market/instrument.ts';
import { priceBand } from '../market/price-band.ts';
import { refusal, refuse, type Refusal } from '../refusal.ts';
import { advancedUnits, isTooLateForVolatility } from './orders/advanced-price.ts';
import { accepts } from './book.ts';
import type { Exchange } from './exchange.ts';
import { isLive, remainingUnits, type Order } from './orders/order.ts';
import { reducibleUnits, refuseNothingToReduce } from './orders/reduce.ts';
import { cancelOwnMakers, isOwn, meetsOwnOrder } from './orders/self-trade.ts';
import type { Venue } from './venue.ts';

const POST_ONLY_CANNOT_MOVE = 11_021;
const OUTDATED_INSTRUMENT = 11_046;

type Checked = Result<null, Refusal>;

/**
 * Checks by market, book and account, in that order. Sets the working price; may move post-only prices and shrink
 * reduce-only amounts. `replaces` is the order whose funds it takes over.
 */
export function checkOrder(exchange: Exchange, venue: Venue, order: Order, replaces?: Order): Checked {
  const priced = setPrice(exchange, venue, order);
  if (!priced.ok) return priced;
  if (order.reduceOnly) {
    const reducible = reducibleUnits(order.account, order.instrument, order.side);
    if (reducible === 0) return refuseNothingToReduce();
    order.amountUnits = Math.min(order.amountUnits, order.filledUnits + reducible);
  }
  if (order.postOnly && venue.book.available(order.side, order.priceUnits) > 0) {
    if (order.rejectPostOnly) return refuse(ERROR_CODE.postOnlyReject);
    const beside = besideTheSpread(venue, order);
    // A combo's price is a difference: zero and below are valid.
    if (beside <= 0 && !isCombo(order.instrument)) return refuse(POST_ONLY_CANNOT_MOVE);
    order.priceUnits = beside;
  }
  if (order.account.selfTrading.mode === 'reject_taker' && meetsOwnOrder(venue, order)) {
    return refuse(ERROR_CODE.orderOverlap);
  }
  const refused = refuseForFunds(exchange, order, replaces);
  return refused === null ? ok(null) : fail(refused);
}

/**
 * The limit, clamped to the band or rejected by the rules; market kinds get the band's edge. Advanced prices are always
 * clamped.
 */
export function setPrice(exchange: Exchange, venue: Venue, order: Order): Checked {
  const { instrument } = order;
  const mark = exchange.mark(instrument);
  const band = priceBand(instrument, mark);
  const worst = order.side === 'sell' ? band.minUnits : band.maxUnits;
  if (order.advanced !== null && isTooLateForVolatility(order.advanced, instrument, exchange.timeMs)) {
    return refuse(OUTDATED_INSTRUMENT);
  }
  const limit =
    order.advanced === null ? order.limitUnits : advancedUnits(instrument, mark, order.side, order.advanced);
  const outside = limit === null || (order.side === 'sell' ? limit < worst : limit > worst);
  if (outside && order.limitUnits !== null && exchange.rules.outsideBand === 'reject') {
    const code = order.side === 'sell' ? ERROR_CODE.priceTooLow : ERROR_CODE.priceTooHigh;
    const { message } = refusal(code);
    return fail({ code, message: `${message} ${priceNumber(instrument, worst)}` });
  }
  order.priceUnits = outside ? worst : limit;
  return ok(null);
}

/** Sets the price that a waiting order's advanced one comes to now; what has none, or a plain one, keeps it. */
export function priceWaiting(exchange: Exchange, order: Order): Checked {
  const { instrument, advanced } = order;
  if (advanced === null) return ok(null);
  if (isTooLateForVolatility(advanced, instrument, exchange.timeMs)) return refuse(OUTDATED_INSTRUMENT);
  order.priceUnits = advancedUnits(instrument, exchange.mark(instrument), order.side, advanced) ?? order.priceUnits;
  return ok(null);
}

/** A sell one tick above the best bid, a buy one tick below the best ask. */
function besideTheSpread(venue: Venue, order: Order): number {
  const best = venue.book.best(order.side === 'sell' ? 'buy' : 'sell');
  if (best === null) return order.priceUnits;
  if (order.side === 'sell') return nextTickUp(venue.instrument, best.priceUnits);
  return gridDown(venue.instrument, best.priceUnits - tickAt(venue.instrument, best.priceUnits));
}

/** Whether others would fill it whole at once. */
function fillsWhole(venue: Venue, order: Order): boolean {
  let left = remainingUnits(order);
  for (const entry of venue.book.side(order.side === 'buy' ? 'sell' : 'buy')) {
    if (!accepts(order.side, order.priceUnits, entry.priceUnits)) return false;
    if (entry.order !== null && isOwn(order.account, entry.order.account)) continue;
    left -= entry.remainingUnits + (entry.hiddenUnits ?? 0);
    if (left <= 0) return true;
  }
  return false;
}

/** Trades an accepted order against the book, then rests or cancels what is left; gives the trades. */
export function execute(
  exchange: Exchange,
  venue: Venue,
  order: Order,
  nowMs: number,
): Readonly<Record<string, unknown>>[] {
  remember(order.account, order, nowMs);
  if (order.timeInForce === 'fill_or_kill' && !fillsWhole(venue, order)) {
    exchange.cancel(venue, order, null, nowMs);
    return [];
  }
  const trades = tradeAgainstBook(exchange, venue, order, nowMs);
  if (!isLive(order)) return trades;
  if (order.type === 'market_limit' && venue.lastPriceUnits !== null) order.priceUnits = venue.lastPriceUnits;
  // Nothing filled, so there is no price at which a market_limit order could rest.
  const rests = order.type === 'market_limit' ? trades.length > 0 : order.type !== 'market';
  if (rests && order.timeInForce.startsWith('good_til')) exchange.rest(venue, order);
  else exchange.cancel(venue, order, null, nowMs);
  return trades;
}

/** Takes what the order's price reaches. Where the account's mode is `cancel_maker`, its own orders give way. */
export function tradeAgainstBook(
  exchange: Exchange,
  venue: Venue,
  order: Order,
  nowMs: number,
): Readonly<Record<string, unknown>>[] {
  cancelOwnMakers(exchange, venue, order, nowMs);
  // Its partner may have been cancelled, which ends it too.
  if (!isLive(order)) return [];
  const trades: Readonly<Record<string, unknown>>[] = [];
  for (const match of venue.book.sweep(order.side, order.priceUnits, remainingUnits(order))) {
    const { priceUnits, amountUnits, resting, hidden } = match;
    const print = venue.print(priceUnits, amountUnits, nowMs);
    const common = { priceUnits, amountUnits, print, atMs: nowMs };
    trades.push(exchange.applyFill(venue, { ...common, order, liquidity: 'T' }));
    const maker = resting.order;
    if (maker !== null) exchange.applyFill(venue, { ...common, order: maker, liquidity: hidden ? 'T' : 'M' });
  }
  return trades;
}
