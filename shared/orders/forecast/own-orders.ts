import { compare, isPositive, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { bandEdgeOf, betterOf, compareFor, oppositeOf, ownOrdersAhead } from '../side.ts';
import { prepend } from './course.ts';
import { findMetOwnOrders, listReached, type MetOwnOrders, nameOwnOrders } from './met-own-orders.ts';
import type { PartnerEffect } from './partner.ts';
import type { ReadOrder } from './read-order.ts';
import { readFiringPrice } from './trigger.ts';

/**
 * The forecast among the account's own orders: the service rejects the new order or cancels them (facts, section 11).
 * `forecast` assumes none.
 */
export function forecastAmongOwn(order: ReadOrder, forecast: (order: ReadOrder) => Forecast): Forecast {
  const alone = forecast(order);
  // Post only never takes: it is moved off the touch, or refused, before its own account is looked at.
  if (order.draft.post_only || alone.behaviour === 'refused') return alone;
  const met = ownOrdersAhead(order.side, order.facts).length === 0 ? null : findMetOwnOrders(order, alone.price);
  const among = met === null ? alone : meet(order, met, alone, forecast);
  return { ...among, steps: [...among.steps, ...tellUnseen(order, among)] };
}

/** Own orders that one may meet as its trigger fires. Those before the firing price are filled by then. */
export function forecastFiring(order: ReadOrder): ForecastStep[] {
  const { draft, side, price, facts } = order;
  if (draft.post_only || ownOrdersAhead(side, facts).length === 0) return [];
  const level = readFiringPrice(order);
  const reached = listReached(order, price).filter((own) => level === null || compareFor(side, own.price, level) <= 0);
  return reached.length === 0 ? [] : [step('attention', 'fires_into_own_order', nameOwnOrders(order, reached))];
}

function meet(
  order: ReadOrder,
  met: MetOwnOrders,
  alone: Forecast,
  forecast: (order: ReadOrder) => Forecast,
): Forecast {
  const mode = order.facts.selfTradeMode;
  if (mode === 'reject_taker' && met.isSure) {
    return { price: null, behaviour: 'refused', steps: [tell(order, met)] };
  }
  const others = forecastOthers(order, met, alone, forecast);
  // Killed before an own order is cancelled, if others don't fill it.
  const isKilled = order.draft.time_in_force === 'fill_or_kill' && others.behaviour === 'cancelled';
  if (mode === 'cancel_maker' && isKilled) return others;
  const told = prepend([tell(order, met)], others);
  return mode === 'cancel_maker' && !isOutOfSight(order, met, alone) ? told : { ...told, behaviour: 'unclear' };
}

/** What it does with the orders of others. */
function forecastOthers(
  order: ReadOrder,
  { others, isAtTouch }: MetOwnOrders,
  alone: Forecast,
  forecast: (order: ReadOrder) => Forecast,
): Forecast {
  const { touch } = order;
  if (!isAtTouch || touch === null || others === null) return alone;
  if (isPositive(others)) return forecast({ ...order, touch: { price: touch.price, amount: others } });
  // Nobody else is there at that price.
  if (alone.price !== null && compare(alone.price, touch.price) === 0) return forecast({ ...order, touch: null });
  const { side, amount, unit } = order;
  return { ...alone, steps: [step('attention', 'behind_own_orders', { side, amount, unit })] };
}

/** Whether the orders of others that it comes to, once its own are gone, are not the touch: nobody has seen those. */
function isOutOfSight(
  { side, touch }: ReadOrder,
  { others, isAtTouch, price }: MetOwnOrders,
  alone: Forecast,
): boolean {
  if (!isAtTouch) return touch === null || compareFor(side, touch.price, price) < 0;
  if (others === null) return true;
  if (isPositive(others)) return false;
  return alone.price === null || compare(alone.price, touch?.price ?? price) !== 0;
}

function tell(order: ReadOrder, { isSure, isBehind, reached }: MetOwnOrders): ForecastStep {
  const { selfTradeMode: mode } = order.facts;
  const mayBeKilled = mode === 'cancel_maker' && order.draft.time_in_force === 'fill_or_kill';
  const params = nameOwnOrders(order, reached);
  if (isBehind && !order.facts.isTickerStale) return step('attention', 'may_reach_own_order', params);
  if (!isSure || mayBeKilled) return step('attention', 'may_meet_own_order', params);
  return step(mode === 'reject_taker' ? 'bad' : 'attention', 'meets_own_order', params);
}

/** Orders that may be in its way though none is known: of subaccounts that count as the account itself, or not read of late. */
function tellUnseen({ side, facts }: ReadOrder, { behaviour }: Forecast): ForecastStep[] {
  if (behaviour !== 'trades' && behaviour !== 'unclear') return [];
  const own_side = oppositeOf(side);
  const mode = facts.selfTradeMode ?? '';
  return [
    ...(facts.areOwnOrdersUnread ? [step('attention', 'own_orders_unread', { own_side })] : []),
    ...(facts.isSelfTradeExtended ? [step('good', 'subaccounts_unseen', { own_side, mode })] : []),
  ];
}

/** How own orders affect one through its linked partner of its side: both are rejected, or those are cancelled. Null for none. */
export function foreseePartnerAmongOwn(order: ReadOrder, child: ChildDraft): PartnerEffect | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const amount = parseDecimal(child.amount);
  const { side } = order;
  if (child.direction !== side || triggeredBy !== null || child.post_only || amount === null) return null;
  const asked = hasPrice ? parseDecimal(child.price) : null;
  const edge = bandEdgeOf(side, order.ticker);
  const limit = asked === null || edge === null ? (asked ?? edge) : betterOf(side, asked, edge);
  const draft = { ...order.draft, reduce_only: child.reduce_only, advanced: null };
  const met = findMetOwnOrders({ ...order, draft, amount }, limit);
  if (met === null) return null;
  const isRefused = order.facts.selfTradeMode === 'reject_taker' && met.isSure;
  return {
    step: step(isRefused ? 'bad' : 'attention', 'partner_meets_own_order', nameOwnOrders(order, met.reached)),
    behaviour: isRefused ? 'refused' : 'unclear',
  };
}
