import { ok, type Result } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { CANCEL_TYPES } from '../../shared/service/order-extensions.ts';
import { cancelById, type Cancelled, cancelMatching } from '../engine/orders/cancellation.ts';
import { orderRecord } from '../engine/orders/order-record.ts';
import type { Order } from '../engine/orders/order.ts';
import { flag, instrumentName, label, oneOf, optional, required, text } from '../http/params.ts';
import { belongsTo, type Instrument } from '../market/instrument.ts';
import { refuseParam, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { isOfKind, isOfType, KINDS } from './filters.ts';
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
  (world, { label: wanted, currency }, nowMs) => {
    const matches = (order: Order) =>
      order.label === wanted && (currency === undefined || belongsTo(order.instrument, currency));
    return cancelThose(world, matches, false, nowMs);
  },
);

/**
 * `private/cancel_all`, an extension: gives how many, or `detailed` reports. There are no quotes for `freeze_quotes`.
 */
export const cancelAll = defineMethod(
  'private/cancel_all',
  { detailed: optional(flag), freeze_quotes: optional(flag) },
  (world, { detailed }, nowMs) => cancelThose(world, () => true, detailed, nowMs),
);

/** `private/cancel_all_by_currency`: an extension. */
export const cancelAllByCurrency = defineMethod(
  'private/cancel_all_by_currency',
  {
    currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
    kind: optional(oneOf(KINDS)),
    type: optional(oneOf(CANCEL_TYPES)),
    detailed: optional(flag),
  },
  (world, { currency, kind = 'any', type = 'all', detailed }, nowMs) => {
    const matches = (order: Order) =>
      belongsTo(order.instrument, currency) && isOfKind(order.instrument, kind) && isOfType(order, type);
    return cancelThose(world, matches, detailed, nowMs);
  },
);

/** `private/cancel_all_by_instrument`: an extension; with `include_combos`, orders of combos that have it as a leg too. */
export const cancelAllByInstrument = defineMethod(
  'private/cancel_all_by_instrument',
  {
    instrument_name: required(instrumentName),
    type: optional(oneOf(CANCEL_TYPES)),
    detailed: optional(flag),
    include_combos: optional(flag),
  },
  (world, { instrument_name: name, type = 'all', detailed, include_combos: withCombos = false }, nowMs) => {
    const instrument = world.exchange.venue(name)?.instrument;
    if (instrument === undefined) return refuseParam('instrument_name', 'instrument not found');
    const isMeant = (other: Instrument) =>
      other === instrument || (withCombos && other.legs.some((leg) => leg.instrument === instrument));
    return cancelThose(world, (order) => isMeant(order.instrument) && isOfType(order, type), detailed, nowMs);
  },
);

/** Cancels what matches; gives how many, or `detailed` reports. */
function cancelThose(
  { exchange, account }: World,
  matches: (order: Order) => boolean,
  detailed: boolean | undefined,
  nowMs: number,
): Result<unknown, Refusal> {
  const cancelled = cancelMatching(exchange, account, matches, nowMs);
  if (!cancelled.ok) return cancelled;
  return ok(detailed === true ? reports(cancelled.value) : cancelled.value.ended.length);
}

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
