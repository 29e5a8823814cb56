import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import type { Json } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, order, find, open, refused, ticker } = traderOn(() => bench);

describe('the price band', () => {
  test('a sell below min_price and a buy above max_price are clamped', async () => {
    const { min_price: min, max_price: max } = await ticker();
    expect((await sell({ amount: 10, price: min - 100, post_only: false })).order).toMatchObject({ price: min });
    expect((await buy({ amount: 10, price: max + 100, post_only: false })).order).toMatchObject({ price: max });
    expect((await sell({ amount: 10, price: max + 100 })).order).toMatchObject({ price: max + 100 });
  });

  test('set to reject, they are 10005 and 10007 with the limit, and orders on the safe side are taken', async () => {
    bench.simulator.control.setOrderRules({ outsideBand: 'reject' });
    const { min_price: min, max_price: max } = await ticker();
    expect(await refused({ amount: 10, price: min - 0.5 })).toMatchObject({
      code: 10_005,
      message: `price_too_low ${min}`,
    });
    expect(await refused({ amount: 10, price: max + 0.5 }, 'private/buy')).toMatchObject({
      code: 10_007,
      message: `price_too_high ${max}`,
    });
    expect((await sell({ amount: 10, price: max + 100 })).order).toMatchObject({ price: max + 100 });
    expect((await sell({ amount: 10, type: 'market' })).order).toMatchObject({ order_state: 'filled', price: min });
  });
});

describe('post only', () => {
  const far = async () => (await ticker()).max_price;

  test('is true where it is left out, or false where the service is set so', async () => {
    expect((await sell({ amount: 10, price: await far() })).order).toMatchObject({ post_only: true });
    bench.simulator.control.setOrderRules({ postOnlyDefault: false });
    expect((await sell({ amount: 10, price: await far() })).order).toMatchObject({ post_only: false });
    expect((await sell({ amount: 10, price: await far(), post_only: true })).order).toMatchObject({ post_only: true });
  });

  test('with good till day is refused, or rests as both where the service is set so', async () => {
    const asked = async () => ({ amount: 10, price: await far(), post_only: true, time_in_force: 'good_til_day' });
    expect(await refused(await asked())).toMatchObject({ code: 11_055 });
    bench.simulator.control.setOrderRules({ postOnlyUntilDay: true });
    const rests = { order_state: 'open', post_only: true, time_in_force: 'good_til_day' };
    expect((await sell(await asked())).order).toMatchObject(rests);
    expect(await refused({ ...(await asked()), time_in_force: 'fill_or_kill' })).toMatchObject({ code: 11_055 });
  });
});

describe('self-trading', () => {
  test('reject_taker refuses an order that would meet one of its own, 10003, and leaves that', async () => {
    const { best_ask_price: ask } = await ticker();
    await sell({ amount: 100, price: ask - 0.5, post_only: false, label: 'maker' });
    expect(await refused({ amount: 100, type: 'market' }, 'private/buy')).toMatchObject({
      code: 10_003,
      message: 'order_overlap',
    });
    expect(await order('maker')).toMatchObject({ order_state: 'open', filled_amount: 0 });
  });

  test('cancel_maker cancels the one that rests, order_overlap, and the taker trades with others', async () => {
    bench.simulator.control.setTrading({ selfTrading: { mode: 'cancel_maker', extendedToSubaccounts: false } });
    const { best_ask_price: ask } = await ticker();
    await sell({ amount: 100, price: ask - 0.5, post_only: false, label: 'maker' });
    const { order: taker, trades } = await buy({ amount: 100, type: 'market' });
    expect(await order('maker')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'order_overlap' });
    expect(taker).toMatchObject({ order_state: 'filled', average_price: ask });
    expect(trades.every((trade) => Number(trade['price']) >= ask)).toBe(true);
  });

  test('the setting shows in the account fields', async () => {
    bench.simulator.control.setTrading({
      selfTrading: { mode: 'cancel_maker', extendedToSubaccounts: true },
      mmpEnabled: true,
    });
    expect(await bench.result('private/get_account_summary', { currency: 'BTC', extended: true })).toMatchObject({
      self_trading_reject_mode: 'cancel_maker',
      self_trading_extended_to_subaccounts: true,
      mmp_enabled: true,
    });
  });
});

describe('market maker protection', () => {
  test('an mmp order of an account without it is 13040', async () => {
    expect(await refused({ amount: 10, price: 98_000, mmp: true })).toMatchObject({
      code: 13_040,
      message: 'mmp_required',
    });
  });

  test('with it, the order is taken and says so', async () => {
    bench.simulator.control.setTrading({ mmpEnabled: true });
    expect((await sell({ amount: 10, price: 98_000, mmp: true })).order).toMatchObject({ mmp: true });
  });

  test('it is for limit orders alone', async () => {
    bench.simulator.control.setTrading({ mmpEnabled: true });
    expect(await refused({ amount: 10, type: 'market', mmp: true })).toMatchObject({ data: { param: 'mmp' } });
  });
});

describe('post only', () => {
  test('a buy slides to one tick below the best ask', async () => {
    const { best_ask_price: ask } = await ticker();
    expect((await buy({ amount: 10, price: ask + 20 })).order).toMatchObject({ price: ask - 0.5, post_only: true });
  });

  test('a buy that cannot slide below the lowest ask there is, is 11021', async () => {
    const { control } = bench.simulator;
    for (const name of control.instrumentNames().filter((known) => /^BTC-19NOV26-\d+-C$/.test(known))) {
      const { best_ask_price: ask } = await ticker(name);
      if (ask !== 0.0001) continue;
      const request = { instrument_name: name, amount: 0.1, price: 0.0001, post_only: true };
      expect(await refused(request, 'private/buy')).toMatchObject({ code: 11_021 });
      return;
    }
    throw new Error('no option at one tick');
  });

  test('linked orders and stops are not post only unless they say so', async () => {
    const { order: stop } = await sell({
      amount: 10,
      type: 'stop_limit',
      price: 90_000,
      trigger: 'index_price',
      trigger_price: 90_000,
    });
    expect(stop).toMatchObject({ post_only: false });
    expect(stop).not.toHaveProperty('reject_post_only');
  });
});

describe('the order of checks', () => {
  const bad = { amount: 15, price: 98_000 };
  const tooMuch = { amount: 900_000_000, price: 98_000 };

  test('what is wrong with a parameter comes before time, state and funds', async () => {
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    const late = { valid_until: bench.clock.ms - 1 };
    expect(await refused({ ...bad, ...late })).toMatchObject({ code: -32_602, data: { param: 'amount' } });
    expect(await refused({ ...tooMuch, ...late, otoco_config: [] })).toMatchObject({ code: -32_602 });
    expect(await refused({ ...tooMuch, ...late })).toMatchObject({ code: 13_888 });
    expect(await refused(tooMuch)).toMatchObject({ code: 10_019 });
    expect(await refused({ ...tooMuch, mmp: true })).toMatchObject({ code: 10_019 });
  });

  test('the book comes before the funds', async () => {
    const { best_bid_price: bid } = await ticker();
    const request = { ...tooMuch, price: bid, post_only: true, reject_post_only: true };
    expect(await refused(request)).toMatchObject({ code: 11_054 });
    expect(await refused(tooMuch)).toMatchObject({ code: 10_009 });
  });

  test('a linked order that is refused leaves nothing behind', async () => {
    const other = { amount: 15, direction: 'sell', price: 99_000 };
    const link = { linked_order_type: 'one_cancels_other', otoco_config: [other] };
    await refused({ amount: 10, type: 'market', label: 'half', ...link });
    expect(await find('half')).toEqual([]);
    expect(await open()).toEqual([]);
  });
});

describe('sizes', () => {
  test('contracts come out exact, and what an order says of its own size is taken again', async () => {
    const name = optionName(bench, 'C', (await ticker()).index_price);
    for (const tenths of [0.1, 0.3, 0.7, 1.1, 2]) {
      const { order: placed } = await sell({ instrument_name: name, amount: tenths, price: 0.5 });
      expect(placed).toMatchObject({ amount: tenths, contracts: tenths });
      const { amount, contracts } = placed;
      for (const again of [{ contracts }, { amount, contracts }]) {
        expect((await sell({ instrument_name: name, price: 0.5, ...again })).order).toMatchObject({
          amount,
          contracts,
        });
      }
    }
    const { order: linear } = await sell({ instrument_name: 'BTC_USDC-PERPETUAL', contracts: 7, price: 98_000 });
    expect(linear).toMatchObject({ amount: 0.0007, contracts: 7 });
    expect(linear['order_id']).toMatch(/^USDC-\d+$/);
  });

  test('contracts that come to no whole step, or to less than the least amount, are refused', async () => {
    const option = optionName(bench, 'C', (await ticker()).index_price);
    const step = { data: { param: 'contracts', reason: 'must be a multiple of contract size' } };
    expect(await refused({ instrument_name: option, contracts: 0.35, price: 0.5 })).toMatchObject(step);
    expect(await refused({ contracts: 1.5, price: 98_000 })).toMatchObject(step);
    expect(await refused({ instrument_name: 'BTC_USDC-PERPETUAL', contracts: 0.5, price: 98_000 })).toMatchObject(step);
    const eth = bench.simulator.control.instrumentNames().find((name) => /^ETH-\d+[A-Z]+\d+-\d+-C$/.test(name));
    expect(await refused({ instrument_name: eth, contracts: 0.5, price: 0.5 })).toMatchObject({
      data: { param: 'contracts' },
    });
  });

  test('amount and contracts that differ are refused, and agree however they are written', async () => {
    const linear = { instrument_name: 'BTC_USDC-PERPETUAL', price: 98_000 };
    const differs = { data: { param: 'contracts', reason: 'must match amount' } };
    expect(await refused({ ...linear, amount: 0.0007, contracts: 8 })).toMatchObject(differs);
    expect(await refused({ ...linear, amount: 0.0007, contracts: 7.5 })).toMatchObject(differs);
    expect((await sell({ ...linear, amount: 0.0007, contracts: 7 })).order).toMatchObject({ amount: 0.0007 });
    const option = { instrument_name: optionName(bench, 'C', (await ticker()).index_price), price: 0.5 };
    expect(await refused({ ...option, amount: 0.3, contracts: 0.4 })).toMatchObject(differs);
  });
});

describe('spot', () => {
  const pair = { instrument_name: 'BTC_USDC' };

  test('has no reduce_only', async () => {
    const { min_trade_amount: amount } = await bench.result<Record<string, number>>('public/get_instrument', pair);
    expect(await refused({ ...pair, amount, price: 98_000, reduce_only: true })).toMatchObject({
      code: -32_602,
      data: { param: 'reduce_only' },
    });
  });

  test('an order bears is_rebalance in place of is_liquidation and reduce_only', async () => {
    const { min_trade_amount: amount } = await bench.result<Record<string, number>>('public/get_instrument', pair);
    const { order: placed } = await sell({ ...pair, amount, price: 98_500 });
    expect(placed).toMatchObject({ is_rebalance: false, order_state: 'open' });
    expect(placed).not.toHaveProperty('reduce_only');
    expect(placed).not.toHaveProperty('is_liquidation');
    expect(placed['order_id']).toMatch(/^BTC_USDC-\d+$/);
  });
});

test('the average price is the exact mean of the fills, rounded once', async () => {
  const { order: placed, trades } = await sell({ amount: 500_000, type: 'market' });
  expect(trades.length).toBeGreaterThan(3);
  const value = trades.reduce((sum, trade) => sum + BigInt(Number(trade['price']) * 100) * BigInt(size(trade)), 0n);
  const amount = BigInt(size({ amount: placed['filled_amount'] }));
  const rounded = (value * 20_000n + amount) / (2n * amount);
  expect(placed['average_price']).toBe(Number(rounded) / 1e6);
});

function size(record: Json): number {
  return Number(record['amount']);
}
