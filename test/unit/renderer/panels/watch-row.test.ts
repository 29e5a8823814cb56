import { describe, expect, it } from 'vitest';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import {
  buildWatchRow,
  describeAge,
  readAsk,
  readAskSize,
  readBid,
  readBidSize,
  type WatchRow,
} from '../../../../renderer/features/watchlist/watch-row.ts';
import { explainAge } from '../../../../renderer/stores/freshness.ts';
import { TICKER } from '../samples.ts';

const QUOTE: Quote = { instrument_name: 'BTC-PERPETUAL', ticker: TICKER, age_ms: 400, is_stale: false, failure: null };
const FAILURE = { code: 'RequestTimeout', message: '', params: {} } as const;

function rowOf(quote: Quote | null, isLost = false, nowMs = 2500) {
  return buildWatchRow('BTC-PERPETUAL', quote && { quote, receivedAtMs: 1000 }, 1, isLost, nowMs);
}

function explain(row: WatchRow, nowMs: number): string {
  return explainAge(row.received, row.freshness, nowMs);
}

describe('a row of the watchlist', () => {
  it('counts the age on from when the quote left the back end', () => {
    expect(describeAge(rowOf(QUOTE), 2500)).toBe('1.9 s');
  });

  it('says why a price is not to be trusted', () => {
    expect(describeAge(rowOf(null), 2500)).toBe('…');
    expect(describeAge(rowOf({ ...QUOTE, ticker: null }), 2500)).toBe('…');
    expect(describeAge(rowOf({ ...QUOTE, is_stale: true }), 2500)).toBe('stale');
    expect(describeAge(rowOf(QUOTE, true), 2500)).toBe('stale');
    expect(describeAge(rowOf({ ...QUOTE, failure: FAILURE }), 2500)).toBe('failed');
    expect(describeAge(rowOf(QUOTE, false, 4000), 4000)).toBe('late');
    expect(explain(rowOf(QUOTE, false, 4000), 4000)).toMatch(/^Price of 3\.4 s ago: late/);
    expect(explain(rowOf({ ...QUOTE, failure: FAILURE }), 2500)).toContain('did not answer in time');
  });

  it('reads a price of zero without an amount as none', () => {
    const ticker = tickerSchema.parse({ ...TICKER, best_ask_price: 0, best_ask_amount: 0, best_bid_price: null });
    expect(readAsk(rowOf({ ...QUOTE, ticker }))).toBeNull();
    expect(readBid(rowOf({ ...QUOTE, ticker }))).toBeNull();
    expect(readBidSize(rowOf({ ...QUOTE, ticker }))).toBeNull();
    expect(readBid(rowOf(QUOTE))).toBe('97410');
    expect([readBidSize(rowOf(QUOTE)), readAskSize(rowOf(QUOTE))]).toEqual(['84210', '12900']);
  });
});
