/** What a profile's file holds, by how its name begins. */
const LOSSES: readonly (readonly [file: string, loss: string])[] = [
  ['journal.sqlite', 'Orders of before are not shown, nor looked up.'],
  ['rfqs.sqlite', 'Block RFQs of before are not shown, nor looked up.'],
  ['settings.sqlite', 'What was set in this profile is as one begins: guards, watchlists, presets, panels.'],
  ['recordings.sqlite', 'Prices and the account as recorded before are not shown.'],
  ['market.sqlite', 'Names of the market are asked for again.'],
];

/** What is missing with files that were set aside, and where they are now. */
export function describeSetAside(paths: readonly string[]): string {
  const names = paths.map((path) => path.split(/[\\/]/u).at(-1) ?? path);
  const losses = LOSSES.flatMap(([file, loss]) => (names.some((name) => name.startsWith(file)) ? [loss] : []));
  const where = paths.map((path) => `“${path}”`).join(' and ');
  return [...losses, `${paths.length === 1 ? 'It is' : 'They are'} now ${where}.`].join(' ');
}
