import { compare, type DecimalString, largest, negate, smallest } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { bestAsk, bestBid, type Touch } from './facts.ts';
import { movePrice, nearestPrices } from './tick.ts';

/** What an order does with its instrument. */
export type Side = 'buy' | 'sell';
export const SIDES = ['buy', 'sell'] as const satisfies readonly Side[];

/** Everything that depends on a side. Nothing else compares with one. */
interface SideTraits {
  readonly opposite: Side;
  readonly method: 'private/buy' | 'private/sell';
  /** The side of the book that it trades with. */
  readonly touch: 'bid' | 'ask';
  /** What people call that price. */
  readonly touchName: 'best bid' | 'best ask';
  /** Sign of a price step towards the market: what it meets, and the worse price for its trader. */
  readonly towards: -1 | 1;
  /** Where post only moves it to, seen from the touch. */
  readonly away: 'above' | 'below';
  readonly past: 'Sold' | 'Bought';
  /** Its limit is the most that it may cost: the market never makes it more. */
  readonly isBoundByLimit: boolean;
}

const TRAITS: Readonly<Record<Side, SideTraits>> = {
  sell: {
    opposite: 'buy',
    method: 'private/sell',
    touch: 'bid',
    touchName: 'best bid',
    towards: -1,
    away: 'above',
    past: 'Sold',
    isBoundByLimit: false,
  },
  buy: {
    opposite: 'sell',
    method: 'private/buy',
    touch: 'ask',
    touchName: 'best ask',
    towards: 1,
    away: 'below',
    past: 'Bought',
    isBoundByLimit: true,
  },
};

/** What a side means in words and signs. */
export function traitsOf(side: Side): SideTraits {
  return TRAITS[side];
}

/** The side that trades with it. */
export function oppositeOf(side: Side): Side {
  return TRAITS[side].opposite;
}

const READ_TOUCH = { bid: bestBid, ask: bestAsk } as const;

/** What an order of a side trades with first: the best bid for a sell, the best ask for a buy. */
export function touchOf(side: Side, ticker: Ticker): Touch | null {
  return READ_TOUCH[TRAITS[side].touch](ticker);
}

/** What stands in line with it: the best ask for a sell, the best bid for a buy. */
export function oppositeTouchOf(side: Side, ticker: Ticker): Touch | null {
  return touchOf(oppositeOf(side), ticker);
}

/** The end of the band that it is clamped to: a sell is raised to the lowest price, a buy lowered to the highest. */
export function bandEdgeOf(side: Side, { min_price, max_price }: Ticker): DecimalString | null {
  return { bid: min_price, ask: max_price }[TRAITS[side].touch] ?? null;
}

/** The other end of the band: beyond it nobody may trade with it yet. */
export function farEdgeOf(side: Side, ticker: Ticker): DecimalString | null {
  return bandEdgeOf(oppositeOf(side), ticker);
}

/** Above zero where the first price is better for its trader than the second: higher for a sell, lower for a buy. */
export function compareFor(side: Side, price: DecimalString, other: DecimalString): number {
  return compare(price, other) * -TRAITS[side].towards;
}

/** Whether an order limited at `limit` may trade at `price`. */
export function reaches(side: Side, limit: DecimalString, price: DecimalString): boolean {
  return compareFor(side, limit, price) <= 0;
}

/** The price that is better for its trader. */
export function betterOf(side: Side, price: DecimalString, other: DecimalString): DecimalString {
  return TRAITS[side].towards < 0 ? largest(price, other) : smallest(price, other);
}

/** The price that is worse for its trader, and met later by what trades with it. */
export function worseOf(side: Side, price: DecimalString, other: DecimalString): DecimalString {
  return betterOf(oppositeOf(side), price, other);
}

/** So many ticks away from what it trades with. */
export function moveAway(side: Side, instrument: Instrument, price: DecimalString, ticks = 1): DecimalString {
  return movePrice(instrument, price, ticks * -TRAITS[side].towards);
}

/** The nearest price on the grid that is no worse for its trader; null where none above zero exists. */
export function roundAway(side: Side, instrument: Instrument, price: DecimalString): DecimalString | null {
  const { below, above } = nearestPrices(instrument, price);
  return TRAITS[side].towards < 0 ? above : below;
}

/** Which way a number is rounded that is to come out no worse for its trader once it is rounded away. */
export function roundingTowards(side: Side): 'down' | 'up' {
  return TRAITS[side].towards < 0 ? 'down' : 'up';
}

/** What a fill adds to a holding, or takes of it. */
export function signed(side: Side, amount: DecimalString): DecimalString {
  return TRAITS[side].towards < 0 ? negate(amount) : amount;
}

/** What a fill pays out, below zero where it costs. */
export function cashOf(side: Side, worth: DecimalString): DecimalString {
  return signed(oppositeOf(side), worth);
}

/** Whether its trigger fires below what is watched: a sell's stop and a buy's take do. */
export function firesBelow(side: Side, fires: 'loss' | 'profit' | null): boolean {
  return (fires === 'loss') === TRAITS[side].towards < 0;
}

/** The own orders that it may meet: those of the other side. */
export function ownOrdersAhead<Order>(
  side: Side,
  { ownBuys, ownSells }: { readonly ownBuys: readonly Order[]; readonly ownSells: readonly Order[] },
): readonly Order[] {
  return { bid: ownBuys, ask: ownSells }[TRAITS[side].touch];
}

/** The currency that it gives away on a spot pair. */
export function givenCurrency(
  side: Side,
  { base_currency, quote_currency }: Pick<Instrument, 'base_currency' | 'quote_currency'>,
): string {
  return { bid: base_currency, ask: quote_currency }[TRAITS[side].touch];
}
