import type { DecimalString } from '../../../shared/decimal.ts';
import type { History } from '../../../shared/ipc/schemas/history-schema.ts';
import type { Observation } from '../../../shared/market/observation.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatFixed, formatDate, formatTimeOfDay, formatWhen, isSameDay, formatPrice } from '../../ui/words/format.ts';
import type { Units } from '../../ui/words/units.ts';
import { summarise } from './chart-data.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartLine } from './chart-lines.ts';
import { formatDecimal, zoneName } from '../../ui/words/shown.ts';

/** A value of a line, or a dash. */
export function formatValue(value: DecimalString | null, { field, places }: ChartLine): string {
  return field === 'mark_iv' ? formatFixed(value, places) : formatPrice(value, places);
}

/** The same with its unit. */
export function describeValue(observation: Observation | null, line: ChartLine): string {
  const { field, unit } = line;
  const value = observation?.[field] ?? null;
  const text = formatValue(value, line);
  return value === null || unit === '' ? text : `${text} ${unit}`;
}

/** What a fill marker says; `nowMs` is the moment, since the epoch. */
export function describeFill(fill: ChartFill, units: Units, nowMs: number): string {
  const verb = fill.direction === 'sell' ? 'Sold' : 'Bought';
  const amount = `${formatDecimal(fill.amount)} ${units.amount}`.trim();
  const price = `${formatDecimal(fill.price, { min: units.places ?? 0 })} ${units.price}`.trim();
  const part = fill.isWhole ? '' : ', so far';
  return `${verb} ${amount} at ${price} on average${part} · ${formatWhen(fill.at, nowMs)} ${zoneName(fill.at)} · ${showForeign(fill.label)}`;
}

/** Since when there is a record, and whether it goes on. */
export function describeRecording(history: History | null, firstLiveMs: number | null, nowMs: number): string | null {
  if (history === null) return null;
  const { recorded_since, recording } = history;
  const isKept = recording === 'on' || recording === 'begun_anew';
  const since = recorded_since ?? (isKept ? firstLiveMs : null);
  const moment = since === null ? null : describeMoment(since, nowMs);
  switch (recording) {
    case 'on':
      return moment === null ? 'Nothing recorded yet' : `Recorded by this terminal since ${moment}`;
    case 'begun_anew':
      return `${moment === null ? 'Recording begins' : `Recorded since ${moment}`}; the older file was damaged and set aside`;
    case 'read_only':
      return moment === null
        ? 'Not recorded: another terminal holds this profile'
        : `Recorded by another instance since ${moment}`;
    case 'failed':
      return moment === null ? 'Not recorded' : `Recorded since ${moment}, with losses`;
  }
}

/** A time of today, or with its date. */
function describeMoment(atMs: number, nowMs: number): string {
  const text = formatDate(atMs);
  return `${isSameDay(atMs, nowMs) ? text.slice(11) : text} ${zoneName(atMs)}`;
}

interface Described {
  readonly instrumentName: string;
  readonly rangeName: string;
  readonly points: readonly Observation[];
  readonly lines: readonly ChartLine[];
  readonly fills: readonly ChartFill[];
  readonly isStale: boolean;
}

/** The chart in words, for those who don't see it: each line's latest value and range, gaps and fills. */
export function describeChart({ instrumentName, rangeName, points, lines, fills, isStale }: Described): string {
  const last = points.at(-1);
  if (last === undefined) return `${instrumentName}, last ${rangeName}: nothing was observed`;
  const values = lines.flatMap((line) => {
    const { field, name, unit } = line;
    const summary = summarise(points, field);
    if (summary === null) return [];
    const [latest, low, high] = [summary.latest, summary.low, summary.high].map((value) => formatValue(value, line));
    return [`${name} ${latest} ${unit}, from ${low} to ${high}`];
  });
  const gaps = points.slice(1).filter(({ after_gap }) => after_gap).length;
  return [
    `${instrumentName}, last ${rangeName}, to ${formatTimeOfDay(last.at)} ${zoneName(last.at)}${isStale ? ', stale' : ''}`,
    ...values,
    count(points.length, 'point', 'points'),
    ...(gaps === 0 ? [] : [count(gaps, 'gap', 'gaps')]),
    ...(fills.length === 0 ? [] : [count(fills.length, 'own fill', 'own fills')]),
  ].join('; ');
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
