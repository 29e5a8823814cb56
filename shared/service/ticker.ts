import { z } from 'zod';
import { decimalField, openEnum, referencePriceField, timestampField, wireObject } from './fields.ts';
import { INSTRUMENT_STATES } from './instrument.ts';

/** Option sensitivities; delta is Black-Scholes delta, theta in USD a day, vega in USD a volatility point. */
export const greeksSchema = wireObject({
  delta: decimalField,
  gamma: decimalField,
  vega: decimalField,
  theta: decimalField,
  rho: decimalField,
});
export type Greeks = z.infer<typeof greeksSchema>;

/** 24-hour figures; null or missing where there were no trades. */
export const tickerStatsSchema = wireObject({
  high: decimalField.nullish(),
  low: decimalField.nullish(),
  price_change: decimalField.nullish(),
  volume: decimalField.nullish(),
  volume_usd: decimalField.nullish(),
  volume_notional: decimalField.nullish(),
});

/**
 * Result of `public/ticker` (facts, section 4). Amounts in the amount unit, volatility in percent. An empty side is
 * null or 0: use `bestBid`, `bestAsk`.
 */
export const tickerSchema = wireObject({
  instrument_name: z.string(),
  timestamp: timestampField,
  state: openEnum(INSTRUMENT_STATES),
  stats: tickerStatsSchema,
  open_interest: decimalField.nullish(),
  best_bid_price: decimalField.nullish(),
  best_bid_amount: decimalField.nullish(),
  best_ask_price: decimalField.nullish(),
  best_ask_amount: decimalField.nullish(),
  index_price: referencePriceField.optional(),
  min_price: decimalField.nullish(),
  max_price: decimalField.nullish(),
  mark_price: decimalField.nullish(),
  last_price: decimalField.nullish(),
  /** A number; older servers sent the text `expired`. */
  estimated_delivery_price: z.union([z.literal('expired'), decimalField]).nullish(),
  delivery_price: decimalField.nullish(),
  settlement_price: decimalField.nullish(),
  funding_8h: decimalField.nullish(),
  current_funding: decimalField.nullish(),
  interest_value: decimalField.nullish(),
  greeks: greeksSchema.nullish(),
  underlying_price: referencePriceField.optional(),
  underlying_index: z.string().nullish(),
  interest_rate: decimalField.nullish(),
  bid_iv: decimalField.nullish(),
  ask_iv: decimalField.nullish(),
  mark_iv: decimalField.nullish(),
});
export type Ticker = z.infer<typeof tickerSchema>;

const levelSchema = z.tuple([decimalField, decimalField]);

/** Result of `public/get_order_book` (facts, section 9): a ticker with its levels, each price and amount, best first. */
export const orderBookSchema = wireObject({
  ...tickerSchema.shape,
  bids: z.array(levelSchema),
  asks: z.array(levelSchema),
  change_id: z.number().int().optional(),
});
