import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import { PERPETUAL, sellerOn, type Json } from './seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, refused, ticker, open, recent } = sellerOn(() => bench);

describe('fills', () => {
  test('a market order fills at the best bids, down the book', async () => {
    const { bid } = await ticker();
    const { order, trades } = await sell({ amount: 200_000, type: 'market', label: 'deep' });
    expect(order).toMatchObject({
      order_state: 'filled',
      filled_amount: 200_000,
      order_type: 'market',
      post_only: false,
    });
    expect(trades[0]).toMatchObject({ price: bid, direction: 'sell', liquidity: 'T', label: 'deep', state: 'open' });
    expect(trades.at(-1)).toMatchObject({ state: 'filled' });
    const prices = trades.map((trade) => trade['price'] as number);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    const total = trades.reduce((sum, trade) => sum + (trade['amount'] as number), 0);
    expect(total).toBe(200_000);
    const value = trades.reduce((sum, trade) => sum + (trade['price'] as number) * (trade['amount'] as number), 0);
    expect(order['average_price']).toBeCloseTo(value / 200_000, 4);
  });

  test('a fee is value times rate in the coin', async () => {
    const { trades } = await sell({ amount: 1000, type: 'market' });
    for (const trade of trades) {
      const value = (trade['amount'] as number) / (trade['price'] as number);
      expect(trade['fee']).toBeCloseTo(value * 0.00035, 8);
      expect(trade['fee_currency']).toBe('BTC');
    }
  });

  test('a limit order above the bid rests and shows under its label', async () => {
    const { ask } = await ticker();
    const { order, trades } = await sell({ amount: 500, price: ask + 100, label: 'rest' });
    expect(trades).toEqual([]);
    expect(order).toMatchObject({ order_state: 'open', price: ask + 100, filled_amount: 0, post_only: true });
    expect(await open('rest')).toEqual([order]);
    expect(await recent('rest')).toEqual([order]);
    expect(await open('another')).toEqual([]);
  });

  test('a limit order fills what the bids within its price hold and rests with what is left', async () => {
    const { bid, bidAmount } = await ticker();
    const { order } = await sell({ amount: bidAmount + 1000, price: bid, label: 'part', post_only: false });
    expect(order).toMatchObject({ order_state: 'open', filled_amount: bidAmount, amount: bidAmount + 1000 });
    expect((await ticker()).ask).toBe(bid);
  });

  test('a resting order is filled by the market when prices reach it, as maker', async () => {
    const { ask } = await ticker();
    await sell({ amount: 100, price: ask, label: 'maker' });
    for (let turn = 0; turn < 200 && (await open('maker')).length > 0; turn += 1) bench.clock.ms += 1000;
    const [order] = await recent('maker');
    expect(order).toMatchObject({ order_state: 'filled', average_price: ask });
    const { trades } = await bench.result<{ trades: Json[] }>('private/get_user_trades_by_instrument_and_time', {
      ...PERPETUAL,
      start_timestamp: 0,
    });
    expect(trades[0]).toMatchObject({ liquidity: 'M', price: ask, order_id: order?.['order_id'] });
  });

  test('an option sells for its premium, with the fee capped at an eighth of the price', async () => {
    const name = bench.simulator.control.instrumentNames().find((known) => /^BTC-.*-P$/.test(known)) ?? '';
    const { bid } = await ticker(name);
    const { trades } = await sell({ instrument_name: name, amount: 0.1, type: 'market' });
    expect(trades[0]).toMatchObject({ price: bid, amount: 0.1 });
    expect(trades[0]?.['fee']).toBeCloseTo(Math.min(0.0003, 0.125 * bid) * 0.1, 8);
    expect(trades[0]).toHaveProperty('iv');
    expect(trades[0]).toHaveProperty('underlying_price');
  });
});

describe('market_limit', () => {
  test('fills what is there and rests with the remainder at the last price', async () => {
    const { order, trades } = await sell({ amount: 2_000_000, type: 'market_limit', label: 'ml' });
    expect(trades.length).toBeGreaterThan(1);
    expect(order).toMatchObject({
      order_state: 'open',
      order_type: 'limit',
      original_order_type: 'market_limit',
      price: trades.at(-1)?.['price'],
    });
    expect(await open('ml')).toHaveLength(1);
  });

  test('a market order with more than the book holds cancels its remainder', async () => {
    const { order } = await sell({ amount: 2_000_000, type: 'market' });
    expect(order['order_state']).toBe('cancelled');
    expect(order['filled_amount']).toBeLessThan(2_000_000);
    expect(order['filled_amount']).toBeGreaterThan(0);
  });
});

describe('time in force', () => {
  test('fill_or_kill fills whole or not at all', async () => {
    const { bid } = await ticker();
    const all = await sell({ amount: 10, price: bid, time_in_force: 'fill_or_kill' });
    expect(all.order).toMatchObject({ order_state: 'filled' });
    const none = await sell({ amount: 500_000, price: bid, time_in_force: 'fill_or_kill' });
    expect(none).toMatchObject({ order: { order_state: 'cancelled', filled_amount: 0 }, trades: [] });
  });

  test('immediate_or_cancel keeps what it filled and cancels the rest', async () => {
    const { bid, bidAmount } = await ticker();
    const { order } = await sell({ amount: bidAmount + 50_000, price: bid, time_in_force: 'immediate_or_cancel' });
    expect(order).toMatchObject({ order_state: 'cancelled', filled_amount: bidAmount });
  });

  test('good_til_day ends at the settlement of 08:00 UTC, good_til_cancelled does not', async () => {
    bench.clock.ms = Date.UTC(2026, 10, 19, 7, 59, 30);
    const { ask } = await ticker();
    await sell({ amount: 10, price: ask + 900, time_in_force: 'good_til_day', label: 'day' });
    await sell({ amount: 10, price: ask + 900, label: 'stays' });
    bench.clock.ms = Date.UTC(2026, 10, 19, 8);
    expect((await recent('day'))[0]).toMatchObject({ order_state: 'cancelled', cancel_reason: 'settlement' });
    expect((await recent('stays'))[0]).toMatchObject({ order_state: 'open' });
  });
});

describe('post only', () => {
  test('slides to one tick above the best bid', async () => {
    const { bid } = await ticker();
    const { order } = await sell({ amount: 10, price: bid - 20, post_only: true });
    expect(order).toMatchObject({ order_state: 'open', price: bid + 0.5, post_only: true, reject_post_only: false });
  });

  test('or is refused when it asked for that', async () => {
    const { bid } = await ticker();
    expect(await refused({ amount: 10, price: bid - 20, post_only: true, reject_post_only: true })).toMatchObject({
      code: 11_054,
      message: 'post_only_reject',
    });
  });

  test('is the default for a limit order that may rest', async () => {
    const { bid } = await ticker();
    expect((await sell({ amount: 10, price: bid })).order).toMatchObject({ post_only: true, price: bid + 0.5 });
  });

  test.each([
    { type: 'market', post_only: true },
    { price: 97_000, time_in_force: 'immediate_or_cancel', post_only: true },
    { price: 97_000, time_in_force: 'fill_or_kill', post_only: true },
    { price: 97_000, time_in_force: 'good_til_day', post_only: true },
  ])('is not allowed with %o', async (params) => {
    expect(await refused({ amount: 10, ...params })).toMatchObject({ code: 11_055 });
  });
});

describe('reduce only', () => {
  test('is refused without a position to reduce', async () => {
    expect(await refused({ amount: 10, type: 'market', reduce_only: true })).toMatchObject({ code: 11_030 });
  });

  test('never sells more than there is', async () => {
    bench.simulator.control.givePosition('BTC-PERPETUAL', 500, 97_000);
    const { order } = await sell({ amount: 2000, type: 'market', reduce_only: true });
    expect(order).toMatchObject({ filled_amount: 500, order_state: 'filled', reduce_only: true });
  });

  test('shrinks and ends with its position', async () => {
    bench.simulator.control.givePosition('BTC-PERPETUAL', 500, 97_000);
    const { ask } = await ticker();
    await sell({ amount: 500, price: ask + 900, reduce_only: true, label: 'reduce' });
    await sell({ amount: 300, type: 'market' });
    expect((await open('reduce'))[0]).toMatchObject({ amount: 200 });
    await sell({ amount: 200, type: 'market' });
    expect((await recent('reduce'))[0]).toMatchObject({ order_state: 'cancelled' });
  });
});
