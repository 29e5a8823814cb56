import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';
import { PERPETUAL, sellerOn, type Json } from './orders/seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, recent, open } = sellerOn(() => bench);

describe('look-ups and history', () => {
  test('a closed order that never filled leaves the look-up after 30 minutes', async () => {
    await sell({ amount: 900_000, price: 98_500, time_in_force: 'fill_or_kill', label: 'gone' });
    await sell({ amount: 10, type: 'market', label: 'filled' });
    bench.clock.ms += 30 * 60_000;
    expect(await recent('gone')).toHaveLength(1);
    bench.clock.ms += 1;
    expect(await recent('gone')).toEqual([]);
    expect(await recent('filled')).toHaveLength(1);
  });

  test('trades come in pages of ten, in the order asked for, within the window', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      bench.clock.ms += 1000;
      await sell({ amount: 10, type: 'market', label: `t${turn}` });
    }
    const query = (extra: Json) =>
      bench.result<{ trades: Json[]; has_more: boolean }>('private/get_user_trades_by_currency_and_time', {
        currency: 'BTC',
        start_timestamp: 0,
        ...extra,
      });
    const first = await query({});
    expect(first.trades).toHaveLength(10);
    expect(first.has_more).toBe(true);
    expect(first.trades[0]?.['label']).toBe('t0');
    const newest = await query({ sorting: 'desc', count: 3 });
    expect(newest.trades.map((trade) => trade['label'])).toEqual(['t11', 't10', 't9']);
    const last = await query({ start_timestamp: bench.clock.ms - 1000, end_timestamp: bench.clock.ms, count: 1000 });
    expect(last).toMatchObject({ has_more: false });
    expect(last.trades.map((trade) => trade['label'])).toEqual(['t10', 't11']);
    expect((await query({ kind: 'option' })).trades).toEqual([]);
    expect((await query({ historical: true })).trades.map((trade) => trade['label'])).toEqual(
      Array.from({ length: 7 }, (_, index) => `t${index}`),
    );
    bench.clock.ms += 86_400_001;
    expect((await query({})).trades).toEqual([]);
    expect((await query({ historical: true, count: 1000 })).trades).toHaveLength(12);
  });

  test('orders are found by the currency they settle in; spot by both of its own', async () => {
    const { control } = bench.simulator;
    const option = control.instrumentNames().find((name) => /^BTC_USDC-.*-C$/.test(name)) ?? '';
    const orders: [string, number, string[]][] = [
      ['BTC-PERPETUAL', 10, ['BTC']],
      ['ETH-PERPETUAL', 10, ['ETH']],
      ['BTC_USDC-PERPETUAL', 0.01, ['USDC']],
      ['SOL_USDC-PERPETUAL', 1, ['USDC']],
      [option, 0.1, ['USDC']],
      ['BTC_USDC', 0.01, ['BTC', 'USDC']],
      ['ETH_BTC', 0.1, ['BTC', 'ETH']],
    ];
    for (const [name, amount, currencies] of orders) {
      await bench.result('private/sell', { instrument_name: name, amount, type: 'market', label: name });
      for (const currency of ['BTC', 'ETH', 'USDC', 'USDT', 'EURR']) {
        const found = await bench.result<Json[]>('private/get_order_state_by_label', { currency, label: name });
        expect(found, `${name} in ${currency}`).toHaveLength(currencies.includes(currency) ? 1 : 0);
        const { trades } = await bench.result<{ trades: Json[] }>('private/get_user_trades_by_currency_and_time', {
          currency,
          start_timestamp: bench.clock.ms,
          count: 1000,
        });
        expect(trades.some((trade) => trade['label'] === name)).toBe(currencies.includes(currency));
      }
    }
  });

  test('trades by kind: combo is any combo, its legs are trades of their own kind', async () => {
    const { control } = bench.simulator;
    const combo = control.instrumentNames().find((name) => name.startsWith('BTC-CS-')) ?? '';
    await bench.result('private/sell', { instrument_name: combo, amount: 1, type: 'market' });
    await sell({ amount: 10, type: 'market' });
    const kinds = async (kind?: string) => {
      const { trades } = await bench.result<{ trades: Json[] }>('private/get_user_trades_by_currency_and_time', {
        currency: 'BTC',
        start_timestamp: 0,
        count: 1000,
        ...(kind === undefined ? {} : { kind }),
      });
      return [...new Set(trades.map((trade) => String(trade['instrument_name']).split('-').length))].toSorted(
        (a, b) => a - b,
      );
    };
    const [plain, future, anyCombo] = [await kinds(), await kinds('future'), await kinds('combo')];
    expect(await kinds('any')).toEqual(plain);
    expect(await kinds('option_combo')).toEqual(anyCombo);
    expect(await kinds('future_combo')).toEqual([]);
    expect(await kinds('spot')).toEqual([]);
    expect(future).toEqual([2]);
    expect(plain).toEqual([2, 4]);
    const { trades } = await bench.result<{ trades: Json[] }>('private/get_user_trades_by_instrument_and_time', {
      instrument_name: combo,
      start_timestamp: 0,
      count: 1000,
    });
    expect(trades.length).toBeGreaterThan(0);
    expect(trades.every((trade) => trade['instrument_name'] === combo)).toBe(true);
  });

  test('many trades of one millisecond: pages are in the same order, both ways, and say that there are more', async () => {
    bench.simulator.control.makeTrades('BTC-PERPETUAL', 1500, { label: 'burst' });
    bench.clock.ms += 1000;
    await sell({ amount: 10, type: 'market', label: 'later' });
    const page = (extra: Json) =>
      bench.result<{ trades: Json[]; has_more: boolean }>('private/get_user_trades_by_instrument_and_time', {
        instrument_name: 'BTC-PERPETUAL',
        start_timestamp: bench.clock.ms - 1000,
        ...extra,
      });
    const ids = ({ trades }: { trades: Json[] }) => trades.map((trade) => Number(trade['trade_id']));
    const first = await page({ count: 1000, sorting: 'asc' });
    expect(first.has_more).toBe(true);
    expect(new Set(first.trades.map((trade) => trade['timestamp'])).size).toBe(1);
    expect(ids(first)).toEqual(ids(first).toSorted((a, b) => a - b));
    const last = await page({ count: 1000, sorting: 'desc' });
    expect(last.has_more).toBe(true);
    expect(last.trades[0]?.['label']).toBe('later');
    expect(ids(last)).toEqual(ids(last).toSorted((a, b) => b - a));
    // From both ends together the window is seen whole, and nothing twice within a page.
    const seen = new Set([...ids(first), ...ids(last)]);
    expect(seen.size).toBe(1501);
    expect(await page({ count: 1, start_timestamp: bench.clock.ms })).toMatchObject({ has_more: false });
    const exact = await page({ count: 1000, end_timestamp: bench.clock.ms - 1000 });
    expect(exact.has_more).toBe(true);
    expect(await page({ count: 10, sorting: 'default' })).toEqual(await page({ count: 10, sorting: 'asc' }));
  });

  test('a page that holds the whole window says that there is no more', async () => {
    bench.simulator.control.makeTrades('BTC-PERPETUAL', 25);
    const window = { currency: 'BTC', start_timestamp: bench.clock.ms, end_timestamp: bench.clock.ms };
    const has = async (count: number) =>
      (await bench.result<Json>('private/get_user_trades_by_currency_and_time', { ...window, count }))['has_more'];
    expect([await has(24), await has(25), await has(26)]).toEqual([true, false, false]);
  });

  test('the indexing delay is a setting: until then a trade is in the recent store alone', async () => {
    bench.simulator.control.setReplies({ indexingDelayMs: 60_000 });
    bench.simulator.control.makeTrades('BTC-PERPETUAL', 3);
    const count = async (historical: boolean) =>
      (
        await bench.result<{ trades: Json[] }>('private/get_user_trades_by_currency_and_time', {
          currency: 'BTC',
          start_timestamp: 0,
          historical,
        })
      ).trades.length;
    expect([await count(false), await count(true)]).toEqual([3, 0]);
    bench.clock.ms += 59_999;
    expect([await count(false), await count(true)]).toEqual([3, 0]);
    bench.clock.ms += 1;
    expect([await count(false), await count(true)]).toEqual([3, 3]);
    bench.clock.ms += 86_400_000;
    expect([await count(false), await count(true)]).toEqual([0, 3]);
  });

  test('a look-up lag hides new orders for a while, and only from look-ups', async () => {
    bench.simulator.control.setReplies({ lookupLagMs: 2000 });
    await sell({ amount: 10, price: 98_500, post_only: false, label: 'lagging' });
    expect(bench.simulator.control.ordersByLabel('lagging')).toHaveLength(1);
    bench.clock.ms += 1999;
    expect([await recent('lagging'), await open('lagging')]).toEqual([[], []]);
    expect(await bench.result('private/get_open_orders', {})).toEqual([]);
    bench.clock.ms += 1;
    expect([await recent('lagging'), await open('lagging')]).toMatchObject([[{ label: 'lagging' }], [{}]]);
    expect(await bench.result('private/get_open_orders', {})).toHaveLength(1);
  });

  test('a clock that is set back hides no order for longer than one that is made after it', async () => {
    bench.simulator.control.setReplies({ lookupLagMs: 1500 });
    const amounts = async () => (await recent('lagging')).map(({ amount }) => amount);
    await sell({ amount: 10, price: 98_500, post_only: false, label: 'lagging' });
    bench.clock.ms += 300;
    bench.simulator.control.moveClock(-500);
    await sell({ amount: 20, price: 98_500, post_only: false, label: 'lagging' });
    bench.clock.ms += 1199;
    expect(await amounts()).toEqual([]);
    bench.clock.ms += 1;
    expect(await amounts()).toEqual([10]);
    bench.clock.ms += 300;
    expect(await amounts()).toEqual([10, 20]);
  });

  test.each<[Json, string, string]>([
    [{}, 'start_timestamp', 'value required'],
    [{ start_timestamp: 5, end_timestamp: 4 }, 'start_timestamp', 'must not be after end_timestamp'],
    [{ start_timestamp: 1, count: 0 }, 'count', 'must be between 1 and 1000'],
    [{ start_timestamp: 1, count: 1001 }, 'count', 'must be between 1 and 1000'],
    [{ start_timestamp: 1, count: 10.5 }, 'count', 'must be an integer'],
    [{ start_timestamp: 1, count: '10' }, 'count', 'must be an integer'],
    [{ start_timestamp: 1, sorting: 'up' }, 'sorting', 'invalid value'],
  ])('the window %o is refused', async (params, param, reason) => {
    const answer = await bench.call('private/get_user_trades_by_instrument_and_time', { ...PERPETUAL, ...params });
    expect(answer.error).toMatchObject({ code: -32_602, data: { param, reason } });
  });
});
