/** Set by `npm run deep`, which leaves no repetition out. */
export const IS_DEEP = process.env['STRIKEDESK_DEEP'] === '1';

/** How often to try: `all` times in `npm run deep`, `quick` times in `npm test`. */
export function repetitions(all: number, quick: number): number {
  return IS_DEEP ? all : quick;
}

/** The same for a property: `npm test` draws the same cases each time, `npm run deep` others at every run. */
export function propertyRuns(all: number, quick: number): { readonly numRuns: number; readonly seed?: number } {
  return IS_DEEP ? { numRuns: all } : { numRuns: quick, seed: 11 };
}
