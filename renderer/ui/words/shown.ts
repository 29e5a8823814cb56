import { type DecimalString, formatDecimal as formatExact } from '../../../shared/decimal.ts';
import type { ClockShown, NumbersShown } from '../../../shared/ipc/preferences-schema.ts';

const HOUR_QUARTER_MS = 900_000;

/** What stands between groups of three digits. */
const SEPARATORS: Readonly<Record<NumbersShown, string>> = { comma: ',', space: '\u202f', plain: '' };

/** How this window shows times and numbers; one for all of it, like its theme. */
let shown: { readonly clock: ClockShown; readonly numbers: NumbersShown } = { clock: 'utc', numbers: 'comma' };
let knownOffset = { quarter: Number.NaN, ms: 0 };

/** Sets how times and numbers are shown from now on. What is on screen already is drawn anew by who shows it. */
export function setShown(next: typeof shown): void {
  shown = next;
  knownOffset = { quarter: Number.NaN, ms: 0 };
}

/** The local clock's lead over UTC at an instant, milliseconds. Zones change on the quarter of an hour at most. */
function localOffsetMs(epochMs: number): number {
  const quarter = Math.floor(epochMs / HOUR_QUARTER_MS);
  if (quarter !== knownOffset.quarter) {
    knownOffset = { quarter, ms: -new Date(epochMs).getTimezoneOffset() * 60_000 };
  }
  return knownOffset.ms;
}

/** The instant whose UTC text is what the chosen clock says at `epochMs`. */
export function shownMs(epochMs: number): number {
  return shown.clock === 'utc' ? epochMs : epochMs + localOffsetMs(epochMs);
}

/** Whether times are shown by the machine's own zone. */
export function isLocalShown(): boolean {
  return shown.clock === 'local';
}

/** Made when it is needed: the browser reads its tables of zones for it, 20 ms of a start. */
let zoneText: Intl.DateTimeFormat | null = null;

/** The zone that times are shown in, such as `UTC`, `EST` or `GMT+1`, as it is called at an instant. */
export function zoneName(epochMs: number = Date.now()): string {
  if (shown.clock === 'utc') return 'UTC';
  zoneText ??= new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  return zoneText.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'local';
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** Every name that the zone has in a year, such as `EST/EDT`: for what names the zone of times of any season. */
export function zoneNames(): string {
  const year = new Date().getUTCFullYear();
  return [...new Set(MONTHS.map((month) => zoneName(Date.UTC(year, month))))].join('/');
}

function regroup(text: string): string {
  return shown.numbers === 'comma' ? text : text.replaceAll(',', SEPARATORS[shown.numbers]);
}

/** The decimal as `shared/decimal.ts` writes it, with the groups of digits that the trader chose. */
export function formatDecimal(value: DecimalString, places: { min?: number; max?: number } = {}): string {
  return regroup(formatExact(value, places));
}

/** A whole number, likewise; with up to `places` decimals where they are asked for. */
export function formatCount(count: number, places = 0): string {
  return regroup(count.toLocaleString('en-US', { maximumFractionDigits: places }));
}
