import type { ColDef } from 'ag-grid-community';
import { describe, expect, it } from 'vitest';
import { tradeRowSchema, type TradeRow } from '../../../../shared/history/view.ts';
import type { JournalEntry } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { JOURNAL_COLUMNS } from '../../../../renderer/features/journal/journal-columns.tsx';
import { areFillsMissing, describeFills, queryFills, sumFees } from '../../../../renderer/features/orders/fill-text.ts';
import { buildOrderColumns } from '../../../../renderer/features/orders/order-columns.ts';
import { type OrderView, viewFollowed, viewPlaced } from '../../../../renderer/features/orders/order-view.ts';
import { buildTradeColumns } from '../../../../renderer/features/trades/trade-columns.ts';
import { sumTrades } from '../../../../renderer/features/trades/trade-sums.ts';
import { readSearch } from '../../../../renderer/grid/columns.ts';
import { SENDING_ROW } from '../samples.ts';

const HUGE_ID = '900719925474099312345';
/** What others may write into a label or a state. */
const TEXTS = [
  '',
  '\u0000\u0007\r\n',
  '\u202Eevil\u2066',
  '</script><img src=x onerror=alert(1)>',
  '😀'.repeat(64),
  '\uD800',
  '__proto__',
  'constructor',
  '=1+1',
];
/** Characters that may reach the screen as what they are. */
const HIDDEN = /[\p{Cc}\p{Cs}\u200B-\u200F\u202A-\u202E\u2066-\u2069]/u;
/** What no cell may ever say. */
const NONSENSE = /NaN|undefined|\[object|Infinity|^-0$|\de[-+]\d/;

const TRADE = {
  trade_id: HUGE_ID,
  trade_seq: HUGE_ID,
  instrument_name: 'BTC-PERPETUAL',
  timestamp: 1_795_000_000_000,
  direction: 'sell',
  price: 97_000,
  amount: 10,
  order_id: HUGE_ID,
} as const;

function trade(changes: Record<string, unknown>, row: Record<string, unknown> = {}): TradeRow {
  const fields = { key: 'k', kind: 'future', currency: 'BTC', predicted_fee: null, ...row };
  return tradeRowSchema.parse({ ...fields, trade: { ...TRADE, ...changes } });
}

const NULLS = Object.fromEntries(
  ['fee', 'fee_currency', 'profit_loss', 'mark_price', 'index_price', 'underlying_price', 'iv', 'block_trade_id'].map(
    (name) => [name, null],
  ),
);

const TRADES: readonly TradeRow[] = [
  trade({}),
  trade(NULLS),
  trade({ fee: -0.000_000_01, profit_loss: -0, iv: 0, predicted: 1 }, { predicted_fee: '-0.00000001' }),
  trade({ fee: '1e-18', price: 5e-324, amount: 1e21 }),
  trade({ timestamp: 8.64e15, liquidity: 'constructor', tick_direction: 99 }),
  ...TEXTS.map((text) => trade({ label: text, state: text, order_type: text, liquidity: text }, { kind: text })),
];

function order(changes: Record<string, unknown>): OrderView {
  return viewFollowed({
    source: 'account',
    last_seen_at: null,
    order: orderSchema.parse({
      order_id: HUGE_ID,
      order_state: 'open',
      order_type: 'limit',
      time_in_force: 'good_til_cancelled',
      instrument_name: 'BTC-PERPETUAL',
      creation_timestamp: 0,
      last_update_timestamp: 8.64e15,
      direction: 'buy',
      price: null,
      post_only: false,
      ...changes,
    }),
  });
}

const ORDERS: readonly OrderView[] = [
  viewPlaced(SENDING_ROW),
  order({}),
  order({ price: 'market_price', amount: '1e-18', filled_amount: 0, average_price: 0, commission: -0.5 }),
  ...TEXTS.map((text) =>
    order({ label: text, order_state: text, order_type: text, time_in_force: text, cancel_reason: text }),
  ),
];

const ENTRIES: readonly JournalEntry[] = TEXTS.map((text, index) => ({
  sequence: index + 1,
  at: 1_795_000_000_000,
  service_at: null,
  kind: 'outcome',
  fields: { label: text, message: text, outcome: text, price: null, is_kept: false, codes: [text] },
  hash: 'ab',
}));

/** What a cell shows of a row: the formatted value, or the value itself. */
function show<Row>(column: ColDef<Row>, data: Row): string {
  // The columns read nothing of the grid but this.
  const params = { data, context: { group: null } } as never;
  const value: unknown = typeof column.valueGetter === 'function' ? column.valueGetter(params) : null;
  const given = { data, value, context: { group: null } } as never;
  if (typeof column.valueFormatter === 'function') return column.valueFormatter(given);
  return typeof value === 'string' ? value : '';
}

function tip<Row>(column: ColDef<Row>, data: Row, value: unknown): string {
  return String(column.tooltipValueGetter?.({ data, value } as never) ?? '');
}

describe.each([
  ['orders', buildOrderColumns(() => 1), ORDERS],
  ['trades', buildTradeColumns(), TRADES],
  ['journal', JOURNAL_COLUMNS, ENTRIES],
] as readonly (readonly [string, ColDef<unknown>[], readonly unknown[]])[])(
  'the grid of %s',
  (_name, columns, rows) => {
    it('shows whatever the service may say: as text, without what is invisible, without nonsense', () => {
      for (const row of rows) {
        for (const column of columns) {
          const at = `${column.colId} of ${JSON.stringify(row)}`;
          const text = show(column, row);
          expect(text, at).not.toMatch(HIDDEN);
          expect(text, at).not.toMatch(NONSENSE);
          const value: unknown =
            typeof column.valueGetter === 'function'
              ? column.valueGetter({ data: row, context: { group: null } } as never)
              : null;
          expect(tip(column, row, value).replaceAll('\n', ' '), at).not.toMatch(HIDDEN);
          expect(() => readSearch(column)?.(row), at).not.toThrow();
        }
      }
    });
  },
);

describe('sums of what is missing', () => {
  it('are dashes, never zero; negative fees count as they are', () => {
    expect(sumTrades([trade(NULLS)])).toMatchObject({ fee: '–', predicted_fee: '–', profit: '–', amount: '10' });
    const rows = [trade({ fee: -0.000_000_01 }), trade({ fee: 0.000_000_03 })];
    expect(sumTrades(rows)).toMatchObject({
      time: '2 trades',
      fee: '0.00000002',
      amount: '20',
      profit_currency: 'BTC',
    });
    expect(sumTrades([trade({ fee: 1 }), trade({ fee: 1, fee_currency: 'ETH' })])).toMatchObject({
      fee: '–',
      profit_currency: 'several',
    });
    const other = trade({ instrument_name: 'ETH-PERPETUAL' });
    expect(sumTrades([trade({}), other])).toMatchObject({ amount: '–', instrument: '2 instruments' });
  });

  it('of an order’s fills say what is not stored', () => {
    const view = order({ filled_amount: 30, creation_timestamp: 7, last_update_timestamp: 5 });
    expect(view.order === null ? null : queryFills(view.order)).toMatchObject({ from_ms: 7, to_ms: 7 });
    const { filled_amount: filled } = view.order ?? {};
    const fill = trade({ fee: 0.5 }, { predicted_fee: '0.4' });
    expect(describeFills(filled, [fill])).toBe('1 fill; fills of 20 more are not stored here.');
    expect(
      [0, 1, 3, 4].map((count) =>
        areFillsMissing(
          filled,
          Array.from({ length: count }, () => fill),
        ),
      ),
    ).toEqual([true, true, false, false]);
    expect(describeFills(filled, [fill, fill, fill])).toBe('3 fills: all of the 30 that was filled.');
    expect(describeFills(filled, [fill, fill, fill, fill])).toMatch(/more than the 30/);
    expect(describeFills(undefined, [fill])).toMatch(/does not show how much/);
    expect(describeFills('0' as never, [])).toBe('Nothing was filled.');
    expect(sumFees([fill, fill], ({ trade: { fee } }) => fee)).toBe('1 BTC');
    expect(sumFees([fill, fill], (row) => row.predicted_fee)).toBe('0.8 BTC');
    expect(sumFees([trade(NULLS)], ({ trade: { fee } }) => fee)).toBe('–');
  });
});
