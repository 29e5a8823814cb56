import { ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Account } from '../account/account.ts';
import { remember } from '../account/history.ts';
import { affordsOrder } from '../account/margin.ts';
import { toUnits } from '../fixed.ts';
import { gridDown, nextTickUp, tickAt, type Instrument } from '../market/instrument.ts';
import { priceBand, type PriceBand } from '../market/price-band.ts';
import { refuse, refuseParam, type Refusal } from '../refusal.ts';
import type { Exchange } from './exchange.ts';
import { remainingUnits, type Order, type OrderType, type Side, type TimeInForce } from './order.ts';
import type { InstrumentState, Venue } from './venue.ts';

/** An order as asked for: numbers of the wire, nothing checked against the instrument yet. */
export interface OrderRequest {
  readonly side: Side;
  readonly instrumentName: string;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly amount: number | undefined;
  readonly contracts: number | undefined;
  readonly price: number | undefined;
  readonly label: string;
  readonly postOnly: boolean | undefined;
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly validUntilMs: number | undefined;
}

/** The order as it stands after placement, and the trades it made at once. */
export interface Placed {
  readonly order: Order;
  readonly trades: readonly Readonly<Record<string, unknown>>[];
}

const CLOSED_STATES: Record<Exclude<InstrumentState, 'open'>, number> = {
  settlement: 10_041,
  locked: 10_019,
  halted: ERROR_CODE.bookClosed,
  inactive: ERROR_CODE.bookClosed,
  delivered: ERROR_CODE.bookClosed,
  archivized: ERROR_CODE.bookClosed,
};
const REDUCE_DIRECTION = 11_030;

/**
 * Places an order, or refuses it and changes nothing. Every rule is the contract's ("private/sell",
 * "Instrument (order book) state", "Limits"); what it leaves open follows facts, section 8.
 */
export function placeOrder(
  exchange: Exchange,
  account: Account,
  request: OrderRequest,
  nowMs: number,
): Result<Placed, Refusal> {
  const venue = exchange.venue(request.instrumentName);
  if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
  if (request.validUntilMs !== undefined && nowMs >= request.validUntilMs) return refuse(ERROR_CODE.timedOut);
  if (venue.state !== 'open') return refuse(CLOSED_STATES[venue.state], { reason: venue.state });
  const amount = readAmount(venue.instrument, request);
  if (!amount.ok) return amount;
  const band = priceBand(venue.instrument, exchange.mark(venue.instrument));
  const price = readPrice(venue.instrument, request, band);
  if (!price.ok) return price;
  const postOnly = readPostOnly(request);
  if (!postOnly.ok) return postOnly;
  const order: Order = {
    id: '',
    account,
    instrument: venue.instrument,
    side: request.side,
    type: request.type,
    timeInForce: request.timeInForce,
    label: request.label,
    postOnly: postOnly.value,
    rejectPostOnly: request.rejectPostOnly,
    reduceOnly: request.reduceOnly,
    createdMs: nowMs,
    priceUnits: price.value,
    amountUnits: amount.value,
    filledUnits: 0,
    filledValue: 0n,
    state: 'open',
    updatedMs: nowMs,
    cancelReason: null,
  };
  const refused = checkAgainstBook(exchange, venue, order);
  if (refused !== null) return refused;
  return ok(execute(exchange, venue, { ...order, id: exchange.takeOrderId(venue.instrument) }, nowMs));
}

function readAmount(instrument: Instrument, request: OrderRequest): Result<number, Refusal> {
  const { amount, contracts } = request;
  if (amount === undefined && contracts === undefined) return refuseParam('amount', 'value required');
  const fromContracts = contracts === undefined ? undefined : contracts * instrument.contractSize;
  const param = amount === undefined ? 'contracts' : 'amount';
  const value = amount ?? fromContracts ?? 0;
  if (value <= 0) return refuseParam(param, 'must be above zero');
  const units = toUnits(value, instrument.amountPlaces);
  if (units === null || units % instrument.stepUnits !== 0) {
    return refuseParam(param, 'must be a multiple of contract size');
  }
  if (fromContracts !== undefined && toUnits(fromContracts, instrument.amountPlaces) !== units) {
    return refuseParam('contracts', 'must match amount');
  }
  if (units < instrument.minAmountUnits) return refuseParam(param, 'must be at least the minimum amount');
  return ok(units);
}

/** Limit price on the grid and inside the band; for market orders, the edge of the band they may reach. */
function readPrice(instrument: Instrument, request: OrderRequest, band: PriceBand): Result<number, Refusal> {
  const worst = request.side === 'sell' ? band.minUnits : band.maxUnits;
  if (request.type !== 'limit') {
    // The contract gives a price to limit kinds alone.
    return request.price === undefined ? ok(worst) : refuseParam('price', 'not allowed for this order type');
  }
  if (request.price === undefined) return refuseParam('price', 'value required');
  if (request.price <= 0) return refuseParam('price', 'must be above zero');
  const units = toUnits(request.price, instrument.pricePlaces);
  if (units === null || units % tickAt(instrument, units) !== 0) {
    return refuseParam('price', 'must conform to tick size');
  }
  return ok(request.side === 'sell' ? Math.max(units, worst) : Math.min(units, worst));
}

/**
 * The contract's default is true, but a market order or another time in force cannot be post-only
 * (facts, section 5, "post_only default"): there, and only there, leaving it out means false.
 */
function readPostOnly(request: OrderRequest): Result<boolean, Refusal> {
  const possible = request.type === 'limit' && request.timeInForce === 'good_til_cancelled';
  const postOnly = request.postOnly ?? possible;
  if (postOnly && !possible) return refuse(ERROR_CODE.postOnlyNotAllowed);
  if (request.rejectPostOnly && !postOnly) return refuseParam('reject_post_only', 'requires post_only');
  return ok(postOnly);
}

/** What depends on the book and the account. May move a post-only price and shrink a reduce-only amount. */
function checkAgainstBook(exchange: Exchange, venue: Venue, order: Order) {
  if (order.reduceOnly) {
    const size = order.account.positionIn(order.instrument).sizeUnits;
    const reducible = order.side === 'sell' ? size : -size;
    if (reducible <= 0) return refuse(REDUCE_DIRECTION, { reason: 'reduce_direction' });
    order.amountUnits = Math.min(order.amountUnits, reducible);
  }
  if (order.postOnly && venue.book.available(order.side, order.priceUnits) > 0) {
    if (order.rejectPostOnly) return refuse(ERROR_CODE.postOnlyReject);
    order.priceUnits = besideTheSpread(venue, order);
  }
  if (meetsOwnOrder(venue, order)) return refuse(ERROR_CODE.orderOverlap);
  return affordsOrder(exchange, order) ? null : refuse(ERROR_CODE.notEnoughFunds);
}

/** A sell one tick above the best bid, a buy one tick below the best ask. */
function besideTheSpread(venue: Venue, order: Order): number {
  const best = venue.book.best(order.side === 'sell' ? 'buy' : 'sell');
  if (best === null) return order.priceUnits;
  if (order.side === 'sell') return nextTickUp(venue.instrument, best.priceUnits);
  return gridDown(venue.instrument, best.priceUnits - tickAt(venue.instrument, best.priceUnits));
}

/** Self-trading mode `reject_taker`: an order that would reach one of the same account is refused whole. */
function meetsOwnOrder(venue: Venue, order: Order): boolean {
  let left = order.amountUnits;
  for (const entry of venue.book.side(order.side === 'buy' ? 'sell' : 'buy')) {
    const reached = order.side === 'buy' ? entry.priceUnits <= order.priceUnits : entry.priceUnits >= order.priceUnits;
    if (left <= 0 || !reached) return false;
    if (entry.order?.account === order.account) return true;
    left -= entry.remainingUnits;
  }
  return false;
}

function execute(exchange: Exchange, venue: Venue, order: Order, nowMs: number): Placed {
  remember(order.account, order, nowMs);
  const whole = venue.book.available(order.side, order.priceUnits) >= order.amountUnits;
  const trades: Readonly<Record<string, unknown>>[] = [];
  if (order.timeInForce !== 'fill_or_kill' || whole) {
    for (const match of venue.book.sweep(order.side, order.priceUnits, order.amountUnits)) {
      const { priceUnits, amountUnits, resting, hidden } = match;
      const print = venue.print(priceUnits, amountUnits, nowMs);
      const common = { priceUnits, amountUnits, print, atMs: nowMs };
      trades.push(exchange.applyFill(venue, { ...common, order, liquidity: 'T' }));
      if (resting.order !== null)
        exchange.applyFill(venue, { ...common, order: resting.order, liquidity: hidden ? 'T' : 'M' });
    }
  }
  if (order.state !== 'open' || remainingUnits(order) === 0) return { order, trades };
  if (order.type === 'market_limit' && venue.lastPriceUnits !== null && trades.length > 0) {
    order.priceUnits = venue.lastPriceUnits;
  }
  const rests = order.type !== 'market' && order.timeInForce.startsWith('good_til');
  if (rests) exchange.rest(venue, order);
  else exchange.cancel(venue, order, null, nowMs);
  return { order, trades };
}
