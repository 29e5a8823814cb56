import {
  absolute,
  compare,
  type DecimalString,
  decimal,
  divide,
  isZero,
  largest,
  multiply,
  roundToPlaces,
  smallest,
  subtract,
} from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import type { GuardTier, OrderGuards } from '../../facts.ts';
import { type Issue, issue } from '../../issue.ts';
import { touchOf, traitsOf } from '../../side.ts';
import { isDifference, tickAt, watchesForeignPrice } from '../../tick.ts';
import { readTriggerLevel } from '../trigger.ts';
import type { GuardedOrder } from './order.ts';
import { gradeOf } from '../grade.ts';
import { type Finding, isAnySet, tellUnjudged } from './tiers.ts';
import type { Asked } from './volatility.ts';

const HUNDRED = decimal(100);
const ONE = decimal(1);
const TEN = decimal(10);

/** What a price is held against. The touch says nothing of an order that trades just there. */
const REFERENCES = [
  { of: 'mark', limit: 'maxDistanceFromMark', isOfTouch: true },
  { of: 'touch', limit: 'maxDistanceFromTouch', isOfTouch: false },
  { of: 'index', limit: 'maxDistanceFromIndex', isOfTouch: true },
] as const;

/** Those that a price of the instrument can be held against: an option's or combo's index is no price of its own. */
function listReferences(instrument: Instrument) {
  const isForeign = watchesForeignPrice(instrument, 'index_price');
  return REFERENCES.filter(({ of }) => of !== 'index' || !isForeign);
}

function readReferences(instrument: Instrument, ticker: Ticker, { isAtMarket, terms: { direction } }: GuardedOrder) {
  const { touch, touchName } = traitsOf(direction);
  const references = {
    mark: { guard: 'mark', name: 'mark', price: ticker.mark_price },
    touch: { guard: touch, name: touchName, price: touchOf(direction, ticker)?.price },
    index: { guard: 'index', name: 'index', price: ticker.index_price },
  };
  return listReferences(instrument)
    .filter(({ isOfTouch }) => isOfTouch || !isAtMarket)
    .map(({ of, limit }) => ({ ...references[of], limit, price: references[of].price ?? null }));
}

/** The limits of distance that hold a price of the instrument. */
export function distanceLimits(instrument: Instrument) {
  return listReferences(instrument).map(({ limit }) => limit);
}

/** The market at a waiting order's start; null for others, and unknown. */
function readLevel({ isWaiting, terms }: GuardedOrder, instrument: Instrument): DecimalString | null {
  return isWaiting ? readTriggerLevel(terms, instrument) : null;
}

/**
 * How far a limit, or the first trade at market, is from mark, touch and index. A waiting order is compared with its
 * trigger.
 */
export function checkDistance(
  quote: DecimalString,
  order: GuardedOrder,
  instrument: Instrument,
  ticker: Ticker,
  tier: GuardTier,
): Finding[] {
  const level = readLevel(order, instrument);
  if (level !== null) {
    // Mark, touch and index all stand there: the narrowest holds, and a wide one beside it lifts nothing.
    const set = distanceLimits(instrument).flatMap((name) => tier[name] ?? []);
    const [first, ...others] = set;
    const narrowest = first === undefined ? null : others.reduce(smallest, first);
    const far = measure(quote, 'trigger', level, narrowest, instrument);
    return far === null ? [] : [issue('warning', 'price', 'price_far', far.params)];
  }
  return readReferences(instrument, ticker, order).flatMap(({ name, price, limit: key }) => {
    const limit = tier[key];
    const far = measure(quote, name, price, limit, instrument);
    if (far === null || limit === null) return [];
    if (!order.isAtMarket) return [issue('warning', 'price', 'price_far', far.params)];
    const params = { ...far.params, side: order.terms.direction, touch: quote, grade: gradeOf(far.share, limit) };
    return [issue('warning', 'type', 'touch_far', params)];
  });
}

/**
 * Shares are of at least this many ticks: small prices move by large shares. A combo's price is a difference and may be
 * zero.
 */
const LEAST_TICKS = { plain: decimal(5), difference: decimal(20) } as const;

/** A distance that is too far, as share and issue text. */
interface Far {
  readonly share: DecimalString;
  readonly params: Record<'reference' | 'percent' | 'reference_price' | 'limit_percent', string>;
}

/** Null for what is near enough, and where that can't be told. */
function measure(
  price: DecimalString,
  name: string,
  reference: DecimalString | null,
  limit: DecimalString | null,
  instrument: Instrument,
): Far | null {
  const isCombo = isDifference(instrument);
  if (reference === null || limit === null || (isZero(reference) && !isCombo)) return null;
  const [distance, size] = [absolute(subtract(price, reference)), absolute(reference)];
  const least = multiply(tickAt(instrument, size), isCombo ? LEAST_TICKS.difference : LEAST_TICKS.plain);
  if (compare(distance, multiply(limit, largest(size, least))) <= 0) return null;
  const share = divide(distance, isZero(size) ? least : size);
  return {
    share,
    params: {
      reference: name,
      percent: tellPercent(share),
      reference_price: reference,
      limit_percent: tellPercent(limit),
    },
  };
}

/** A share in percent, finer when smaller, like the limits. */
function tellPercent(share: DecimalString): DecimalString {
  const percent = multiply(share, HUNDRED);
  return roundToPlaces(percent, compare(percent, ONE) < 0 ? 3 : compare(percent, TEN) < 0 ? 2 : 1);
}

/** Limits of distance that the market gives nothing to judge by. */
export function checkDistanceKnown(
  order: GuardedOrder,
  { quote }: Asked,
  instrument: Instrument,
  ticker: Ticker,
  guards: OrderGuards,
): Issue[] {
  const references = readReferences(instrument, ticker, order);
  if (!isAnySet(guards, ...references.map(({ limit }) => limit))) return [];
  if (quote === null) {
    const isLost = order.advanced !== null && order.price !== null;
    return tellUnjudged('price', isLost ? 'conversion' : null);
  }
  if (readLevel(order, instrument) !== null) return [];
  const isUnknown = (price: DecimalString | null) => price === null || (isZero(price) && !isDifference(instrument));
  const unknown = references.filter(({ limit, price }) => isAnySet(guards, limit) && isUnknown(price));
  const field = order.isAtMarket ? 'type' : 'price';
  return unknown.flatMap(({ guard }) => tellUnjudged(field, guard));
}
