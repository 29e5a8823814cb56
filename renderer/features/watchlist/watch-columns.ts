import type { ColDef, SuppressKeyboardEventParams } from 'ag-grid-community';
import type { WatchedList } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import type { DecimalString } from '../../../shared/decimal.ts';
import { isPositive, isZero } from '../../../shared/decimal.ts';
import { decimalColumn } from '../../grid/columns.ts';
import { LiveCell, type LiveCellShow } from '../../grid/live-cells.ts';
import { explainAge } from '../../stores/freshness.ts';
import { formatChange, formatFixed, formatPrice } from '../../ui/words/format.ts';
import { InstrumentCell } from './instrument-cell.ts';
import {
  describeAge,
  readAgeMs,
  readAsk,
  readAskSize,
  readBid,
  readBidSize,
  readChange,
  readMark,
  type WatchRow,
} from './watch-row.ts';

/** Columns whose cells offer their price to the ticket. */
export const PRICE_READERS: Record<string, (row: WatchRow) => DecimalString | null> = {
  bid: readBid,
  ask: readAsk,
  mark: readMark,
};

/** Columns that can be put away, by what the picker calls them. */
export const OPTIONAL_COLUMNS = [
  { id: 'bid_size', name: 'Bid size' },
  { id: 'bid', name: 'Bid' },
  { id: 'ask', name: 'Ask' },
  { id: 'ask_size', name: 'Ask size' },
  { id: 'mark', name: 'Mark' },
  { id: 'change', name: '24h %' },
  { id: 'age', name: 'Age' },
] as const;

/** Wide enough for a price of seven digits with a decimal; a panel without room for all columns scrolls. */
const PRICE_MIN_PX = 70;

function formatPriceOf(value: DecimalString | null | undefined, row: WatchRow): string {
  return formatPrice(value, row.places);
}

function formatSize(value: DecimalString | null | undefined): string {
  return formatFixed(value, null);
}

/** Moving a row is ours: the grid would move the focus too. */
function isOurs({ event }: SuppressKeyboardEventParams<WatchRow>): boolean {
  return event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
}

/** A column of decimals whose cells tick. */
function liveColumn(
  name: string,
  read: (row: WatchRow) => DecimalString | null,
  format: (value: DecimalString | null | undefined, row: WatchRow) => string,
  tone?: LiveCellShow<WatchRow>['tone'],
): ColDef<WatchRow, DecimalString | null | undefined> {
  const show: LiveCellShow<WatchRow> = {
    text: (row) => format(read(row), row),
    ...(tone === undefined ? {} : { tone }),
  };
  return { ...decimalColumn(name, read, format), cellRenderer: LiveCell, cellRendererParams: show };
}

function toneOfChange(row: WatchRow): string {
  const change = readChange(row);
  if (change === null || isZero(change)) return '';
  return isPositive(change) ? 'bid' : 'ask';
}

const COLUMNS: readonly (ColDef<WatchRow> & { readonly colId: string })[] = [
  {
    colId: 'instrument',
    headerName: 'Instrument',
    flex: 185,
    // A whole name such as BTC-25DEC26-100000-C, in the smaller type of a narrow list.
    minWidth: 132,
    valueGetter: ({ data }) => data?.freshness,
    comparator: (_a, _b, { data: a }, { data: b }) => (a?.name ?? '').localeCompare(b?.name ?? ''),
    cellRenderer: InstrumentCell,
  },
  { ...liveColumn('Bid size', readBidSize, formatSize), colId: 'bid_size', flex: 84, minWidth: PRICE_MIN_PX },
  {
    ...liveColumn('Bid', readBid, formatPriceOf),
    colId: 'bid',
    flex: 84,
    minWidth: PRICE_MIN_PX,
    cellClass: 'number bid price-cell',
  },
  {
    ...liveColumn('Ask', readAsk, formatPriceOf),
    colId: 'ask',
    flex: 84,
    minWidth: PRICE_MIN_PX,
    cellClass: 'number ask price-cell',
  },
  { ...liveColumn('Ask size', readAskSize, formatSize), colId: 'ask_size', flex: 84, minWidth: PRICE_MIN_PX },
  {
    ...liveColumn('Mark', readMark, formatPriceOf),
    colId: 'mark',
    flex: 84,
    minWidth: PRICE_MIN_PX,
    cellClass: 'number price-cell',
  },
  {
    ...liveColumn('24h %', readChange, formatChange, toneOfChange),
    colId: 'change',
    flex: 58,
    minWidth: 50,
  },
  {
    colId: 'age',
    headerName: 'Age',
    flex: 50,
    minWidth: 38,
    type: 'number',
    valueGetter: ({ data }) => (data === undefined ? null : readAgeMs(data, performance.now())),
    valueFormatter: ({ data }) => (data === undefined ? '' : describeAge(data, performance.now())),
    cellRenderer: LiveCell,
    cellRendererParams: { text: (row) => describeAge(row, performance.now()) } satisfies LiveCellShow<WatchRow>,
    tooltipValueGetter: ({ data }) =>
      data === undefined ? '' : explainAge(data.received, data.freshness, performance.now()),
  },
];

/** The watchlist's columns, as a list is sorted and the trader wants to see them. */
export function buildWatchColumns(sort: WatchedList['sort'], hidden: readonly string[]): ColDef<WatchRow>[] {
  return COLUMNS.map((column) => ({
    ...column,
    sortable: true,
    hide: hidden.includes(column.colId),
    sort: sort?.column === column.colId ? sort.direction : null,
    suppressKeyboardEvent: isOurs,
  }));
}
