import { nextSettlement } from '../../shared/service/calendar.ts';

const DAY_MS = 86_400_000;
const FRIDAY = 5;

function isFriday(instantMs: number): boolean {
  return new Date(instantMs).getUTCDay() === FRIDAY;
}

function isMonthEnd(instantMs: number): boolean {
  return isFriday(instantMs) && new Date(instantMs).getUTCMonth() !== new Date(instantMs + 7 * DAY_MS).getUTCMonth();
}

function isQuarterEnd(instantMs: number): boolean {
  return isMonthEnd(instantMs) && new Date(instantMs).getUTCMonth() % 3 === 2;
}

/** How many of a kind, and which days are of it. */
const KINDS: readonly [count: number, fits: (instantMs: number) => boolean][] = [
  [4, () => true],
  [4, isFriday],
  [3, isMonthEnd],
  [4, isQuarterEnd],
];

/**
 * Expiries that options may have, nearest first, at 08:00 UTC: days, Fridays and month ends, as in the recorded chains
 * of 2021 and 2026.
 */
export function guessExpiries(nowMs: number): number[] {
  const instants = new Set<number>();
  for (const [count, fits] of KINDS) {
    let found = 0;
    for (let instant = nextSettlement(nowMs); found < count; instant += DAY_MS) {
      if (!fits(instant)) continue;
      instants.add(instant);
      found += 1;
    }
  }
  return [...instants].toSorted((a, b) => a - b);
}
