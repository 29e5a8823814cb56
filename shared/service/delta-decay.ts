import type { Instrument } from './instrument.ts';

const DECAY_MS = 30 * 60_000;

/**
 * The part, 1 to 0, of an expiring position's delta over the last 30 minutes (facts, section 10). Tickers' greeks don't
 * decay.
 */
export function deltaLeft({ expiration_timestamp }: Instrument, nowMs: number): number {
  const leftMs = (expiration_timestamp ?? Number.POSITIVE_INFINITY) - nowMs;
  return Math.min(1, Math.max(0, leftMs / DECAY_MS));
}
