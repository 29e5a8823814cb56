import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import { traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, find, order, open, refused, ticker, until } = traderOn(() => bench);

const OCO = { linked_order_type: 'one_cancels_other' };
const OTOCO = { linked_order_type: 'one_triggers_one_cancels_other' };
const PROFIT = { amount: 100, direction: 'buy', price: 96_000, label: 'profit' };
const LOSS = {
  amount: 100,
  direction: 'buy',
  type: 'stop_market',
  trigger: 'index_price',
  trigger_price: 110_000,
  label: 'loss',
};

describe('one_cancels_other', () => {
  const stop = { amount: 100, direction: 'sell', type: 'stop_market', trigger: 'last_price', label: 'other' };

  test('both are live and bear one reference', async () => {
    const { order: first } = await sell({
      amount: 100,
      price: 98_500,
      ...OCO,
      otoco_config: [{ ...LOSS, label: 'other' }],
    });
    const other = await order('other');
    expect(first['oco_ref']).toMatch(/^OCO-\d+$/);
    expect(other).toMatchObject({
      order_state: 'untriggered',
      oco_ref: first['oco_ref'],
      trigger_fill_condition: 'first_hit',
    });
    expect(other['order_id']).toMatch(/^SLIB-/);
  });

  test('the end of one ends the other: oco_other_closed', async () => {
    const { order: first } = await sell({
      amount: 100,
      price: 98_500,
      label: 'first',
      ...OCO,
      otoco_config: [{ ...LOSS, label: 'other' }],
    });
    await bench.result('private/cancel', { order_id: first['order_id'] });
    expect(await order('other')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
    expect(await order('first')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'user_request' });
  });

  test('a fill at once ends the other before it begins', async () => {
    const { best_bid_price: bid } = await ticker();
    const { order: first } = await sell({
      amount: 100,
      type: 'market',
      ...OCO,
      otoco_config: [{ amount: 100, direction: 'sell', price: bid + 900, label: 'other' }],
    });
    expect(first['order_state']).toBe('filled');
    expect(await order('other')).toMatchObject({
      order_state: 'cancelled',
      cancel_reason: 'oco_other_closed',
      filled_amount: 0,
    });
  });

  test('a part filled at once ends the other, and what is left of the first goes on', async () => {
    const { best_bid_price: bid, best_bid_amount: atBid } = await ticker();
    const { order: first } = await sell({
      amount: atBid + 100,
      price: bid,
      post_only: false,
      ...OCO,
      otoco_config: [{ amount: 100, direction: 'sell', price: bid + 900, label: 'other' }],
    });
    expect(first).toMatchObject({ order_state: 'open', filled_amount: atBid });
    expect(await order('other')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });

  test('the order that a trigger created keeps the pair', async () => {
    const { best_bid_price: bid } = await ticker();
    await sell({ amount: 10, type: 'market' });
    await sell({
      amount: 100,
      price: bid + 900,
      label: 'first',
      ...OCO,
      otoco_config: [{ ...stop, trigger_price: bid - 0.5 }],
    });
    await sell({ amount: 100_000, type: 'market' });
    const [triggered, created] = await find('other');
    expect(triggered).toMatchObject({ order_state: 'triggered' });
    expect(created).toMatchObject({ order_state: 'filled', oco_ref: triggered?.['oco_ref'] });
    expect(await order('first')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });

  test('and ends with the other, as the trigger order would have', async () => {
    const { best_bid_price: bid } = await ticker();
    await sell({ amount: 10, type: 'market' });
    const limit = { ...stop, type: 'stop_limit', price: bid + 950, trigger_price: bid - 0.5 };
    await sell({ amount: 100, price: bid + 900, label: 'first', ...OCO, otoco_config: [limit] });
    await sell({ amount: 100_000, type: 'market' });
    expect((await find('other'))[1]).toMatchObject({ order_state: 'open', price: bid + 950 });
    await bench.result('private/cancel', { order_id: (await order('first'))['order_id'] });
    expect((await find('other'))[1]).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });

  test.each([
    ['first_hit', 'cancelled', 1000],
    ['complete_fill', 'open', 1000],
  ])('%s: after a fill in part the other is %s', async (condition, state, amount) => {
    const { best_bid_price: bid, best_bid_amount: size } = await ticker();
    await sell({
      amount: 2 * size,
      price: bid,
      post_only: false,
      ...OCO,
      trigger_fill_condition: condition,
      otoco_config: [{ amount: 1000, direction: 'sell', price: bid + 900, label: 'other' }],
    });
    expect(await order('other')).toMatchObject({
      order_state: condition === 'first_hit' ? 'cancelled' : state,
      amount,
    });
  });

  test('incremental: the other shrinks with each fill, and ends with the last', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: first } = await sell({
      amount: 20_000,
      price: ask,
      post_only: false,
      label: 'first',
      ...OCO,
      trigger_fill_condition: 'incremental',
      otoco_config: [{ amount: 1000, direction: 'sell', price: ask + 900, label: 'other' }],
    });
    expect(first['order_state']).toBe('open');
    await until(async () => Number((await order('first'))['filled_amount']) > 0);
    const filled = Number((await order('first'))['filled_amount']);
    const left = 1000 - Math.floor((1000 * filled) / 20_000 / 10) * 10;
    expect(await order('other')).toMatchObject(
      left > 0
        ? { amount: left, order_state: 'open' }
        : { order_state: 'cancelled', cancel_reason: 'oco_other_closed' },
    );
    await until(async () => (await order('first'))['order_state'] === 'filled');
    expect(await order('other')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });

  test('two orders that the funds carry one by one but not together are refused, and neither is placed', async () => {
    const params = { amount: 25_000_000, price: 98_400 };
    expect((await sell(params)).order).toMatchObject({ order_state: 'open' });
    await bench.result('private/cancel_all');
    const other = { ...params, direction: 'sell' };
    expect(await refused({ ...params, ...OCO, otoco_config: [other] })).toMatchObject({ code: 10_009 });
    expect(await open()).toEqual([]);
  });
});

describe('one_triggers_one_cancels_other', () => {
  test('the end of the primary ends both as what it would have placed: oto_primary_closed', async () => {
    const { order: primary } = await sell({ amount: 100, price: 98_500, ...OTOCO, otoco_config: [PROFIT, LOSS] });
    await bench.result('private/cancel', { order_id: primary['order_id'] });
    const ended = { order_state: 'cancelled', cancel_reason: 'oto_primary_closed' };
    expect(await order('profit')).toMatchObject(ended);
    expect(await order('loss')).toMatchObject(ended);
  });

  test('the primary says that it can trigger a pair, whose orders bear one reference', async () => {
    const { order: primary } = await sell({ amount: 100, price: 98_500, ...OTOCO, otoco_config: [PROFIT, LOSS] });
    expect(primary).toMatchObject({ is_primary_otoco: true });
    const [profit, loss] = [await order('profit'), await order('loss')];
    expect(profit).toMatchObject({ is_secondary_oto: true, order_state: 'untriggered' });
    expect(profit['oco_ref']).toMatch(/^OCO-/);
    expect(loss['oco_ref']).toBe(profit['oco_ref']);
  });

  test('once released, only one of the pair is left when the other is filled', async () => {
    const { best_ask_price: ask } = await ticker();
    const profit = { ...PROFIT, price: Math.floor(ask) - 30 };
    await sell({ amount: 100, type: 'market', ...OTOCO, otoco_config: [profit, LOSS] });
    const live = await open();
    expect(live.map((found) => found['label'])).toEqual(['profit', 'loss']);
    expect(live[0]?.['oco_ref']).toBe(live[1]?.['oco_ref']);
    await until(async () => (await find('profit'))[1]?.['order_state'] === 'filled');
    expect((await find('loss'))[1]).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });

  test('while they wait, the cancellation of one ends the other', async () => {
    await sell({ amount: 100, price: 98_500, ...OTOCO, otoco_config: [PROFIT, LOSS] });
    await bench.result('private/cancel', { order_id: (await order('profit'))['order_id'] });
    expect(await order('loss')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });
});

test('buy places the same: a bracket around a long position', async () => {
  const above = { amount: 100, direction: 'sell', price: 99_900, label: 'above', reduce_only: true };
  const below = {
    amount: 100,
    direction: 'sell',
    type: 'trailing_stop',
    trigger: 'mark_price',
    trigger_offset: 500,
    label: 'below',
  };
  await buy({ amount: 100, type: 'market', ...OTOCO, otoco_config: [above, below] });
  const live = await open();
  expect(live).toMatchObject([
    { label: 'above', order_state: 'open', reduce_only: true },
    { label: 'below', order_state: 'untriggered', trigger_offset: 500 },
  ]);
  expect(live[1]).toHaveProperty('trigger_reference_price');
});
