import type { ColDef } from 'ag-grid-community';
import { compare, decimalFromWire, type DecimalString, toNumber, ZERO } from '../../shared/decimal.ts';
import { readServiceNow } from '../stores/session-store.ts';
import { showForeign } from '../ui/order-words/foreign-text.ts';
import { formatDate, formatTimeOfDay, isSameDay } from '../ui/words/format.ts';
import { formatDecimal, shownMs, zoneNames } from '../ui/words/shown.ts';

/** What every column of our grids has in common. */
export const DEFAULT_COLUMN: ColDef = {
  sortable: false,
  resizable: true,
  suppressHeaderMenuButton: true,
  suppressMovable: true,
};

/** What a column's values are, which decides how they are filtered and exported. */
export type ValueKind = 'decimal' | 'time' | 'text';

/** What our columns carry in `context`. */
interface ColumnContext {
  readonly kind: ValueKind;
  /** What a search finds a row by. */
  readonly search: (row: never) => string | null | undefined;
}

const KINDS: readonly unknown[] = ['decimal', 'time', 'text'] satisfies readonly ValueKind[];

/** What the values of a column are; text for a column that doesn't say. */
export function readKind(column: Pick<ColDef, 'context'>): ValueKind {
  const context: unknown = column.context;
  const isKind = (kind: unknown): kind is ValueKind => KINDS.includes(kind);
  if (typeof context !== 'object' || context === null || !('kind' in context)) return 'text';
  return isKind(context.kind) ? context.kind : 'text';
}

/** What a search finds a row by in this column; null for a column that none is found by. */
export function readSearch(column: Pick<ColDef, 'context'>): ((row: unknown) => string | null | undefined) | null {
  const context: unknown = column.context;
  if (typeof context !== 'object' || context === null || !('search' in context)) return null;
  return typeof context.search === 'function' ? (context.search as (row: unknown) => string | null | undefined) : null;
}

/** A sort compares one value with several others in a row: what it is as a double is kept for the next. */
const last = { a: ZERO, left: 0, b: ZERO, right: 0 };

/**
 * Sorts decimals by value; what is missing comes first. Doubles keep the order of the decimals they are nearest to,
 * so only two that share a double need exact arithmetic.
 */
export function compareDecimals(a: DecimalString | null | undefined, b: DecimalString | null | undefined): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  if (a !== last.a) {
    last.left = toNumber(a);
    last.a = a;
  }
  if (b !== last.b) {
    last.right = toNumber(b);
    last.b = b;
  }
  const { left, right } = last;
  if (left < right) return -1;
  return left > right ? 1 : compare(a, b);
}

/** A right-aligned column of decimals: sorts on the value, shows the text. */
export function decimalColumn<Row>(
  name: string,
  read: (row: Row) => DecimalString | null | undefined,
  format: (value: DecimalString | null | undefined, row: Row) => string,
): ColDef<Row, DecimalString | null | undefined> {
  return {
    headerName: name,
    type: 'number',
    context: { kind: 'decimal', search: read } satisfies ColumnContext,
    valueGetter: ({ data }) => (data === undefined ? null : read(data)),
    valueFormatter: ({ value, data }) => (data === undefined ? '' : format(value, data)),
    comparator: compareDecimals,
    // Its digits, never a double's text, in which 0.00000001 is 1e-8.
  };
}

/** Whole numbers by value, above them the words that stand where one was expected; what is missing comes first. */
export function compareWholes(a: string | null | undefined, b: string | null | undefined): number {
  const [left, right] = [readWhole(a), readWhole(b)];
  if (left !== null && right !== null) return compareDecimals(left, right);
  if (left === null && right === null) return (a ?? '') < (b ?? '') ? -1 : Number((a ?? '') > (b ?? ''));
  return left === null ? -1 : 1;
}

function readWhole(text: string | null | undefined): DecimalString | null {
  return text !== null && text !== undefined && /^-?\d+$/.test(text) ? decimalFromWire(text) : null;
}

/** What makes a column of texts one of whole numbers with any count of digits. */
export function wholeColumn<Row>(
  read: (row: Row) => string | null,
): Pick<ColDef<Row>, 'type' | 'context' | 'comparator'> {
  return {
    type: 'number',
    context: { kind: 'decimal', search: read } satisfies ColumnContext,
    comparator: compareWholes,
  };
}

/**
 * A column of instants, milliseconds since the epoch: shows the chosen clock, with the date where `showsDate`. Without,
 * what is not of today still shows its day, in the room of a time of today.
 */
export function timeColumn<Row>(
  name: string,
  read: (row: Row) => number | null | undefined,
  showsDate: boolean,
): ColDef<Row, number | null> {
  return {
    headerName: name,
    headerValueGetter: () => `${name} (${zoneNames()})`,
    cellClass: 'number',
    context: { kind: 'time', search: (row: Row) => writeSecond(read(row), showsDate) } satisfies ColumnContext,
    valueGetter: ({ data }) => (data === undefined ? null : (read(data) ?? null)),
    valueFormatter: ({ value }) => {
      if (typeof value !== 'number') return '';
      if (showsDate) return `${formatDate(value).slice(0, 10)} ${formatTimeOfDay(value)}`;
      return isSameDay(value, readServiceNow()) ? formatTimeOfDay(value, true) : formatDate(value).slice(5);
    },
    tooltipValueGetter: ({ value }) => (typeof value === 'number' ? new Date(value).toISOString() : ''),
  };
}

const DAY_MS = 86_400_000;
const MINUTES: readonly string[] = Array.from({ length: 1440 }, (_, minute) => writeUtc(minute * 60_000).slice(11, 16));
const SECONDS: readonly string[] = Array.from({ length: 60 }, (_, second) => String(second).padStart(2, '0'));
let knownDay = { day: 0, text: '1970-01-01' };

function writeUtc(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** `14:03:07` of an instant by the clock that is shown, with the date before it; made for every row of a search, so without a date object for each. */
function writeSecond(at: number | null | undefined, showsDate: boolean): string {
  if (at === null || at === undefined || !Number.isFinite(at)) return '';
  const epochMs = shownMs(at);
  const day = Math.floor(epochMs / DAY_MS);
  if (day !== knownDay.day) knownDay = { day, text: writeUtc(day * DAY_MS).slice(0, 10) };
  const second = Math.floor((epochMs - day * DAY_MS) / 1000);
  const time = `${MINUTES[Math.floor(second / 60)]}:${SECONDS[second % 60]}`;
  return showsDate ? `${knownDay.text} ${time}` : time;
}

/** A column of words, whoever wrote them: what is invisible in them becomes visible. */
export function textColumn<Row>(
  name: string,
  read: (row: Row) => string | null | undefined,
): ColDef<Row, string | null> {
  return {
    headerName: name,
    context: { kind: 'text', search: read } satisfies ColumnContext,
    valueGetter: ({ data }) => (data === undefined ? null : (read(data) ?? null)),
    valueFormatter: ({ value }) => (value === null || value === undefined ? '' : showForeign(value)),
  };
}

/** A decimal with all its digits; empty without one. */
export function formatPlainDecimal(value: DecimalString | null | undefined): string {
  return value === null || value === undefined ? '' : formatDecimal(value);
}

/** Column types: `number` is right-aligned with tabular figures. */
export const COLUMN_TYPES = {
  number: { cellClass: 'number', headerClass: 'ag-right-aligned-header', cellStyle: { textAlign: 'right' } },
};
