import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderPlacedSchema } from '../../../../shared/service/order.ts';
import { openBench, type Bench } from '../caller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, ticker } = traderOn(() => bench);

/** The members that every recorded order on a future has. */
const RECORDED =
  'label price user_id amount direction time_in_force instrument_name web api order_id creation_timestamp replaced filled_amount last_update_timestamp post_only reduce_only average_price mmp contracts order_state order_type is_liquidation risk_reducing'.split(
    ' ',
  );

test('a post-only limit order has the members of the recorded one, and no others', async () => {
  const { order } = await sell({ instrument_name: 'BTC_USDC-PERPETUAL', amount: 0.01, price: 98_400, label: 'x' });
  expect(Object.keys(order).toSorted()).toEqual([...RECORDED, 'reject_post_only'].toSorted());
});

test('an order without a label has none', async () => {
  expect((await sell({ amount: 10, price: 98_400 })).order).not.toHaveProperty('label');
});

test('an order and its trades count contracts alike, without the noise of a division', async () => {
  const { order, trades } = await sell({ instrument_name: 'BTC_USDC-PERPETUAL', amount: 0.0003, type: 'market' });
  expect(order['contracts']).toBe(3);
  expect(trades.map(({ contracts }) => contracts)).toEqual([3]);
});

test('a stop_market order has those of its kind besides', async () => {
  const trigger = { type: 'stop_market', trigger: 'mark_price', trigger_price: 80_000, reduce_only: true };
  const { order } = await sell({ instrument_name: 'BTC_USDC-PERPETUAL', amount: 0.01, label: 'x', ...trigger });
  expect(Object.keys(order).toSorted()).toEqual([...RECORDED, 'trigger', 'trigger_price', 'triggered'].toSorted());
  expect(order).toMatchObject({ price: 'market_price', order_state: 'untriggered', risk_reducing: true });
});

test('every kind of order reads by the schema', async () => {
  const option = optionName(bench, 'C', (await ticker()).index_price);
  const child = { amount: 10, direction: 'buy', price: 96_000 };
  for (const params of [
    { amount: 10, type: 'market' },
    { amount: 10, type: 'market_limit' },
    { amount: 10, type: 'take_limit', price: 99_000, trigger: 'index_price', trigger_price: 99_000 },
    { amount: 10, type: 'trailing_stop', trigger: 'last_price', trigger_offset: 50 },
    { amount: 20_000, price: 98_500, display_amount: 1000 },
    { instrument_name: option, amount: 0.1, price: 90, advanced: 'implv' },
    { instrument_name: option, amount: 0.1, price: 9000, advanced: 'usd' },
    { amount: 10, price: 98_500, linked_order_type: 'one_triggers_one_cancels_other', otoco_config: [child, child] },
  ]) {
    expect(orderPlacedSchema.safeParse(await sell(params)).success, JSON.stringify(params)).toBe(true);
  }
});
