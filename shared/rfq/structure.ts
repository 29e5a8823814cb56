import { type DecimalString, divide, greatestCommonDivisor, isPositive, toNumber } from '../decimal.ts';
import type { Direction } from '../service/fields.ts';
import type { Instrument } from '../service/instrument.ts';

/** A readable leg; amount in the instrument's unit. */
export interface RfqLeg {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly amount: DecimalString;
}

export interface StructureLeg {
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** Whole, above zero. */
  readonly ratio: number;
}

/** What a request is for: legs in whole ratios without a common divisor, and how many of it. */
export interface Structure {
  readonly amount: DecimalString;
  readonly legs: readonly StructureLeg[];
}

/**
 * Amount and ratios: the amount is the legs' greatest common divisor (facts, section 8). Null without legs or for
 * amounts not above zero.
 */
export function structureOf(legs: readonly RfqLeg[]): Structure | null {
  if (legs.length === 0 || legs.some(({ amount }) => !isPositive(amount))) return null;
  const amount = greatestCommonDivisor(legs.map((leg) => leg.amount));
  return {
    amount,
    legs: legs.map((leg) => ({
      instrument: leg.instrument,
      direction: leg.direction,
      ratio: toNumber(divide(leg.amount, amount)),
    })),
  };
}

/** The ratio with its sign: above zero when bought. */
export function signedRatio(leg: Pick<StructureLeg, 'direction' | 'ratio'>): number {
  return leg.direction === 'buy' ? leg.ratio : -leg.ratio;
}

/** The same structure on the other side. */
export function flip<Leg extends { readonly direction: Direction }>(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, direction: opposite(leg.direction) }));
}

export function opposite(direction: Direction): Direction {
  return direction === 'buy' ? 'sell' : 'buy';
}

/** The part of a name before the first dash, which names the pair: `BTC`, `BTC_USDC`. */
export function basePart(instrumentName: string): string {
  return instrumentName.split('-')[0] ?? '';
}
