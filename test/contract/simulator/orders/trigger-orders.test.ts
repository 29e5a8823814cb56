import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';
import type { Json } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, find, order, open, refused, ticker, until } = traderOn(() => bench);

/** The order that a triggered one became. */
async function createdBy(trigger: Json): Promise<Json> {
  const found = (await find(String(trigger['label']))).find(
    (other) => other['trigger_order_id'] === trigger['order_id'],
  );
  if (found === undefined) throw new Error('it created no order');
  return found;
}

/** Sells and buys back until the last price lies that far below the bid. */
async function tradeDown(): Promise<void> {
  await sell({ amount: 100_000, type: 'market' });
}

describe('an untriggered order', () => {
  test('shows its trigger, has an id of its own form and no price yet for the market kinds', async () => {
    const { mark_price: mark } = await ticker();
    const at = Math.floor(mark) - 500;
    const { order: stop, trades } = await sell({
      amount: 100,
      type: 'stop_market',
      trigger: 'mark_price',
      trigger_price: at,
      label: 'sm',
    });
    expect(trades).toEqual([]);
    expect(stop).toMatchObject({
      order_state: 'untriggered',
      order_type: 'stop_market',
      price: 'market_price',
      trigger: 'mark_price',
      trigger_price: at,
      triggered: false,
      filled_amount: 0,
      post_only: false,
    });
    expect(stop['order_id']).toMatch(/^SLMS-\d+$/);
    expect(await open('sm')).toEqual([stop]);
    expect(await find('sm')).toEqual([stop]);
  });

  test.each([
    ['buy', 'stop_limit', 'index_price', 500, /^SLIB-\d+$/],
    ['buy', 'take_market', 'mark_price', -500, /^TPMB-\d+$/],
    ['sell', 'take_limit', 'index_price', 500, /^TPIS-\d+$/],
  ] as const)('%s %s by %s', async (side, type, trigger, away, id) => {
    const { index_price: index } = await ticker();
    const at = Math.floor(index) + away;
    const limited = type.endsWith('limit') ? { price: at } : {};
    const place = side === 'buy' ? buy : sell;
    const { order: waiting } = await place({ amount: 10, type, trigger, trigger_price: at, ...limited });
    expect(waiting).toMatchObject({
      order_state: 'untriggered',
      price: limited.price ?? 'market_price',
      direction: side,
    });
    expect(waiting['order_id']).toMatch(id);
  });

  test('of another currency bears it in front of its id', async () => {
    const { order: waiting } = await sell({
      instrument_name: 'ETH-PERPETUAL',
      amount: 5,
      type: 'stop_market',
      trigger: 'index_price',
      trigger_price: 2000,
    });
    expect(waiting['order_id']).toMatch(/^ETH-SLIS-\d+$/);
  });

  test('holds no margin', async () => {
    const before = await bench.result('private/get_account_summary', { currency: 'BTC' });
    await sell({ amount: 800_000, type: 'stop_market', trigger: 'index_price', trigger_price: 80_000 });
    expect(await bench.result('private/get_account_summary', { currency: 'BTC' })).toEqual(before);
  });
});

describe('when the trigger is reached', () => {
  test('by the last price, it ends as triggered and a market order with its id is executed', async () => {
    const { best_bid_price: bid } = await ticker();
    await sell({ amount: 10, type: 'market' });
    await sell({ amount: 50, type: 'stop_market', trigger: 'last_price', trigger_price: bid - 0.5, label: 'stop' });
    await tradeDown();
    const [stop] = (await find('stop')).filter((found) => found['order_type'] === 'stop_market');
    expect(stop).toMatchObject({ order_state: 'triggered', triggered: true, filled_amount: 0 });
    expect(await createdBy(stop ?? {})).toMatchObject({
      order_state: 'filled',
      order_type: 'market',
      filled_amount: 50,
      trigger_order_id: stop?.['order_id'],
    });
    expect(await open('stop')).toEqual([]);
  });

  test.each(['mark_price', 'index_price'] as const)(
    'by the %s, a stop_limit becomes a limit order',
    async (trigger) => {
      const { [trigger]: reference } = await ticker();
      const at = Math.floor(reference) - 20;
      await sell({ amount: 50, type: 'stop_limit', price: at + 2000, trigger, trigger_price: at, label: 'sl' });
      await until(async () => (await find('sl'))[0]?.['order_state'] === 'triggered');
      expect((await ticker())[trigger]).toBeLessThanOrEqual(at);
      expect(await createdBy((await find('sl'))[0] ?? {})).toMatchObject({
        order_state: 'open',
        order_type: 'limit',
        price: at + 2000,
      });
    },
  );

  test('a take buy fires when the price has fallen', async () => {
    const { mark_price: mark } = await ticker();
    const at = Math.floor(mark) - 20;
    await buy({ amount: 50, type: 'take_market', trigger: 'mark_price', trigger_price: at, label: 'take' });
    await until(async () => (await find('take'))[0]?.['order_state'] === 'triggered');
    expect((await ticker()).mark_price).toBeLessThanOrEqual(at);
  });

  test('what the book or the account refuses ends as rejected, and creates nothing', async () => {
    const { best_bid_price: bid } = await ticker();
    await sell({ amount: 10, type: 'market' });
    const reduce = {
      amount: 50,
      type: 'stop_market',
      trigger: 'last_price',
      trigger_price: bid - 0.5,
      reduce_only: true,
    };
    await sell({ ...reduce, label: 'nothing to reduce' });
    await tradeDown();
    expect(await find('nothing to reduce')).toMatchObject([{ order_state: 'rejected', order_type: 'stop_market' }]);
  });
});

describe('a trailing stop', () => {
  test('starts from the price at placement and follows the peak, never back', async () => {
    const { mark_price: mark } = await ticker();
    const { order: placed } = await sell({
      amount: 50,
      type: 'trailing_stop',
      trigger: 'mark_price',
      trigger_offset: 100,
      label: 'trail',
    });
    expect(placed).toMatchObject({
      order_type: 'trailing_stop',
      price: 'market_price',
      trigger_offset: 100,
      trigger_reference_price: mark,
    });
    expect(placed['trigger_price']).toBeCloseTo(mark - 100, 2);
    expect(placed['order_id']).toMatch(/^TSMS-\d+$/);
    let peak = mark;
    let fired = false;
    for (let turn = 0; turn < 3000 && !fired; turn += 1) {
      bench.clock.ms += 250;
      const { mark_price: now } = await ticker();
      peak = Math.max(peak, now);
      const trail = await order('trail');
      expect(trail['trigger_price']).toBeCloseTo(peak - 100, 2);
      expect(trail['trigger_reference_price']).toBe(mark);
      fired = trail['order_state'] === 'triggered';
      expect(fired).toBe(now <= peak - 100);
    }
    expect(fired).toBe(true);
    expect(await createdBy(await order('trail'))).toMatchObject({ order_type: 'market', order_state: 'filled' });
  });

  test.each([
    ['without an offset', {}, 'trigger_offset', 'value required'],
    [
      'with a trigger price',
      { trigger_offset: 5, trigger_price: 97_000 },
      'trigger_price',
      'not allowed for this order type',
    ],
    ['with an offset off the tick', { trigger_offset: 5.3 }, 'trigger_offset', 'must conform to tick size'],
    ['with an offset of nothing', { trigger_offset: 0 }, 'trigger_offset', 'must be above zero'],
  ])('%s is refused', async (_name, params, param, reason) => {
    const request = { amount: 10, type: 'trailing_stop', trigger: 'mark_price', ...params };
    expect(await refused(request)).toMatchObject({ code: -32_602, data: { param, reason } });
  });

  test('with an offset beyond the price is 11036', async () => {
    const request = { amount: 10, type: 'trailing_stop', trigger: 'mark_price', trigger_offset: 500_000 };
    expect(await refused(request)).toMatchObject({ code: 11_036, message: 'invalid_trigger_price' });
  });
});

describe('refused by name', () => {
  const stop = { amount: 10, type: 'stop_market', trigger: 'mark_price', trigger_price: 90_000 };
  test.each<[string, Json, string, string]>([
    ['no trigger', { ...stop, trigger: undefined }, 'trigger', 'value required'],
    ['no trigger price', { ...stop, trigger_price: undefined }, 'trigger_price', 'value required'],
    ['an unknown trigger', { ...stop, trigger: 'price' }, 'trigger', 'invalid value'],
    [
      'a trigger price off its tick',
      { ...stop, trigger_price: 90_000.2 },
      'trigger_price',
      'must conform to tick size',
    ],
    ['trigger price 0', { ...stop, trigger_price: 0 }, 'trigger_price', 'must be above zero'],
    ['an offset', { ...stop, trigger_offset: 5 }, 'trigger_offset', 'not allowed for this order type'],
    ['a price for stop_market', { ...stop, price: 90_000 }, 'price', 'not allowed for this order type'],
    ['stop_limit without price', { ...stop, type: 'stop_limit' }, 'price', 'value required'],
    [
      'a trigger price for a limit order',
      { amount: 10, price: 99_000, trigger_price: 90_000 },
      'trigger_price',
      'not allowed for this order type',
    ],
  ])('%s', async (_name, params, param, reason) => {
    expect(await refused(params)).toMatchObject({ code: -32_602, data: { param, reason } });
  });

  test('a trigger that the market has already reached: 10034 from above, 10035 from below', async () => {
    expect(await refused({ ...stop, trigger_price: 120_000 })).toMatchObject({ code: 10_034 });
    expect(await refused({ ...stop, trigger_price: 50_000 }, 'private/buy')).toMatchObject({ code: 10_035 });
    expect(await refused({ ...stop, type: 'take_market', trigger_price: 50_000 })).toMatchObject({ code: 10_035 });
  });

  test('post only with a market kind is 11055', async () => {
    expect(await refused({ ...stop, post_only: true })).toMatchObject({ code: 11_055 });
  });

  test('more trigger orders of a kind than the account may have are 11035, with the limit', async () => {
    bench.simulator.control.setOrderRules({ maxTriggerOrders: 2 });
    await sell(stop);
    await sell({ ...stop, type: 'stop_limit', price: 90_000 });
    expect(await refused(stop)).toMatchObject({ code: 11_035, message: 'no_more_triggers 2' });
    await sell({ ...stop, type: 'take_market', trigger_price: 120_000 });
  });
});

test("an option's index trigger is on the index's grid, in USD", async () => {
  const { index_price: index } = await ticker();
  const name = optionName(bench, 'C', index);
  const request = { instrument_name: name, amount: 0.1, type: 'stop_market', trigger: 'index_price' };
  const { order: waiting } = await sell({ ...request, trigger_price: 90_123.45 });
  expect(waiting).toMatchObject({ trigger_price: 90_123.45, order_state: 'untriggered' });
  expect(await refused({ ...request, trigger_price: 90_123.456 })).toMatchObject({ data: { param: 'trigger_price' } });
});

test('good_til_day trigger orders end at the settlement', async () => {
  bench.clock.ms = Date.UTC(2026, 10, 19, 7, 59, 30);
  await sell({
    amount: 10,
    type: 'stop_market',
    trigger: 'index_price',
    trigger_price: 60_000,
    time_in_force: 'good_til_day',
    label: 'day',
  });
  bench.clock.ms = Date.UTC(2026, 10, 19, 8, 1);
  expect(await order('day')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'settlement' });
});
