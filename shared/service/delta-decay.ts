import type { Instrument } from './instrument.ts';

const DECAY_MS = 30 * 60_000;

/**
 * Part, 1 to 0, that an account's deltas count of what expires: it decays over the last 30 minutes, and an option's mark
 * with it (facts, section 10, "Net transaction delta"). A ticker's own greeks do not.
 */
export function deltaLeft({ expiration_timestamp }: Instrument, nowMs: number): number {
  const leftMs = (expiration_timestamp ?? Number.POSITIVE_INFINITY) - nowMs;
  return Math.min(1, Math.max(0, leftMs / DECAY_MS));
}
