import { compare, type DecimalString, isPositive, largest, parseDecimal, subtract, sum } from '../../decimal.ts';
import type { OwnBuy } from '../facts.ts';
import { type Forecast, type ForecastStep, step } from '../forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import type { ChildDraft } from '../draft.ts';
import { prepend } from './course.ts';
import type { PartnerEffect } from './partner.ts';
import type { Sell } from './sell.ts';

/** The account's own buys that a sell may come to, by the visible touch. */
export interface MetOwnBuys {
  /** The price of the first, and what is left of all at that price. */
  readonly price: DecimalString;
  readonly amount: DecimalString;
  /** The sell comes to them whatever the book holds beside. */
  readonly isSure: boolean;
  /** What others bid at the touch; null where that is not known. */
  readonly others: DecimalString | null;
  /** They are the touch, or stand in it. */
  readonly isAtTouch: boolean;
}

/**
 * Finds those that a sell limited at `limit` may trade with (null: at market). What others visibly bid above an own buy, and as
 * much as the sell, keeps it from that. Null where it comes to none.
 */
export function findMetOwnBuys(sell: Sell, limit: DecimalString | null): MetOwnBuys | null {
  const { draft, amount, bid, ticker, facts } = sell;
  const lowest = limit ?? ticker.min_price ?? null;
  const reached = facts.ownBuys.filter(({ price }) => lowest === null || compare(lowest, price) <= 0);
  const price = reached.map((buy) => buy.price).reduce<DecimalString | null>(higher, null);
  if (price === null) return null;
  const first = reached.filter((buy) => compare(buy.price, price) === 0);
  const isAtTouch = bid !== null && compare(bid.price, price) === 0;
  const isBehind = bid !== null && compare(bid.price, price) > 0;
  const visible = bid?.amount ?? null;
  const others = visible === null ? null : isAtTouch ? subtract(visible, shownOf(first)) : visible;
  if (isBehind && others !== null && compare(amount, others) <= 0) return null;
  const isAlone = isAtTouch && others !== null && !isPositive(others);
  // One that only reduces may be cut down to what others bid; and a price that is worked out anew may come out above theirs.
  const isLarger = isAtTouch && others !== null && compare(amount, others) > 0 && !draft.reduce_only;
  const isSure = (isAlone || isLarger) && draft.advanced === null && !facts.isTickerStale;
  return { price, amount: sum(first.map((buy) => buy.amount)), isSure, others, isAtTouch };
}

/**
 * The same sell among the account's own buys. An order does not trade with its own account: by the account's setting the sell is
 * refused, or those it comes to are cancelled, and it goes on without them (facts, section 11, "Self match"). `forecast` tells of
 * a sell that meets none; it is given the sell as the others' bids leave it.
 */
export function forecastAmongOwnBuys(sell: Sell, forecast: (sell: Sell) => Forecast): Forecast {
  const alone = forecast(sell);
  if (sell.facts.ownBuys.length === 0) return alone;
  // Post only never takes: it is moved above the touch, or refused, before its own account is looked at.
  if (sell.draft.post_only || alone.behaviour === 'refused' || alone.behaviour === 'waits') return alone;
  const met = findMetOwnBuys(sell, alone.price);
  if (met === null) return alone;
  const mode = sell.facts.selfTradeMode;
  if (mode === 'reject_taker' && met.isSure) {
    return { price: null, behaviour: 'refused', steps: [tell(sell, met, 'bad')] };
  }
  const others = forecastOthers(sell, met, alone, forecast);
  const told = prepend([tell(sell, met, 'attention')], others);
  return mode === 'cancel_maker' && !isOutOfSight(sell, met, alone) ? told : { ...told, behaviour: 'unclear' };
}

/** What it does with the bids of others. */
function forecastOthers(
  sell: Sell,
  { others, isAtTouch }: MetOwnBuys,
  alone: Forecast,
  forecast: (sell: Sell) => Forecast,
): Forecast {
  const { bid } = sell;
  if (!isAtTouch || bid === null || others === null) return alone;
  if (isPositive(others)) return forecast({ ...sell, bid: { price: bid.price, amount: others } });
  // Nobody else bids as much as that.
  if (alone.price !== null && compare(alone.price, bid.price) === 0) return forecast({ ...sell, bid: null });
  return { ...alone, steps: [] };
}

/** Whether the bids of others that it comes to, once its own are gone, are not the touch: nobody has seen those. */
function isOutOfSight({ bid }: Sell, { others, isAtTouch, price }: MetOwnBuys, alone: Forecast): boolean {
  if (!isAtTouch) return bid === null || compare(bid.price, price) < 0;
  if (others === null) return true;
  if (isPositive(others)) return false;
  return alone.price === null || compare(alone.price, bid?.price ?? price) !== 0;
}

function tell(sell: Sell, met: MetOwnBuys, tone: 'attention' | 'bad'): ForecastStep {
  return step(tone, met.isSure ? 'meets_own_buy' : 'may_meet_own_buy', paramsOf(sell, met));
}

function paramsOf({ facts, unit }: Sell, { price, amount }: MetOwnBuys) {
  return { own_price: price, own_amount: amount, unit, mode: facts.selfTradeMode ?? '' };
}

/**
 * What the account's own buys make of a sell by its partner, another sell: where that comes to one, both are refused, or the buy
 * gives way as the partner goes to work. Null where it comes to none.
 */
export function foreseePartnerAmongOwnBuys(sell: Sell, child: ChildDraft): PartnerEffect | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const amount = parseDecimal(child.amount);
  if (child.direction !== 'sell' || triggeredBy !== null || child.post_only || amount === null) return null;
  const asked = hasPrice ? parseDecimal(child.price) : null;
  const lowest = sell.ticker.min_price ?? null;
  const limit = asked === null || lowest === null ? (asked ?? lowest) : largest(asked, lowest);
  const draft = { ...sell.draft, reduce_only: child.reduce_only, advanced: null };
  const met = findMetOwnBuys({ ...sell, draft, amount }, limit);
  if (met === null) return null;
  const isRefused = sell.facts.selfTradeMode === 'reject_taker' && met.isSure;
  return {
    step: step(isRefused ? 'bad' : 'attention', 'partner_meets_own_buy', paramsOf(sell, met)),
    behaviour: isRefused ? 'refused' : 'unclear',
  };
}

function shownOf(buys: readonly OwnBuy[]): DecimalString {
  return sum(buys.map(({ shown }) => shown));
}

function higher(highest: DecimalString | null, price: DecimalString): DecimalString {
  return highest === null ? price : largest(highest, price);
}
