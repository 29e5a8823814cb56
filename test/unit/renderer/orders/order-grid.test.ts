import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { type Order, orderSchema } from '../../../../shared/service/order.ts';
import { buildOrderColumns } from '../../../../renderer/features/orders/order-columns.ts';
import { type OrderView, viewFollowed, viewPlaced } from '../../../../renderer/features/orders/order-view.ts';
import { sumOrders } from '../../../../renderer/features/orders/scope.ts';
import { readSearch } from '../../../../renderer/grid/columns.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { OPEN_ROW, PERPETUAL } from '../samples.ts';

const COLUMNS = buildOrderColumns((name) => (name === 'BTC-PERPETUAL' ? 1 : null));

/** A column's text in the cell, its value as exports have it, what a search finds the row by, and its tooltip. */
function cellOf(id: string, data: OrderView) {
  const column = COLUMNS.find(({ colId }) => colId === id);
  const call = (of: unknown, params: object): unknown =>
    typeof of === 'function' ? (of as (params: object) => unknown)(params) : undefined;
  const value = call(column?.valueGetter, { data });
  return {
    shown: call(column?.valueFormatter, { value, data }),
    value,
    sought: readSearch(column ?? {})?.(data),
    tooltip: call(column?.tooltipValueGetter, { value, data }),
  };
}

const orderOf = (changes: Partial<Order>): Order => ({ ...orderSchema.parse(OPEN_ROW.order), ...changes });

describe('the type', () => {
  const STOP: Partial<OrderRow> = {
    type: 'stop_limit',
    price: decimal('96400'),
    trigger: 'mark_price',
    trigger_price: decimal('96500'),
    order: null,
  };
  const placed = (changes: Partial<OrderRow>) => viewPlaced({ ...OPEN_ROW, ...changes });
  const foreign = (changes: Partial<Order>) =>
    viewFollowed({ source: 'account', order: orderOf(changes), last_seen_at: null });
  const WAITING = { trigger: 'mark_price', trigger_price: decimal('96500') } as const;

  it.each<[string, OrderView, string]>([
    ['a limit order has its limit in the price', placed({}), 'limit'],
    ['an iceberg is told', placed({ display_amount: decimal('1000') }), 'limit · iceberg'],
    ['elsewhere, too', foreign({ display_amount: decimal('1000') }), 'limit · iceberg'],
    ['and by its name of the contract', foreign({ max_show: decimal('1000') }), 'limit · iceberg'],
    ['a stop limit has its limit', placed(STOP), 'stop limit 96,400.0'],
    ['a take limit, too', placed({ ...STOP, type: 'take_limit', price: decimal('98000.5') }), 'take limit 98,000.5'],
    [
      'with all that there are of its places',
      placed({ ...STOP, instrument_name: 'BTC-5DEC26', price: decimal('96400.25') }),
      'stop limit 96,400.25',
    ],
    [
      'one that has fired has it in the price',
      placed({ ...STOP, order: orderOf({ trigger_order_id: 'S-1' }) }),
      'stop limit',
    ],
    ['a stop at market has none', placed({ ...STOP, type: 'stop_market', price: null }), 'stop market'],
    [
      'a trailing stop has its distance',
      placed({ ...STOP, type: 'trailing_stop', price: null, trigger_price: null, trigger_offset: decimal('500') }),
      'trail 500',
    ],
    [
      'a price in USD is told as that',
      placed({ ...STOP, advanced: 'usd', order: orderOf(WAITING) }),
      'stop limit · usd 96,400',
    ],
    [
      'one that waits elsewhere',
      foreign({ ...WAITING, order_type: 'stop_limit', price: decimal('96400') }),
      'stop limit 96,400.0',
    ],
    [
      'and one at market there',
      foreign({ ...WAITING, order_type: 'stop_market', price: 'market_price' }),
      'stop market',
    ],
  ])('%s', (_name, view, type) => {
    const cell = cellOf('type', view);
    expect(cell).toMatchObject({ value: type, sought: type });
    expect(cell.tooltip).toContain(type.replace(/ (?:500|· iceberg)$/u, ''));
  });

  it.each([
    [{ type: 'stop_market', price: null }, 'stop mkt', 'stop market'],
    [{ type: 'stop_limit' }, 'stop lmt 96,400.0', 'stop limit'],
    [{ type: 'take_market', price: null }, 'take mkt', 'take market'],
    [{ type: 'take_limit' }, 'take lmt 96,400.0', 'take limit'],
    [{ type: 'market_limit', price: null, trigger: null, trigger_price: null }, 'mkt lmt', 'market limit'],
    [{ type: 'market', price: null, trigger: null, trigger_price: null }, 'market', 'market'],
    [{ type: 'limit', trigger: null, trigger_price: null }, 'limit', 'limit'],
  ] as const)('%o is short in its cell, and whole in the tooltip', (terms, shown, whole) => {
    const cell = cellOf('type', placed({ ...STOP, ...terms }));
    expect(cell.shown).toBe(shown);
    expect(cell.tooltip).toContain(whole);
  });
});

it('an order of elsewhere that the ticket would not send is shown as it is: post only with good till day, as recorded', () => {
  const recorded = readSamples()
    .flatMap(findRecords)
    .filter(({ kind, record }) => kind === 'order' && record['order_id'] === 'ETH-109559973994');
  expect(recorded).toHaveLength(1);
  for (const { record } of recorded) {
    const view = viewFollowed({ source: 'account', order: orderSchema.parse(record), last_seen_at: null });
    expect([cellOf('time_in_force', view).value, cellOf('post_only', view).value]).toEqual(['Day', 'yes']);
  }
});

describe('what is filled, of how much, and what remains', () => {
  /** The second piece of a linked order, of 50,000, with 10,000 filled at 97,000. */
  const piece = (changes: Partial<OrderRow>) =>
    viewPlaced({
      ...OPEN_ROW,
      amount: decimal(100_000),
      child_of: { intent_id: '0', label: 'hedge', place: 1 },
      order: orderOf({
        order_id: 'P-2',
        amount: decimal(50_000),
        filled_amount: decimal(10_000),
        average_price: decimal(97_000),
      }),
      earlier_order_ids: ['W', 'P-1'],
      ...changes,
    });
  const KNOWN = { earlier_fills: { W: decimal(0), 'P-1': decimal(30_000) } };

  it.each<[string, OrderView, Record<'amount' | 'filled' | 'remaining' | 'average', string | null>]>([
    ['of all pieces', piece(KNOWN), { amount: '100000', filled: '40000', remaining: '60000', average: null }],
    [
      'of the last where what others filled is not known',
      piece({}),
      { amount: '50000', filled: '10000', remaining: '40000', average: '97000' },
    ],
    [
      'of the last where the others filled nothing',
      piece({ earlier_fills: { W: decimal(0), 'P-1': decimal(0) } }),
      { amount: '50000', filled: '10000', remaining: '40000', average: '97000' },
    ],
    [
      'of the pieces before one that is not seen yet',
      piece({ ...KNOWN, order: null }),
      { amount: '100000', filled: '30000', remaining: '70000', average: null },
    ],
    [
      'of an order that was not answered nothing is known',
      viewPlaced({ ...OPEN_ROW, order: null }),
      { amount: '50000', filled: null, remaining: null, average: null },
    ],
    [
      'of an order elsewhere',
      viewFollowed({ source: 'label', order: orderOf({ filled_amount: decimal(20_000) }), last_seen_at: null }),
      { amount: '50000', filled: '20000', remaining: '30000', average: null },
    ],
  ])('%s: cell, export and search say one thing', (_name, view, expected) => {
    for (const [id, value] of Object.entries(expected)) {
      expect(cellOf(id, view), id).toMatchObject({ value, sought: value });
    }
  });

  it('all together may be more where one of them is not known', () => {
    const filled = viewPlaced({ ...OPEN_ROW, order: orderOf({ filled_amount: decimal(500) }) });
    const unknown = viewPlaced({ ...OPEN_ROW, outcome: 'unknown', order: null });
    const sum = (...views: OrderView[]) => sumOrders(views, () => PERPETUAL)['filled'];
    expect(sum(filled, unknown)).toBe('≥ 500');
    const { filled_amount: _untold, ...untold } = orderOf({});
    const elsewhere = (changes: Partial<Order>) =>
      viewFollowed({ source: 'label', order: { ...untold, ...changes }, last_seen_at: null });
    expect(sum(filled, elsewhere({}))).toBe('≥ 500');
    expect(sum(filled, elsewhere({ order_state: 'untriggered' }))).toBe('500');
  });

  it('on the book stands no more than what is left of the last piece', () => {
    expect(sumOrders([piece(KNOWN)], () => PERPETUAL)).toMatchObject({ filled: '40,000', state: 'sell 40,000 USD' });
  });
});
