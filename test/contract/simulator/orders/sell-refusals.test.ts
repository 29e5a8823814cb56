import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import { sellerOn, type Json } from './seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, refused, ticker } = sellerOn(() => bench);

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
    ['a price below zero', { amount: 10, price: -1 }, 'price', 'must be above zero'],
    ['a price as text', { amount: 10, price: '97000' }, 'price', 'must be a number'],
    [
      'a price for a market order',
      { amount: 10, type: 'market', price: 97_000 },
      'price',
      'not allowed for this order type',
    ],
    ['an unknown type', { amount: 10, type: 'Limit' }, 'type', 'invalid value'],
    ['a trigger kind without a trigger', { amount: 10, type: 'stop_market' }, 'trigger', 'value required'],
    ['a market order with mmp', { amount: 10, type: 'market', mmp: true }, 'mmp', 'not allowed for this order type'],
    [
      'a trailing stop without a trigger',
      { amount: 10, type: 'trailing_stop', trigger_offset: 100 },
      'trigger',
      'value required',
    ],
    [
      'a trailing stop below zero',
      { amount: 10, type: 'trailing_stop', trigger: 'mark_price', trigger_offset: -5 },
      'trigger_offset',
      'must be above zero',
    ],
    [
      'an unknown trigger',
      { amount: 10, type: 'stop_market', trigger: 'foo', trigger_price: 90_000 },
      'trigger',
      'invalid value',
    ],
    [
      'a stop with mmp',
      { amount: 10, type: 'stop_market', trigger: 'mark_price', trigger_price: 90_000, mmp: true },
      'mmp',
      'not allowed for this order type',
    ],
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
    [
      'a label of 65 emoji',
      { amount: 10, price: 97_000, label: '🙂'.repeat(65) },
      'label',
      'must be 64 characters at most',
    ],
    ['a label with NUL', { amount: 10, price: 97_000, label: 'a\u0000b' }, 'label', 'wrong format'],
    ['a label with a control character', { amount: 10, price: 97_000, label: 'a\nb' }, 'label', 'wrong format'],
    ['a flag as text', { amount: 10, price: 97_000, reduce_only: 'true' }, 'reduce_only', 'must be a boolean'],
    [
      'a trigger for a limit order',
      { amount: 10, price: 97_000, trigger: 'mark_price' },
      'trigger',
      'not allowed for this order type',
    ],
    [
      'an iceberg at the market',
      { amount: 10_000, type: 'market', display_amount: 1000 },
      'display_amount',
      'not allowed for this order type',
    ],
    [
      'a linked order without the other',
      { amount: 10, price: 97_000, linked_order_type: 'one_cancels_other' },
      'otoco_config',
      'value required',
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
