import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import type { Json } from './seller.ts';
import { traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, find, order, open, refused, ticker, until } = traderOn(() => bench);

const OTO = { linked_order_type: 'one_triggers_other' };
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

describe('one_triggers_other', () => {
  test('the primary names its secondaries, which wait for it', async () => {
    const { order: primary } = await sell({ amount: 100, price: 98_500, ...OTO, otoco_config: [PROFIT, LOSS] });
    expect(primary).toMatchObject({ order_state: 'open', trigger_fill_condition: 'first_hit' });
    const ids = primary['oto_order_ids'] as string[];
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(id).toMatch(/^OTO-\d+$/);
    expect(primary).not.toHaveProperty('is_primary_otoco');
    expect(await order('profit')).toMatchObject({
      order_id: ids[0],
      order_state: 'untriggered',
      order_type: 'limit',
      is_secondary_oto: true,
      trigger_fill_condition: 'first_hit',
      price: 96_000,
      direction: 'buy',
      post_only: false,
    });
    expect(await order('loss')).toMatchObject({ order_id: ids[1], order_type: 'stop_market', price: 'market_price' });
  });

  test('its fill releases them: each ends as triggered and a new order names both', async () => {
    const { order: primary } = await sell({ amount: 100, type: 'market', ...OTO, otoco_config: [PROFIT, LOSS] });
    expect(primary['order_state']).toBe('filled');
    const [waiting, released] = await find('profit');
    expect(waiting).toMatchObject({ order_state: 'triggered', is_secondary_oto: true });
    expect(released).toMatchObject({
      order_state: 'open',
      amount: 100,
      price: 96_000,
      primary_order_id: primary['order_id'],
      trigger_order_id: waiting?.['order_id'],
    });
    expect(released).not.toHaveProperty('is_secondary_oto');
    const [, stop] = await find('loss');
    expect(stop).toMatchObject({ order_state: 'untriggered', trigger_price: 110_000 });
    expect(stop?.['order_id']).toMatch(/^SLIB-/);
  });

  test('its cancellation ends them: oto_primary_closed', async () => {
    const { order: primary } = await sell({ amount: 100, price: 98_500, ...OTO, otoco_config: [PROFIT] });
    await bench.result('private/cancel', { order_id: primary['order_id'] });
    expect(await order('profit')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oto_primary_closed' });
    expect(await open()).toEqual([]);
  });

  test('a primary that is killed unfilled ends them, too', async () => {
    const { best_bid_price: bid } = await ticker();
    const { order: primary } = await sell({
      amount: 100,
      price: bid + 50,
      time_in_force: 'immediate_or_cancel',
      ...OTO,
      otoco_config: [PROFIT],
    });
    expect(primary['order_state']).toBe('cancelled');
    expect(await order('profit')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oto_primary_closed' });
  });

  test('a trigger order hands its secondaries on to what it becomes', async () => {
    const { best_bid_price: bid } = await ticker();
    await sell({ amount: 10, type: 'market' });
    const { order: stop } = await sell({
      amount: 100,
      type: 'stop_market',
      trigger: 'last_price',
      trigger_price: bid - 0.5,
      label: 'stop',
      ...OTO,
      otoco_config: [PROFIT],
    });
    expect(await order('profit')).toMatchObject({ order_state: 'untriggered' });
    await sell({ amount: 100_000, type: 'market' });
    const [, created] = await find('stop');
    expect(created).toMatchObject({ order_state: 'filled', trigger_order_id: stop['order_id'] });
    expect((await find('profit'))[1]).toMatchObject({ order_state: 'open', primary_order_id: created?.['order_id'] });
  });

  describe('with a primary filled in part', () => {
    /** A primary that is filled for the best bid's size, and rests with as much again and 50 more. */
    async function halfFilled(condition: string) {
      const { best_bid_price: bid, best_bid_amount: size } = await ticker();
      const amount = 2 * size + 50;
      const { order: primary } = await sell({
        amount,
        price: bid,
        post_only: false,
        ...OTO,
        trigger_fill_condition: condition,
        otoco_config: [{ ...PROFIT, amount: 1000 }],
      });
      expect(primary).toMatchObject({ order_state: 'open', filled_amount: size, trigger_fill_condition: condition });
      return { primary, size, amount };
    }

    test('first_hit releases all of a secondary', async () => {
      await halfFilled('first_hit');
      expect((await find('profit'))[1]).toMatchObject({ order_state: 'open', amount: 1000 });
    });

    test('complete_fill releases nothing until all of the primary is filled', async () => {
      const { primary } = await halfFilled('complete_fill');
      expect(await find('profit')).toMatchObject([{ order_state: 'untriggered' }]);
      await bench.result('private/cancel', { order_id: primary['order_id'] });
      expect(await find('profit')).toMatchObject([{ order_state: 'cancelled', cancel_reason: 'oto_primary_closed' }]);
    });

    test('incremental releases the filled part, rounded down to the contract', async () => {
      const { primary, size, amount } = await halfFilled('incremental');
      const due = Math.floor((1000 * size) / amount / 10) * 10;
      const [waiting, released] = await find('profit');
      expect(waiting).toMatchObject({ order_state: 'untriggered' });
      expect(released).toMatchObject({ order_state: 'open', amount: due });
      await bench.result('private/cancel', { order_id: primary['order_id'] });
      expect((await find('profit')).map((found) => found['order_state'])).toEqual(['triggered', 'open']);
    });

    test('incremental has released all once the primary is filled', async () => {
      const { primary } = await halfFilled('incremental');
      await until(async () => !(await open()).some((found) => found['order_id'] === primary['order_id']));
      const [waiting, ...released] = await find('profit');
      expect(waiting).toMatchObject({ order_state: 'triggered' });
      expect(released.length).toBeGreaterThan(1);
      expect(released.reduce((sum, found) => sum + Number(found['amount']), 0)).toBe(1000);
    });
  });
});

describe('a pair whose first order finds no place when the fill releases both', () => {
  test('ends with it, and has an id to be known by', async () => {
    const crossing = { ...PROFIT, price: 102_000, post_only: true, reject_post_only: true };
    const { order: primary } = await sell({ amount: 100, type: 'market', ...OTOCO, otoco_config: [crossing, LOSS] });
    const [, rejected] = await find('profit');
    expect(rejected?.['order_state']).toBe('rejected');
    const [, released] = await find('loss');
    expect(released).toMatchObject({
      order_state: 'cancelled',
      cancel_reason: 'oco_other_closed',
      primary_order_id: primary['order_id'],
    });
    // Over, and known: an order that nobody can ask for is 10004.
    const order_id = released?.['order_id'];
    expect(await bench.call('private/cancel', { order_id })).toMatchObject({ error: { code: 11_044 } });
  });
});

describe('is refused', () => {
  const primary = { amount: 100, price: 98_500 };
  test.each<[string, Json, string, string]>([
    ['a link without the others', { ...OTO }, 'otoco_config', 'value required'],
    ['the others without a link', { otoco_config: [PROFIT] }, 'otoco_config', 'requires linked_order_type'],
    [
      'a condition without a link',
      { trigger_fill_condition: 'first_hit' },
      'trigger_fill_condition',
      'requires linked_order_type',
    ],
    ['a link that triggers nothing', { ...OTO, otoco_config: [] }, 'otoco_config', 'must have 1 to 20 items'],
    ['a pair of three', { ...OCO, otoco_config: [PROFIT, LOSS] }, 'otoco_config', 'must have 1 item'],
    ['one that cancels nothing', { ...OTOCO, otoco_config: [PROFIT] }, 'otoco_config', 'must have 2 items'],
    ['an unknown link', { linked_order_type: 'oto', otoco_config: [PROFIT] }, 'linked_order_type', 'invalid value'],
    ['an item that is no object', { ...OTO, otoco_config: [7] }, 'otoco_config[0]', 'must be an object'],
    [
      'an item without direction',
      { ...OTO, otoco_config: [{ amount: 10, price: 96_000 }] },
      'otoco_config[0].direction',
      'value required',
    ],
    [
      'an item off its tick',
      { ...OTO, otoco_config: [PROFIT, { ...PROFIT, price: 1.23 }] },
      'otoco_config[1].price',
      'must conform to tick size',
    ],
    [
      'an item off the contract',
      { ...OTO, otoco_config: [{ ...PROFIT, amount: 15 }] },
      'otoco_config[0].amount',
      'must be a multiple of contract size',
    ],
    [
      'a trigger price off its tick',
      { ...OTO, otoco_config: [{ ...LOSS, trigger_price: 1.1 }] },
      'otoco_config[0].trigger_price',
      'must conform to tick size',
    ],
    [
      'an item of another instrument',
      { ...OTO, otoco_config: [{ ...PROFIT, instrument_name: 'ETH-PERPETUAL' }] },
      'otoco_config[0].instrument_name',
      'unknown parameter',
    ],
  ])('%s', async (_name, params, param, reason) => {
    expect(await refused({ ...primary, ...params })).toMatchObject({ code: -32_602, data: { param, reason } });
  });

  test('more secondary orders than the account may have are 13901, with the limit', async () => {
    bench.simulator.control.setOrderRules({ maxSecondaryOrders: 3 });
    await sell({ ...primary, ...OTO, otoco_config: [PROFIT, LOSS] });
    expect(await refused({ ...primary, ...OTO, otoco_config: [PROFIT, LOSS] })).toMatchObject({
      code: 13_901,
      message: 'no_more_oto_orders 3',
    });
  });
});
