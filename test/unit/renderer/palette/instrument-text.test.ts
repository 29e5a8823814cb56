import { expect, it } from 'vitest';
import { describePrices, warnOfAge } from '../../../../renderer/features/palette/instrument-text.ts';
import { tellFreshness } from '../../../../renderer/stores/freshness.ts';
import type { ReceivedQuote } from '../../../../renderer/stores/market-store.ts';
import { optionTicker } from '../../../support/records/records.ts';

const UNITS = { price: 'BTC', amount: 'BTC', places: 4 };

const received = (changes: Parameters<typeof optionTicker>[0], isStale = false): ReceivedQuote => ({
  quote: {
    instrument_name: 'BTC-27MAR27-100000-C',
    ticker: optionTicker(changes),
    age_ms: 40_000,
    is_stale: isStale,
    failure: null,
  },
  receivedAtMs: 0,
});

it('the preview of an instrument has no bid where nobody bids: 0 stands there for none', () => {
  const prices = describePrices(
    received({ mark_price: 0.0312, best_bid_price: 0, best_bid_amount: 0, best_ask_price: 0.0325 }),
    UNITS,
  );
  expect(prices.map(({ name, text }) => `${name} ${text}`)).toEqual(['Mark 0.0312', 'Bid –', 'Ask 0.0325']);
  expect(describePrices(null, UNITS).map(({ text }) => text)).toEqual(['–', '–', '–']);
});

it('says how old the prices of an instrument are where they are none of now', () => {
  const warn = (quote: ReceivedQuote, isLost: boolean) => warnOfAge(quote, tellFreshness(quote, isLost, 0), 0);
  expect(warn(received({}), false)).toBeNull();
  expect(warn(received({}, true), false)).toBe('Price of 40 s ago: stale, it should be newer');
  expect(warn(received({}), true)).toBe('Price of 40 s ago: stale, it should be newer');
});
