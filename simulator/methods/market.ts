import { ok, type Result } from '../../shared/result.ts';
import { INSTRUMENT_KINDS } from '../../shared/service/instrument.ts';
import { ACCOUNT_CURRENCIES } from '../../shared/service/methods.ts';
import type { Exchange } from '../engine/exchange.ts';
import { orderBookRecord } from '../engine/order-book.ts';
import type { Venue } from '../engine/venue.ts';
import { JsonText } from '../http/json-text.ts';
import { flag, instrumentName, oneOf, optional, required, text, wholeNumber } from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { INDEX_NAMES } from '../market/model.ts';
import { refuse, refuseParam, type Refusal } from '../refusal.ts';
import { defineMethod } from './method.ts';
import { writeInstrument, writeTicker } from './written.ts';

/** `not_found`, of an instrument (facts, section 3). */
const NOT_FOUND = 13_020;
/** Facts, section 9, "get_order_book". */
const DEPTHS: readonly number[] = [1, 5, 10, 20, 50, 100, 1000, 10_000];

/** The book of a name while it runs: an archivized one has ended, and its instrument is in the expired store. */
export function runningVenue(exchange: Exchange, name: string): Result<Venue, Refusal> {
  const venue = exchange.venue(name);
  if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
  return venue.state === 'archivized' ? refuse(NOT_FOUND) : ok(venue);
}

/** `public/ticker` (contract "Ticker"). */
export const ticker = defineMethod(
  'public/ticker',
  { instrument_name: required(instrumentName) },
  ({ exchange }, params, nowMs) => {
    const venue = runningVenue(exchange, params.instrument_name);
    if (!venue.ok) return venue;
    const { frozen, tickerRewoundMs } = venue.value;
    return ok(frozen?.ticker ?? writeTicker(exchange, venue.value, nowMs - tickerRewoundMs));
  },
);

/** `public/get_instrument` (contract "Instrument"), of expired ones too. */
export const getInstrument = defineMethod(
  'public/get_instrument',
  { instrument_name: required(instrumentName) },
  ({ exchange }, params) => {
    const venue = exchange.venue(params.instrument_name);
    return venue === undefined ? refuseParam('instrument_name', 'instrument not found') : ok(writeInstrument(venue));
  },
);

/**
 * `public/get_instruments`: an extension that lists what a currency finds, or everything for `any` or without a
 * currency; with `expired`, what was delivered instead.
 */
export const getInstruments = defineMethod(
  'public/get_instruments',
  {
    currency: optional(oneOf([...ACCOUNT_CURRENCIES, 'any'], 'invalid currency')),
    kind: optional(oneOf(INSTRUMENT_KINDS)),
    expired: optional(flag),
  },
  ({ exchange }, params) => {
    const { currency = 'any', kind, expired = false } = params;
    const listed: string[] = [];
    for (const venue of exchange.venues()) {
      const { instrument } = venue;
      if (currency !== 'any' && !belongsTo(instrument, currency)) continue;
      if (kind !== undefined && instrument.kind !== kind) continue;
      const hasExpired = venue.state === 'delivered' || venue.state === 'archivized';
      if (hasExpired === expired) listed.push(writeInstrument(venue).text);
    }
    return ok(new JsonText(`[${listed.join(',')}]`));
  },
);

/** `public/get_index_price`: an extension. */
export const getIndexPrice = defineMethod(
  'public/get_index_price',
  { index_name: required(oneOf(INDEX_NAMES, 'invalid index name')) },
  ({ exchange }, params) =>
    ok({
      index_price: exchange.model.indexPrice(params.index_name),
      estimated_delivery_price: exchange.model.estimatedDeliveryPrice(params.index_name, exchange.timeMs),
    }),
);

/** `public/get_order_book`: an extension. Without `depth`, ten levels a side: all that makers quote. */
export const getOrderBook = defineMethod(
  'public/get_order_book',
  { instrument_name: required(instrumentName), depth: optional(wholeNumber(1, 10_000)) },
  ({ exchange }, params, nowMs) => {
    const { depth = 10 } = params;
    if (!DEPTHS.includes(depth)) return refuseParam('depth', `must be one of ${DEPTHS.join(', ')}`);
    const venue = runningVenue(exchange, params.instrument_name);
    return venue.ok ? ok(orderBookRecord(exchange, venue.value, depth, nowMs)) : venue;
  },
);

/** `public/get_time`: an extension. */
export const getTime = defineMethod('public/get_time', {}, (_world, _params, nowMs) => ok(nowMs));

const CONTINUATION = /^(\d{1,15}):(\d{1,15})$/;

/** `public/get_block_rfq_trades`. The default count is not documented: 20 here. */
export const getBlockRfqTrades = defineMethod(
  'public/get_block_rfq_trades',
  {
    currency: required(oneOf(['BTC', 'ETH', 'USDC', 'USDT', 'EURR', 'any'], 'invalid currency')),
    continuation: optional(text(40)),
    count: optional(wholeNumber(1, 1000)),
  },
  ({ tape }, params) => {
    const before = params.continuation === undefined ? null : CONTINUATION.exec(params.continuation);
    if (params.continuation !== undefined && before === null) return refuseParam('continuation', 'wrong format');
    const position = before === null ? null : { timestampMs: Number(before[1]), id: Number(before[2]) };
    return ok(tape.page(params.currency, position, params.count ?? 20));
  },
);
