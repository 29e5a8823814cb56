import { ok } from '../../shared/result.ts';
import { INSTRUMENT_KINDS } from '../../shared/service/instrument.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { OPEN_ORDER_TYPES } from '../../shared/service/order-extensions.ts';
import { isFound, isShown, recentOrder, recentOrders } from '../account/history.ts';
import { liveOrders, refuseUnknownOrder } from '../engine/orders/find-order.ts';
import { shownRecord } from '../engine/orders/order-record.ts';
import type { Order, Side } from '../engine/orders/order.ts';
import { placeOrder } from '../engine/orders/placement.ts';
import { instrumentName, label, oneOf, optional, required, text, type ParamValues } from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { refuseParam } from '../refusal.ts';
import type { World } from '../world.ts';
import { isOfKind, isOfType } from './filters.ts';
import { defineMethod } from './method.ts';
import { ORDER_PARAMS, orderRequest } from './order-params.ts';

/** `private/sell` and `private/buy` differ in nothing but the side. */
function placing(side: Side) {
  return ({ exchange, account }: World, params: ParamValues<typeof ORDER_PARAMS>, nowMs: number) => {
    const request = orderRequest(side, params);
    if (!request.ok) return request;
    const placed = placeOrder(exchange, account, request.value, nowMs);
    return placed.ok ? ok({ order: placed.value.record, trades: placed.value.trades }) : placed;
  };
}

/** `private/sell`. */
export const sell = defineMethod('private/sell', ORDER_PARAMS, placing('sell'));

/** `private/buy`: an extension. */
export const buy = defineMethod('private/buy', ORDER_PARAMS, placing('buy'));

const byLabel = {
  currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
  label: optional(label),
};

function shownRecords({ settings }: World['replies'], orders: readonly Order[], nowMs: number) {
  return orders.map((order) => shownRecord(order, settings.editLagMs, nowMs));
}

/** `private/get_order_state_by_label`: recent orders of any state. */
export const getOrderStateByLabel = defineMethod(
  'private/get_order_state_by_label',
  byLabel,
  ({ account, replies }, { currency, label: wanted }, nowMs) => {
    const query = { currency, label: wanted, lagMs: replies.settings.lookupLagMs };
    return ok(shownRecords(replies, recentOrders(account, query, nowMs), nowMs));
  },
);

/** `private/get_open_orders_by_label`: those that wait for a trigger among them. */
export const getOpenOrdersByLabel = defineMethod(
  'private/get_open_orders_by_label',
  byLabel,
  ({ account, replies }, { currency, label: wanted }, nowMs) => {
    const query = { currency, label: wanted, lagMs: replies.settings.lookupLagMs };
    const open = liveOrders(account).filter(
      (order) => isFound(order, query, nowMs) && (wanted === undefined || order.label === wanted),
    );
    return ok(shownRecords(replies, open, nowMs));
  },
);

/** The account's open orders that look-ups show and that are of a type, oldest first. */
function openOrders(
  { account, replies }: World,
  type: string | undefined,
  matches: (order: Order) => boolean,
  nowMs: number,
) {
  const { lookupLagMs } = replies.settings;
  const open = liveOrders(account).filter(
    (order) => isShown(order, lookupLagMs, nowMs) && isOfType(order, type ?? 'all') && matches(order),
  );
  return ok(shownRecords(replies, open, nowMs));
}

const openType = optional(oneOf(OPEN_ORDER_TYPES));

/** `private/get_open_orders`: an extension; of any kind and type, or of those asked for. */
export const getOpenOrders = defineMethod(
  'private/get_open_orders',
  { kind: optional(oneOf(INSTRUMENT_KINDS)), type: openType },
  (world, { kind = 'any', type }, nowMs) =>
    openOrders(world, type, ({ instrument }) => isOfKind(instrument, kind), nowMs),
);

/** `private/get_open_orders_by_currency`: an extension. */
export const getOpenOrdersByCurrency = defineMethod(
  'private/get_open_orders_by_currency',
  {
    currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
    kind: optional(oneOf(INSTRUMENT_KINDS)),
    type: openType,
  },
  (world, { currency, kind = 'any', type }, nowMs) =>
    openOrders(world, type, ({ instrument }) => belongsTo(instrument, currency) && isOfKind(instrument, kind), nowMs),
);

/** `private/get_open_orders_by_instrument`: an extension. */
export const getOpenOrdersByInstrument = defineMethod(
  'private/get_open_orders_by_instrument',
  { instrument_name: required(instrumentName), type: openType },
  (world, { instrument_name: name, type }, nowMs) => {
    const venue = world.exchange.venue(name);
    if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
    return openOrders(world, type, (order) => order.instrument === venue.instrument, nowMs);
  },
);

/** `private/get_order_state`: an extension; a recent order in any state. */
export const getOrderState = defineMethod(
  'private/get_order_state',
  { order_id: required(text(128)) },
  ({ account, replies }, { order_id: id }, nowMs) => {
    const { lookupLagMs, editLagMs } = replies.settings;
    const order = recentOrder(account, id, lookupLagMs, nowMs);
    return order === undefined ? refuseUnknownOrder() : ok(shownRecord(order, editLagMs, nowMs));
  },
);
