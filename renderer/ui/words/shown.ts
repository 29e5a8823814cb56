import { type DecimalString, formatDecimal as formatExact } from '../../../shared/decimal.ts';
import type { ClockShown, NumbersShown } from '../../../shared/ipc/schemas/preferences-schema.ts';

const DAY_MS = 86_400_000;

/** What stands between groups of three digits. */
const SEPARATORS: Readonly<Record<NumbersShown, string>> = { comma: ',', space: '\u202f', plain: '' };

/** How this window shows times and numbers; one for all of it, like its theme. */
let shown: { readonly clock: ClockShown; readonly numbers: NumbersShown } = { clock: 'utc', numbers: 'comma' };

/** Sets how times and numbers are shown from now on. What is on screen already is drawn anew by who shows it. */
export function setShown(next: typeof shown): void {
  shown = next;
}

/** The shown clock's lead over UTC at an instant, milliseconds. */
function offsetMs(epochMs: number): number {
  return shown.clock === 'utc' ? 0 : -new Date(epochMs).getTimezoneOffset() * 60_000;
}

/** The instant whose UTC text is what the chosen clock says at `epochMs`. */
export function shownMs(epochMs: number): number {
  return epochMs + offsetMs(epochMs);
}

/** The first instant at which the chosen clock shows what `shownMs` gives; null where summer time skips it. */
export function instantOf(shownAtMs: number): number | null {
  // The zone changes at most once in two days.
  const candidates = [-DAY_MS, DAY_MS].map((way) => shownAtMs - offsetMs(shownAtMs + way));
  return candidates.find((atMs) => shownMs(atMs) === shownAtMs) ?? null;
}

/** Short names of zones by their long ones: the system's zone may change while the window is open. */
const shortNames = new Map<string, string>();

/** The zone that times are shown in, such as `UTC`, `EST` or `GMT+1`, as it is called at an instant. */
export function zoneName(epochMs: number): string {
  if (shown.clock === 'utc') return 'UTC';
  // `GMT-0500 (Eastern Standard Time)`, of the zone that is set now. A formatter keeps the zone that it was made in.
  const longName = new Date(epochMs).toTimeString().slice(9);
  const known = shortNames.get(longName);
  if (known !== undefined) return known;
  // The first reads the browser's tables of zones: 20 ms, so not before it is needed.
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(epochMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local';
  shortNames.set(longName, name);
  return name;
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
