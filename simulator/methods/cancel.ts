import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { cancelById, cancelMatching } from '../engine/cancellation.ts';
import { orderRecord } from '../engine/order-record.ts';
import type { Order } from '../engine/order.ts';
import { flag, label, oneOf, optional, required, text } from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { defineMethod } from './method.ts';

/** `private/cancel`: an extension; gives the order as it ended. */
export const cancel = defineMethod(
  'private/cancel',
  { order_id: required(text(128)) },
  ({ exchange, account }, params, nowMs) => {
    const cancelled = cancelById(exchange, account, params.order_id, nowMs);
    return cancelled.ok ? ok(orderRecord(cancelled.value)) : cancelled;
  },
);

/** `private/cancel_by_label`: an extension; gives how many were cancelled, in one currency or in all. */
export const cancelByLabel = defineMethod(
  'private/cancel_by_label',
  { label: required(label), currency: optional(oneOf(ORDER_CURRENCIES, 'invalid currency')) },
  ({ exchange, account }, { label: wanted, currency }, nowMs) => {
    const matches = (order: Order) =>
      order.label === wanted && (currency === undefined || belongsTo(order.instrument, currency));
    return ok(cancelMatching(exchange, account, matches, nowMs).length);
  },
);

/**
 * `private/cancel_all`: an extension; gives how many were cancelled, or with `detailed` a report for each
 * instrument. There are no quotes here, so `freeze_quotes` has nothing to freeze.
 */
export const cancelAll = defineMethod(
  'private/cancel_all',
  { detailed: optional(flag), freeze_quotes: optional(flag) },
  ({ exchange, account }, { detailed = false }, nowMs) => {
    const ended = cancelMatching(exchange, account, () => true, nowMs);
    return ok(detailed ? reports(ended) : ended.length);
  },
);

/** One report for each instrument and for trigger and other orders apart (facts, section 9, "Detailed cancel report"). */
function reports(orders: readonly Order[]) {
  const found = new Map<string, { currency: string; type: string; instrument_name: string; result: unknown[] }>();
  for (const order of orders) {
    const { name, settlement } = order.instrument;
    const type = order.trigger === null ? 'limit' : 'trigger';
    const report = found.get(`${name} ${type}`) ?? { currency: settlement, type, instrument_name: name, result: [] };
    report.result.push(orderRecord(order));
    found.set(`${name} ${type}`, report);
  }
  return [...found.values()];
}
