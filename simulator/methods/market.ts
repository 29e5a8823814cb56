import { ok } from '../../shared/result.ts';
import { flag, instrumentName, oneOf, optional, required, text, wholeNumber } from '../http/params.ts';
import { instrumentRecord, tickerRecord } from '../engine/ticker.ts';
import { refuseParam } from '../refusal.ts';
import { defineMethod } from './method.ts';

/** `public/ticker` (contract "Ticker"). */
export const ticker = defineMethod(
  'public/ticker',
  { instrument_name: required(instrumentName) },
  ({ exchange }, params, nowMs) => {
    const venue = exchange.venue(params.instrument_name);
    if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
    return ok(venue.frozenTicker ?? tickerRecord(exchange, venue, nowMs));
  },
);

/** `public/get_instrument` (contract "Instrument"). */
export const getInstrument = defineMethod(
  'public/get_instrument',
  { instrument_name: required(instrumentName) },
  ({ exchange }, params) => {
    const venue = exchange.venue(params.instrument_name);
    return venue === undefined ? refuseParam('instrument_name', 'instrument not found') : ok(instrumentRecord(venue));
  },
);

/** `public/get_instruments`: an extension that lists everything of a currency and kind. */
export const getInstruments = defineMethod(
  'public/get_instruments',
  {
    currency: required(oneOf(['BTC', 'ETH', 'USDC', 'USDT', 'EURR', 'any'], 'invalid currency')),
    kind: optional(oneOf(['future', 'option', 'spot', 'future_combo', 'option_combo'])),
    expired: optional(flag),
  },
  ({ exchange }, params) => {
    const listed: Record<string, unknown>[] = [];
    for (const venue of exchange.venues()) {
      const { instrument } = venue;
      const expired = venue.state === 'delivered' || venue.state === 'archivized';
      if (params.currency !== 'any' && instrument.base !== params.currency) continue;
      if (params.kind !== undefined && instrument.kind !== params.kind) continue;
      if (expired === (params.expired ?? false)) listed.push(instrumentRecord(venue));
    }
    return ok(listed);
  },
);

const CONTINUATION = /^(\d{1,15}):(\d{1,15})$/;

/** `public/get_block_rfq_trades`. The default count is not documented: 20 here. */
export const getBlockRfqTrades = defineMethod(
  'public/get_block_rfq_trades',
  {
    currency: required(oneOf(['BTC', 'ETH', 'USDC', 'USDT', 'EURR', 'any'], 'invalid currency')),
    continuation: optional(text(40)),
    count: optional(wholeNumber(1, 1000)),
  },
  ({ tape }, params, nowMs) => {
    const before = params.continuation === undefined ? null : CONTINUATION.exec(params.continuation);
    if (params.continuation !== undefined && before === null) return refuseParam('continuation', 'wrong format');
    const position = before === null ? null : { timestampMs: Number(before[1]), id: Number(before[2]) };
    return ok(tape.page(params.currency, position, params.count ?? 20, nowMs));
  },
);
