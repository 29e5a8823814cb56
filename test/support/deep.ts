import { it } from 'vitest';
import { DEEP as TAG } from '../../build/lib/test-counts.mjs';

/** For a repetition or a variation of a promise that another test of `npm test` keeps: left to `npm run deep`. */
export const DEEP = { tags: [TAG] };

/** A table of tests of which `npm test` runs those that are named by their first value; `npm run deep` runs all. */
export function eachOf<Case extends unknown[]>(cases: readonly (readonly [...Case])[], kept: readonly Case[0][]) {
  const missing = kept.filter((name) => !cases.some(([first]) => first === name));
  if (missing.length > 0) throw new Error(`the table has no ${missing.join(', ')}`);
  return (title: string, run: (...values: Case) => Promise<void>): void => {
    const isKept = ([first]: readonly [...Case]) => kept.includes(first);
    it.each(cases.filter(isKept) as never)(title, run as never);
    it.each(cases.filter((one) => !isKept(one)) as never)(title, DEEP, run as never);
  };
}
