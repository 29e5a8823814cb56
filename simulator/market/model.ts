import { Random } from '../random.ts';
import { roundPlaces } from '../fixed.ts';
import { greeksOf, priceUsd, yearsUntil, type OptionGreeks } from './black76.ts';
import type { BaseCurrency, Instrument } from './instrument.ts';
import { volatilityAt } from './volatility.ts';

const YEAR_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;

/** Where each index starts, in USD, and how it moves. */
const START: Record<BaseCurrency, { readonly index: number; readonly volatility: number }> = {
  BTC: { index: 97_400, volatility: 0.46 },
  ETH: { index: 3618, volatility: 0.62 },
};

interface CurrencyState {
  index: number;
  readonly anchor: number;
  /** The perpetual's premium over the index, a fraction. */
  premium: number;
  /** Yearly carry of the dated futures, a fraction. */
  carry: number;
  /** At-the-money volatility of a month out, a fraction. */
  level: number;
  readonly levelMean: number;
  /** Funding of the last eight hours and since the start, fractions. */
  funding8h: number;
  interest: number;
}

/** The model's view of one instrument: `price` as the wire's mark price. */
export interface Mark {
  readonly price: number;
  readonly indexPrice: number;
  readonly option: {
    readonly underlyingPrice: number;
    readonly ivPercent: number;
    readonly years: number;
    readonly greeks: OptionGreeks;
  } | null;
}

/** Funding as the ticker gives it: fractions of the position's value. */
export interface Funding {
  readonly current: number;
  readonly last8h: number;
  readonly interest: number;
}

/** Mean reversion over `dtMs`, exact for any step: what is left of a distance, and the noise added. */
function reversion(dtMs: number, halfLifeMs: number): { keep: number; noise: number } {
  const keep = Math.exp((-Math.LN2 * dtMs) / halfLifeMs);
  return { keep, noise: Math.sqrt(1 - keep * keep) };
}

/** Seeded paths of the indices, futures and volatilities, and the marks that follow from them. */
export class MarketModel {
  readonly #random: Random;
  readonly #states: Record<BaseCurrency, CurrencyState>;

  constructor(seed: number) {
    this.#random = new Random(seed, 1);
    this.#states = { BTC: this.#start('BTC'), ETH: this.#start('ETH') };
  }

  #start(base: BaseCurrency): CurrencyState {
    const index = START[base].index * Math.exp(0.004 * this.#random.normal());
    return {
      index,
      anchor: START[base].index,
      premium: 0.0001,
      carry: 0.062,
      level: START[base].volatility,
      levelMean: START[base].volatility,
      funding8h: 0.00002,
      interest: 0,
    };
  }

  /** Moves every path forward by `dtMs`; any step size is allowed. */
  advance(dtMs: number): void {
    this.#move(this.#states.BTC, dtMs);
    this.#move(this.#states.ETH, dtMs);
  }

  #move(state: CurrencyState, dtMs: number): void {
    const random = this.#random;
    const years = dtMs / YEAR_MS;
    const home = reversion(dtMs, 5 * 24 * HOUR_MS);
    const jump = random.next() < dtMs / (8 * HOUR_MS) ? 0.003 * random.normal() : 0;
    const distance = Math.log(state.index / state.anchor) * home.keep;
    state.index = state.anchor * Math.exp(distance + state.level * Math.sqrt(years) * random.normal() + jump);
    const premium = reversion(dtMs, 600_000);
    state.premium = 0.0001 + (state.premium - 0.0001) * premium.keep + 0.00015 * premium.noise * random.normal();
    const carry = reversion(dtMs, 24 * HOUR_MS);
    state.carry = 0.062 + (state.carry - 0.062) * carry.keep + 0.01 * carry.noise * random.normal();
    const level = reversion(dtMs, 12 * HOUR_MS);
    const drawn = state.levelMean + (state.level - state.levelMean) * level.keep;
    state.level = Math.max(0.1, drawn + 0.04 * level.noise * random.normal());
    const share = Math.min(1, dtMs / (8 * HOUR_MS));
    const rate = this.#fundingRate(state);
    state.funding8h += (rate - state.funding8h) * share;
    state.interest += (rate * dtMs) / (8 * HOUR_MS);
  }

  /** Premium beyond the dead band of 0.025 %, per eight hours (facts, "Funding"). */
  #fundingRate(state: CurrencyState): number {
    const rate = Math.max(0.00025, state.premium) + Math.min(-0.00025, state.premium);
    return Math.max(-0.005, Math.min(0.005, rate));
  }

  /** Price index in USD, two decimals. */
  index(base: BaseCurrency): number {
    return roundPlaces(this.#states[base].index, 2);
  }

  /** Forward price in USD for an expiry, two decimals. */
  forward(base: BaseCurrency, expiryMs: number, nowMs: number): number {
    const state = this.#states[base];
    return roundPlaces(state.index * Math.exp(state.carry * yearsUntil(expiryMs, nowMs)), 2);
  }

  funding(base: BaseCurrency): Funding {
    const state = this.#states[base];
    return {
      current: roundPlaces(this.#fundingRate(state), 8),
      last8h: roundPlaces(state.funding8h, 8),
      interest: state.interest,
    };
  }

  /** Mark price and, for options, the Black-76 terms and greeks it comes from (facts, section 10). */
  mark(instrument: Instrument, nowMs: number): Mark {
    const state = this.#states[instrument.base];
    const indexPrice = this.index(instrument.base);
    if (instrument.perpetual) {
      return { price: roundPlaces(state.index * (1 + state.premium), 2), indexPrice, option: null };
    }
    const forward = this.forward(instrument.base, instrument.expiryMs, nowMs);
    if (instrument.option === null) return { price: forward, indexPrice, option: null };
    const years = yearsUntil(instrument.expiryMs, nowMs);
    const ivPercent = roundPlaces(volatilityAt(state.level, years, instrument.option.strike / forward) * 100, 2);
    const terms = { ...instrument.option, forward, years, volatility: ivPercent / 100 };
    return {
      price: roundPlaces(priceUsd(terms) / forward, 4),
      indexPrice,
      option: { underlyingPrice: forward, ivPercent, years, greeks: greeksOf(terms) },
    };
  }
}
