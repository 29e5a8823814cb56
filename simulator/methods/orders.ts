import { ok } from '../../shared/result.ts';
import { INSTRUMENT_KINDS } from '../../shared/service/instrument.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { isFound, isShown, recentOrders } from '../account/history.ts';
import { liveOrders } from '../engine/orders/cancellation.ts';
import { orderRecord } from '../engine/orders/order-record.ts';
import type { OrderType, Side } from '../engine/orders/order.ts';
import { placeOrder } from '../engine/orders/placement.ts';
import { label, oneOf, optional, required, type ParamValues } from '../http/params.ts';
import type { World } from '../world.ts';
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

/** `private/get_order_state_by_label`: recent orders of any state. */
export const getOrderStateByLabel = defineMethod(
  'private/get_order_state_by_label',
  byLabel,
  ({ account, replies }, { currency, label: wanted }, nowMs) => {
    const query = { currency, label: wanted, lagMs: replies.settings.lookupLagMs };
    return ok(recentOrders(account, query, nowMs).map((order) => orderRecord(order)));
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
    return ok(open.map((order) => orderRecord(order)));
  },
);

/** What the `type` of an open order may be asked for by; `trigger_all` takes every order that waits for a price. */
const OPEN_TYPES: Readonly<Record<string, readonly OrderType[]>> = {
  limit: ['limit', 'market', 'market_limit'],
  trigger_all: ['stop_limit', 'stop_market', 'take_limit', 'take_market', 'trailing_stop'],
  stop_all: ['stop_limit', 'stop_market'],
  stop_limit: ['stop_limit'],
  stop_market: ['stop_market'],
  take_all: ['take_limit', 'take_market'],
  take_limit: ['take_limit'],
  take_market: ['take_market'],
  trailing_all: ['trailing_stop'],
  trailing_stop: ['trailing_stop'],
};

/** `private/get_open_orders`: an extension; of any kind and type, or of those asked for. */
export const getOpenOrders = defineMethod(
  'private/get_open_orders',
  { kind: optional(oneOf(INSTRUMENT_KINDS)), type: optional(oneOf(['all', ...Object.keys(OPEN_TYPES)])) },
  ({ account, replies }, { kind, type = 'all' }, nowMs) => {
    const open = liveOrders(account).filter(
      (order) =>
        isShown(order, replies.settings.lookupLagMs, nowMs) &&
        (kind === undefined || order.instrument.kind === kind) &&
        (type === 'all' || (OPEN_TYPES[type] ?? []).includes(order.type)),
    );
    return ok(open.map((order) => orderRecord(order)));
  },
);
