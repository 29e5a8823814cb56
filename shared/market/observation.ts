import { z } from 'zod';
import type { DecimalString } from '../decimal.ts';
import { bestAsk, bestBid } from '../orders/facts.ts';
import { decimalField, timestampField } from '../service/fields.ts';
import type { Ticker } from '../service/ticker.ts';
import { createThinning } from '../thinning.ts';

/** What is recorded of a ticker: prices in the instrument's quote, the index in its own, volatility in percent a year. */
export const OBSERVED_FIELDS = ['mark', 'index', 'bid', 'ask', 'mark_iv'] as const;
export type ObservedField = (typeof OBSERVED_FIELDS)[number];

/** An observed ticker. Null where nothing was sent: missing is never zero. */
export const observationSchema = z.strictObject({
  /** The service's own timestamp of the ticker, milliseconds since the epoch. */
  at: timestampField,
  /** Whether a gap precedes it, so that no line is drawn. */
  after_gap: z.boolean(),
  mark: decimalField.nullable(),
  index: decimalField.nullable(),
  bid: decimalField.nullable(),
  ask: decimalField.nullable(),
  mark_iv: decimalField.nullable(),
});
export type Observation = z.infer<typeof observationSchema>;

/** What a ticker adds to the record. */
export function observe(ticker: Ticker, isAfterGap: boolean): Observation {
  return {
    at: ticker.timestamp,
    after_gap: isAfterGap,
    mark: ticker.mark_price ?? null,
    index: ticker.index_price ?? null,
    bid: bestBid(ticker)?.price ?? null,
    ask: bestAsk(ticker)?.price ?? null,
    mark_iv: ticker.mark_iv ?? null,
  };
}

/** A value's nearest double, for drawing and extremes; null without one. */
export function numberOf(value: DecimalString | null): number | null {
  return value === null ? null : Number(value);
}

/** Recorded tickers are thinned to the extremes of every field. */
export const OBSERVATION_THINNING = createThinning(
  OBSERVED_FIELDS.map((field) => (observation: Observation) => numberOf(observation[field])),
);
