import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { openBench, type Bench } from './caller.ts';
import type { Json } from './orders/seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const METHOD = 'private/get_margins';
const ask = (params: Json) => bench.result<Record<'buy' | 'sell' | 'min_price' | 'max_price', number>>(METHOD, params);
const markOf = async (instrument_name: string) =>
  (await bench.result<{ mark_price: number }>('public/ticker', { instrument_name })).mark_price;
const find = (fits: (name: string) => boolean) => bench.simulator.control.instrumentNames().find(fits) ?? '';

describe('private/get_margins', () => {
  test('of an inverse perpetual is two percent of its coins, and more the larger it is, either side', async () => {
    const mark = await markOf('BTC-PERPETUAL');
    const small = await ask({ instrument_name: 'BTC-PERPETUAL', amount: 10_000, price: 90_000 });
    const coins = 10_000 / mark;
    expect(small.sell).toBeCloseTo(coins * (0.02 + coins * 0.00005), 7);
    expect(small.buy).toBe(small.sell);
    const large = await ask({ instrument_name: 'BTC-PERPETUAL', amount: 1_000_000, price: 90_000 });
    expect(large.sell).toBeGreaterThan(100 * small.sell);
    expect(small.min_price).toBeLessThan(mark);
    expect(small.max_price).toBeGreaterThan(mark);
  });

  test('of an option is bound by who sells it and paid by who buys it', async () => {
    const name = find((each) => /^BTC-\d.*-C$/.test(each));
    const mark = await markOf(name);
    const { buy, sell } = await ask({ instrument_name: name, amount: 2, price: 0.05 });
    expect(buy).toBeCloseTo(0.1, 8);
    expect(sell).toBeGreaterThanOrEqual(2 * (0.1 + mark) - 1e-8);
    expect(sell).toBeLessThanOrEqual(2 * (0.15 + mark) + 1e-8);
  });

  test('of a combo is that of its legs, of spot what is paid', async () => {
    const spread = find((each) => each.startsWith('BTC-FS-'));
    expect((await ask({ instrument_name: spread, amount: 1000, price: 5 })).sell).toBeGreaterThan(0);
    expect(await ask({ instrument_name: 'BTC_USDC', amount: 0.5, price: 90_000 })).toMatchObject({
      buy: 45_000,
      sell: 0.5,
    });
  });

  test('binds nothing, and what it says is what an order then takes', async () => {
    const summary = () => bench.result<{ initial_margin: number }>('private/get_account_summary', { currency: 'BTC' });
    const before = (await summary()).initial_margin;
    const { sell } = await ask({ instrument_name: 'BTC-PERPETUAL', amount: 50_000, price: 90_000 });
    expect((await summary()).initial_margin).toBe(before);
    await bench.result('private/sell', { instrument_name: 'BTC-PERPETUAL', amount: 50_000, type: 'market' });
    expect((await summary()).initial_margin - before).toBeCloseTo(sell, 6);
  });

  test.each([
    ['an unknown name', { instrument_name: 'BTC-NONE', amount: 10, price: 1 }, 'instrument_name'],
    ['an amount off the step', { instrument_name: 'BTC-PERPETUAL', amount: 15, price: 1 }, 'amount'],
    ['an amount of nothing', { instrument_name: 'BTC-PERPETUAL', amount: 0, price: 1 }, 'amount'],
    ['no price', { instrument_name: 'BTC-PERPETUAL', amount: 10 }, 'price'],
  ])('refuses %s by its field', async (_name, params, param) => {
    expect(await bench.call(METHOD, params)).toMatchObject({ error: { code: -32_602, data: { param } } });
  });

  test('is read by the terminal as it comes', async () => {
    const result = await bench.result(METHOD, { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 90_000 });
    expect(EXTENSIONS[METHOD].result.safeParse(result).success).toBe(true);
  });
});
