import {
  absolute,
  add,
  compare,
  type DecimalString,
  decimal,
  divide,
  isPositive,
  isZero,
  largest,
  multiply,
  roundToPlaces,
  smallest,
  subtract,
  sum,
} from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { canRest, canRestUnfilled } from '../../shared/orders/order-types.ts';
import type { Expectation } from '../../shared/orders/outcome/expectation.ts';
import { isRefusalUnforeseen } from '../../shared/orders/outcome/refusal-check.ts';
import { compareFor, worseOf } from '../../shared/orders/side.ts';
import type { Order, OrderPlaced } from '../../shared/service/order.ts';
import type { UserTrade } from '../../shared/service/trade.ts';

type Notice = OrderRow['notices'][number];

/** What a reply's state means in the forecast's words. */
const BEHAVIOUR_OF_STATE: Readonly<Record<string, string>> = {
  open: 'rests',
  untriggered: 'waits',
  filled: 'trades',
  cancelled: 'cancelled',
};

/** Fees are rounded a trade, and some rest on a moving index. */
const FEE_ROUNDING = decimal('0.00000001');
const FEE_DOUBT = decimal('0.01');
const FEE_PLACES = 8;

/**
 * The reply against the forecast, by field. `forecast_missed`: the forecast could have known. `market_moved`: the
 * market changed meanwhile.
 */
export function compareReply(row: OrderRow, { order, trades }: OrderPlaced): Notice[] {
  const { expected } = row;
  if (expected === null) return [];
  const behaviour = compareBehaviour(row, expected, order, trades);
  if (behaviour.length > 0) return behaviour;
  return [
    ...comparePrice(row, expected, order),
    ...compareState(row, expected, order),
    ...compareFill(row, expected, order, trades),
    ...compareFee(row, expected, trades),
  ];
}

/**
 * The first look-up of an order without a reply against the forecast. Fills and end prove nothing by then; booked terms
 * do, unless edited.
 */
export function compareFound(row: OrderRow, order: Order): Notice[] {
  const { expected } = row;
  // What the fill of a sell places waits for that, whatever its kind.
  if (expected === null || row.child_of !== null || order.replaced === true) return [];
  const { order_state, filled_amount: filled = null } = order;
  const isUntouched = (order_state === 'open' || order_state === 'untriggered') && filled !== null && isZero(filled);
  const behaviour = isUntouched && row.trigger === null ? compareBehaviour(row, expected, order, []) : [];
  return behaviour.length > 0 ? behaviour : comparePrice(row, expected, order);
}

/** Whether the order is not what the forecast said, where the forecast could know it. */
export function isSurprise(row: OrderRow): boolean {
  const { notices, reduce_only } = row;
  if (isRefusalUnforeseen(row)) return true;
  // A reduce-only order is cut to the position, which the forecast ignores.
  return notices.some(({ code }) => code === 'forecast_missed' || (code === 'amount_differs' && !reduce_only));
}

function missed(field: string, expected: string, actual: string): Notice {
  return { code: 'forecast_missed', params: { field, expected, actual } };
}

function moved(field: string, expected: string, actual: string): Notice {
  return { code: 'market_moved', params: { field, expected, actual } };
}

/** A partial trade was forecast to trade; an unclear forecast never surprises. */
function compareBehaviour(
  row: OrderRow,
  { behaviour, hangs_on_partner, hangs_on_own_buy }: Expectation,
  order: Order,
  trades: readonly UserTrade[],
): Notice[] {
  const hasTraded = order.filled_amount != null && isPositive(order.filled_amount);
  const actual = hasTraded ? 'trades' : (BEHAVIOUR_OF_STATE[order.order_state] ?? order.order_state);
  if (behaviour === 'unclear' || behaviour === actual) return [];
  // The reply precedes its linked partner: what that ends still shows as alone.
  if (hangs_on_partner && behaviour === 'cancelled' && actual === (row.trigger === null ? 'rests' : 'waits')) return [];
  // An own order was in the way: forecast, or placed elsewhere and maybe unknown.
  if (endedByOverlap(order)) return hangs_on_own_buy ? [] : [moved('behaviour', behaviour, actual)];
  // The engine's own reason counts, not a missing touch.
  const isOtherwise = actual === 'cancelled' && (order.cancel_reason ?? null) !== null;
  // An own order may have been filled or cancelled before it came.
  const isWithoutOwn = hangs_on_own_buy && behaviour === 'refused';
  const isMoved =
    isWithoutOwn || (!isOtherwise && isTouchElsewhere(row, behaviour, actual, worstPrice(row, order, trades)));
  const tell = isMoved ? moved : missed;
  return [tell('behaviour', behaviour, actual)];
}

/** The other way in which services refuse what comes to an order of its own account (facts, section 11, "Self match"). */
function endedByOverlap({ order_state, cancel_reason }: Order): boolean {
  return order_state === 'cancelled' && (cancel_reason?.startsWith('order_overlap') ?? false);
}

/**
 * Whether a touch that came or went between forecast and engine explains the difference: an unexpected fill, or an
 * unexpected rest.
 */
function isTouchElsewhere(row: OrderRow, expected: string, actual: string, worst: DecimalString | null): boolean {
  if (row.post_only || row.trigger !== null) return false;
  if (actual === 'trades') {
    const asked = row.advanced === null ? row.price : null;
    const isTaken = asked === null || (worst !== null && compareFor(row.direction, worst, asked) >= 0);
    return (expected === 'rests' || expected === 'cancelled') && isTaken;
  }
  return expected === 'trades' && actual === (canRestUnfilled(row) ? 'rests' : 'cancelled');
}

/** The worst price it traded at, as far as the reply says. */
function worstPrice(
  { direction }: OrderRow,
  { average_price = null }: Pick<Order, 'average_price'>,
  trades: readonly UserTrade[],
): DecimalString | null {
  const worse = (worst: DecimalString | null, price: DecimalString) =>
    worst === null ? price : worseOf(direction, worst, price);
  return trades.map(({ price }) => price).reduce<DecimalString | null>(worse, average_price);
}

function comparePrice(row: OrderRow, expected: Expectation, { price }: Order): Notice[] {
  if (expected.price === null || !isDecimal(price) || compare(price, expected.price) === 0) return [];
  // Whatever the market does, nothing is booked at a worse price than was asked.
  const isWorse = row.advanced === null && row.price !== null && compareFor(row.direction, price, row.price) < 0;
  const tell = expected.is_price_estimate && !isWorse ? moved : missed;
  return [tell('price', expected.price, price)];
}

/** Where the part that did not trade went: the state an order must be in by how much of it is filled. */
function compareState(row: OrderRow, expectation: Expectation, order: Order): Notice[] {
  const { behaviour, hangs_on_partner } = expectation;
  if (hangs_on_partner || endedByOverlap(order)) return [];
  const filled = order.filled_amount ?? null;
  if ((behaviour !== 'trades' && behaviour !== 'unclear') || filled === null) return [];
  const isWhole = compare(filled, order.amount ?? row.amount) >= 0;
  const isAllowedInPart = row.time_in_force !== 'fill_or_kill' || isZero(filled);
  const mayRest = isZero(filled) ? canRestUnfilled(row) : canRest(row);
  const expected = isWhole || !isAllowedInPart ? 'filled' : mayRest ? 'open' : 'cancelled';
  if (order.order_state === expected) return [];
  return [missed('state', expected, order.order_state)];
}

/** The touch that was seen may be gone: what it was to take and pay are estimates. Never worse than the limit, though. */
function compareFill(row: OrderRow, expected: Expectation, order: Order, trades: readonly UserTrade[]): Notice[] {
  const found: Notice[] = [];
  const limit = row.advanced === null ? row.price : null;
  const worst = worstPrice(row, {}, trades);
  if (limit !== null && worst !== null && compareFor(row.direction, worst, limit) < 0)
    found.push(missed('trade_price', limit, worst));
  const { fill } = expected;
  const filled = order.filled_amount ?? null;
  if (fill === null || filled === null) return found;
  const whole = order.amount ?? row.amount;
  const atTouch = smallest(fill.amount, whole);
  if (compare(filled, atTouch) < 0) found.push(moved('filled_amount', atTouch, filled));
  const average = order.average_price ?? null;
  if (average === null || !isPositive(filled)) return found;
  const against = compareFor(row.direction, average, fill.price);
  // What goes deeper than the touch trades at a worse price, as the forecast said.
  const isDeeper = compare(filled, atTouch) > 0 && against < 0;
  if (against !== 0 && !isDeeper) found.push(moved('average_price', fill.price, average));
  return found;
}

/** What was charged, where the reply's trades carry it, against what a taker was to pay for as much. */
function compareFee(row: OrderRow, { fee, fill }: Expectation, trades: readonly UserTrade[]): Notice[] {
  if (trades.some(({ liquidity }) => liquidity === 'M')) return [missed('liquidity', 'taker', 'maker')];
  if (fee === null || fill === null || trades.length === 0 || isZero(row.amount)) return [];
  const charged = trades.map((trade) => trade.fee ?? null).filter((value) => value !== null);
  if (charged.length < trades.length) return [];
  const total = sum(charged);
  const currency = trades.find(({ fee_currency }) => (fee_currency ?? fee.currency) !== fee.currency)?.fee_currency;
  const due = trades.map(({ amount, price }) =>
    feeBounds(divide(multiply(fee.amount, amount), row.amount), price, fill),
  );
  const least = sum(due.map(([low]) => low));
  const most = sum(due.map(([, high]) => high));
  const rounding = multiply(FEE_ROUNDING, decimal(trades.length + 1));
  const isWithin =
    compare(total, subtract(subtract(least, multiply(absolute(least), FEE_DOUBT)), rounding)) >= 0 &&
    compare(total, add(add(most, multiply(absolute(most), FEE_DOUBT)), rounding)) <= 0;
  if (isWithin && currency === undefined) return [];
  const traded = sum(trades.map(({ amount }) => amount));
  const forecast = roundToPlaces(divide(multiply(fee.amount, traded), row.amount), FEE_PLACES);
  return [missed('fee', `${forecast} ${fee.currency}`, `${total} ${currency ?? fee.currency}`)];
}

/** Fees go with the price, against it, or not at all, by the kind of instrument: at another price, one of these is due. */
function feeBounds(
  atTouch: DecimalString,
  price: DecimalString,
  fill: NonNullable<Expectation['fill']>,
): readonly [DecimalString, DecimalString] {
  if (!isPositive(price) || !isPositive(fill.price)) return [atTouch, atTouch];
  const ratio = divide(price, fill.price);
  const scaled = [multiply(atTouch, ratio), divide(atTouch, ratio)];
  return [scaled.reduce(smallest, atTouch), scaled.reduce(largest, atTouch)];
}

function isDecimal(price: Order['price']): price is DecimalString {
  return price !== undefined && price !== null && price !== 'market_price';
}
