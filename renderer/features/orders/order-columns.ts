import { readServiceNow, sessionStore } from '../../stores/session-store.ts';
import type { ColDef } from 'ag-grid-community';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { compareDecimals, decimalColumn, formatPlainDecimal, textColumn, timeColumn } from '../../grid/columns.ts';
import { groupColumn } from '../../grid/group-column.ts';
import { InstrumentNameCell } from '../../grid/instrument-name.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatFixed, MISSING } from '../../ui/words/format.ts';
import { mayPressCancel } from '../../ui/order-words/cancel-text.ts';
import { describeTrigger, describeType } from '../../ui/order-words/order-text.ts';
import { spell } from '../../ui/words/spell.ts';
import { nameTime } from '../../ui/order-words/times-in-force.ts';
import { LabelCell } from './label-cell.tsx';
import { MORE_FIELDS, type OrderField } from './order-fields.ts';
import {
  describeView,
  type OrderView,
  readAmount,
  readAverage,
  readCreatedAt,
  readFilled,
  readInstrumentName,
  readLabel,
  readPrice,
  readSide,
} from './order-view.ts';
import { explainPrice, readLevel, readTrigger, showTrigger, writePrice } from './price-words.ts';
import { StateCell } from './state-cell.tsx';
import { formatDecimal } from '../../ui/words/shown.ts';

type Value = Parameters<typeof formatFixed>[0];

/** The places of an instrument's prices; null where these are not known. */
type PlacesOf = (instrumentName: string) => number | null;

/** The type with everything that was asked beside it. */
function describeTerms(row: OrderRow, type: string): string {
  const parts = [
    type,
    row.post_only ? 'post only' : null,
    row.reduce_only ? 'reduce only' : null,
    row.display_amount === null ? null : `shows ${formatDecimal(row.display_amount)}`,
    describeTrigger(row),
    row.linked_order_type === null ? null : row.linked_order_type.replaceAll('_', ' '),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/**
 * With the limit that a trigger leads to: the level that fires it stands in the price's place. What was priced in another form
 * says that already.
 */
function nameType(view: OrderView, placesOf: PlacesOf): string {
  const type = view.source === 'placed' ? describeType(view.row) : spell(view.order.order_type);
  const limit = readTrigger(view) === null || view.row?.advanced != null ? null : readPrice(view);
  if (limit === null) return type;
  return `${type} ${formatDecimal(limit, { min: placesOf(readInstrumentName(view)) ?? 0 })}`;
}

/** A trailing stop with its distance: what it fires at, which moves, stands in the price's place. */
export function readType(view: OrderView, placesOf: PlacesOf): string {
  const type = nameType(view, placesOf);
  const offset = view.row?.trigger_offset ?? view.order?.trigger_offset ?? null;
  const display = view.row?.display_amount ?? view.order?.display_amount ?? view.order?.max_show ?? null;
  const shown = offset === null ? type : `${type} ${formatDecimal(offset)}`;
  return display === null ? shown : `${shown} · iceberg`;
}

const TWO_WORDS = /^(stop|take|market) (market|limit)\b/u;
const SHORT: Readonly<Record<string, string>> = { market: 'mkt', limit: 'lmt' };

/** As desks write it: in a small window, too, a stop that sells at market is told from one with a limit. */
function shortenType(type: string): string {
  return type.replace(TWO_WORDS, (_all, first: string, second: string) => `${SHORT[first] ?? first} ${SHORT[second]}`);
}

/** What became of the order. */
export const STATE_COLUMN = 'state';

/** Eight digits; and the level of a trigger, of seven with a decimal, with its word before it. */
const AMOUNT_PX = 73;
const PRICE_PX = 96;
/** Of four letters. */
const UNIT_PX = 34;

/** Takes its share of the grid's width, at least its content's. */
function size(pixels: number): { readonly flex: number; readonly minWidth: number } {
  return { flex: pixels, minWidth: pixels };
}

/** The price, or the level that fires an order that has none to rest at yet. */
function priceColumn(formatPrice: (value: Value, view: OrderView) => string, placesOf: PlacesOf): ColDef<OrderView> {
  return {
    ...decimalColumn('Price', readPrice, formatPrice),
    ...size(PRICE_PX),
    colId: 'price',
    context: { kind: 'decimal', search: writePrice },
    valueGetter: ({ data }) => (data === undefined ? null : writePrice(data)),
    valueFormatter: ({ data }) => {
      if (data === undefined) return '';
      const trigger = readTrigger(data);
      return trigger === null
        ? formatPrice(readPrice(data), data)
        : showTrigger(trigger, placesOf(readInstrumentName(data)));
    },
    comparator: (_a, _b, { data: a }, { data: b }) =>
      compareDecimals(a === undefined ? null : readLevel(a), b === undefined ? null : readLevel(b)),
    cellClass: ({ data }) => (data === undefined || readTrigger(data) === null ? 'number' : 'number order-trigger'),
    tooltipValueGetter: ({ data }) => (data === undefined ? '' : explainPrice(data)),
  };
}

/**
 * The columns of the orders grid, those of `MORE_FIELDS` hidden: sorted by value, shown as text. `placesOf` gives the
 * places of an instrument's prices.
 */
export function buildOrderColumns(placesOf: PlacesOf): ColDef<OrderView>[] {
  const formatPrice = (value: Value, view: OrderView): string =>
    value === null || value === undefined
      ? MISSING
      : formatDecimal(value, { min: placesOf(readInstrumentName(view)) ?? 0 });
  /** An average has no end: two places more than a price tell it apart, and its tooltip has them all. */
  const formatAverage = (value: Value, view: OrderView): string => {
    const places = placesOf(readInstrumentName(view)) ?? 2;
    return value === null || value === undefined ? MISSING : formatDecimal(value, { min: places, max: places + 2 });
  };
  const formatAmount = (value: Value): string => formatFixed(value, null);
  return [
    groupColumn(84),
    { ...timeColumn('Time', readCreatedAt, false), ...size(87), colId: 'time', sort: 'desc' },
    {
      ...textColumn('Instrument', readInstrumentName),
      ...size(128),
      colId: 'instrument',
      cellClass: 'order-instrument',
      cellRenderer: InstrumentNameCell,
      tooltipValueGetter: ({ value }) => showForeign((value as string | null) ?? ''),
    },
    {
      ...textColumn<OrderView>('Side', (view) => (readSide(view) === 'buy' ? 'Buy' : 'Sell')),
      ...size(34),
      colId: 'side',
      cellClass: ({ data }) => `number ${data !== undefined && readSide(data) === 'buy' ? 'bid' : 'ask'}`,
    },
    { ...decimalColumn('Amount', readAmount, formatAmount), ...size(AMOUNT_PX), colId: 'amount' },
    {
      ...textColumn<OrderView>('Unit', (view) => amountUnitOfName(readInstrumentName(view))),
      ...size(UNIT_PX),
      colId: 'unit',
      headerTooltip: 'Unit of amounts',
      cellClass: 'number order-unit',
    },
    {
      ...decimalColumn('Filled', readFilled, (value) => (value === '0' ? MISSING : formatAmount(value))),
      ...size(AMOUNT_PX),
      colId: 'filled',
    },
    priceColumn(formatPrice, placesOf),
    {
      ...decimalColumn('Avg', readAverage, formatAverage),
      ...size(93),
      colId: 'average',
      headerTooltip: 'Average price',
      tooltipValueGetter: ({ data }) => (data === undefined ? '' : formatPrice(readAverage(data), data)),
    },
    {
      ...textColumn<OrderView>('Type', (view) => readType(view, placesOf)),
      // `limit · usd 7,250` is whole in a window of 1600 pixels.
      flex: 120,
      // `stop mkt` is whole in the smallest window.
      minWidth: 52,
      colId: 'type',
      valueFormatter: ({ value }) => showForeign(shortenType((value as string | null) ?? '')),
      cellClass: 'number order-type',
      tooltipValueGetter: ({ data }) => {
        if (data === undefined) return '';
        return data.source === 'placed' ? describeTerms(data.row, nameType(data, placesOf)) : readType(data, placesOf);
      },
    },
    {
      ...textColumn<OrderView>('TIF', ({ row, order }) => nameTime(order?.time_in_force ?? row?.time_in_force ?? '')),
      ...size(33),
      colId: 'time_in_force',
      headerTooltip: 'Time in force',
      cellClass: 'number',
    },
    // Before the state, which is long: in sight in a small window too, where rows are grouped.
    {
      ...textColumn('Label', readLabel),
      flex: 110,
      minWidth: 54,
      colId: 'label',
      cellClass: 'number',
      cellRenderer: LabelCell,
      tooltipValueGetter: ({ data }) => (data === undefined ? '' : showForeign(readLabel(data) ?? 'none')),
    },
    {
      ...textColumn<OrderView>('State', (view) => describeView(view, readServiceNow())),
      flex: 187,
      minWidth: 160,
      colId: STATE_COLUMN,
      tooltipValueGetter: ({ data, value }) => explainState(data, value as string),
      cellRenderer: StateCell,
    },
    ...MORE_FIELDS.map(buildFieldColumn),
  ];
}

/** The state in full, with the key that cancels the order. */
function explainState(view: OrderView | undefined, state: string): string {
  const cancels = sessionStore.getState().status?.cancels ?? null;
  return view?.source === 'placed' && mayPressCancel(view.row, cancels) ? `${state} · Delete cancels it` : state;
}

function buildFieldColumn(field: OrderField): ColDef<OrderView> {
  const common = { colId: field.id, hide: true, width: 120 } as const;
  switch (field.kind) {
    case 'text':
      return { ...textColumn(field.name, field.read), ...common };
    case 'time':
      return { ...timeColumn(field.name, field.read, true), ...common, width: 150 };
    case 'decimal':
      return { ...decimalColumn(field.name, field.read, formatPlainDecimal), ...common };
  }
}
