import { priceUsd, yearsUntil } from '../../options/black76.ts';
import type { Position, PositionLeg } from './position.ts';

/** A moment to value at, and what is assumed of volatility: points are added to each leg's own. */
export interface Scenario {
  readonly atMs: number;
  readonly volatilityPoints: number;
}

/** Profit in USD and in coin. In USD, an inverse premium counts at its worth when it was paid. */
export interface Profit {
  readonly usd: number;
  readonly coin: number;
}

function optionUsd(leg: PositionLeg, forward: number, scenario: Scenario): number {
  return priceUsd({
    type: leg.kind === 'put' ? 'put' : 'call',
    forward,
    strike: leg.strike,
    volatility: Math.max(0, leg.volatility + scenario.volatilityPoints / 100),
    years: yearsUntil(leg.expiryMs, scenario.atMs),
  });
}

/** Profit of the position at a price above zero of the reference (facts, section 10, "P&L"). */
export function profitAt({ legs, reference }: Position, price: number, scenario: Scenario): Profit {
  let usd = 0;
  let coin = 0;
  for (const leg of legs) {
    const { kind, quantity, entry, forwardRatio, isInverse } = leg;
    const forward = price * forwardRatio;
    if (kind === 'future' || kind === 'spot') {
      const gained = isInverse ? (quantity / entry) * (forward - entry) : quantity * (forward - entry);
      usd += gained;
      coin += isInverse ? quantity * (1 / entry - 1 / forward) : gained / price;
    } else {
      const worth = optionUsd(leg, forward, scenario);
      const gained = quantity * (worth - (isInverse ? entry * reference * forwardRatio : entry));
      usd += gained;
      coin += isInverse ? quantity * (worth / forward - entry) : gained / price;
    }
  }
  return { usd, coin };
}

export interface Curve {
  readonly prices: readonly number[];
  readonly usd: readonly number[];
  readonly coin: readonly number[];
}

/** Profit along a list of prices. */
export function profitCurve(position: Position, prices: readonly number[], scenario: Scenario): Curve {
  const profits = prices.map((price) => profitAt(position, price, scenario));
  return { prices, usd: profits.map(({ usd }) => usd), coin: profits.map(({ coin }) => coin) };
}

/** Evenly spaced prices around the reference, wide enough to show every strike. */
export function priceAxis({ reference, legs }: Position, count: number): number[] {
  const strikes = legs.filter(({ strike }) => strike > 0).map(({ strike, forwardRatio }) => strike / forwardRatio);
  const low = Math.min(reference * 0.7, ...strikes.map((strike) => strike * 0.9));
  const high = Math.max(reference * 1.3, ...strikes.map((strike) => strike * 1.1));
  return Array.from({ length: count }, (_, at) => low + ((high - low) * at) / (count - 1));
}

/** The first expiry; without one, the given moment. */
export function expiryScenario(position: Position, nowMs: number, volatilityPoints: number): Scenario {
  return { atMs: Math.max(nowMs, position.firstExpiryMs ?? nowMs), volatilityPoints };
}
