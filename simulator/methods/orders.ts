import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { TIMES_IN_FORCE } from '../../shared/service/order.ts';
import { recentOrders } from '../account/history.ts';
import { orderRecord } from '../engine/order.ts';
import { placeOrder } from '../engine/placement.ts';
import { finiteNumber, flag, instrumentName, label, oneOf, optional, required, timestampMs } from '../http/params.ts';
import { defineMethod } from './method.ts';

/**
 * `private/sell`. Trigger, iceberg, advanced, mmp and linked parameters are not in the specification, so
 * they are refused by name: the engine never drops what it was asked for.
 */
export const sell = defineMethod(
  'private/sell',
  {
    instrument_name: required(instrumentName),
    amount: optional(finiteNumber),
    contracts: optional(finiteNumber),
    type: optional(oneOf(['limit', 'market', 'market_limit'])),
    label: optional(label),
    price: optional(finiteNumber),
    time_in_force: optional(oneOf(TIMES_IN_FORCE)),
    post_only: optional(flag),
    reject_post_only: optional(flag),
    reduce_only: optional(flag),
    valid_until: optional(timestampMs),
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
      order.instrument.base === params.currency && (params.label === undefined || order.label === params.label),
  );
  return ok(open.map((order) => orderRecord(order)));
});
