import type { ColDef } from 'ag-grid-community';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { formatDecimal } from '../../../shared/decimal.ts';
import { decimalColumn } from '../../grid/columns.ts';
import { formatFixed, formatUtcTime, MISSING } from '../../ui/format.ts';
import { describeStateFully, describeTrigger, describeType, readBookedPrice } from '../../ui/order-text.ts';
import { LabelCell } from './label-cell.tsx';
import { StateCell } from './state-cell.tsx';

const TIMES: Readonly<Record<OrderRow['time_in_force'], string>> = {
  good_til_cancelled: 'GTC',
  good_til_day: 'Day',
  fill_or_kill: 'FOK',
  immediate_or_cancel: 'IOC',
};

type Value = Parameters<typeof formatFixed>[0];

function formatPlain(value: Value): string {
  return formatFixed(value, null);
}

/** The type with everything that was asked beside it. */
function describeTerms(row: OrderRow): string {
  const parts = [
    describeType(row),
    row.post_only ? 'post only' : null,
    row.reduce_only ? 'reduce only' : null,
    row.display_amount === null ? null : `shows ${formatDecimal(row.display_amount)}`,
    describeTrigger(row),
    row.linked_order_type === null ? null : row.linked_order_type.replaceAll('_', ' '),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Takes its share of the grid's width, but no less than its content needs. */
function size(pixels: number): { readonly flex: number; readonly minWidth: number } {
  return { flex: pixels, minWidth: pixels };
}

/** The columns of the orders grid: sorted by value, shown as text. `placesOf` gives the places of an instrument's prices. */
export function buildOrderColumns(placesOf: (instrumentName: string) => number | null): ColDef<OrderRow>[] {
  const formatPrice = (value: Value, row: OrderRow): string =>
    value === null || value === undefined ? MISSING : formatDecimal(value, { min: placesOf(row.instrument_name) ?? 0 });
  const sortable = { sortable: true } as const;
  return [
    {
      ...sortable,
      ...size(86),
      colId: 'time',
      headerName: 'Time',
      cellClass: 'number',
      sort: 'desc',
      valueGetter: ({ data }) => data?.created_at,
      valueFormatter: ({ value }) => (typeof value === 'number' ? formatUtcTime(value, true) : ''),
      tooltipValueGetter: ({ data }) =>
        data === undefined ? '' : `${new Date(data.created_at).toISOString()} (local clock)`,
    },
    {
      ...sortable,
      ...size(138),
      colId: 'instrument',
      headerName: 'Instrument',
      cellClass: 'order-instrument',
      valueGetter: ({ data }) => data?.instrument_name,
    },
    {
      ...sortable,
      ...size(36),
      colId: 'side',
      headerName: 'Side',
      cellClass: ({ data }) => `number ${data?.direction === 'buy' ? 'bid' : 'ask'}`,
      valueGetter: ({ data }) => (data?.direction === 'buy' ? 'Buy' : 'Sell'),
    },
    {
      ...sortable,
      ...decimalColumn('Amount', (row: OrderRow) => row.amount, formatPlain),
      ...size(56),
      colId: 'amount',
    },
    {
      ...sortable,
      ...decimalColumn(
        'Filled',
        (row: OrderRow) => row.order?.filled_amount,
        (value) => (value === '0' ? MISSING : formatPlain(value)),
      ),
      ...size(52),
      colId: 'filled',
    },
    { ...sortable, ...decimalColumn('Price', readBookedPrice, formatPrice), ...size(62), colId: 'price' },
    {
      ...sortable,
      ...decimalColumn(
        'Avg',
        (row: OrderRow) => (row.order?.filled_amount === '0' ? null : row.order?.average_price),
        formatPrice,
      ),
      ...size(62),
      colId: 'average',
    },
    {
      ...sortable,
      ...size(96),
      colId: 'type',
      headerName: 'Type',
      cellClass: 'number',
      valueGetter: ({ data }) => (data === undefined ? '' : describeType(data)),
      tooltipValueGetter: ({ data }) => (data === undefined ? '' : describeTerms(data)),
    },
    {
      ...sortable,
      ...size(38),
      colId: 'time_in_force',
      headerName: 'TIF',
      cellClass: 'number',
      valueGetter: ({ data }) => (data === undefined ? '' : TIMES[data.time_in_force]),
    },
    {
      ...size(190),
      colId: 'state',
      headerName: 'State',
      valueGetter: ({ data }) => (data === undefined ? '' : describeStateFully(data, Date.now())),
      tooltipValueGetter: ({ value }) => value as string,
      cellRenderer: StateCell,
    },
    {
      ...sortable,
      flex: 150,
      minWidth: 98,
      colId: 'label',
      headerName: 'Label',
      cellClass: 'number',
      cellRenderer: LabelCell,
      valueGetter: ({ data }) => data?.label,
      tooltipValueGetter: ({ data }) => data?.label,
    },
  ];
}
