import { compare, type DecimalString, isPositive, largest, smallest, subtract, sum, ZERO } from '../../decimal.ts';
import type { OwnOrder } from '../facts.ts';
import type { Sell } from './sell.ts';

/** The account's own buys that a sell may come to, by the visible touch. */
export interface MetOwnBuys {
  /** All that are within its price, the highest first in its way. */
  readonly reached: readonly OwnOrder[];
  readonly price: DecimalString;
  /** The sell comes to the first whatever the book holds beside. */
  readonly isSure: boolean;
  /** What others bid at the touch; null where that is not known. */
  readonly others: DecimalString | null;
  /** The first is the touch, or stands in it. */
  readonly isAtTouch: boolean;
  /** Others bid more, as far as the touch is believed. */
  readonly isBehind: boolean;
}

/** Own buys within a price; without one, within the band. */
export function listReached({ ticker, facts }: Sell, limit: DecimalString | null): readonly OwnOrder[] {
  const lowest = limit ?? ticker.min_price ?? null;
  return facts.ownBuys.filter(({ price }) => lowest === null || compare(lowest, price) <= 0);
}

/**
 * Own buys that a sell limited at `limit` (null: at market) may reach. Others' bids above may keep it away. Null for
 * none.
 */
export function findMetOwnBuys(sell: Sell, limit: DecimalString | null): MetOwnBuys | null {
  const { draft, amount, bid, facts } = sell;
  const reached = listReached(sell, limit);
  const [one] = reached;
  if (one === undefined) return null;
  const price = reached.map((buy) => buy.price).reduce(largest, one.price);
  const first = reached.filter((buy) => compare(buy.price, price) === 0);
  const isAtTouch = bid !== null && compare(bid.price, price) === 0;
  const isBehind = bid !== null && compare(bid.price, price) > 0;
  const others = isAtTouch ? bidOfOthers(sell, first) : (bid?.amount ?? null);
  const isHeld = isBehind && others !== null && compare(amount, others) <= 0;
  if (isHeld && !facts.isTickerStale) return null;
  const isAlone = others !== null && !isPositive(others);
  // One that only reduces may be cut down to what others bid; and a price that is worked out anew may come out above theirs.
  const isLarger = others !== null && compare(amount, others) > 0 && !draft.reduce_only;
  const isSure = isAtTouch && (isAlone || isLarger) && draft.advanced === null && !facts.isTickerStale;
  return { reached, price, isSure, others, isAtTouch, isBehind };
}

/** The touch without own orders; null when both aren't of one moment. */
function bidOfOthers({ bid, ticker }: Sell, own: readonly OwnOrder[]): DecimalString | null {
  const isOlder = own.some(({ updatedMs }) => ticker.timestamp < updatedMs);
  if (bid === null || bid.amount === null || isOlder) return null;
  const others = subtract(bid.amount, sum(own.map(({ shown }) => shown)));
  return compare(others, ZERO) < 0 ? null : others;
}

/** How forecast steps and warnings name them. */
export function nameOwnOrders({ facts, unit }: Sell, reached: readonly OwnOrder[]) {
  const prices = reached.map(({ price }) => price);
  const [first = ZERO] = prices;
  return {
    own_price: prices.reduce(largest, first),
    own_lowest: prices.reduce(smallest, first),
    own_amount: sum(reached.map(({ amount }) => amount)),
    own_count: String(reached.length),
    unit,
    mode: facts.selfTradeMode ?? '',
  };
}
