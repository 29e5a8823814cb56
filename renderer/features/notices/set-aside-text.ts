/** What a profile's file holds, by how its name begins. */
const LOSSES: readonly (readonly [file: string, loss: string])[] = [
  ['journal.sqlite', 'Earlier orders are neither shown nor looked up.'],
  ['rfqs.sqlite', 'Earlier Block RFQs are neither shown nor looked up.'],
  ['settings.sqlite', 'Guards, watchlists, presets and panels are back to their defaults.'],
  ['recordings.sqlite', 'Earlier recordings of prices and account are not shown.'],
  ['market.sqlite', 'The market’s names are read again.'],
];

/** What files set aside cost, and where they are now. */
export function describeSetAside(paths: readonly string[]): string {
  const names = paths.map((path) => path.split(/[\\/]/u).at(-1) ?? path);
  const losses = LOSSES.flatMap(([file, loss]) => (names.some((name) => name.startsWith(file)) ? [loss] : []));
  const where = paths.map((path) => `“${path}”`).join(' and ');
  return [...losses, `${paths.length === 1 ? 'It is' : 'They are'} now ${where}.`].join(' ');
}
