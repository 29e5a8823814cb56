import { findExtremes, type Range } from '../../../../shared/rfq/analysis/extremes.ts';
import { expiryScenario, priceAxis, profitCurve } from '../../../../shared/rfq/analysis/payoff.ts';
import type { Position } from '../../../../shared/rfq/analysis/position.ts';

const POINTS = 400;

/** What to work out: a position, and what is assumed of the day that the second curve is for. */
export interface AnalysisRequest {
  readonly position: Position;
  readonly nowMs: number;
  /** Added to each leg's own volatility, points. */
  readonly points: number;
  readonly dayMs: number;
  readonly currency: 'usd' | 'coin';
}

/** Profit over prices, in the currency that was asked for. */
export interface Analysis {
  readonly prices: readonly number[];
  readonly atExpiry: readonly number[];
  readonly onDay: readonly number[];
  readonly extremes: Range;
}

export function analyse({ position, nowMs, points, dayMs, currency }: AnalysisRequest): Analysis {
  const prices = priceAxis(position, POINTS);
  const expiry = expiryScenario(position, nowMs, points);
  return {
    prices,
    atExpiry: profitCurve(position, prices, expiry)[currency],
    onDay: profitCurve(position, prices, { atMs: dayMs, volatilityPoints: points })[currency],
    extremes: findExtremes(position, expiry)[currency],
  };
}
