import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import { PERPETUAL, type Json } from './seller.ts';
import { traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, order, open } = traderOn(() => bench);
const FAR = { amount: 10, price: 98_400 };
const STOP = { amount: 10, type: 'stop_market', trigger: 'index_price', trigger_price: 80_000 };

describe('cancel', () => {
  test('gives the order as it ended', async () => {
    const { order: placed } = await sell({ ...FAR, label: 'gone' });
    const cancelled = await bench.result('private/cancel', { order_id: placed['order_id'] });
    expect(cancelled).toMatchObject({ ...placed, order_state: 'cancelled', cancel_reason: 'user_request' });
    expect(await order('gone')).toEqual(cancelled);
    expect(await open()).toEqual([]);
  });

  test('ends an untriggered order', async () => {
    const { order: placed } = await sell(STOP);
    expect(await bench.result('private/cancel', { order_id: placed['order_id'] })).toMatchObject({
      order_state: 'cancelled',
      cancel_reason: 'user_request',
      order_type: 'stop_market',
    });
  });

  test('of an order that has ended is 11044, of one nobody knows 10004', async () => {
    const { order: placed } = await sell({ amount: 10, type: 'market' });
    expect(await bench.call('private/cancel', { order_id: placed['order_id'] })).toMatchObject({
      status: 400,
      error: { code: 11_044, message: 'not_open_order' },
    });
    expect(await bench.call('private/cancel', { order_id: '1' })).toMatchObject({ error: { code: 10_004 } });
    expect(await bench.call('private/cancel', {})).toMatchObject({ error: { data: { param: 'order_id' } } });
  });

  test.each([
    ['locked', null],
    ['settlement', 10_041],
    ['halted', 10_012],
  ] as const)('in a book that is %s', async (state, code) => {
    const { order: placed } = await sell(FAR);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', state);
    const answer = await bench.call('private/cancel', { order_id: placed['order_id'] });
    if (code === null) expect(answer.result).toMatchObject({ order_state: 'cancelled' });
    else expect(answer.error).toMatchObject({ code });
  });

  test('keeps what was filled', async () => {
    const { best_bid_price: bid, best_bid_amount: size } = await traderOn(() => bench).ticker();
    const { order: placed } = await sell({ amount: size + 100, price: bid, post_only: false });
    expect(await bench.result('private/cancel', { order_id: placed['order_id'] })).toMatchObject({
      order_state: 'cancelled',
      filled_amount: size,
      amount: size + 100,
      average_price: bid,
    });
  });
});

describe('cancel_by_label', () => {
  test('ends every order of the label, and says how many', async () => {
    await sell({ ...FAR, label: 'a' });
    await sell({ ...STOP, label: 'a' });
    await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650, label: 'a' });
    await sell({ ...FAR, label: 'b' });
    expect(await bench.result('private/cancel_by_label', { label: 'a', currency: 'ETH' })).toBe(1);
    expect(await bench.result('private/cancel_by_label', { label: 'a' })).toBe(2);
    expect(await bench.result('private/cancel_by_label', { label: 'a' })).toBe(0);
    expect((await open()).map((left) => left['label'])).toEqual(['b']);
  });
});

describe('cancel_all', () => {
  test('ends every order, and says how many', async () => {
    await sell(FAR);
    await sell(STOP);
    await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650 });
    expect(await bench.result('private/cancel_all')).toBe(3);
    expect(await open()).toEqual([]);
  });

  test('counts and reports an order that its partner’s end took along', async () => {
    const pair = { linked_order_type: 'one_cancels_other', trigger_fill_condition: 'first_hit' };
    const partner = {
      amount: 100,
      direction: 'sell',
      type: 'stop_market',
      trigger: 'mark_price',
      trigger_price: 90_000,
    };
    await sell({ ...FAR, ...pair, otoco_config: [partner] });
    const reports = await bench.result<Json[]>('private/cancel_all', { detailed: true });
    expect(reports.flatMap(({ result }) => result)).toMatchObject([
      { order_type: 'limit', order_state: 'cancelled' },
      { order_type: 'stop_market', order_state: 'cancelled' },
    ]);
    await sell({ ...FAR, ...pair, otoco_config: [partner] });
    expect(await bench.result('private/cancel_all')).toBe(2);
    expect(await open()).toEqual([]);
  });

  test('reports by instrument when asked to', async () => {
    await sell(FAR);
    await sell({ ...FAR, price: 98_500 });
    await sell(STOP);
    const reports = await bench.result<Json[]>('private/cancel_all', { detailed: true });
    expect(reports).toMatchObject([
      { currency: 'BTC', type: 'limit', ...PERPETUAL, result: [{ order_state: 'cancelled' }, { price: 98_500 }] },
      { currency: 'BTC', type: 'trigger', ...PERPETUAL, result: [{ order_type: 'stop_market' }] },
    ]);
  });
});

describe.each(['private/cancel_by_label', 'private/cancel_all'])('%s in settlement', (method) => {
  const params = method === 'private/cancel_all' ? {} : { label: 'a' };

  test('is refused where it would end nothing else: no order is told as none', async () => {
    expect(await bench.result(method, params)).toBe(0);
    await sell({ ...FAR, label: 'a' });
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'settlement');
    expect(await bench.call(method, params)).toMatchObject({ status: 400, error: { code: 10_041 } });
    expect(await open()).toMatchObject([{ order_state: 'open' }]);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'open');
    expect(await bench.result(method, params)).toBe(1);
  });

  test('ends the orders of other books', async () => {
    await sell({ ...FAR, label: 'a' });
    await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650, label: 'a' });
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'settlement');
    expect(await bench.result(method, params)).toBe(1);
    expect(await open()).toMatchObject([PERPETUAL]);
  });
});

test('cancel_all says of which books it was refused, when asked to', async () => {
  await sell(FAR);
  await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650 });
  bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'settlement');
  expect(await bench.result('private/cancel_all', { detailed: true })).toEqual([
    { currency: 'ETH', type: 'limit', instrument_name: 'ETH-PERPETUAL', result: [expect.anything()] },
    { currency: 'BTC', type: 'limit', ...PERPETUAL, error: expect.objectContaining({ code: 10_041 }) },
  ]);
});

describe('get_open_orders', () => {
  test('gives all, or those of a kind or a type, oldest first', async () => {
    await sell({ ...FAR, label: '1' });
    bench.clock.ms += 10;
    await sell({ ...STOP, label: '2' });
    bench.clock.ms += 10;
    await sell({ ...STOP, type: 'take_limit', price: 99_000, trigger_price: 99_000, label: '3' });
    const labels = async (params: Json) =>
      (await bench.result<Json[]>('private/get_open_orders', params)).map((found) => found['label']).join('');
    expect(await labels({})).toBe('123');
    expect(await labels({ type: 'all', kind: 'future' })).toBe('123');
    expect(await labels({ type: 'limit' })).toBe('1');
    expect(await labels({ type: 'trigger_all' })).toBe('23');
    expect(await labels({ type: 'stop_all' })).toBe('2');
    expect(await labels({ type: 'take_limit' })).toBe('3');
    expect(await labels({ type: 'trailing_all' })).toBe('');
    expect(await labels({ kind: 'option' })).toBe('');
  });
});

test.each([
  'private/cancel',
  'private/cancel_by_label',
  'private/cancel_all',
  'private/cancel_all_by_currency',
  'private/cancel_all_by_instrument',
  'private/close_position',
  'private/edit',
  'private/edit_by_label',
  'private/get_open_orders',
  'private/get_open_orders_by_currency',
  'private/get_open_orders_by_instrument',
  'private/get_order_state',
  'private/get_order_history_by_currency',
  'private/get_order_history_by_instrument',
  'private/get_position',
  'private/get_user_trades_by_order',
])('%s is an extension: switched off, it is not found', async (method) => {
  bench.simulator.control.setDoor({ extensions: new Set() });
  expect(await bench.call(method, {})).toMatchObject({
    status: 400,
    error: { code: -32_601, message: 'Method not found' },
  });
});
