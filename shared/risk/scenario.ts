import { type OptionType, priceUsd } from '../options/black76.ts';

/** A move of every index by so many percent, and of every volatility by so many points, at once and without time. */
export interface Shock {
  readonly indexPercent: number;
  readonly volatilityPoints: number;
}

/**
 * Sensitivities to an index: delta in its coin (Black-Scholes), gamma for 1 USD, vega in USD a volatility point, price
 * in USD.
 */
export interface IndexExposure {
  readonly index: string;
  readonly price: number;
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
}

/** USD gained by positions of these sensitivities: delta, gamma and vega terms of a Taylor series, no cross terms. */
export function estimateByGreeks(exposures: readonly IndexExposure[], shock: Shock): number {
  let total = 0;
  for (const { price, delta, gamma, vega } of exposures) {
    const move = (price * shock.indexPercent) / 100;
    total += delta * move + 0.5 * gamma * move * move + vega * shock.volatilityPoints;
  }
  return total;
}

/** A trade that an open order would make: amount signed, in the instrument's amount unit, at the order's price. */
export interface PendingTrade {
  readonly signedAmount: number;
  /** In the instrument's quote: USD, or coin for an inverse option. */
  readonly price: number;
  readonly indexPrice: number;
  /** Price of the future, or of the option's forward, in USD. */
  readonly forward: number;
  /** Linear instruments count in coins and settle in USD; inverse futures count in USD and settle in coin. */
  readonly isLinear: boolean;
  /** Null for futures. Volatility in percent, time in years. */
  readonly option: {
    readonly type: OptionType;
    readonly strike: number;
    readonly volatility: number;
    readonly years: number;
  } | null;
}

/** Lowest volatility, in percent, that a shock leaves. */
const LEAST_VOLATILITY = 1;

/** USD that the trade is worth after the shock, beside what it cost; options by Black-76 (facts, section 10). */
export function revalueTrade(trade: PendingTrade, shock: Shock): number {
  const factor = 1 + shock.indexPercent / 100;
  const forward = trade.forward * factor;
  const index = trade.indexPrice * factor;
  if (trade.option === null) {
    if (trade.isLinear) return trade.signedAmount * (forward - trade.price);
    return trade.signedAmount * (1 / trade.price - 1 / forward) * index;
  }
  const { volatility, ...terms } = trade.option;
  const shocked = Math.max(LEAST_VOLATILITY, volatility + shock.volatilityPoints) / 100;
  const worth = priceUsd({ ...terms, forward, volatility: shocked });
  if (trade.isLinear) return trade.signedAmount * (worth - trade.price);
  return trade.signedAmount * (worth / forward - trade.price) * index;
}
