import type { ColDef } from 'ag-grid-community';
import type { TradeRow } from '../../../shared/history/view.ts';
import { type DecimalString, formatDecimal } from '../../../shared/decimal.ts';
import { decimalColumn } from '../../grid/columns.ts';
import { showForeign } from '../../ui/foreign-text.ts';
import { formatFixed, formatSigned, MISSING } from '../../ui/format.ts';

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
    ...size(pixels),
    colId,
    headerName,
    sortable: true,
    cellClass: 'number',
    valueGetter: ({ data }) => (data === undefined ? '' : spell(read(data))),
    tooltipValueGetter: ({ value }) => value as string,
  };
}

function spell(value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return showForeign(typeof value === 'string' ? value : JSON.stringify(value));
}

function numbers(
  colId: string,
  name: string,
  pixels: number,
  read: (row: TradeRow) => Value,
  format: (value: Value) => string = plain,
): ColDef<TradeRow> {
  return { ...decimalColumn(name, read, format), ...size(pixels), colId, sortable: true };
}

/** Columns that are there when the panel opens. */
const SHOWN = new Set([
  'time',
  'instrument',
  'direction',
  'amount',
  'price',
  'liquidity',
  'fee',
  'predicted_fee',
  'profit',
  'profit_currency',
  'label',
  'trade_id',
]);

/** Every field of a trade; those beyond the usual ones only when all are wanted. */
export function buildTradeColumns(areAllShown: boolean): ColDef<TradeRow>[] {
  const columns: ColDef<TradeRow>[] = [
    {
      ...size(172),
      colId: 'time',
      headerName: 'Time (UTC)',
      cellClass: 'number',
      sortable: true,
      sort: 'desc',
      valueGetter: ({ data }) => data?.trade.timestamp,
      valueFormatter: ({ value }) =>
        typeof value === 'number' ? new Date(value).toISOString().slice(0, 23).replace('T', ' ') : '',
    },
    { ...text('instrument', 'Instrument', 150, ({ trade }) => trade.instrument_name), cellClass: 'trade-instrument' },
    {
      ...text('direction', 'Side', 40, ({ trade }) => (trade.direction === 'buy' ? 'Buy' : 'Sell')),
      cellClass: ({ data }) => `number ${data?.trade.direction === 'buy' ? 'bid' : 'ask'}`,
    },
    numbers('amount', 'Amount', 70, ({ trade }) => trade.amount),
    numbers('price', 'Price', 78, ({ trade }) => trade.price),
    text('liquidity', 'Role', 52, ({ trade }) => LIQUIDITY[trade.liquidity ?? ''] ?? trade.liquidity),
    numbers('fee', 'Fee', 92, ({ trade }) => trade.fee),
    numbers('predicted_fee', 'Fee forecast', 92, (row) => row.predicted_fee),
    numbers(
      'profit',
      'Realised P&L',
      96,
      ({ trade }) => trade.profit_loss,
      (value) => formatSigned(value),
    ),
    text('profit_currency', 'In', 42, ({ trade, currency }) => trade.fee_currency ?? currency),
    text('label', 'Label', 110, ({ trade }) => trade.label),
    text('trade_id', 'Trade', 90, ({ trade }) => trade.trade_id),
    text('order_id', 'Order', 110, ({ trade }) => trade.order_id),
    text('trade_seq', 'Sequence', 74, ({ trade }) => trade.trade_seq),
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
    text('block_trade_leg_count', 'Legs of block', 82, ({ trade }) => trade.block_trade_leg_count),
    text('block_rfq_id', 'Block RFQ', 76, ({ trade }) => trade.block_rfq_id),
    text('block_rfq_quote_id', 'RFQ quote', 76, ({ trade }) => trade.block_rfq_quote_id),
    text('combo_id', 'Combo', 110, ({ trade }) => trade.combo_id),
    text('combo_trade_id', 'Combo trade', 86, ({ trade }) => trade.combo_trade_id),
    text('legs', 'Legs', 90, ({ trade }) => trade.legs),
    text('quote_id', 'Quote', 70, ({ trade }) => trade.quote_id),
    text('quote_set_id', 'Quote set', 70, ({ trade }) => trade.quote_set_id),
    text('trade_allocations', 'Allocations', 90, ({ trade }) => trade.trade_allocations),
    text('user_id', 'User', 64, ({ trade }) => trade.user_id),
  ];
  return columns.map((column) => ({ ...column, hide: !areAllShown && !SHOWN.has(column.colId ?? '') }));
}
