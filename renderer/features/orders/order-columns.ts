import type { ColDef } from 'ag-grid-community';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { decimalColumn } from '../../grid/columns.ts';
import { formatFixed, formatUtcTime, MISSING } from '../../ui/format.ts';
import { describeStateFully, readBookedPrice } from '../../ui/order-text.ts';
import { StateCell } from './state-cell.tsx';

const TIMES: Readonly<Record<OrderRow['time_in_force'], string>> = {
  good_til_cancelled: 'GTC',
  good_til_day: 'Day',
  fill_or_kill: 'FOK',
  immediate_or_cancel: 'IOC',
};

function formatPlain(value: Parameters<typeof formatFixed>[0]): string {
  return formatFixed(value, null);
}

function describeType(row: OrderRow): string {
  const flags = [row.post_only ? 'post' : '', row.reduce_only ? 'reduce' : ''].filter((flag) => flag !== '');
  return [row.type.replaceAll('_', ' '), ...flags].join(' · ');
}

/** The columns of the orders grid. Sorts by value; shows text. */
export function buildOrderColumns(): ColDef<OrderRow>[] {
  const sortable = { sortable: true } as const;
  return [
    {
      ...sortable,
      colId: 'time',
      headerName: 'Time',
      width: 92,
      cellClass: 'number',
      sort: 'desc',
      valueGetter: ({ data }) => data?.created_at,
      valueFormatter: ({ value }) => (typeof value === 'number' ? formatUtcTime(value, true) : ''),
      tooltipValueGetter: ({ data }) =>
        data === undefined ? '' : `${new Date(data.created_at).toISOString()} (local clock)`,
    },
    {
      ...sortable,
      colId: 'instrument',
      headerName: 'Instrument',
      minWidth: 148,
      flex: 148,
      cellClass: 'order-instrument',
      valueGetter: ({ data }) => data?.instrument_name,
    },
    {
      ...sortable,
      colId: 'side',
      headerName: 'Side',
      width: 44,
      cellClass: ({ data }) => `number ${data?.direction === 'buy' ? 'bid' : 'ask'}`,
      valueGetter: ({ data }) => (data?.direction === 'buy' ? 'Buy' : 'Sell'),
    },
    { ...sortable, ...decimalColumn('Amount', (row: OrderRow) => row.amount, formatPlain), colId: 'amount', width: 66 },
    {
      ...sortable,
      ...decimalColumn(
        'Filled',
        (row: OrderRow) => row.order?.filled_amount,
        (value) => (value === '0' ? MISSING : formatPlain(value)),
      ),
      colId: 'filled',
      width: 62,
    },
    { ...sortable, ...decimalColumn('Price', readBookedPrice, formatPlain), colId: 'price', width: 72 },
    {
      ...sortable,
      ...decimalColumn(
        'Avg',
        (row: OrderRow) => (row.order?.filled_amount === '0' ? null : row.order?.average_price),
        formatPlain,
      ),
      colId: 'average',
      width: 72,
    },
    {
      ...sortable,
      colId: 'type',
      headerName: 'Type',
      width: 80,
      cellClass: 'number',
      valueGetter: ({ data }) => (data === undefined ? '' : describeType(data)),
    },
    {
      ...sortable,
      colId: 'time_in_force',
      headerName: 'TIF',
      width: 40,
      cellClass: 'number',
      valueGetter: ({ data }) => (data === undefined ? '' : TIMES[data.time_in_force]),
    },
    {
      colId: 'state',
      headerName: 'State',
      minWidth: 230,
      flex: 270,
      valueGetter: ({ data }) => (data === undefined ? '' : describeStateFully(data, Date.now())),
      tooltipValueGetter: ({ value }) => value as string,
      cellRenderer: StateCell,
    },
    {
      ...sortable,
      colId: 'label',
      headerName: 'Label',
      minWidth: 80,
      flex: 80,
      cellClass: 'number',
      valueGetter: ({ data }) => data?.label,
      tooltipValueGetter: ({ data }) => data?.label,
    },
  ];
}
