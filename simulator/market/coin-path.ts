import type { Random } from '../random.ts';
import type { Coin } from './instrument.ts';
import { happens, HOUR_MS, revert, YEAR_MS, type Reversion } from './process.ts';
import { moveSurface, restingSurface, type Surface } from './volatility.ts';

/** Where each coin starts, in USD, and how volatile it is over a month. */
const START: Record<Coin, { readonly index: number; readonly volatility: number }> = {
  BTC: { index: 97_400, volatility: 0.46 },
  ETH: { index: 3618, volatility: 0.62 },
  SOL: { index: 187.4, volatility: 0.78 },
  XRP: { index: 1.246, volatility: 0.82 },
};

interface Regime {
  /** Of the volatility that options expect. */
  readonly realised: number;
  readonly expected: number;
  readonly jumpMeanMs: number;
  readonly jumpSize: number;
  readonly lengthMs: number;
}
const CALM: Regime = {
  realised: 0.75,
  expected: 0.96,
  jumpMeanMs: 24 * HOUR_MS,
  jumpSize: 0.004,
  lengthMs: 30 * HOUR_MS,
};
const STORM: Regime = {
  realised: 1.8,
  expected: 1.3,
  jumpMeanMs: 2 * HOUR_MS,
  jumpSize: 0.008,
  lengthMs: 5 * HOUR_MS,
};

/** Part of a coin's move that the whole market shares. */
const SHARED = 0.8;
const HOME_HALF_LIFE_MS = 20 * 24 * HOUR_MS;
const CARRY: Reversion = { mean: 0.062, spread: 0.015, halfLifeMs: 24 * HOUR_MS };
const CARRY_SLOPE: Reversion = { mean: 0.008, spread: 0.008, halfLifeMs: 72 * HOUR_MS };

/**
 * One coin's seeded path: its index through calm and storm, with jumps; the yearly carry of its futures;
 * its volatility surface.
 */
export class CoinPath {
  readonly surface: Surface;
  readonly #random: Random;
  readonly #anchor: number;
  readonly #usualLevel: number;
  #index: number;
  #regime: Regime = CALM;
  #carry = CARRY.mean;
  #carrySlope = CARRY_SLOPE.mean;

  /** `opening` draws where it starts, `random` how it goes from there. */
  constructor(coin: Coin, opening: Random, random: Random) {
    const { index, volatility } = START[coin];
    this.#random = random;
    this.#anchor = index;
    this.#usualLevel = volatility;
    this.#index = index * Math.exp(0.004 * opening.normal());
    this.surface = restingSurface(volatility);
  }

  /** USD for one coin, unrounded. */
  get index(): number {
    return this.#index;
  }

  /** Moves the index; `shared` is the market's part of the draw, a standard normal. */
  moveIndex(dtMs: number, shared: number): void {
    const random = this.#random;
    if (happens(dtMs, this.#regime.lengthMs, random)) this.#regime = this.#regime === CALM ? STORM : CALM;
    const jump = happens(dtMs, this.#regime.jumpMeanMs, random) ? this.#regime.jumpSize * random.normal() : 0;
    const draw = SHARED * shared + Math.sqrt(1 - SHARED * SHARED) * random.normal();
    const deviation = this.#regime.realised * this.surface.level * Math.sqrt(dtMs / YEAR_MS);
    const home = Math.exp((-Math.LN2 * dtMs) / HOME_HALF_LIFE_MS);
    this.#index = this.#anchor * Math.exp(Math.log(this.#index / this.#anchor) * home + deviation * draw + jump);
  }

  /** Moves what changes slowly: surface and carry. */
  moveShape(dtMs: number): void {
    moveSurface(this.surface, this.#usualLevel * this.#regime.expected, dtMs, this.#random);
    this.#carry = revert(this.#carry, CARRY, dtMs, this.#random);
    this.#carrySlope = revert(this.#carrySlope, CARRY_SLOPE, dtMs, this.#random);
  }

  /** What a future `years` out costs, as a multiple of the index. */
  forwardFactor(years: number): number {
    return Math.exp((this.#carry + this.#carrySlope * Math.min(1, years)) * years);
  }
}
