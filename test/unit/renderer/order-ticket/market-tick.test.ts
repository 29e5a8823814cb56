import { describe, expect, it } from 'vitest';
import { tellTick } from '../../../../renderer/features/order-ticket/issues/market-tick.ts';
import type { ReceivedQuote } from '../../../../renderer/stores/market-store.ts';
import { perpetualTicker } from '../../../support/records/records.ts';

function received(receivedAtMs: number, isStale = false): ReceivedQuote {
  const ticker = perpetualTicker({ mark_price: receivedAtMs });
  const quote = { instrument_name: ticker.instrument_name, ticker, age_ms: 20, is_stale: isStale, failure: null };
  return { quote, receivedAtMs };
}

describe('how often the market asks about a draft', () => {
  const blank = { amount: '', contracts: '' };

  it.each([
    { amount: '10', contracts: '' },
    { amount: '', contracts: '1' },
  ])('is at every quote once it has an amount (%o)', (draft) => {
    expect(tellTick(draft, received(1000))).not.toEqual(tellTick(draft, received(1250)));
  });

  it('is once a second before', () => {
    const ticks = [1000, 1250, 1500, 1750, 2000, 2250].map((atMs) => tellTick(blank, received(atMs)));
    expect(new Set(ticks).size).toBe(2);
  });

  it('is at once when its price comes, goes stale or fails', () => {
    const fresh = received(1000);
    const failed = { ...fresh.quote, failure: { code: 'ConnectionFailed', message: 'no answer', params: {} } } as const;
    const shut = { ...fresh.quote, ticker: perpetualTicker({ state: 'locked' }) };
    const all = [
      null,
      fresh,
      received(1000, true),
      { quote: failed, receivedAtMs: 1000 },
      { quote: shut, receivedAtMs: 1000 },
    ];
    expect(new Set(all.map((quote) => tellTick(blank, quote))).size).toBe(all.length);
  });
});
