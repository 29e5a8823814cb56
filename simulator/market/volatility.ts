import type { Random } from '../random.ts';
import { HOUR_MS, revert, type Reversion } from './process.ts';

/** The shape of a coin's implied volatilities: all but `level` have the same law for every coin. */
export interface Surface {
  /** At the money a month out, a fraction. */
  level: number;
  /** What short expiries have on top, and far ones, as fractions of the level. */
  short: number;
  long: number;
  /** How much dearer low strikes are, and both wings. */
  skew: number;
  smile: number;
}

const SHORT: Reversion = { mean: 0.06, spread: 0.08, halfLifeMs: 6 * HOUR_MS };
const LONG: Reversion = { mean: 0.06, spread: 0.03, halfLifeMs: 48 * HOUR_MS };
const SKEW: Reversion = { mean: 0.06, spread: 0.025, halfLifeMs: 24 * HOUR_MS };
const SMILE: Reversion = { mean: 0.045, spread: 0.008, halfLifeMs: 48 * HOUR_MS };
const LEVEL_SPREAD = 0.08;
const LEVEL_HALF_LIFE_MS = 16 * HOUR_MS;

/** A surface at its usual shape. */
export function restingSurface(level: number): Surface {
  return { level, short: SHORT.mean, long: LONG.mean, skew: SKEW.mean, smile: SMILE.mean };
}

/** Moves the surface: its level around `mean`, which is higher in a storm. */
export function moveSurface(surface: Surface, mean: number, dtMs: number, random: Random): void {
  const law = { mean, spread: LEVEL_SPREAD * mean, halfLifeMs: LEVEL_HALF_LIFE_MS };
  surface.level = Math.max(0.1, revert(surface.level, law, dtMs, random));
  surface.short = revert(surface.short, SHORT, dtMs, random);
  surface.long = revert(surface.long, LONG, dtMs, random);
  surface.skew = revert(surface.skew, SKEW, dtMs, random);
  surface.smile = Math.max(0.005, revert(surface.smile, SMILE, dtMs, random));
}

/**
 * Implied volatility (a fraction) by strike and expiry. Strikes count in standard deviations, so short expiries have
 * wings as well.
 */
export function volatilityAt(surface: Surface, years: number, strikeOverForward: number): number {
  const root = Math.sqrt(Math.max(years, 1 / 365));
  const term = 1 + surface.short * Math.exp(-years * 30) + surface.long * Math.min(1, years);
  const distance = Math.log(strikeOverForward) / root;
  const skew = Math.max(-0.3, Math.min(0.8, -surface.skew * distance));
  const smile = Math.min(1.5, surface.smile * distance * distance);
  return Math.min(5, Math.max(0.05, surface.level * (term + skew + smile)));
}
