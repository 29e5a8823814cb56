import { type DecimalString, divide, isPositive, multiply, subtract, toNumber } from '../../../shared/decimal.ts';
import type { AccountHistory, HistoryField, HistoryPoint } from '../../../shared/ipc/schemas/account-schema.ts';

const HUNDRED = '100' as DecimalString;

/** A value for each moment; null where it is not known. */
export type Values = (number | null)[];

/** Lines over common moments, in seconds since the epoch; a gap of the polls is a moment without values. */
export interface Lines {
  readonly times: number[];
  readonly lines: Values[];
}

/** The figures of the history as lines. */
export function linesOf(
  points: readonly HistoryPoint[],
  figures: readonly ((point: HistoryPoint) => number | null)[],
): Lines {
  const times: number[] = [];
  const lines: Values[] = figures.map(() => []);
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (point.after_gap && before !== undefined) {
      times.push((before.at + point.at) / 2000);
      for (const line of lines) line.push(null);
    }
    times.push(point.at / 1000);
    for (const [at, line] of lines.entries()) line.push(figures[at]?.(point) ?? null);
  }
  return { times, lines };
}

export function figureOf(field: HistoryField): (point: HistoryPoint) => number | null {
  return ({ values }) => {
    const value = values[field];
    return value === undefined ? null : toNumber(value);
  };
}

/** A margin as percent of the margin balance; null without one or where nothing is left to take it from. */
export function marginPercent(field: 'initial_margin' | 'maintenance_margin'): (point: HistoryPoint) => number | null {
  return ({ values }) => {
    const [margin, balance] = [values[field], values.margin_balance];
    if (margin === undefined || balance === undefined || !isPositive(balance)) return null;
    return toNumber(multiply(divide(margin, balance), HUNDRED));
  };
}

/** The line again, with values only at the first moments that know of fills of that side. */
export function markFills(
  { times, lines: [line = []] }: Lines,
  fills: AccountHistory['fills'],
  direction: 'buy' | 'sell',
): Values {
  const marks: Values = times.map(() => null);
  for (const fill of fills) {
    if (fill.direction !== direction) continue;
    const at = times.findIndex((time, index) => time * 1000 >= fill.at && line[index] !== null);
    if (at !== -1) marks[at] = line[at] ?? null;
  }
  return marks;
}

/**
 * What a figure that is `now` has changed by since this start, where the span reaches back to it: else, `isSinceStart`
 * being false, over the span. Null where it is not known.
 */
export function changeOver(
  { points, started_at }: Pick<AccountHistory, 'points' | 'started_at'>,
  spanMs: number | null,
  field: HistoryField,
  now: DecimalString | undefined,
) {
  const startMs = started_at ?? 0;
  const spanFromMs = spanMs === null ? 0 : (points.at(-1)?.at ?? 0) - spanMs;
  const fromMs = Math.max(startMs, spanFromMs);
  const first = points.find(({ at, values }) => at >= fromMs && values[field] !== undefined)?.values[field];
  const change = first === undefined || now === undefined ? null : subtract(now, first);
  return { change, isSinceStart: spanFromMs <= startMs };
}
