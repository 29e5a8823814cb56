import type { Random } from '../random.ts';

/** A year of 365 days, as the service counts time to expiry. */
export const YEAR_MS = 365 * 86_400_000;
export const HOUR_MS = 3_600_000;

/** A quantity that wanders around its mean. */
export interface Reversion {
  readonly mean: number;
  /** How far it strays, as a standard deviation, once it has forgotten where it started. */
  readonly spread: number;
  readonly halfLifeMs: number;
}

/** The quantity `dtMs` later: exact for any step, so that long steps and short ones give the same law. */
export function revert(value: number, { mean, spread, halfLifeMs }: Reversion, dtMs: number, random: Random): number {
  const keep = Math.exp((-Math.LN2 * dtMs) / halfLifeMs);
  return mean + (value - mean) * keep + spread * Math.sqrt(1 - keep * keep) * random.normal();
}

/** Whether something that happens once in `meanMs` happens within `dtMs`. */
export function happens(dtMs: number, meanMs: number, random: Random): boolean {
  return random.next() < 1 - Math.exp(-dtMs / meanMs);
}
