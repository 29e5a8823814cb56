/** One measured figure against its bar, as `npm run bench` prints it: one JSON line each. */
export interface Figure {
  readonly bench: string;
  readonly figure: string;
  /** Median over the rounds, in the unit that the figure's name gives. */
  readonly ours: number;
  /** What it is held against. */
  readonly against: string;
  /** The same measure of that peer or floor, in the same rounds. */
  readonly floor: number;
  /** Median of the per-round ratios ours to floor. */
  readonly ratio: number;
  readonly bar: number;
  readonly holds: boolean;
}

/** The middle value; the mean of the two in the middle of an even count. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper, lower] = [sorted[middle], sorted[middle - 1]];
  if (upper === undefined) throw new Error('the median of nothing');
  return sorted.length % 2 === 1 || lower === undefined ? upper : (upper + lower) / 2;
}

/** Compares two series of the same rounds. The bar is the highest ratio that still holds. */
export function compareRounds(
  name: { readonly bench: string; readonly figure: string; readonly against: string },
  ours: readonly number[],
  peer: readonly number[],
  bar: number,
): Figure {
  if (ours.length !== peer.length) throw new Error('both must have run in every round');
  const ratio = median(ours.map((value, round) => value / (peer[round] ?? Number.NaN)));
  return { ...name, ours: median(ours), floor: median(peer), ratio, bar, holds: ratio <= bar };
}
