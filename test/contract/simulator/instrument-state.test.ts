import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';
import { PERPETUAL, sellerOn } from './orders/seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, refused, ticker, open, recent } = sellerOn(() => bench);

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

const START_OF_SETTLEMENT_MS = Date.UTC(2026, 10, 19, 8);
const JUST_BEFORE_MS = START_OF_SETTLEMENT_MS - 1000;
type Json = Readonly<Record<string, unknown>>;

/** Sells far above the market, where the order rests, and gives its id. */
async function restAt(offset: number, params: Json): Promise<string> {
  const { ask } = await ticker();
  const { order } = await sell({ amount: 10, price: ask + offset, post_only: false, ...params });
  expect(order).toMatchObject({ order_state: 'open' });
  return String(order['order_id']);
}

function cancel(orderId: string) {
  return bench.call('private/cancel', { order_id: orderId });
}

/** A waiting stop order, and its id. */
async function waitFor(label: string): Promise<string> {
  const { bid } = await ticker();
  const stop = { type: 'stop_market', trigger: 'mark_price', trigger_price: bid - 2000, amount: 10, label };
  return String((await sell(stop)).order['order_id']);
}

describe('the table of the contract', () => {
  test('open: new orders and cancels accepted, trading live', async () => {
    const id = await restAt(500, { label: 'o' });
    expect(await cancel(id)).toMatchObject({ status: 200, result: { order_state: 'cancelled' } });
    expect((await sell({ amount: 10, type: 'market' })).trades.length).toBeGreaterThan(0);
  });

  test('settlement: new orders and cancels rejected; on entry good_til_day orders are cancelled, others stay', async () => {
    bench.clock.ms = JUST_BEFORE_MS;
    const day = await restAt(500, { label: 'day', time_in_force: 'good_til_day' });
    const lasting = await restAt(510, { label: 'gtc' });
    bench.clock.ms = START_OF_SETTLEMENT_MS;
    const state = { data: { reason: 'settlement' } };
    expect(await refused({ amount: 10, type: 'market' })).toMatchObject({ code: 10_041, ...state });
    expect(await cancel(lasting)).toMatchObject({ status: 400, error: { code: 10_041, ...state } });
    expect(await cancel(day)).toMatchObject({ error: { code: 11_044 } });
    expect(await recent('day')).toMatchObject([{ order_state: 'cancelled', cancel_reason: 'settlement' }]);
    expect(await open('gtc')).toHaveLength(1);
  });

  test('the end of a settlement: open, and trading resumes', async () => {
    bench.clock.ms = JUST_BEFORE_MS;
    const lasting = await restAt(500, { label: 'gtc' });
    bench.clock.ms = START_OF_SETTLEMENT_MS + 5000;
    expect(await bench.result('public/get_instrument', PERPETUAL)).toMatchObject({ state: 'open', is_active: true });
    expect((await sell({ amount: 10, type: 'market' })).order).toMatchObject({ order_state: 'filled' });
    expect(await cancel(lasting)).toMatchObject({ status: 200 });
  });

  test('the end of a delivery: delivered; all open orders cancelled on entry, and no new ones', async () => {
    const names = bench.simulator.control.instrumentNames();
    const first = names.find((name) => /^BTC-20NOV26$/.test(name)) ?? '';
    const instrument = { instrument_name: first };
    bench.clock.ms = JUST_BEFORE_MS + 86_400_000;
    const { result } = await bench.call('public/ticker', instrument);
    const ask = Number((result as Json)['best_ask_price']);
    const order = { ...instrument, amount: 10, price: ask + 500, post_only: false, label: 'd' };
    await bench.result('private/sell', order);
    bench.clock.ms = START_OF_SETTLEMENT_MS + 86_400_000;
    expect(await open('d')).toHaveLength(1);
    expect(await bench.result('public/get_instrument', instrument)).toMatchObject({ state: 'settlement' });
    bench.clock.ms += 5000;
    expect(await bench.result('public/get_instrument', instrument)).toMatchObject({ state: 'delivered' });
    expect(await open('d')).toEqual([]);
    expect(await recent('d')).toMatchObject([{ order_state: 'cancelled', cancel_reason: 'settlement' }]);
    expect(await bench.call('private/sell', order)).toMatchObject({ error: { code: 10_012 } });
  });

  test.each(['inactive', 'delivered'] as const)(
    '%s: all open orders are cancelled, waiting ones too',
    async (state) => {
      const id = await restAt(500, { label: 'rests' });
      await waitFor('waits');
      bench.simulator.control.setInstrumentState('BTC-PERPETUAL', state);
      for (const label of ['rests', 'waits']) expect(await recent(label)).toMatchObject([{ order_state: 'cancelled' }]);
      expect(await cancel(id)).toMatchObject({ error: { code: 11_044 } });
      expect(await bench.result('public/get_instrument', PERPETUAL)).toMatchObject({ state, is_active: false });
    },
  );

  test('locked: new orders rejected, cancels accepted', async () => {
    const id = await restAt(500, { label: 'l' });
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    expect(await refused({ amount: 10, type: 'market' })).toMatchObject({ code: 10_019 });
    expect(await cancel(id)).toMatchObject({ status: 200, result: { order_state: 'cancelled' } });
  });

  test('locked: settlement is possible, and ends in the lock', async () => {
    bench.clock.ms = JUST_BEFORE_MS;
    const day = { label: 'day', time_in_force: 'good_til_day' };
    await restAt(500, day);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    bench.clock.ms = START_OF_SETTLEMENT_MS;
    expect(await ticked()).toBe('settlement');
    expect(await open('day')).toEqual([]);
    bench.clock.ms += 5000;
    expect(await ticked()).toBe('locked');
  });

  test('halted: settlement is impossible while at least one book is halted', async () => {
    bench.clock.ms = JUST_BEFORE_MS;
    await restAt(500, { label: 'day', time_in_force: 'good_til_day' });
    bench.simulator.control.setInstrumentState('ETH-PERPETUAL', 'halted');
    bench.clock.ms = START_OF_SETTLEMENT_MS + 60_000;
    expect(await ticked()).toBe('open');
    expect(await open('day')).toHaveLength(1);
    bench.simulator.control.setInstrumentState('ETH-PERPETUAL', 'open');
    bench.clock.ms += 1000;
    expect(await ticked()).toBe('settlement');
    expect(await open('day')).toEqual([]);
  });

  async function ticked() {
    return (await bench.result('public/ticker', PERPETUAL))['state'];
  }
});
