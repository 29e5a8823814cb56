import { type DecimalString, isPositive, toNumber } from '../../decimal.ts';

/** How far a limit is passed, in powers of two: an acceptance holds until it is twice as bad, not for one figure. */
export function gradeOf(value: DecimalString, limit: DecimalString): string {
  return isPositive(limit) ? gradeOfShare(toNumber(value) / toNumber(limit)) : '0';
}

/** The same of how many times the limit it is. */
export function gradeOfShare(share: number): string {
  return String(Math.floor(Math.log2(Math.max(1, share))));
}

/** A price that is twice as old as one that was accepted is asked about again, from this age on. */
const LONG_STALE_MS = 10_000;

/** The same of how old a price is. */
export function gradeOfAge(ageMs: number): string {
  return gradeOfShare(ageMs / LONG_STALE_MS);
}
