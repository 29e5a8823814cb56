import type { ColDef } from 'ag-grid-community';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import { type DecimalString } from '../../../shared/decimal.ts';
import { decimalColumn, textColumn, timeColumn, wholeColumn } from '../../grid/columns.ts';
import { groupColumn } from '../../grid/group-column.ts';
import { InstrumentNameCell } from '../../grid/instrument-name.ts';
import type { GridGroup } from '../../grid/use-grid.ts';
import { lookUp, showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatFixed, formatInstant, formatSigned, MISSING } from '../../ui/words/format.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

type Value = DecimalString | null | undefined;

const LIQUIDITY: Readonly<Record<string, string>> = { M: 'maker', T: 'taker', MT: 'maker and taker' };
const TICKS: readonly string[] = ['plus', 'zero-plus', 'minus', 'zero-minus'];

function size(pixels: number): Pick<ColDef, 'flex' | 'minWidth'> {
  return { flex: pixels, minWidth: pixels };
}

function plain(value: Value): string {
  return formatFixed(value, null);
}

/** A column of text as the service wrote it; what is not there is a dash. */
function text(colId: string, headerName: string, pixels: number, read: (row: TradeRow) => unknown): ColDef<TradeRow> {
  return {
    ...textColumn<TradeRow>(headerName, (row) => spell(read(row))),
    ...size(pixels),
    colId,
    cellClass: 'number',
    valueFormatter: ({ value }) => showText(value),
    tooltipValueGetter: ({ value }) => showText(value),
  };
}

/** A number that names or counts something: sorted, filtered and exported as one where it is one, shown digit by digit. */
function whole(colId: string, headerName: string, pixels: number, read: (row: TradeRow) => unknown): ColDef<TradeRow> {
  return {
    ...text(colId, headerName, pixels, read),
    ...wholeColumn<TradeRow>((row) => spell(read(row))),
  };
}

function showText(value: unknown): string {
  return typeof value === 'string' ? showForeign(value) : MISSING;
}

function spell(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nameRole(liquidity: string | undefined): string | undefined {
  return liquidity === undefined ? undefined : (lookUp(LIQUIDITY, liquidity) ?? liquidity);
}

/** The currency of a trade's fee, which need not be that of its profit. */
export function feeCurrencyOf({ trade, currency }: TradeRow): string {
  return trade.fee_currency ?? currency;
}

/** The currency of a trade's profit, and its fee's if different. */
export function moneyOf(row: TradeRow): string {
  const fee = feeCurrencyOf(row);
  return fee === row.currency ? fee : `${row.currency}, fee ${fee}`;
}

function numbers(
  colId: string,
  name: string,
  pixels: number,
  read: (row: TradeRow) => Value,
  format: (value: Value) => string = plain,
): ColDef<TradeRow> {
  return { ...decimalColumn(name, read, format), ...size(pixels), colId };
}

/** Columns that are there when the panel opens. */
const SHOWN = new Set([
  'time',
  'instrument',
  'direction',
  'amount',
  'unit',
  'price',
  'liquidity',
  'fee',
  'predicted_fee',
  'profit',
  'profit_currency',
  'label',
  'trade_id',
]);

/** Every field of a trade; those beyond the usual ones are hidden until they are asked for. */
export function buildTradeColumns(): ColDef<TradeRow>[] {
  const columns: ColDef<TradeRow>[] = [
    groupColumn(120),
    {
      ...timeColumn<TradeRow>('Time', ({ trade }) => trade.timestamp, true),
      ...size(172),
      colId: 'time',
      sort: 'desc',
      valueFormatter: ({ value }) => (typeof value === 'number' ? formatInstant(value) : ''),
    },
    {
      ...text('instrument', 'Instrument', 150, ({ trade }) => trade.instrument_name),
      cellClass: 'trade-instrument',
      cellRenderer: InstrumentNameCell,
    },
    {
      ...text('direction', 'Side', 44, ({ trade }) => (trade.direction === 'buy' ? 'Buy' : 'Sell')),
      cellClass: ({ data }) => `number ${data?.trade.direction === 'buy' ? 'bid' : 'ask'}`,
    },
    numbers('amount', 'Amount', 84, ({ trade }) => trade.amount),
    text('unit', 'Unit', 44, ({ trade }) => amountUnitOfName(trade.instrument_name)),
    numbers('price', 'Price', 78, ({ trade }) => trade.price),
    text('liquidity', 'Role', 52, ({ trade }) => nameRole(trade.liquidity)),
    numbers('fee', 'Fee', 92, ({ trade }) => trade.fee),
    numbers('predicted_fee', 'Fee forecast', 92, (row) => row.predicted_fee),
    numbers(
      'profit',
      'Realised P&L',
      96,
      ({ trade }) => trade.profit_loss,
      (value) => formatSigned(value),
    ),
    text('profit_currency', 'In', 42, moneyOf),
    text('label', 'Label', 110, ({ trade }) => trade.label),
    text('trade_id', 'Trade', 90, ({ trade }) => trade.trade_id),
    text('order_id', 'Order', 110, ({ trade }) => trade.order_id),
    whole('trade_seq', 'Sequence', 74, ({ trade }) => trade.trade_seq),
    text('kind', 'Kind', 84, (row) => row.kind.replaceAll('_', ' ')),
    text('state', 'State', 64, ({ trade }) => trade.state),
    text('order_type', 'Type', 64, ({ trade }) => trade.order_type),
    text('original_order_type', 'Original type', 90, ({ trade }) => trade.original_order_type),
    text('tick_direction', 'Tick', 66, ({ trade }) => TICKS[trade.tick_direction ?? -1] ?? trade.tick_direction),
    text('matching_id', 'Matching', 70, ({ trade }) => trade.matching_id),
    numbers('contracts', 'Contracts', 74, ({ trade }) => trade.contracts),
    numbers('mark_price', 'Mark', 78, ({ trade }) => trade.mark_price),
    numbers('index_price', 'Index', 78, ({ trade }) => trade.index_price),
    numbers('underlying_price', 'Underlying', 78, ({ trade }) => trade.underlying_price),
    numbers(
      'iv',
      'IV',
      56,
      ({ trade }) => trade.iv,
      (value) => (value == null ? MISSING : `${formatDecimal(value)} %`),
    ),
    text('post_only', 'Post only', 64, ({ trade }) => trade.post_only),
    text('reduce_only', 'Reduce only', 74, ({ trade }) => trade.reduce_only),
    text('advanced', 'Advanced', 66, ({ trade }) => trade.advanced),
    text('mmp', 'MMP', 46, ({ trade }) => trade.mmp),
    text('api', 'API', 42, ({ trade }) => trade.api),
    text('risk_reducing', 'Risk reducing', 86, ({ trade }) => trade.risk_reducing),
    text('self_trade', 'Self-trade', 66, ({ trade }) => trade.self_trade),
    text('liquidation', 'Liquidation', 74, ({ trade }) => trade['liquidation']),
    text('block_trade_id', 'Block trade', 90, ({ trade }) => trade.block_trade_id),
    whole('block_trade_leg_count', 'Legs of block', 82, ({ trade }) => trade.block_trade_leg_count),
    whole('block_rfq_id', 'Block RFQ', 76, ({ trade }) => trade.block_rfq_id),
    whole('block_rfq_quote_id', 'RFQ quote', 76, ({ trade }) => trade.block_rfq_quote_id),
    text('combo_id', 'Combo', 110, ({ trade }) => trade.combo_id),
    text('combo_trade_id', 'Combo trade', 86, ({ trade }) => trade.combo_trade_id),
    text('legs', 'Legs', 90, ({ trade }) => trade.legs),
    text('quote_id', 'Quote', 70, ({ trade }) => trade.quote_id),
    text('quote_set_id', 'Quote set', 70, ({ trade }) => trade.quote_set_id),
    text('trade_allocations', 'Allocations', 90, ({ trade }) => trade.trade_allocations),
    whole('user_id', 'User', 64, ({ trade }) => trade.user_id),
  ];
  return columns.map((column) => ({ ...column, hide: !SHOWN.has(column.colId ?? '') }));
}

function writeUtc(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Ways to put trades together. */
export const TRADE_GROUPS: readonly GridGroup<TradeRow>[] = [
  { id: 'instrument', name: 'Instrument', keyOf: ({ trade }) => trade.instrument_name },
  { id: 'day', name: 'Day (UTC)', keyOf: ({ trade }) => writeUtc(trade.timestamp).slice(0, 10) },
  { id: 'label', name: 'Label', keyOf: ({ trade }) => showForeign(trade.label ?? '') || MISSING },
  { id: 'order', name: 'Order', keyOf: ({ trade }) => trade.order_id ?? MISSING },
];
