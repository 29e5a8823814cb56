import {
  type DecimalString,
  decimalPlaces,
  isPositive,
  readablePlaces,
  roundToPlaces,
} from '../../../shared/decimal.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { formatDecimal, shownMs } from './shown.ts';

/** What stands where there is no value. Missing is never zero. */
export const MISSING = '–';

/** Text of a value with a fixed number of places, or a dash. */
export function formatFixed(value: DecimalString | null | undefined, places: number | null): string {
  if (value === null || value === undefined) return MISSING;
  return places === null ? formatDecimal(value) : formatDecimal(value, { min: places, max: places });
}

/**
 * Text of a price: at least the places of the tick, and every digit it has. Index, mark, band, settlement and delivery are
 * not on the tick's grid. A dash where there is none.
 */
export function formatPrice(value: DecimalString | null | undefined, places: number | null): string {
  return value === null || value === undefined ? MISSING : formatDecimal(value, { min: places ?? 0 });
}

/** As `formatFixed`, with more places where a small value needs them to show four digits. */
export function formatReadable(value: DecimalString | null | undefined, places: number | null): string {
  if (value === null || value === undefined || places === null) return formatFixed(value, places);
  return formatDecimal(value, { min: places, max: readablePlaces(value, places) });
}

/** Text of a value with its sign always written, or a dash. */
export function formatSigned(
  value: DecimalString | null | undefined,
  places: { min?: number; max?: number } = {},
): string {
  if (value === null || value === undefined) return MISSING;
  const text = formatDecimal(value, places);
  // What rounds to nothing has no sign.
  return isPositive(value) && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Marks a figure that has more digits than are shown. */
const ROUNDED = '≈';

/**
 * What an account holds: what is there never shows as zero, since a small value gets the places that show four digits,
 * and a rounded one says so: `0.00002288`, `≈12.4081`.
 */
export function formatHeld(
  value: DecimalString | null | undefined,
  places: { readonly min?: number; readonly max: number },
  sign: 'signed' | 'plain' = 'plain',
): string {
  if (value === null || value === undefined) return MISSING;
  const shown = roundToPlaces(value, readablePlaces(value, places.max));
  const least = places.min ?? 0;
  const all = { min: least, max: Math.max(least, decimalPlaces(shown)) };
  const text = sign === 'signed' ? formatSigned(shown, all) : formatDecimal(shown, all);
  return shown === value ? text : `${ROUNDED}${text}`;
}

/** A change in percent: two places, fewer behind three digits and more. Options change by so much, and columns are narrow. */
export function formatChange(value: DecimalString | null | undefined): string {
  const digits = /\d+/u.exec(value ?? '')?.[0].length ?? 1;
  const places = Math.max(0, 4 - Math.max(2, digits));
  return formatSigned(value, { min: places, max: places });
}

/** Places that every order's price fits into: those of its finest tick. Null without metadata, and of one that has no tick yet. */
export function pricePlaces(instrument: Pick<Instrument, 'tick_size' | 'tick_size_steps'> | null): number | null {
  if (instrument === null) return null;
  if (!isPositive(instrument.tick_size)) return null;
  const ticks = [instrument.tick_size, ...(instrument.tick_size_steps ?? []).map((step) => step.tick_size)];
  return Math.max(...ticks.map(decimalPlaces));
}

/** An age in words with its unit: `0.4 s`, `12 s`, `3 min`, `2 h`. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 119.5) return `${Math.round(seconds)} s`;
  if (seconds < 119.5 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** Time of day by the clock that is shown, `10:41:07`, or `10:41:07.118` with milliseconds. */
export function formatTimeOfDay(epochMs: number, withMilliseconds = false): string {
  return new Date(shownMs(epochMs)).toISOString().slice(11, withMilliseconds ? 23 : 19);
}

/** Whether two instants are of one day by the clock that is shown. */
export function isSameDay(a: number, b: number): boolean {
  return formatDate(a).slice(0, 10) === formatDate(b).slice(0, 10);
}

/** A time of today as `formatTimeOfDay` writes it; that of any other day has its own before it: `11-21 10:41:07`. */
export function formatWhen(epochMs: number, nowMs: number, withMilliseconds = false): string {
  const time = formatTimeOfDay(epochMs, withMilliseconds);
  return isSameDay(epochMs, nowMs) ? time : `${formatDate(epochMs).slice(5, 10)} ${time}`;
}

/** Date and minute by the clock that is shown: `2027-03-27 08:00`. */
export function formatDate(epochMs: number): string {
  return new Date(shownMs(epochMs)).toISOString().slice(0, 16).replace('T', ' ');
}

/** Date and time of day, to the millisecond, by the clock that is shown: `2027-03-27 08:00:00.118`. */
export function formatInstant(epochMs: number): string {
  return new Date(shownMs(epochMs)).toISOString().slice(0, 23).replace('T', ' ');
}
