import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';
import { PERPETUAL, sellerOn } from './seller.ts';

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
