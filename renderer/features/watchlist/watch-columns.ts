import type { ColDef } from 'ag-grid-community';
import type { DecimalString } from '../../../shared/decimal.ts';
import { isPositive, isZero } from '../../../shared/decimal.ts';
import { decimalColumn } from '../../grid/columns.ts';
import { explainAge } from '../../stores/freshness.ts';
import { formatFixed, formatSigned } from '../../ui/format.ts';
import { InstrumentCell } from './instrument-cell.ts';
import { describeAge, readAsk, readBid, readChange, readMark, type WatchRow } from './watch-row.ts';

/** Columns whose cells offer their price to the ticket. */
export const PRICE_READERS: Record<string, (row: WatchRow) => DecimalString | null> = {
  bid: readBid,
  ask: readAsk,
  mark: readMark,
};

function formatPrice(value: DecimalString | null | undefined, row: WatchRow): string {
  return formatFixed(value, row.places);
}

/** The watchlist's columns. None sorts: the order is the trader's own, and a sort on a ticking column never rests. */
export function buildWatchColumns(): ColDef<WatchRow>[] {
  return [
    {
      colId: 'instrument',
      headerName: 'Instrument',
      flex: 148,
      minWidth: 140,
      valueGetter: ({ data }) => data?.freshness,
      cellRenderer: InstrumentCell,
    },
    { ...decimalColumn('Bid', readBid, formatPrice), colId: 'bid', flex: 59, cellClass: 'number bid price-cell' },
    { ...decimalColumn('Ask', readAsk, formatPrice), colId: 'ask', flex: 59, cellClass: 'number ask price-cell' },
    { ...decimalColumn('Mark', readMark, formatPrice), colId: 'mark', flex: 59, cellClass: 'number price-cell' },
    {
      ...decimalColumn('24h %', readChange, (value) => formatSigned(value, { min: 2, max: 2 })),
      colId: 'change',
      flex: 52,
      cellClassRules: {
        bid: ({ value }) => typeof value === 'string' && isPositive(value as DecimalString),
        ask: ({ value }) =>
          typeof value === 'string' && !isPositive(value as DecimalString) && !isZero(value as DecimalString),
      },
    },
    {
      colId: 'age',
      headerName: 'Age',
      flex: 50,
      type: 'number',
      valueGetter: ({ data }) => (data === undefined ? '' : describeAge(data, performance.now())),
      tooltipValueGetter: ({ data }) =>
        data === undefined ? '' : explainAge(data.received, data.freshness, performance.now()),
    },
  ];
}
