import type { BaseCurrency, Coin } from './instrument.ts';

/** Terms that all futures, or all options, of a coin and settlement share. Amounts in the instrument's amount unit. */
export interface Terms {
  readonly tick: number;
  readonly tickSteps: readonly { readonly above_price: number; readonly tick_size: number }[];
  readonly pricePlaces: number;
  readonly amountPlaces: number;
  readonly contractSize: number;
  readonly minimum: number;
  readonly blockMinimum: number;
  readonly blockTick: number;
}

const COIN_PRICE_STEPS = [{ above_price: 0.005, tick_size: 0.0005 }];

/** Inverse futures: amounts in USD. Dated ones have a tick five times as wide. */
export const INVERSE_FUTURES: Record<BaseCurrency, Terms> = {
  BTC: {
    tick: 0.5,
    tickSteps: [],
    pricePlaces: 2,
    amountPlaces: 0,
    contractSize: 10,
    minimum: 10,
    blockMinimum: 200_000,
    blockTick: 0.01,
  },
  ETH: {
    tick: 0.05,
    tickSteps: [],
    pricePlaces: 2,
    amountPlaces: 0,
    contractSize: 1,
    minimum: 1,
    blockMinimum: 100_000,
    blockTick: 0.01,
  },
};

/** Inverse options: amounts and prices in coins. */
export const INVERSE_OPTIONS: Record<BaseCurrency, Terms> = {
  BTC: {
    tick: 0.0001,
    tickSteps: COIN_PRICE_STEPS,
    pricePlaces: 4,
    amountPlaces: 1,
    contractSize: 1,
    minimum: 0.1,
    blockMinimum: 25,
    blockTick: 0.0001,
  },
  ETH: {
    tick: 0.0001,
    tickSteps: COIN_PRICE_STEPS,
    pricePlaces: 4,
    amountPlaces: 1,
    contractSize: 1,
    minimum: 1,
    blockMinimum: 250,
    blockTick: 0.0001,
  },
};

function linear(tick: number, pricePlaces: number, contractSize: number, amountPlaces: number, block: number): Terms {
  return {
    tick,
    tickSteps: [],
    pricePlaces,
    amountPlaces,
    contractSize,
    minimum: contractSize,
    blockMinimum: block,
    blockTick: tick,
  };
}

/** Perpetuals in USDC: amounts in coins. */
export const LINEAR_PERPETUALS: Record<Coin, Terms> = {
  BTC: linear(0.5, 2, 0.0001, 4, 1),
  ETH: linear(0.05, 2, 0.001, 3, 20),
  SOL: linear(0.01, 4, 0.1, 1, 500),
  XRP: linear(0.0001, 6, 1, 0, 50_000),
};

/** Options in USDC: amounts in coins. XRP's are as recorded in 2026. */
export const LINEAR_OPTIONS: Record<'BTC' | 'XRP', Terms> = {
  BTC: linear(5, 2, 0.01, 2, 25),
  XRP: linear(0.0005, 4, 1000, 0, 75_000),
};

/** Spot pairs: amounts in the first currency, prices in the second. */
export const SPOT_PAIRS = {
  BTC_USDC: linear(0.01, 2, 0.0001, 4, 1),
  ETH_USDC: linear(0.01, 2, 0.001, 3, 20),
  ETH_BTC: linear(0.00001, 6, 0.001, 3, 20),
} as const;

/** Distance of strikes by how far the expiry is: up to three days, ten days, 45 days, more. */
export const STRIKE_STEPS: Record<Exclude<Coin, 'SOL'>, readonly [number, number, number, number]> = {
  BTC: [1000, 2000, 5000, 10_000],
  ETH: [50, 100, 200, 400],
  XRP: [0.025, 0.05, 0.1, 0.2],
};

/** First `instrument_id` of the lists here; ids count up from it. */
export const FIRST_INSTRUMENT_ID = 710_838;

/** Fees of 2026 (facts, "Perpetual rates"; recorded instruments). */
export const FUTURE_FEES = { maker: 0.00015, taker: 0.00035, block: 0.00025 } as const;
export const OPTION_FEES = { maker: 0.0003, taker: 0.0003, block: 0.0003 } as const;

/** Identities that records of 2026 carry. BTC, XRP, USD and USDC as recorded, the others made up. */
export const CURRENCY_UUIDS: Readonly<Record<string, string>> = {
  BTC: '5b71fc48-3dd3-540c-809b-f8c94d0e68b5',
  ETH: '0f5b8f0d-7c52-5a0b-9a57-5c7f2f3a1d64',
  SOL: '7a1f0c5e-91d4-5e3b-8f26-4b0d6c9e2a18',
  XRP: 'e17a44c8-6ea1-564f-a02c-2a9ca1d8eec4',
  USD: 'dc311642-e9fb-4ba9-a312-c75c1aef4ae1',
  USDC: '2b92315d-eab7-5bef-84fa-089a131333f5',
};

/** Numbers of the price indices. `btc_usd` and `xrp_usdc` as recorded, the others made up. */
export const INDEX_IDS: Readonly<Record<string, number>> = {
  btc_usd: 1_000_033,
  eth_usd: 1_000_034,
  btc_usdc: 12_000_001,
  eth_usdc: 12_000_002,
  sol_usdc: 12_000_003,
  xrp_usdc: 12_000_004,
  eth_btc: 12_000_010,
};
