import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { cancelById, type Cancelled, cancelMatching } from '../engine/orders/cancellation.ts';
import { orderRecord } from '../engine/orders/order-record.ts';
import type { Order } from '../engine/orders/order.ts';
import { flag, label, oneOf, optional, required, text } from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import type { Refusal } from '../refusal.ts';
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
    const cancelled = cancelMatching(exchange, account, matches, nowMs);
    return cancelled.ok ? ok(cancelled.value.ended.length) : cancelled;
  },
);

/**
 * `private/cancel_all`, an extension: gives how many, or `detailed` reports. There are no quotes for `freeze_quotes`.
 */
export const cancelAll = defineMethod(
  'private/cancel_all',
  { detailed: optional(flag), freeze_quotes: optional(flag) },
  ({ exchange, account }, { detailed = false }, nowMs) => {
    const cancelled = cancelMatching(exchange, account, () => true, nowMs);
    if (!cancelled.ok) return cancelled;
    return ok(detailed ? reports(cancelled.value) : cancelled.value.ended.length);
  },
);

/** A report an instrument, trigger orders apart (facts, section 9): what ended, or why its book rejected the cancel. */
function reports({ ended, refused }: Cancelled) {
  const found = new Map<string, Report>();
  for (const order of [...ended, ...refused.keys()]) {
    const { name, kind, settlement } = order.instrument;
    const type = order.trigger === null ? 'limit' : 'trigger';
    const error = refused.get(order);
    const key = `${name} ${type} ${error === undefined ? 'ended' : 'refused'}`;
    const report = found.get(key) ?? {
      // Spot is counted by its pair.
      currency: kind === 'spot' ? name : settlement,
      type,
      instrument_name: name,
      ...(error === undefined ? { result: [] } : { error }),
    };
    report.result?.push(orderRecord(order));
    found.set(key, report);
  }
  return [...found.values()];
}

interface Report {
  readonly currency: string;
  readonly type: 'limit' | 'trigger';
  readonly instrument_name: string;
  readonly result?: unknown[];
  readonly error?: Refusal;
}
