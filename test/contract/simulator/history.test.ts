import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';
import { PERPETUAL, sellerOn, type Json } from './seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, recent } = sellerOn(() => bench);

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
