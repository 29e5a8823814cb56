import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../shared/service/order.ts';
import { recentOrders } from '../account/history.ts';
import { orderRecord, type OrderType } from '../engine/order.ts';
import { placeOrder } from '../engine/placement.ts';
import {
  finiteNumber,
  flag,
  instrumentName,
  label,
  notSupported,
  oneOf,
  optional,
  required,
  timestampMs,
  type Reader,
} from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { defineMethod } from './method.ts';

const SUPPORTED_TYPES = ['limit', 'market', 'market_limit'] as const;

/** Limit and market kinds; the trigger kinds are known and refused as not supported. */
const orderType: Reader<OrderType> = (value, fromQuery) => {
  const known = oneOf(ORDER_TYPES)(value, fromQuery);
  if (!known.ok) return known;
  const supported = SUPPORTED_TYPES.find((type) => type === known.value);
  return supported === undefined ? notSupported(value, fromQuery) : ok(supported);
};

/** Market maker protection is not modelled: false, its default, is all that it can be. */
const withoutMmp: Reader<boolean> = (value, fromQuery) => {
  const read = flag(value, fromQuery);
  return read.ok && read.value ? notSupported(value, fromQuery) : read;
};

/**
 * `private/sell`. Trigger, iceberg, advanced, mmp and linked parameters are refused by name: the engine
 * never drops what it was asked for.
 */
export const sell = defineMethod(
  'private/sell',
  {
    instrument_name: required(instrumentName),
    amount: optional(finiteNumber),
    contracts: optional(finiteNumber),
    type: optional(orderType),
    label: optional(label),
    price: optional(finiteNumber),
    time_in_force: optional(oneOf(TIMES_IN_FORCE)),
    post_only: optional(flag),
    reject_post_only: optional(flag),
    reduce_only: optional(flag),
    valid_until: optional(timestampMs),
    mmp: optional(withoutMmp),
    display_amount: optional(notSupported),
    trigger_price: optional(notSupported),
    trigger_offset: optional(notSupported),
    trigger: optional(notSupported),
    advanced: optional(notSupported),
    linked_order_type: optional(notSupported),
    trigger_fill_condition: optional(notSupported),
    otoco_config: optional(notSupported),
  },
  ({ exchange, account }, params, nowMs) => {
    const placed = placeOrder(
      exchange,
      account,
      {
        side: 'sell',
        instrumentName: params.instrument_name,
        type: params.type ?? 'limit',
        timeInForce: params.time_in_force ?? 'good_til_cancelled',
        amount: params.amount,
        contracts: params.contracts,
        price: params.price,
        label: params.label ?? '',
        postOnly: params.post_only,
        rejectPostOnly: params.reject_post_only ?? false,
        reduceOnly: params.reduce_only ?? false,
        validUntilMs: params.valid_until,
      },
      nowMs,
    );
    return placed.ok ? ok({ order: orderRecord(placed.value.order), trades: placed.value.trades }) : placed;
  },
);

const byLabel = {
  currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
  label: optional(label),
};

/** `private/get_order_state_by_label`: recent orders of any state. */
export const getOrderStateByLabel = defineMethod(
  'private/get_order_state_by_label',
  byLabel,
  ({ account }, params, nowMs) =>
    ok(recentOrders(account, params.currency, params.label, nowMs).map((order) => orderRecord(order))),
);

/** `private/get_open_orders_by_label`. */
export const getOpenOrdersByLabel = defineMethod('private/get_open_orders_by_label', byLabel, ({ account }, params) => {
  const open = [...account.openOrders].filter(
    (order) =>
      belongsTo(order.instrument, params.currency) && (params.label === undefined || order.label === params.label),
  );
  return ok(open.map((order) => orderRecord(order)));
});
