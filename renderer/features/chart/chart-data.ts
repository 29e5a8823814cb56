import type { DecimalString } from '../../../shared/decimal.ts';
import { numberOf, type Observation, type ObservedField } from '../../../shared/market/observation.ts';

/** What the plot draws: a column of times and one of numbers for each line, and what each row was read from. */
export interface Columns {
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Null in the rows that stand for a gap. */
  readonly observations: readonly (Observation | null)[];
}

/** The record and what this window has seen since, in order; a gap between the two is one. */
export function joinLive(
  recorded: readonly Observation[],
  live: readonly Observation[],
  gapMs: number,
): readonly Observation[] {
  const last = recorded.at(-1);
  if (last === undefined) return live;
  const newer = live.filter(({ at }) => at > last.at);
  const [first, ...rest] = newer;
  if (first === undefined) return recorded;
  return [...recorded, { ...first, after_gap: first.at - last.at > gapMs }, ...rest];
}

/** The part of a joined record from a time on, with the point before it, from which the first line comes. */
export function fromTime(points: readonly Observation[], fromMs: number): readonly Observation[] {
  const first = points.findIndex(({ at }) => at >= fromMs);
  if (first === -1) return [];
  return points.slice(Math.max(0, first - 1));
}

/** Columns for the plot; where nothing was observed a row without values breaks every line. */
export function toColumns(points: readonly Observation[], fields: readonly ObservedField[]): Columns {
  const times: number[] = [];
  const observations: (Observation | null)[] = [];
  const values = fields.map((): (number | null)[] => []);
  for (const point of points) {
    const before = times.at(-1);
    if (point.after_gap && before !== undefined) {
      times.push((before + point.at) / 2);
      observations.push(null);
      for (const column of values) column.push(null);
    }
    times.push(point.at);
    observations.push(point);
    for (const [index, field] of fields.entries()) values[index]?.push(numberOf(point[field]));
  }
  return { times, values, observations };
}

/** What a line did in the span that is shown. */
export interface LineSummary {
  readonly latest: DecimalString;
  readonly low: DecimalString;
  readonly high: DecimalString;
}

/** Latest, lowest and highest of a line; null where it has no value. */
export function summarise(points: readonly Observation[], field: ObservedField): LineSummary | null {
  let summary: LineSummary | null = null;
  for (const point of points) {
    const value = point[field];
    if (value === null) continue;
    const { low, high }: LineSummary = summary ?? { latest: value, low: value, high: value };
    summary = {
      latest: value,
      low: Number(value) < Number(low) ? value : low,
      high: Number(value) > Number(high) ? value : high,
    };
  }
  return summary;
}
