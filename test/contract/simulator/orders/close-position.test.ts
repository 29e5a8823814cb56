import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../../shared/service/extensions.ts';
import { openBench, type Bench } from '../caller.ts';
import { PERPETUAL, type Json, type Placed } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, ticker, takenByOthers } = traderOn(() => bench);
const close = (params: Json) => bench.call('private/close_position', { ...PERPETUAL, ...params });
const position = (params: Json = PERPETUAL) => bench.result('private/get_position', params);

describe('close_position', () => {
  test.each(['buy', 'sell'] as const)('ends at the market what a %s opened', async (side) => {
    await { buy, sell }[side]({ amount: 500, type: 'market' });
    const { result } = await close({ type: 'market' });
    expect(result).toMatchObject({
      order: {
        direction: side === 'buy' ? 'sell' : 'buy',
        order_type: 'market',
        order_state: 'filled',
        amount: 500,
        reduce_only: true,
        post_only: false,
      },
    });
    expect((result as Placed).order).not.toHaveProperty('label');
    expect(EXTENSIONS['private/close_position'].result.safeParse(result).success).toBe(true);
    expect(await position()).toMatchObject({ direction: 'zero', size: 0 });
  });

  test('rests at a limit, and shrinks with the position', async () => {
    await buy({ amount: 500, type: 'market' });
    const { result } = await close({ type: 'limit', price: 98_400 });
    const { order: placed } = result as Placed;
    expect(placed).toMatchObject({ order_state: 'open', price: 98_400, amount: 500, reduce_only: true });
    await sell({ amount: 200, type: 'market' });
    expect(await bench.result('private/get_order_state', { order_id: placed['order_id'] })).toMatchObject({
      amount: 300,
    });
    const { best_ask_price: ask } = await ticker();
    const moved = { order_id: placed['order_id'], amount: 300, price: ask - 0.5 };
    expect(await bench.result('private/edit', moved)).toMatchObject({ order: { price: ask - 0.5 } });
    await takenByOthers(300, ask - 0.5);
    expect(await position()).toMatchObject({ size: 0 });
  });

  test('of an option goes by its amount in coins', async () => {
    const name = { instrument_name: optionName(bench, 'C', (await ticker()).index_price) };
    await buy({ ...name, amount: 0.7, type: 'market' });
    expect(await position(name)).toMatchObject({ ...name, direction: 'buy', size: 0.7 });
    expect(await close({ ...name, type: 'market' })).toMatchObject({ result: { order: { amount: 0.7 } } });
    expect(await position(name)).toMatchObject({ size: 0 });
  });

  test('is 11030 where there is nothing to close, spot among it', async () => {
    for (const name of ['BTC-PERPETUAL', 'BTC_USDC']) {
      expect(await close({ instrument_name: name, type: 'market' })).toMatchObject({
        status: 400,
        error: { code: 11_030, data: { reason: 'reduce_direction' } },
      });
    }
    expect(bench.simulator.control.executions()).toBe(0);
  });

  test.each<[string, Json, string]>([
    ['without a type', {}, 'type'],
    ['of another type', { type: 'stop_market' }, 'type'],
    ['at a limit without a price', { type: 'limit' }, 'price'],
    ['at the market with a price', { type: 'market', price: 90_000 }, 'price'],
    ['at a price off its tick', { type: 'limit', price: 98_400.3 }, 'price'],
    ['with a label', { type: 'market', label: 'x' }, 'label'],
    ['with a deadline', { type: 'market', valid_until: 9_999_999_999_999 }, 'valid_until'],
    ['in no instrument', { instrument_name: 'BTC-1JAN99', type: 'market' }, 'instrument_name'],
  ])('is refused %s, by name', async (_name, params, param) => {
    await buy({ amount: 500, type: 'market' });
    expect(await close(params)).toMatchObject({ status: 400, error: { code: -32_602, data: { param } } });
    expect(await position()).toMatchObject({ size: 500 });
  });

  test('is refused in a closed book', async () => {
    await buy({ amount: 500, type: 'market' });
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'settlement');
    expect(await close({ type: 'market' })).toMatchObject({ error: { code: 10_041 } });
  });
});

describe('get_position', () => {
  test('is the record of get_positions, and one of size zero where nothing is held', async () => {
    const none = await position();
    expect(none).toMatchObject({ ...PERPETUAL, kind: 'future', direction: 'zero', size: 0, average_price: 0 });
    expect(EXTENSIONS['private/get_position'].result.safeParse(none).success).toBe(true);
    await sell({ amount: 500, type: 'market' });
    expect([await position()]).toEqual(await bench.result('private/get_positions'));
  });

  test.each([
    ['BTC_USDC', 'has no positions'],
    ['BTC-1JAN99', 'instrument not found'],
    ['nothing', 'wrong format'],
  ])('of %s is refused: %s', async (name, reason) => {
    expect(await bench.call('private/get_position', { instrument_name: name })).toMatchObject({
      error: { code: -32_602, data: { param: 'instrument_name', reason } },
    });
  });
});
