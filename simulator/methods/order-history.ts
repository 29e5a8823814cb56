import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { orderHistory } from '../account/history.ts';
import { orderRecord } from '../engine/orders/order-record.ts';
import type { Order } from '../engine/orders/order.ts';
import {
  flag,
  instrumentName,
  oneOf,
  optional,
  required,
  text,
  wholeNumber,
  type ParamValues,
} from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { refuseParam } from '../refusal.ts';
import type { World } from '../world.ts';
import { isOfKind, KINDS } from './filters.ts';
import { defineMethod } from './method.ts';

const DEFAULT_COUNT = 20;
/** Creation time, ms, and id of the last order of a page. */
const CONTINUATION = /^\d{1,15}\.((?:[A-Z_]{1,20}-){0,2}\d{1,15})$/;

const PAGE = {
  count: optional(wholeNumber(1, 1000)),
  offset: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  // Orders older than two days are in the historical store alone, which has them all.
  include_old: optional(flag),
  include_unfilled: optional(flag),
  historical: optional(flag),
  with_continuation: optional(flag),
  continuation: optional(text(64)),
};

/** A page as a list, or with the token for the next one. */
function page(
  { account, replies }: World,
  params: ParamValues<typeof PAGE>,
  matches: (order: Order) => boolean,
  nowMs: number,
) {
  const { continuation, count = DEFAULT_COUNT, offset = 0, with_continuation: isPaged = false } = params;
  const after = continuation === undefined ? undefined : CONTINUATION.exec(continuation)?.[1];
  if (continuation !== undefined && after === undefined) return refuseParam('continuation', 'wrong format');
  const query = {
    matches,
    unfilled: params.include_unfilled ?? false,
    historical: params.historical ?? false,
    indexingDelayMs: replies.settings.indexingDelayMs,
    lagMs: replies.settings.lookupLagMs,
    after,
    offset,
    count,
  };
  const found = orderHistory(account, query, nowMs);
  const orders = found.orders.map((order) => orderRecord(order));
  if (!isPaged) return ok(orders);
  const last = found.hasMore ? found.orders.at(-1) : undefined;
  return ok({ orders, continuation: last === undefined ? null : `${last.createdMs}.${last.id}` });
}

/** `private/get_order_history_by_currency`: an extension; orders that have ended, newest first. */
export const getOrderHistoryByCurrency = defineMethod(
  'private/get_order_history_by_currency',
  { currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')), kind: optional(oneOf(KINDS)), ...PAGE },
  (world, params, nowMs) => {
    const { currency, kind = 'any' } = params;
    const matches = ({ instrument }: Order) => belongsTo(instrument, currency) && isOfKind(instrument, kind);
    return page(world, params, matches, nowMs);
  },
);

/** `private/get_order_history_by_instrument`: an extension; orders that have ended, newest first. */
export const getOrderHistoryByInstrument = defineMethod(
  'private/get_order_history_by_instrument',
  { instrument_name: required(instrumentName), ...PAGE },
  (world, params, nowMs) => {
    const venue = world.exchange.venue(params.instrument_name);
    if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
    return page(world, params, (order) => order.instrument === venue.instrument, nowMs);
  },
);
