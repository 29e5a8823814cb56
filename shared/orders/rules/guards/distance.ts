import {
  absolute,
  compare,
  type DecimalString,
  decimal,
  divide,
  isZero,
  multiply,
  roundToPlaces,
  smallest,
  subtract,
} from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import { bestBid, type GuardTier, type SellGuards } from '../../facts.ts';
import { type Issue, issue } from '../../issue.ts';
import { watchesForeignPrice } from '../../tick.ts';
import { readTriggerLevel } from '../trigger.ts';
import type { GuardedOrder } from './order.ts';
import { type Finding, isAnySet, tellUnjudged } from './tiers.ts';
import type { Asked } from './volatility.ts';

const HUNDRED = decimal(100);

/** What a price is held against. What is bid says nothing of an order that trades just there. */
const REFERENCES = [
  { guard: 'mark', name: 'mark', limit: 'maxDistanceFromMark', isOfTouch: true },
  { guard: 'bid', name: 'best bid', limit: 'maxDistanceFromBid', isOfTouch: false },
  { guard: 'index', name: 'index', limit: 'maxDistanceFromIndex', isOfTouch: true },
] as const;

function readReferences(ticker: Ticker, { isAtMarket }: GuardedOrder) {
  const prices = { mark: ticker.mark_price, bid: bestBid(ticker)?.price, index: ticker.index_price };
  return REFERENCES.filter(({ isOfTouch }) => isOfTouch || !isAtMarket).map((reference) => ({
    ...reference,
    price: prices[reference.guard] ?? null,
  }));
}

/** How far a limit, or what an order at market trades with first, is from mark, best bid and index. */
export function checkDistance(quote: DecimalString, order: GuardedOrder, ticker: Ticker, tier: GuardTier): Finding[] {
  return readReferences(ticker, order).flatMap(({ name, price, limit }) => {
    const far = measure(quote, name, price, tier[limit]);
    if (far === null) return [];
    if (!order.isAtMarket) return [issue('warning', 'price', 'price_far', far)];
    return [issue('warning', 'type', 'touch_far', { ...far, side: order.terms.direction, touch: quote })];
  });
}

/**
 * A linked order that waits is meant for the market of then, which stands at its trigger: mark, best bid and index all do, so
 * the narrowest of their limits counts. Nothing tells where the price is when another market's is watched.
 */
export function checkTriggered(
  { terms, price }: GuardedOrder,
  instrument: Instrument,
  { maxDistanceFromMark, maxDistanceFromBid, maxDistanceFromIndex }: GuardTier,
): Finding[] {
  const level = readTriggerLevel(terms, instrument);
  const isIndexForeign = watchesForeignPrice(instrument, 'index_price');
  const limits = [maxDistanceFromMark, maxDistanceFromBid, isIndexForeign ? null : maxDistanceFromIndex];
  const narrowest = limits.reduce((least, limit) =>
    least === null || limit === null ? (least ?? limit) : smallest(least, limit),
  );
  const far = price === null ? null : measure(price, 'trigger', level, narrowest);
  return far === null ? [] : [issue('warning', 'price', 'price_far', far)];
}

/** The params of what is too far off; null for what is near enough, and where that can't be told. */
function measure(
  price: DecimalString,
  name: string,
  reference: DecimalString | null,
  limit: DecimalString | null,
): Record<'reference' | 'percent' | 'reference_price' | 'limit_percent', string> | null {
  if (reference === null || limit === null || isZero(reference)) return null;
  const [distance, size] = [absolute(subtract(price, reference)), absolute(reference)];
  if (compare(distance, multiply(limit, size)) <= 0) return null;
  return {
    reference: name,
    percent: roundToPlaces(multiply(divide(distance, size), HUNDRED), 1),
    reference_price: reference,
    limit_percent: roundToPlaces(multiply(limit, HUNDRED), 1),
  };
}

/** Limits of distance that the market gives nothing to judge by. */
export function checkDistanceKnown(order: GuardedOrder, { quote }: Asked, ticker: Ticker, guards: SellGuards): Issue[] {
  const references = readReferences(ticker, order);
  if (!isAnySet(guards, ...references.map(({ limit }) => limit))) return [];
  if (quote === null) {
    const isLost = order.advanced !== null && order.price !== null;
    return tellUnjudged('price', isLost ? 'conversion' : null);
  }
  const unknown = references.filter(({ limit, price }) => isAnySet(guards, limit) && (price === null || isZero(price)));
  const field = order.isAtMarket ? 'type' : 'price';
  return unknown.flatMap(({ guard }) => tellUnjudged(field, guard));
}
