import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, refused, ticker } = traderOn(() => bench);

describe('an iceberg', () => {
  test('shows its display amount alone, and echoes what was asked for', async () => {
    const { best_ask_price: ask } = await ticker();
    const price = ask - 0.5;
    const { order: placed } = await sell({ amount: 20_000, price, display_amount: 1000, post_only: false });
    expect(placed).toMatchObject({ amount: 20_000, display_amount: 1000, refresh_amount: 1000, max_show: 1000 });
    const now = await ticker();
    expect([now.best_ask_price, now.best_ask_amount]).toEqual([price, 1000]);
  });

  test('of which all is seen is an order like another', async () => {
    const { order: placed } = await buy({ amount: 1000, price: 96_000, display_amount: 1000 });
    expect(placed).toMatchObject({ display_amount: 1000, refresh_amount: 1000 });
  });
});

describe('is refused', () => {
  test.each<[string, number, number, number]>([
    ['below 100 times the least amount', 10_000, 990, 10_036],
    ['with 100 times as much hidden', 101_000, 1000, 10_036],
    ['above the amount', 1000, 1010, 10_036],
    ['off the contract size', 10_000, 1005, 10_024],
    ['at nothing', 10_000, 0, 10_024],
  ])('%s', async (_name, amount, display, code) => {
    expect(await refused({ amount, price: 99_000, display_amount: display })).toMatchObject({
      code,
      data: { param: 'display_amount' },
    });
  });

  test('of an option with a code of its own', async () => {
    const name = optionName(bench, 'C', (await ticker()).index_price);
    const request = { instrument_name: name, amount: 20, price: 0.5, display_amount: 5 };
    expect(await refused(request)).toMatchObject({ code: 11_048 });
  });

  test('just within both rules it is taken', async () => {
    const { order: placed } = await sell({ amount: 100_990, price: 99_000, display_amount: 1000 });
    expect(placed).toMatchObject({ order_state: 'open', display_amount: 1000 });
  });

  test('spreads of futures have none', async () => {
    const spread = bench.simulator.control.instrumentNames().find((name) => name.startsWith('BTC-FS-')) ?? '';
    expect(await refused({ instrument_name: spread, amount: 10_000, price: 100, display_amount: 5000 })).toMatchObject({
      code: -32_602,
      data: { param: 'display_amount', reason: 'not supported for future spreads' },
    });
  });
});
