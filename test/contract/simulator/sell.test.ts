import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';

type Json = Readonly<Record<string, unknown>>;
interface Placed {
  readonly order: Json;
  readonly trades: Json[];
}

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const PERPETUAL = { instrument_name: 'BTC-PERPETUAL' };

function sell(params: Json): Promise<Placed> {
  return bench.result<Placed>('private/sell', { ...PERPETUAL, ...params });
}

async function refused(params: Json) {
  const created = bench.simulator.control.executions();
  const answer = await bench.call('private/sell', { ...PERPETUAL, ...params });
  expect(bench.simulator.control.executions(), 'a refused order was created').toBe(created);
  expect(answer.status).toBe(400);
  return answer.error;
}

async function ticker(name = 'BTC-PERPETUAL') {
  const values = await bench.result<Record<string, number>>('public/ticker', { instrument_name: name });
  return {
    bid: values['best_bid_price'] ?? Number.NaN,
    bidAmount: values['best_bid_amount'] ?? Number.NaN,
    ask: values['best_ask_price'] ?? Number.NaN,
    min: values['min_price'] ?? Number.NaN,
    mark: values['mark_price'] ?? Number.NaN,
  };
}

function open(label: string) {
  return bench.result<Json[]>('private/get_open_orders_by_label', { currency: 'BTC', label });
}

function recent(label: string) {
  return bench.result<Json[]>('private/get_order_state_by_label', { currency: 'BTC', label });
}

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
    { price: 97_000, time_in_force: 'good_til_day', post_only: true },
  ])('is not allowed with %o', async (params) => {
    expect(await refused({ amount: 10, ...params })).toMatchObject({ code: 11_055 });
  });
});

describe('refusals', () => {
  test.each<[string, Json, string, string]>([
    ['no size', { price: 97_000 }, 'amount', 'value required'],
    ['amount 0', { price: 97_000, amount: 0 }, 'amount', 'must be above zero'],
    ['a negative amount', { price: 97_000, amount: -10 }, 'amount', 'must be above zero'],
    ['an amount off its step', { price: 97_000, amount: 15 }, 'amount', 'must be a multiple of contract size'],
    ['amount and contracts apart', { price: 97_000, amount: 20, contracts: 1 }, 'contracts', 'must match amount'],
    ['half a contract', { price: 97_000, contracts: 1.5 }, 'contracts', 'must be a multiple of contract size'],
    ['no price', { amount: 10 }, 'price', 'value required'],
    ['a price off its tick', { amount: 10, price: 97_000.1 }, 'price', 'must conform to tick size'],
    ['price 0', { amount: 10, price: 0 }, 'price', 'must be above zero'],
    ['a price as text', { amount: 10, price: '97000' }, 'price', 'must be a number'],
    [
      'a price for a market order',
      { amount: 10, type: 'market', price: 97_000 },
      'price',
      'not allowed for this order type',
    ],
    ['an unknown type', { amount: 10, type: 'Limit' }, 'type', 'invalid value'],
    ['a trigger kind', { amount: 10, type: 'stop_market' }, 'type', 'not supported'],
    ['market maker protection', { amount: 10, price: 97_000, mmp: true }, 'mmp', 'not supported'],
    ['an unknown time in force', { amount: 10, price: 97_000, time_in_force: 'GTC' }, 'time_in_force', 'invalid value'],
    [
      'reject without post only',
      { amount: 10, price: 97_000, post_only: false, reject_post_only: true },
      'reject_post_only',
      'requires post_only',
    ],
    [
      'a label of 65 characters',
      { amount: 10, price: 97_000, label: 'x'.repeat(65) },
      'label',
      'must be 64 characters at most',
    ],
    ['a label with a control character', { amount: 10, price: 97_000, label: 'a\nb' }, 'label', 'wrong format'],
    ['a flag as text', { amount: 10, price: 97_000, reduce_only: 'true' }, 'reduce_only', 'must be a boolean'],
    ['a trigger', { amount: 10, price: 97_000, trigger: 'mark_price' }, 'trigger', 'not supported'],
    ['an iceberg', { amount: 10_000, price: 97_000, display_amount: 1000 }, 'display_amount', 'not supported'],
    [
      'a linked order',
      { amount: 10, price: 97_000, linked_order_type: 'one_cancels_other' },
      'linked_order_type',
      'not supported',
    ],
  ])('%s', async (_name, params, param, reason) => {
    expect(await refused(params)).toMatchObject({ code: -32_602, message: 'Invalid params', data: { param, reason } });
  });

  test('64 emoji are a label of 64 characters', async () => {
    const label = '🙂'.repeat(64);
    expect((await sell({ amount: 10, type: 'market', label })).order['label']).toBe(label);
  });

  test('amount and contracts that agree are accepted', async () => {
    expect((await sell({ amount: 20, contracts: 2, type: 'market' })).order).toMatchObject({
      amount: 20,
      contracts: 2,
    });
  });

  test('a request that comes after valid_until is 13888', async () => {
    expect(await refused({ amount: 10, type: 'market', valid_until: bench.clock.ms })).toMatchObject({
      code: 13_888,
      message: 'timed_out',
    });
    expect((await sell({ amount: 10, type: 'market', valid_until: bench.clock.ms + 1 })).order).toMatchObject({
      order_state: 'filled',
    });
  });

  test('more than the margin carries is 10009, and nothing changes', async () => {
    const before = await bench.result('private/get_account_summary', { currency: 'BTC' });
    expect(await refused({ amount: 900_000_000, price: 98_000 })).toMatchObject({
      code: 10_009,
      message: 'not_enough_funds',
    });
    expect(await bench.result('private/get_account_summary', { currency: 'BTC' })).toEqual(before);
  });

  test('a price below the band is clamped to min_price', async () => {
    const { min } = await ticker();
    const { order } = await sell({ amount: 10, price: min - 5000, post_only: false });
    expect(order).toMatchObject({ price: min, order_state: 'filled' });
  });

  test('an option off the coarse grid above 0.005 is refused, below it accepted', async () => {
    const name = bench.simulator.control.instrumentNames().find((known) => /^BTC-.*-C$/.test(known)) ?? '';
    const error = await refused({ instrument_name: name, amount: 0.1, price: 0.1501 });
    expect(error).toMatchObject({ data: { param: 'price', reason: 'must conform to tick size' } });
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

describe('instrument states', () => {
  test.each([
    ['locked', 10_019],
    ['settlement', 10_041],
    ['halted', 10_012],
    ['inactive', 10_012],
    ['delivered', 10_012],
  ] as const)('%s takes no order', async (state, code) => {
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', state);
    expect(await refused({ amount: 10, type: 'market' })).toMatchObject({ code, data: { reason: state } });
    const ticked = await bench.result('public/ticker', PERPETUAL);
    expect(ticked).toMatchObject({ state, best_bid_price: null, best_bid_amount: 0 });
  });

  test('inactive cancels what rests; locked leaves it', async () => {
    const { ask } = await ticker();
    await sell({ amount: 10, price: ask + 500, label: 'a' });
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    expect(await open('a')).toHaveLength(1);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'inactive');
    expect(await open('a')).toEqual([]);
    expect((await recent('a'))[0]).toMatchObject({ order_state: 'cancelled' });
  });

  test('open again, it trades again', async () => {
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'open');
    expect((await sell({ amount: 10, type: 'market' })).order).toMatchObject({ order_state: 'filled' });
  });
});

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
