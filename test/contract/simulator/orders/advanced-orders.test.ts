import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { priceUsd, yearsUntil } from '../../../../shared/options/black76.ts';
import { openBench, type Bench } from '../caller.ts';
import type { Json } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
let name: string;
beforeEach(async () => {
  bench = await openBench();
  name = optionName(bench, 'C', (await traderOn(() => bench).ticker()).index_price);
});
afterEach(() => bench.close());

const { sell, buy, order, refused, ticker, until } = traderOn(() => bench);

/** The next price up of the option grid above 0.005. */
function gridUp(price: number): number {
  return Math.ceil(price / 0.0005 - 1e-9) * 0.0005;
}

test('a price in USD becomes coins by the index, on the grid, never below what was asked', async () => {
  const { index_price: index } = await ticker(name);
  const { order: placed } = await sell({ instrument_name: name, amount: 0.5, price: 9000, advanced: 'usd' });
  expect(placed).toMatchObject({ advanced: 'usd', usd: 9000, order_type: 'limit', post_only: false, replaced: false });
  expect(placed['price']).toBeCloseTo(gridUp(9000 / index), 6);
  expect(placed).not.toHaveProperty('implv');
});

test('a price in volatility becomes coins by Black-76 on the forward of the ticker', async () => {
  const { underlying_price: forward } = await ticker(name);
  const { expiration_timestamp: expiry, strike } = await bench.result<Record<string, number>>('public/get_instrument', {
    instrument_name: name,
  });
  const { order: placed } = await sell({ instrument_name: name, amount: 0.5, price: 80, advanced: 'implv' });
  expect(placed).toMatchObject({ advanced: 'implv', implv: 80, order_state: 'open' });
  const terms = { type: 'call' as const, forward, strike: strike ?? 0, volatility: 0.8 };
  const usd = priceUsd({ ...terms, years: yearsUntil(expiry ?? 0, bench.clock.ms) });
  expect(placed['price']).toBeCloseTo(gridUp(usd / forward), 6);
});

test('a buy is rounded down, so that it never pays more', async () => {
  const { index_price: index } = await ticker(name);
  const { order: placed } = await buy({ instrument_name: name, amount: 0.5, price: 700, advanced: 'usd' });
  expect(Number(placed['price'])).toBeLessThanOrEqual(700 / index);
  expect(Number(placed['price'])).toBeGreaterThan(700 / index - 0.0006);
});

test.each(['usd', 'implv'] as const)(
  '%s is repriced as the market moves: replaced and auto_replaced',
  async (advanced) => {
    const { order: placed } = await sell({
      instrument_name: name,
      amount: 0.5,
      price: advanced === 'usd' ? 9000 : 90,
      advanced,
      label: 'adv',
    });
    expect(placed).not.toHaveProperty('auto_replaced');
    await until(async () => (await order('adv'))['price'] !== placed['price']);
    const moved = await order('adv');
    expect(moved).toMatchObject({ order_state: 'open', replaced: true, auto_replaced: true, advanced });
    expect(moved[advanced]).toBe(placed[advanced]);
    expect(moved['order_id']).toBe(placed['order_id']);
    if (advanced === 'usd') expect(moved['price']).toBeCloseTo(gridUp(9000 / (await ticker(name)).index_price), 6);
  },
);

test('an order at a volatility below the market trades at once', async () => {
  const { order: placed, trades } = await sell({ instrument_name: name, amount: 0.1, price: 20, advanced: 'implv' });
  expect(placed).toMatchObject({ order_state: 'filled', filled_amount: 0.1 });
  expect(trades[0]).toMatchObject({ advanced: 'implv' });
});

test('a volatility of 1000 percent is the highest that is taken', async () => {
  const { order: placed } = await sell({ instrument_name: name, amount: 0.1, price: 1000, advanced: 'implv' });
  expect(placed).toMatchObject({ order_state: 'open', implv: 1000 });
});

describe('is refused', () => {
  test.each<[string, Json, number]>([
    ['for a future', { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 50, advanced: 'implv' }, 11_038],
    ['post only', { amount: 0.1, price: 50, advanced: 'implv', post_only: true }, 11_039],
    ['at the market', { amount: 0.1, type: 'market', advanced: 'usd' }, -32_602],
    ['without a price', { amount: 0.1, advanced: 'usd' }, -32_602],
    ['at volatility 0', { amount: 0.1, price: 0, advanced: 'implv' }, -32_602],
    ['at a volatility below 0', { amount: 0.1, price: -5, advanced: 'implv' }, -32_602],
    ['beyond 1000 percent', { amount: 0.1, price: 1001, advanced: 'implv' }, -32_602],
    ['of another kind', { amount: 0.1, price: 50, advanced: 'IMPLV' }, -32_602],
  ])('%s', async (_name, params, code) => {
    expect(await refused({ instrument_name: name, ...params })).toMatchObject({ code });
  });

  test('in USD for a linear option', async () => {
    const linear = bench.simulator.control.instrumentNames().find((known) => /_USDC-.*-C$/.test(known)) ?? '';
    const { min_trade_amount: amount } = await bench.result<Record<string, number>>('public/get_instrument', {
      instrument_name: linear,
    });
    expect(await refused({ instrument_name: linear, amount, price: 50, advanced: 'usd' })).toMatchObject({
      code: -32_602,
      data: { param: 'advanced', reason: 'usd is not supported for linear options' },
    });
  });

  test('by volatility within five minutes of the expiry, 11046; by USD it is not', async () => {
    const { index_price: index } = await ticker();
    const near = (type: 'C' | 'P') =>
      bench.simulator.control
        .instrumentNames()
        .filter((known) => new RegExp(`^BTC-19NOV26-\\d+-${type}$`).test(known))
        .toSorted((a, b) => Math.abs(Number(a.split('-')[2]) - index) - Math.abs(Number(b.split('-')[2]) - index))[0];
    bench.clock.ms = Date.UTC(2026, 10, 19, 7, 56);
    const request = { instrument_name: near('C') ?? '', amount: 0.1 };
    expect(await refused({ ...request, price: 60, advanced: 'implv' })).toMatchObject({ code: 11_046 });
    expect((await sell({ ...request, price: 5000, advanced: 'usd' })).order).toMatchObject({ order_state: 'open' });
  });
});
