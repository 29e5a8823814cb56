import { compare, type DecimalString, isPositive, subtract, sum, ZERO } from '../../decimal.ts';
import type { OwnOrder } from '../facts.ts';
import { bandEdgeOf, betterOf, compareFor, oppositeOf, ownOrdersAhead, reaches, worseOf } from '../side.ts';
import type { ReadOrder } from './read-order.ts';

/** The account's own orders of the other side that an order may come to, by the visible touch. */
export interface MetOwnOrders {
  /** All that are within its price, the nearest first in its way. */
  readonly reached: readonly OwnOrder[];
  readonly price: DecimalString;
  /** It comes to the first whatever the book holds beside. */
  readonly isSure: boolean;
  /** What others have at the touch; null where that is not known. */
  readonly others: DecimalString | null;
  /** The first is the touch, or stands in it. */
  readonly isAtTouch: boolean;
  /** Others stand before it, as far as the touch is believed. */
  readonly isBehind: boolean;
}

/** Own orders of the other side within a price; without one, within the band. */
export function listReached({ side, ticker, facts }: ReadOrder, limit: DecimalString | null): readonly OwnOrder[] {
  const last = limit ?? bandEdgeOf(side, ticker);
  return ownOrdersAhead(side, facts).filter(({ price }) => last === null || reaches(side, last, price));
}

/**
 * Own orders that one limited at `limit` (null: at market) may reach. What others have before them may keep it away.
 * Null for none.
 */
export function findMetOwnOrders(order: ReadOrder, limit: DecimalString | null): MetOwnOrders | null {
  const { draft, side, amount, touch, facts } = order;
  const reached = listReached(order, limit);
  const [one] = reached;
  if (one === undefined) return null;
  const price = nearestOf(order, reached);
  const first = reached.filter((own) => compare(own.price, price) === 0);
  const isAtTouch = touch !== null && compare(touch.price, price) === 0;
  const isBehind = touch !== null && compareFor(side, touch.price, price) > 0;
  const others = isAtTouch ? touchOfOthers(order, first) : (touch?.amount ?? null);
  const isHeld = isBehind && others !== null && compare(amount, others) <= 0;
  if (isHeld && !facts.isTickerStale) return null;
  const isAlone = others !== null && !isPositive(others);
  // One that only reduces may be cut down to what others have; and a price that is worked out anew may come out before theirs.
  const isLarger = others !== null && compare(amount, others) > 0 && !draft.reduce_only;
  const isSure = isAtTouch && (isAlone || isLarger) && draft.advanced === null && !facts.isTickerStale;
  return { reached, price, isSure, others, isAtTouch, isBehind };
}

/** The touch without own orders; null when both aren't of one moment. */
function touchOfOthers({ touch, ticker }: ReadOrder, own: readonly OwnOrder[]): DecimalString | null {
  const isOlder = own.some(({ updatedMs }) => ticker.timestamp < updatedMs);
  if (touch === null || touch.amount === null || isOlder) return null;
  const others = subtract(touch.amount, sum(own.map(({ shown }) => shown)));
  return compare(others, ZERO) < 0 ? null : others;
}

/** The price that it comes to first. */
function nearestOf({ side }: Pick<ReadOrder, 'side'>, reached: readonly OwnOrder[]): DecimalString {
  return reached.map(({ price }) => price).reduce((nearest, price) => betterOf(side, nearest, price));
}

/** How forecast steps and warnings name them. */
export function nameOwnOrders({ side, facts, unit }: ReadOrder, reached: readonly OwnOrder[]) {
  const prices = reached.map(({ price }) => price);
  return {
    own_side: oppositeOf(side),
    own_price: nearestOf({ side }, reached),
    own_last: prices.reduce((last, price) => worseOf(side, last, price)),
    own_amount: sum(reached.map(({ amount }) => amount)),
    own_count: String(reached.length),
    unit,
    mode: facts.selfTradeMode ?? '',
  };
}
