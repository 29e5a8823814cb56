import {
  absolute,
  add,
  compare,
  decimal,
  type DecimalString,
  isMultipleOf,
  isPositive,
  multiply,
  roundToStep,
  subtract,
  toNumber,
} from '../../shared/decimal.ts';

/** Whether the service has a strike. Null: not asked. */
export type StrikeStanding = 'live' | 'dead' | null;

/** Strike steps seen on services of this kind start with these digits. */
const LEADING = [1, 2, 2.5, 5];
/** Steps that are tried lie between these parts of the price. */
const FINEST_PART = 1 / 250;
const WIDEST_PART = 1 / 3;
/** So many missing strikes in a row end the search on that side. */
const MISSES = 3;
/** One missing strike is enough in an empty expiry: most guesses don't exist. */
const MISSES_OF_NOTHING = 1;
/** Strikes reach so far on each side, in steps. */
const MOST_STEPS = 80;

/** The steps that strikes may have around a price, widest first. */
export function strikeSteps(price: DecimalString): DecimalString[] {
  const value = toNumber(price);
  const steps: number[] = [];
  const lowest = Math.floor(Math.log10(value * FINEST_PART));
  const highest = Math.ceil(Math.log10(value * WIDEST_PART));
  for (let power = lowest; power <= highest; power += 1) steps.push(...LEADING.map((digit) => digit * 10 ** power));
  return steps
    .filter((step) => step >= value * FINEST_PART && step <= value * WIDEST_PART)
    .toReversed()
    .map((step) => decimal(step.toPrecision(2)));
}

/**
 * The next strike to ask for, or null: from the price outward, wide steps before fine. A side ends after three absent
 * in a row.
 */
export function nextStrike(
  price: DecimalString,
  standingOf: (strike: DecimalString) => StrikeStanding,
  hasLive: boolean,
): DecimalString | null {
  if (!isPositive(price)) return null;
  const wider: DecimalString[] = [];
  for (const step of strikeSteps(price)) {
    const isNew = (strike: DecimalString): boolean => !wider.some((known) => isMultipleOf(strike, known));
    const search = { step, standingOf, isNew, patience: hasLive ? MISSES : MISSES_OF_NOTHING };
    const below = searchOutward({ ...search, start: roundToStep(price, step, 'down'), side: -1 });
    const above = searchOutward({ ...search, start: add(roundToStep(price, step, 'down'), step), side: 1 });
    const nearest = nearer(price, below, above);
    if (nearest !== null) return nearest;
    wider.push(step);
  }
  return null;
}

interface Search {
  readonly step: DecimalString;
  readonly start: DecimalString;
  readonly side: 1 | -1;
  readonly patience: number;
  readonly standingOf: (strike: DecimalString) => StrikeStanding;
  /** Whether only this step has the strike: others prove nothing about it. */
  readonly isNew: (strike: DecimalString) => boolean;
}

function searchOutward({ step, start, side, patience, standingOf, isNew }: Search): DecimalString | null {
  let misses = 0;
  let hasReached = false;
  for (let count = 0; count < MOST_STEPS && misses < patience; count += 1) {
    const strike = add(start, multiply(step, decimal(side * count)));
    if (!isPositive(strike)) return null;
    const standing = standingOf(strike);
    if (!isNew(strike)) {
      // The wider step's search ended earlier: asked for at this step.
      if (standing === null && hasReached) return strike;
      continue;
    }
    if (standing === null) return strike;
    hasReached ||= standing === 'live';
    misses = standing === 'live' ? 0 : misses + 1;
  }
  return null;
}

function nearer(price: DecimalString, a: DecimalString | null, b: DecimalString | null): DecimalString | null {
  if (a === null || b === null) return a ?? b;
  const distance = (strike: DecimalString): DecimalString => absolute(subtract(strike, price));
  return compare(distance(a), distance(b)) <= 0 ? a : b;
}
