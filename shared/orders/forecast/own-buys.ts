import { compare, isPositive, largest, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { prepend } from './course.ts';
import { findMetOwnBuys, listReached, type MetOwnBuys, nameOwnOrders } from './met-own-buys.ts';
import type { PartnerEffect } from './partner.ts';
import type { Sell } from './sell.ts';
import { readFiringPrice } from './trigger.ts';

/**
 * The forecast among the account's own buys: the service rejects the sell or cancels them (facts, section 11).
 * `forecast` assumes none.
 */
export function forecastAmongOwnBuys(sell: Sell, forecast: (sell: Sell) => Forecast): Forecast {
  const alone = forecast(sell);
  // Post only never takes: it is moved above the touch, or refused, before its own account is looked at.
  if (sell.draft.post_only || alone.behaviour === 'refused') return alone;
  const met = sell.facts.ownBuys.length === 0 ? null : findMetOwnBuys(sell, alone.price);
  const among = met === null ? alone : meet(sell, met, alone, forecast);
  return { ...among, steps: [...among.steps, ...tellUnseen(sell, among)] };
}

/** Own buys that a waiting sell may meet as its trigger fires. Buys above the firing price are filled by then. */
export function forecastFiring(sell: Sell): ForecastStep[] {
  const { draft, price, facts } = sell;
  if (draft.post_only || facts.ownBuys.length === 0) return [];
  const level = readFiringPrice(sell);
  const reached = listReached(sell, price).filter((buy) => level === null || compare(buy.price, level) <= 0);
  return reached.length === 0 ? [] : [step('attention', 'fires_into_own_buy', nameOwnOrders(sell, reached))];
}

function meet(sell: Sell, met: MetOwnBuys, alone: Forecast, forecast: (sell: Sell) => Forecast): Forecast {
  const mode = sell.facts.selfTradeMode;
  if (mode === 'reject_taker' && met.isSure) {
    return { price: null, behaviour: 'refused', steps: [tell(sell, met)] };
  }
  const others = forecastOthers(sell, met, alone, forecast);
  // Killed before a buy is cancelled, if others don't fill it.
  const isKilled = sell.draft.time_in_force === 'fill_or_kill' && others.behaviour === 'cancelled';
  if (mode === 'cancel_maker' && isKilled) return others;
  const told = prepend([tell(sell, met)], others);
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
  return { ...alone, steps: [step('attention', 'below_own_buys', { amount: sell.amount, unit: sell.unit })] };
}

/** Whether the bids of others that it comes to, once its own are gone, are not the touch: nobody has seen those. */
function isOutOfSight({ bid }: Sell, { others, isAtTouch, price }: MetOwnBuys, alone: Forecast): boolean {
  if (!isAtTouch) return bid === null || compare(bid.price, price) < 0;
  if (others === null) return true;
  if (isPositive(others)) return false;
  return alone.price === null || compare(alone.price, bid?.price ?? price) !== 0;
}

function tell(sell: Sell, { isSure, isBehind, reached }: MetOwnBuys): ForecastStep {
  const { selfTradeMode: mode } = sell.facts;
  const mayBeKilled = mode === 'cancel_maker' && sell.draft.time_in_force === 'fill_or_kill';
  const params = nameOwnOrders(sell, reached);
  if (isBehind && !sell.facts.isTickerStale) return step('attention', 'may_reach_own_buy', params);
  if (!isSure || mayBeKilled) return step('attention', 'may_meet_own_buy', params);
  return step(mode === 'reject_taker' ? 'bad' : 'attention', 'meets_own_buy', params);
}

/** Buys that may be in its way though none is known: of subaccounts that count as the account itself, or not read of late. */
function tellUnseen({ facts }: Sell, { behaviour }: Forecast): ForecastStep[] {
  if (behaviour !== 'trades' && behaviour !== 'unclear') return [];
  return [
    ...(facts.areOwnBuysUnread ? [step('attention', 'own_buys_unread', {})] : []),
    ...(facts.isSelfTradeExtended ? [step('good', 'subaccounts_unseen', { mode: facts.selfTradeMode ?? '' })] : []),
  ];
}

/** How own buys affect a sell through its linked partner: both are rejected, or the buy is cancelled. Null for none. */
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
    step: step(isRefused ? 'bad' : 'attention', 'partner_meets_own_buy', nameOwnOrders(sell, met.reached)),
    behaviour: isRefused ? 'refused' : 'unclear',
  };
}
