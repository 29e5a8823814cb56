/** How often a property is tried, and from which seed on: as the suite does unless `npm run fuzz` says otherwise. */
export function fuzzRuns(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const { FUZZ_RUNS: runs, FUZZ_SEED: seed } = process.env;
  return runs === undefined ? { numRuns: usual } : { numRuns: Number(runs), seed: Number(seed ?? 1) };
}
