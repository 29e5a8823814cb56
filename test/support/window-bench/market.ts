import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { option, optionTicker, perpetual, perpetualTicker } from '../records/records.ts';

/** Far enough for any day that tests run on. */
const EXPIRY_MS = Date.UTC(2030, 11, 27, 8);

export const PERPETUAL = 'BTC-PERPETUAL';
export const BTC_OPTION = 'BTC-27DEC30-100000-C';
/** Quoted in its coin, with steps of one tenth. */
export const ETH_OPTION = 'ETH-27DEC30-4000-C';
export const USDC_OPTION = 'BTC_USDC-27DEC30-100000-C';
export const SPOT = 'BTC_USDC';
export const COMBO = 'BTC-CS-27DEC30-100000_120000';

interface Listed {
  readonly instrument: Instrument;
  readonly ticker: Ticker;
}

/** What each instrument of the calm market is, and its prices, which stand still. */
const LISTED: readonly Listed[] = [
  { instrument: perpetual({ price_index: 'btc_usd' }), ticker: perpetualTicker() },
  {
    instrument: perpetual({
      instrument_name: 'ETH-PERPETUAL',
      base_currency: 'ETH',
      settlement_currency: 'ETH',
      price_index: 'eth_usd',
      contract_size: 1,
      min_trade_amount: 1,
      tick_size: 0.05,
    }),
    ticker: priced('ETH-PERPETUAL', 3401, 0.05),
  },
  {
    instrument: ofOption(BTC_OPTION),
    ticker: optionTicker({ instrument_name: BTC_OPTION, mark_iv: 54, underlying_price: 99_000 }),
  },
  {
    instrument: ofOption(ETH_OPTION, {
      base_currency: 'ETH',
      quote_currency: 'ETH',
      settlement_currency: 'ETH',
      price_index: 'eth_usd',
      strike: 4000,
      min_trade_amount: 1,
    }),
    ticker: optionTicker({
      instrument_name: ETH_OPTION,
      index_price: 3401.2,
      underlying_price: 3420,
      best_bid_amount: 120,
      best_ask_amount: 80,
      mark_iv: 62,
    }),
  },
  {
    instrument: ofOption(USDC_OPTION, {
      quote_currency: 'USDC',
      counter_currency: 'USDC',
      settlement_currency: 'USDC',
      price_index: 'btc_usdc',
      contract_size: 0.01,
      min_trade_amount: 0.01,
      tick_size: 5,
      tick_size_steps: [],
      instrument_type: 'linear',
    }),
    ticker: optionTicker({
      instrument_name: USDC_OPTION,
      best_bid_price: 7250,
      best_ask_price: 7350,
      mark_price: 7310,
      min_price: 5,
      max_price: 30_000,
      mark_iv: 54,
      underlying_price: 99_000,
    }),
  },
  {
    instrument: linear(SPOT, 'BTC', {
      kind: 'spot',
      settlement_period: undefined,
      contract_size: 0.0001,
      min_trade_amount: 0.0001,
      tick_size: 1,
    }),
    ticker: priced(SPOT, 97_402, 1),
  },
  {
    instrument: linear('BTC_USDC-PERPETUAL', 'BTC', { contract_size: 0.0001, min_trade_amount: 0.0001 }),
    ticker: priced('BTC_USDC-PERPETUAL', 97_408, 0.5),
  },
  {
    instrument: linear('SOL_USDC-PERPETUAL', 'SOL', { contract_size: 0.1, min_trade_amount: 0.1, tick_size: 0.01 }),
    ticker: priced('SOL_USDC-PERPETUAL', 201.5, 0.01),
  },
  {
    instrument: ofOption(COMBO, { kind: 'option_combo', option_type: undefined, strike: undefined }),
    ticker: optionTicker({
      instrument_name: COMBO,
      best_bid_price: 0.0205,
      best_ask_price: 0.022,
      mark_price: 0.0212,
      min_price: -0.1,
      max_price: 0.1,
    }),
  },
];

function ofOption(name: string, changes: Record<string, unknown> = {}): Instrument {
  return option({ instrument_name: name, expiration_timestamp: EXPIRY_MS, price_index: 'btc_usd', ...changes });
}

function linear(name: string, base: string, changes: Record<string, unknown>): Instrument {
  return perpetual({
    instrument_name: name,
    base_currency: base,
    quote_currency: 'USDC',
    counter_currency: 'USDC',
    settlement_currency: 'USDC',
    price_index: `${base.toLowerCase()}_usdc`,
    instrument_type: 'linear',
    ...changes,
  });
}

function priced(name: string, bid: number, tick: number): Ticker {
  return perpetualTicker({
    instrument_name: name,
    best_bid_price: bid,
    best_ask_price: bid + tick,
    mark_price: bid + tick,
    index_price: bid + 2 * tick,
    last_price: bid,
    min_price: bid * 0.98,
    max_price: bid * 1.02,
    best_bid_amount: 10_000,
    best_ask_amount: 10_000,
  });
}

export interface BenchMarket {
  readonly instruments: Map<string, Instrument>;
  readonly quotes: Map<string, Quote>;
}

/** A market in which nothing moves, for a test to move. */
export function createMarket(): BenchMarket {
  const named = <T>(take: (listed: Listed) => T) =>
    new Map(LISTED.map((listed) => [listed.instrument.instrument_name, take(listed)]));
  return {
    instruments: named(({ instrument }) => instrument),
    quotes: named(({ ticker }) => quoteOf(ticker)),
  };
}

/** As a poll brings it that was just answered. */
export function quoteOf(ticker: Ticker): Quote {
  return { instrument_name: ticker.instrument_name, ticker, age_ms: 0, is_stale: false, failure: null };
}
