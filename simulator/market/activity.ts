import { fromUnits } from '../fixed.ts';
import type { Coin, Instrument } from './instrument.ts';

/** Rough USD a coin, for sizes alone. */
const ROUGH_USD: Record<Coin, number> = { BTC: 100_000, ETH: 3500, SOL: 190, XRP: 1.25 };

/** How busy an instrument is: sizes in steps of its amount. */
export interface Activity {
  /** A maker's usual size at one price. */
  readonly levelSteps: number;
  /** A taker's usual size. */
  readonly takerSteps: number;
  /** Chance that a taker trades within 250 ms. */
  readonly takerChance: number;
  /** What trades in an hour. */
  readonly hourlySteps: number;
  /** The most that is open. */
  readonly openSteps: number;
}

interface Scale {
  readonly levelUsd: number;
  readonly takerUsd: number;
  readonly takerChance: number;
  readonly hourlyUsd: number;
  readonly openUsd: number;
}

function scaleOf(instrument: Instrument): Scale {
  if (instrument.kind === 'option') {
    return { levelUsd: 250_000, takerUsd: 80_000, takerChance: 0.02, hourlyUsd: 60_000, openUsd: 4e7 };
  }
  if (instrument.kind === 'spot') {
    return { levelUsd: 8000, takerUsd: 3000, takerChance: 0.08, hourlyUsd: 300_000, openUsd: 0 };
  }
  if (instrument.kind !== 'future') {
    return { levelUsd: 120_000, takerUsd: 40_000, takerChance: 0.004, hourlyUsd: 0, openUsd: 0 };
  }
  return instrument.perpetual
    ? { levelUsd: 20_000, takerUsd: 9000, takerChance: 0.45, hourlyUsd: 9e6, openUsd: 6e8 }
    : { levelUsd: 20_000, takerUsd: 9000, takerChance: 0.12, hourlyUsd: 400_000, openUsd: 1.5e8 };
}

const known = new WeakMap<Instrument, Activity>();

/** The activity of an instrument. */
export function activityOf(instrument: Instrument): Activity {
  const before = known.get(instrument);
  if (before !== undefined) return before;
  const step = fromUnits(instrument.stepUnits, instrument.amountPlaces);
  const countsUsd = !instrument.linear && (instrument.kind === 'future' || instrument.kind === 'future_combo');
  const stepUsd = countsUsd ? step : step * ROUGH_USD[instrument.base];
  const scale = scaleOf(instrument);
  const steps = (usd: number) => Math.max(1, Math.round(usd / stepUsd));
  const activity = {
    levelSteps: steps(scale.levelUsd),
    takerSteps: steps(scale.takerUsd),
    takerChance: scale.takerChance,
    hourlySteps: steps(scale.hourlyUsd),
    openSteps: steps(scale.openUsd),
  };
  known.set(instrument, activity);
  return activity;
}
