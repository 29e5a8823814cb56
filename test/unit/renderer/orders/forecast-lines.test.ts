import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { isAnswered, listForecast } from '../../../../renderer/features/orders/forecast-lines.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

describe('a forecast beside the fact', () => {
  const expected = {
    ...(SENDING_ROW.expected ?? {
      version: 2 as const,
      is_price_estimate: false,
      hangs_on_partner: false,
      hangs_on_own_buy: false,
      fee: null,
      asked: null,
    }),
    price: decimal('97410'),
    behaviour: 'trades',
    fill: { amount: decimal(10), price: decimal('97410.5') },
  };
  const order = orderSchema.parse({
    ...OPEN_ROW.order,
    order_state: 'filled',
    price: 97_410,
    filled_amount: 10,
    average_price: 97_409.5,
  });
  const FULL: OrderRow = {
    ...SENDING_ROW,
    expected,
    outcome: 'accepted',
    amount: decimal(10),
    price: decimal('97410'),
  };

  it('has each field once: what differs first, with its verdict', () => {
    const notices = [
      { code: 'market_moved' as const, params: { field: 'average_price', expected: '97410.5', actual: '97409.5' } },
      { code: 'forecast_missed' as const, params: { field: 'fee', expected: '0.1 BTC', actual: '0.2 BTC' } },
    ];
    const row = { ...FULL, order, notices };
    expect(listForecast(row, true)).toEqual([
      { name: 'Average price', forecast: '97,410.5', fact: '97,409.5', verdict: 'moved' },
      { name: 'Fee of what filled at once', forecast: '0.1 BTC', fact: '0.2 BTC', verdict: 'missed' },
      { name: 'What it does', forecast: 'trades', fact: 'trades', verdict: 'as forecast' },
      { name: 'Price', forecast: '97,410', fact: '97,410', verdict: 'as forecast' },
      { name: 'Filled at once', forecast: '10', fact: '10', verdict: 'as forecast' },
    ]);
  });

  it('says of an order that rested what the first answer said, however it was filled since', () => {
    const notices = [
      { code: 'market_moved' as const, params: { field: 'behaviour', expected: 'trades', actual: 'rests' } },
    ];
    expect(listForecast({ ...FULL, order, notices }, true)).toEqual([
      { name: 'What it does', forecast: 'trades', fact: 'rests', verdict: 'moved' },
      { name: 'Price', forecast: '97,410', fact: '97,410', verdict: 'as forecast' },
      { name: 'Filled at once', forecast: '10', fact: '0', verdict: 'moved' },
    ]);
  });

  it('holds the price that was booked against the forecast, and not that of what a trigger made', () => {
    const price = (row: OrderRow, answered = true) =>
      listForecast(row, answered).find(({ name }) => name === 'Price') ?? null;
    const moved = { ...FULL, order: { ...order, price: decimal('97412') } };
    expect(price(moved)).toMatchObject({ fact: '97,412', verdict: 'missed' });
    expect(price({ ...moved, expected: { ...expected, is_price_estimate: true } })).toMatchObject({ verdict: 'moved' });
    const fired = { ...moved, trigger: 'index_price' as const, earlier_order_ids: ['SLIB-1'] };
    expect(price(fired)).toMatchObject({ fact: '97,410', verdict: 'as forecast' });
    expect(price(fired, false)).toMatchObject({ fact: '–', verdict: 'not told' });
  });

  it('calls what no answer said not told', () => {
    const verdicts = listForecast({ ...FULL, order, notices: [] }, false).map(({ name, verdict }) => [name, verdict]);
    expect(verdicts).toEqual([
      ['What it does', 'not told'],
      ['Price', 'as forecast'],
      ['Filled at once', 'not told'],
      ['Average price', 'not told'],
    ]);
    const steps = (detail: string) => [{ at: 1, kind: 'reply', detail }];
    expect(isAnswered({ ...FULL, order }, steps('{"order_id":"1"}'))).toBe(true);
    expect(isAnswered({ ...FULL, order }, steps('{"order_id":"2"}'))).toBe(false);
    expect(isAnswered({ ...FULL, order }, [{ at: 1, kind: 'look_up', detail: '{"order_id":"1"}' }])).toBe(false);
  });

  it('tells a fill beyond the best bid from one within it', () => {
    const market = { ...FULL, type: 'market' as const, price: null, amount: decimal(30) };
    const deeper = { ...order, amount: decimal(30), filled_amount: decimal(30) };
    expect(listForecast({ ...market, expected: { ...expected, price: null }, order: deeper }, true)).toMatchObject([
      { name: 'What it does', verdict: 'as forecast' },
      { name: 'Filled at once', forecast: '10', fact: '30', verdict: 'deeper' },
      { name: 'Average price', forecast: '97,410.5', fact: '97,409.5', verdict: 'deeper' },
    ]);
    // A limit order's later fills aren't told from immediate ones.
    expect(listForecast({ ...FULL, amount: decimal(30), order: deeper }, true)).toMatchObject([
      {},
      {},
      { name: 'Filled at once', fact: '10 or more', verdict: 'as forecast' },
      { name: 'Average price', fact: '–', verdict: 'not told' },
    ]);
  });

  it('leaves open what becomes of an order that its partner was to end, until it has', () => {
    const ended = { ...expected, behaviour: 'cancelled', hangs_on_partner: true };
    const verdict = (order_state: string) => {
      const row = { ...FULL, expected: ended, order: { ...order, order_state }, notices: [] };
      return listForecast(row, true).find(({ name }) => name === 'What it does')?.verdict;
    };
    expect([verdict('open'), verdict('untriggered'), verdict('cancelled'), verdict('filled')]).toEqual([
      'not known yet',
      'not known yet',
      'as forecast',
      'otherwise',
    ]);
  });

  it('says what is not known yet, and nothing where there was no forecast', () => {
    expect(listForecast({ ...SENDING_ROW, expected: null }, false)).toEqual([]);
    const lines = listForecast({ ...SENDING_ROW, expected, order: null, notices: [] }, false);
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(({ fact, verdict }) => `${fact} ${verdict}`))).toEqual(new Set(['– not known yet']));
  });
});
