import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../../shared/service/extensions.ts';
import { basic, openBench, type Bench } from '../caller.ts';
import { PERPETUAL, type Json, type Placed } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, ticker } = traderOn(() => bench);
const FAR = { amount: 10, price: 98_400 };
const STOP = { amount: 10, type: 'stop_market', trigger: 'index_price', trigger_price: 80_000 };
const ETH = { instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650 };

/** Orders of two currencies and several types, a millisecond apart, labelled by their place. */
async function placeSeveral(): Promise<void> {
  const option = { instrument_name: optionName(bench, 'C', (await ticker()).index_price), amount: 0.1, price: 0.9 };
  const spread = bench.simulator.control.instrumentNames().find((name) => /^BTC-FS-\w+_PERP$/.test(name));
  const band = await ticker(spread);
  const combo = { instrument_name: spread, amount: 10, price: band.max_price };
  const take = { ...STOP, type: 'take_market', trigger_price: 120_000 };
  const trailing = { amount: 10, type: 'trailing_stop', trigger: 'mark_price', trigger_offset: 2000 };
  for (const [at, params] of [FAR, STOP, ETH, option, combo, take, trailing].entries()) {
    await sell({ ...params, label: String(at) });
    bench.clock.ms += 1;
  }
}

async function labels(method: string, params: Json): Promise<string> {
  const found = await bench.result<Json[]>(method, params);
  return found.map((order) => order['label']).join('');
}

describe('open orders', () => {
  test.each<[string, Json, string]>([
    ['by_currency', { currency: 'BTC' }, '013456'],
    ['by_currency', { currency: 'ETH' }, '2'],
    ['by_currency', { currency: 'USDC' }, ''],
    ['by_currency', { currency: 'BTC', kind: 'option' }, '3'],
    ['by_currency', { currency: 'BTC', kind: 'future_combo' }, '4'],
    ['by_currency', { currency: 'BTC', type: 'trigger_all' }, '156'],
    ['by_currency', { currency: 'BTC', type: 'limit', kind: 'future' }, '0'],
    ['by_instrument', PERPETUAL, '0156'],
    ['by_instrument', { ...PERPETUAL, type: 'take_all' }, '5'],
    ['by_instrument', { ...PERPETUAL, type: 'trailing_stop' }, '6'],
    ['by_instrument', { ...PERPETUAL, type: 'stop_market' }, '1'],
    ['by_instrument', { instrument_name: 'BTC_USDC' }, ''],
  ])('%s of %o are %s, oldest first', async (by, params, expected) => {
    await placeSeveral();
    expect(await labels(`private/get_open_orders_${by}`, params)).toBe(expected);
  });

  test('are found once the lag of look-ups is over, and by get_order_state then', async () => {
    bench.simulator.control.setReplies({ lookupLagMs: 100 });
    const { order: placed } = await sell({ ...FAR, label: 'lags' });
    const state = () => bench.call('private/get_order_state', { order_id: placed['order_id'] });
    expect(await labels('private/get_open_orders_by_currency', { currency: 'BTC' })).toBe('');
    expect(await labels('private/get_open_orders_by_instrument', PERPETUAL)).toBe('');
    expect(await state()).toMatchObject({ error: { code: 10_004 } });
    bench.clock.ms += 100;
    expect(await labels('private/get_open_orders_by_instrument', PERPETUAL)).toBe('lags');
    expect(await state()).toMatchObject({ result: placed });
  });
});

describe('get_order_state', () => {
  const state = (id: unknown, secret?: string) => bench.call('private/get_order_state', { order_id: id }, secret);

  test('gives an order in any state, as its reply did', async () => {
    const { order: open } = await sell(FAR);
    const { order: filled } = await sell({ amount: 10, type: 'market' });
    const { order: waits } = await sell(STOP);
    for (const placed of [open, filled, waits]) expect((await state(placed['order_id'])).result).toEqual(placed);
    const cancelled = await bench.result('private/cancel', { order_id: open['order_id'] });
    expect((await state(open['order_id'])).result).toEqual(cancelled);
    expect(EXTENSIONS['private/get_order_state'].result.safeParse(cancelled).success).toBe(true);
  });

  test('of an unknown order, or another account’s, is 10004', async () => {
    const { order: placed } = await sell(FAR);
    const [, subaccountId = 0] = bench.simulator.control.accountIds();
    const key = basic(bench.simulator.control.addKey(['trade:read'], { subaccountId }));
    expect(await state('1')).toMatchObject({ status: 400, error: { code: 10_004, message: 'order_not_found' } });
    expect(await state(placed['order_id'], key)).toMatchObject({ error: { code: 10_004 } });
  });

  test('forgets what ended without a fill after 30 minutes, what filled after a day', async () => {
    const { order: unfilled } = await sell(FAR);
    await bench.result('private/cancel', { order_id: unfilled['order_id'] });
    const { order: filled } = await sell({ amount: 10, type: 'market' });
    bench.clock.ms += 30 * 60_000 + 1;
    expect(await state(unfilled['order_id'])).toMatchObject({ error: { code: 10_004 } });
    expect(await state(filled['order_id'])).toMatchObject({ result: { order_state: 'filled' } });
    bench.clock.ms += 24 * 3_600_000;
    expect(await state(filled['order_id'])).toMatchObject({ error: { code: 10_004 } });
  });
});

describe('mass cancels', () => {
  test.each<[string, Json, number, string]>([
    ['by_currency', { currency: 'BTC' }, 6, '2'],
    ['by_currency', { currency: 'ETH' }, 1, '013456'],
    ['by_currency', { currency: 'USDC' }, 0, '0123456'],
    ['by_currency', { currency: 'BTC', kind: 'future' }, 4, '234'],
    ['by_currency', { currency: 'BTC', kind: 'combo' }, 1, '012356'],
    ['by_currency', { currency: 'BTC', kind: 'any', type: 'limit' }, 3, '1256'],
    ['by_currency', { currency: 'BTC', type: 'stop' }, 1, '023456'],
    ['by_instrument', PERPETUAL, 4, '234'],
    ['by_instrument', { ...PERPETUAL, type: 'take' }, 1, '012346'],
    ['by_instrument', { ...PERPETUAL, type: 'trailing_stop' }, 1, '012345'],
    ['by_instrument', { ...PERPETUAL, type: 'trigger_all' }, 3, '0234'],
    ['by_instrument', { ...PERPETUAL, include_combos: true }, 5, '23'],
  ])('%s of %o end %d and leave %s', async (by, params, count, left) => {
    await placeSeveral();
    expect(await bench.result(`private/cancel_all_${by}`, params)).toBe(count);
    expect(await labels('private/get_open_orders', {})).toBe(left);
  });

  test.each([
    ['private/cancel_all_by_currency', { currency: 'BTC' }],
    ['private/cancel_all_by_instrument', PERPETUAL],
  ] as const)('%s reports when asked to, and says which book took none', async (method, params) => {
    await sell(FAR);
    const reports = await bench.result(method, { ...params, detailed: true });
    expect(reports).toMatchObject([{ currency: 'BTC', type: 'limit', ...PERPETUAL, result: [FAR] }]);
    expect(EXTENSIONS[method].result.safeParse(reports).success).toBe(true);
    await sell(FAR);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'settlement');
    expect(await bench.call(method, params)).toMatchObject({ error: { code: 10_041 } });
  });
});

describe('what is wrong is refused by name', () => {
  test.each<[string, Json, string]>([
    ['get_order_state', {}, 'order_id'],
    ['get_user_trades_by_order', {}, 'order_id'],
    ['get_user_trades_by_order', { order_id: '1', sorting: 'up' }, 'sorting'],
    ['get_open_orders_by_currency', {}, 'currency'],
    ['get_open_orders_by_currency', { currency: 'any' }, 'currency'],
    ['get_open_orders_by_currency', { currency: 'BTC', type: 'stop' }, 'type'],
    ['get_open_orders_by_currency', { currency: 'BTC', kind: 'swap' }, 'kind'],
    ['get_open_orders_by_instrument', {}, 'instrument_name'],
    ['get_open_orders_by_instrument', { instrument_name: 'BTC-1JAN99' }, 'instrument_name'],
    ['cancel_all_by_currency', {}, 'currency'],
    ['cancel_all_by_currency', { currency: 'BTC', type: 'stop_all' }, 'type'],
    ['cancel_all_by_instrument', {}, 'instrument_name'],
    ['cancel_all_by_instrument', { instrument_name: 'BTC-1JAN99' }, 'instrument_name'],
    ['cancel_all_by_instrument', { ...PERPETUAL, detailed: 1 }, 'detailed'],
    ['get_order_history_by_currency', {}, 'currency'],
    ['get_order_history_by_currency', { currency: 'BTC', count: 1001 }, 'count'],
    ['get_order_history_by_currency', { currency: 'BTC', offset: -1 }, 'offset'],
    ['get_order_history_by_currency', { currency: 'BTC', continuation: 'x' }, 'continuation'],
    ['get_order_history_by_instrument', { instrument_name: 'BTC-1JAN99' }, 'instrument_name'],
  ])('%s with %o: %s', async (name, params, param) => {
    await sell(FAR);
    expect(await bench.call(`private/${name}`, params)).toMatchObject({
      status: 400,
      error: { code: -32_602, data: { param } },
    });
    expect(await bench.result('private/get_open_orders')).toHaveLength(1);
  });
});

describe('order history', () => {
  const history = (params: Json) => labels('private/get_order_history_by_currency', { currency: 'BTC', ...params });
  const trade = (label: string) => sell({ amount: 10, type: 'market', label });

  test('has what ended with a fill, newest first; what ended without one when asked to; what works never', async () => {
    await trade('a');
    const { order: cancelled } = await sell({ ...FAR, label: 'b' });
    await bench.result('private/cancel', { order_id: cancelled['order_id'] });
    await sell({ ...FAR, label: 'c' });
    await trade('d');
    await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, type: 'market', label: 'e' });
    expect(await history({})).toBe('da');
    expect(await history({ include_unfilled: true })).toBe('dba');
    expect(await history({ kind: 'option' })).toBe('');
    expect(await history({ currency: 'ETH' })).toBe('e');
    expect(await labels('private/get_order_history_by_instrument', PERPETUAL)).toBe('da');
  });

  test('comes in pages of twenty, by offset or by continuation', async () => {
    for (const label of 'abcdefghijklmnopqrstuvwxyz') await trade(label);
    expect(await history({})).toBe('zyxwvutsrqponmlkjihg');
    expect(await history({ count: 3, offset: 2 })).toBe('xwv');
    expect(await history({ count: 1000, offset: 24 })).toBe('ba');
    let seen = '';
    let continuation: string | null = null;
    do {
      const page: { orders: Json[]; continuation: string | null } = await bench.result(
        'private/get_order_history_by_currency',
        { currency: 'BTC', count: 10, with_continuation: true, ...(continuation === null ? {} : { continuation }) },
      );
      expect(EXTENSIONS['private/get_order_history_by_currency'].result.safeParse(page).success).toBe(true);
      seen += page.orders.map((order) => order['label']).join('');
      ({ continuation } = page);
    } while (continuation !== null);
    expect(seen).toBe('zyxwvutsrqponmlkjihgfedcba');
  });

  test('historical has it after the indexing delay, and keeps what look-ups forget', async () => {
    await trade('a');
    bench.clock.ms += 4999;
    expect(await history({ historical: true })).toBe('');
    bench.clock.ms += 1;
    expect(await history({ historical: true })).toBe('a');
    bench.clock.ms += 3 * 86_400_000;
    expect(await history({ include_old: true })).toBe('');
    expect(await history({ historical: true })).toBe('a');
  });
});

test('orders swept from the recent ones are in the historical store', async () => {
  await sell({ amount: 10, type: 'market', label: 'old' });
  bench.clock.ms += 25 * 3_600_000;
  for (let turn = 0; turn < 1100; turn += 1) {
    await sell({ amount: 10, price: 98_400, time_in_force: 'immediate_or_cancel', post_only: false });
  }
  const params = { currency: 'BTC', historical: true };
  expect(await labels('private/get_order_history_by_currency', params)).toBe('old');
});

describe('get_user_trades_by_order', () => {
  const trades = (params: Json) => bench.result<Json[]>('private/get_user_trades_by_order', params);

  test('gives the trades of that order alone, oldest first or newest first', async () => {
    await buy({ amount: 10, type: 'market' });
    const { order: placed, trades: made } = await sell({ amount: 300_000, type: 'market' });
    expect(made.length).toBeGreaterThan(1);
    const id = placed['order_id'];
    expect(await trades({ order_id: id })).toEqual(made);
    expect(await trades({ order_id: id, sorting: 'asc' })).toEqual(made);
    expect(await trades({ order_id: id, sorting: 'desc' })).toEqual(made.toReversed());
    expect(EXTENSIONS['private/get_user_trades_by_order'].result.safeParse(made).success).toBe(true);
  });

  test('has none of an order without a fill, and is 10004 of one that nobody knows', async () => {
    const { order: placed } = await sell(FAR);
    expect(await trades({ order_id: placed['order_id'] })).toEqual([]);
    expect(await bench.call('private/get_user_trades_by_order', { order_id: '1' })).toMatchObject({
      error: { code: 10_004 },
    });
  });

  test('is of the recent store for a day, of the historical one after the indexing delay', async () => {
    const { order: placed }: Placed = await sell({ amount: 10, type: 'market' });
    const count = async (historical: boolean) => (await trades({ order_id: placed['order_id'], historical })).length;
    expect([await count(false), await count(true)]).toEqual([1, 0]);
    bench.clock.ms += 86_400_001;
    expect([await count(false), await count(true)]).toEqual([0, 1]);
  });
});
