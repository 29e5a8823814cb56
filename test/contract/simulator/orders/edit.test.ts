import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../../shared/service/extensions.ts';
import { basic, openBench, type Bench, type Refused } from '../caller.ts';
import { PERPETUAL, type Json, type Placed } from './seller.ts';
import { traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, order, ticker, takenByOthers } = traderOn(() => bench);
const FAR = { amount: 100, price: 98_400 };

function edit(placed: Json, params: Json): Promise<Placed> {
  return bench.result<Placed>('private/edit', { order_id: placed['order_id'], ...params });
}

/** The order by its id, as look-ups show it. */
function stateOf(placed: Json): Promise<Json> {
  return bench.result('private/get_order_state', { order_id: placed['order_id'] });
}

/** The refusal of an edit. Fails when the order is another one afterwards. */
async function refused(placed: Json, params: Json): Promise<Refused | undefined> {
  const before = await stateOf(placed);
  const answer = await bench.call('private/edit', { order_id: placed['order_id'], ...params });
  expect(await stateOf(placed)).toEqual(before);
  expect(answer.status).toBe(400);
  return answer.error;
}

describe('an edit', () => {
  test('changes amount and price of the order, which keeps its id and says that it was replaced', async () => {
    const { order: placed } = await sell({ ...FAR, label: 'mine' });
    expect(placed).toMatchObject({ replaced: false });
    bench.clock.ms += 10;
    const done = await edit(placed, { amount: 250, price: 98_500 });
    const later = bench.clock.ms;
    expect(done).toEqual({
      trades: [],
      order: { ...placed, amount: 250, contracts: 25, price: 98_500, replaced: true, last_update_timestamp: later },
    });
    expect(EXTENSIONS['private/edit'].result.safeParse(done).success).toBe(true);
    expect(await order('mine')).toEqual(done.order);
    expect(await bench.result('private/get_open_orders')).toEqual([done.order]);
  });

  test('leaves what it does not name as it is', async () => {
    const { order: placed } = await sell({ ...FAR, label: 'kept', time_in_force: 'good_til_day', post_only: false });
    const { order: edited } = await edit(placed, { amount: 50 });
    expect(edited).toEqual({ ...placed, amount: 50, contracts: 5, replaced: true });
  });

  test('takes contracts in place of an amount, and needs one of them', async () => {
    const { order: placed } = await sell(FAR);
    expect((await edit(placed, { contracts: 7 })).order).toMatchObject({ amount: 70 });
    expect((await edit(placed, { contracts: 8, amount: 80 })).order).toMatchObject({ amount: 80 });
    expect(await refused(placed, { contracts: 8, amount: 70 })).toMatchObject({ data: { param: 'contracts' } });
    expect(await refused(placed, { price: 98_500 })).toMatchObject({
      code: -32_602,
      data: { param: 'amount', reason: 'value required' },
    });
  });

  test('that changes nothing is taken, and stamps the order', async () => {
    const { order: placed } = await sell(FAR);
    bench.clock.ms += 5;
    expect((await edit(placed, FAR)).order).toEqual({
      ...placed,
      replaced: true,
      last_update_timestamp: bench.clock.ms,
    });
  });

  test('of an order that trades at its new price gives the trades, and the rest of it rests', async () => {
    const { best_bid_price: bid, best_bid_amount: size } = await ticker();
    const { order: placed } = await sell({ ...FAR, label: 'taker', post_only: false });
    const { order: edited, trades } = await edit(placed, { amount: size + 40, price: bid });
    expect(edited).toMatchObject({ order_state: 'open', price: bid, amount: size + 40, filled_amount: size });
    expect(trades.reduce((sum, trade) => sum + Number(trade['amount']), 0)).toBe(size);
    for (const trade of trades) expect(trade).toMatchObject({ order_id: placed['order_id'], liquidity: 'T' });
    expect((await ticker()).best_ask_price).toBe(bid);
    expect((await ticker()).best_ask_amount).toBe(40);
  });

  test('that fills the whole order ends it as filled', async () => {
    const { best_bid_price: bid } = await ticker();
    const { order: placed } = await sell({ ...FAR, amount: 10, post_only: false });
    expect((await edit(placed, { amount: 10, price: bid })).order).toMatchObject({ order_state: 'filled' });
    expect(await bench.result('private/get_open_orders')).toEqual([]);
    expect(await refused(placed, { amount: 20 })).toMatchObject({ code: 11_044, message: 'not_open_order' });
  });

  test('holds the funds of what it comes to, not of both', async () => {
    const margin = async () =>
      (await bench.result('private/get_account_summary', { currency: 'BTC' }))['initial_margin'];
    const { order: placed } = await sell({ ...FAR, amount: 10_000_000 });
    const large = await margin();
    await edit(placed, { amount: 20_000_000, price: 98_450 });
    expect(await margin()).toBeGreaterThan(Number(large));
    // Alone it may grow to that size; beside itself it could not.
    await edit(placed, { amount: 10_000_000 });
    expect(await margin()).toBe(large);
    expect(await refused(placed, { amount: 900_000_000 })).toMatchObject({ code: 10_009 });
  });
});

describe('the amount is the order’s total, its filled part included', () => {
  async function halfFilled(): Promise<Json> {
    const { best_ask_price: ask } = await ticker();
    const { order: placed } = await sell({ amount: 100, price: ask - 0.5, post_only: false });
    await takenByOthers(60, ask - 0.5);
    return stateOf(placed);
  }

  test('the remainder is the new amount less what is filled', async () => {
    const placed = await halfFilled();
    expect(placed).toMatchObject({ amount: 100, filled_amount: 60 });
    const { order: edited } = await edit(placed, { amount: 80 });
    expect(edited).toMatchObject({ order_state: 'open', amount: 80, filled_amount: 60 });
    expect((await ticker()).best_ask_amount).toBe(20);
    await takenByOthers(20, Number(placed['price']));
    expect(await stateOf(placed)).toMatchObject({ order_state: 'filled', amount: 80, filled_amount: 80 });
  });

  test.each([60, 50])('%d, of which 60 are filled, is refused', async (amount) => {
    expect(await refused(await halfFilled(), { amount })).toMatchObject({
      code: 11_008,
      message: 'already_filled',
      data: { param: 'amount' },
    });
  });
});

describe('the place in the queue', () => {
  /** Two orders at one price, the first of which is edited; gives which of them trades first then. */
  async function firstAfter(params: Json, terms: Json = {}): Promise<'edited' | 'other'> {
    const { best_ask_price: ask } = await ticker();
    const price = ask - 0.5;
    const { order: first } = await sell({ amount: 1000, price, post_only: false, ...terms });
    await sell({ amount: 1000, price, post_only: false, label: 'other' });
    await edit(first, { amount: 1000, ...params });
    await takenByOthers(10, price);
    const [edited, other] = [await stateOf(first), await order('other')];
    expect(Number(edited['filled_amount']) + Number(other['filled_amount'])).toBe(10);
    return edited['filled_amount'] === 10 ? 'edited' : 'other';
  }

  test.each<[string, Json, 'edited' | 'other']>([
    ['is kept at the same price and amount', {}, 'edited'],
    ['is kept by a smaller amount', { amount: 500 }, 'edited'],
    ['is kept when post only is switched on', { post_only: true }, 'edited'],
    ['is lost by a larger amount', { amount: 1010 }, 'other'],
  ])('%s', async (_name, params, first) => {
    expect(await firstAfter(params)).toBe(first);
  });

  test('is lost by another price, also on the way back', async () => {
    const { best_ask_price: ask } = await ticker();
    const price = ask - 0.5;
    const { order: first } = await sell({ amount: 1000, price, post_only: false });
    await sell({ amount: 1000, price, post_only: false, label: 'other' });
    await edit(first, { amount: 1000, price: price + 0.5 });
    await edit(first, { amount: 1000, price });
    await takenByOthers(10, price);
    expect(await order('other')).toMatchObject({ filled_amount: 10 });
  });

  test('is kept by an edit that is refused', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: first } = await sell({ amount: 1000, price: ask - 0.5, post_only: false });
    await sell({ amount: 1000, price: ask - 0.5, post_only: false });
    expect(await refused(first, { amount: 900_000_000 })).toMatchObject({ code: 10_009 });
    await takenByOthers(10, ask - 0.5);
    expect(await stateOf(first)).toMatchObject({ filled_amount: 10 });
  });
});

describe('post only', () => {
  test('an edit that would take slides beside the spread', async () => {
    const { best_bid_price: bid } = await ticker();
    const { order: placed } = await sell(FAR);
    expect(placed).toMatchObject({ post_only: true });
    const { order: edited, trades } = await edit(placed, { amount: 100, price: bid - 10 });
    expect(trades).toEqual([]);
    expect(edited).toMatchObject({ order_state: 'open', price: bid + 0.5, post_only: true });
  });

  test('with reject_post_only an edit that would take cancels the order', async () => {
    const { best_bid_price: bid } = await ticker();
    const { order: placed } = await sell({ ...FAR, post_only: true, reject_post_only: true });
    const { order: edited, trades } = await edit(placed, { amount: 100, price: bid - 10 });
    expect(trades).toEqual([]);
    expect(edited).toMatchObject({ order_state: 'cancelled', cancel_reason: 'edit_post_only_reject', price: 98_400 });
    expect(await stateOf(placed)).toEqual(edited);
    expect(await bench.result('private/get_open_orders')).toEqual([]);
  });

  test('can be switched on and off, with rejecting', async () => {
    const { order: placed } = await sell({ ...FAR, post_only: false });
    const on = await edit(placed, { amount: 100, post_only: true, reject_post_only: true });
    expect(on.order).toMatchObject({ post_only: true, reject_post_only: true });
    const off = await edit(placed, { amount: 100, post_only: false });
    expect(off.order).toMatchObject({ post_only: false });
    expect(off.order).not.toHaveProperty('reject_post_only');
    expect(await refused(placed, { amount: 100, reject_post_only: true })).toMatchObject({
      data: { param: 'reject_post_only' },
    });
  });

  test('is refused for an order that is good till day', async () => {
    const { order: placed } = await sell({ ...FAR, time_in_force: 'good_til_day' });
    expect(await refused(placed, { amount: 100, post_only: true })).toMatchObject({ code: 11_055 });
  });
});

describe('reduce only', () => {
  test('an edit beyond the position is cut to it', async () => {
    await buy({ amount: 50, type: 'market' });
    const { order: placed } = await sell({ ...FAR, amount: 20, reduce_only: true });
    expect((await edit(placed, { amount: 100 })).order).toMatchObject({ amount: 50, reduce_only: true });
  });

  test('what is filled comes on top of what can be reduced', async () => {
    await buy({ amount: 50, type: 'market' });
    const { best_ask_price: ask } = await ticker();
    const { order: placed } = await sell({ amount: 40, price: ask - 0.5, post_only: false, reduce_only: true });
    await takenByOthers(30, ask - 0.5);
    expect((await edit(placed, { amount: 500 })).order).toMatchObject({ amount: 50, filled_amount: 30 });
  });

  test('can be switched on where there is a position, and is 11030 where there is none', async () => {
    const { order: placed } = await sell(FAR);
    expect(await refused(placed, { amount: 100, reduce_only: true })).toMatchObject({
      code: 11_030,
      data: { reason: 'reduce_direction' },
    });
    await buy({ amount: 10, type: 'market' });
    expect((await edit(placed, { amount: 100, reduce_only: true })).order).toMatchObject({
      amount: 10,
      reduce_only: true,
    });
    expect((await edit(placed, { amount: 100, reduce_only: false })).order).toMatchObject({
      amount: 100,
      reduce_only: false,
    });
  });
});

describe('an iceberg', () => {
  test('shows the new display amount', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: placed } = await sell({ amount: 20_000, price: ask - 0.5, display_amount: 1000, post_only: false });
    const { order: edited } = await edit(placed, { amount: 20_000, display_amount: 2000 });
    expect(edited).toMatchObject({ amount: 20_000, display_amount: 2000, refresh_amount: 2000, max_show: 2000 });
    expect((await ticker()).best_ask_amount).toBe(2000);
  });

  test('keeps its display amount, and shows all of what is smaller', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: placed } = await sell({ amount: 20_000, price: ask - 0.5, display_amount: 1000, post_only: false });
    expect((await edit(placed, { amount: 30_000 })).order).toMatchObject({ display_amount: 1000 });
    expect((await ticker()).best_ask_amount).toBe(1000);
    expect((await edit(placed, { amount: 500 })).order).toMatchObject({ display_amount: 500, refresh_amount: 1000 });
    expect((await ticker()).best_ask_amount).toBe(500);
  });

  test('can come of a plain order; its rules hold', async () => {
    const { order: placed } = await sell({ amount: 20_000, price: 98_400 });
    expect((await edit(placed, { amount: 20_000, display_amount: 1000 })).order).toMatchObject({
      display_amount: 1000,
    });
    expect(await refused(placed, { amount: 20_000, display_amount: 990 })).toMatchObject({ code: 10_036 });
    expect(await refused(placed, { amount: 200_000 })).toMatchObject({
      code: 10_036,
      data: { param: 'display_amount' },
    });
  });

  test('loses its place when it shows more or less', async () => {
    const { best_ask_price: ask } = await ticker();
    const price = ask - 0.5;
    const { order: placed } = await sell({ amount: 20_000, price, display_amount: 2000, post_only: false });
    await sell({ amount: 1000, price, post_only: false, label: 'other' });
    await edit(placed, { amount: 20_000, display_amount: 1000 });
    await takenByOthers(10, price);
    expect(await order('other')).toMatchObject({ filled_amount: 10 });
  });
});

describe('is refused, and changes nothing', () => {
  test('after valid_until', async () => {
    const { order: placed } = await sell(FAR);
    expect(await refused(placed, { amount: 50, valid_until: bench.clock.ms })).toMatchObject({
      code: 13_888,
      message: 'timed_out',
    });
    const { order: edited } = await edit(placed, { amount: 50, valid_until: bench.clock.ms + 1 });
    expect(edited).toMatchObject({ amount: 50 });
  });

  test('of an order that nobody knows, 10004; of another account’s too', async () => {
    const { order: placed } = await sell(FAR);
    const [, subaccountId = 0] = bench.simulator.control.accountIds();
    const key = basic(bench.simulator.control.addKey(['trade:read_write'], { subaccountId }));
    for (const [id, secret] of [['1'], [placed['order_id'], key]] as const) {
      expect(await bench.call('private/edit', { order_id: id, amount: 10 }, secret)).toMatchObject({
        status: 400,
        error: { code: 10_004, message: 'order_not_found' },
      });
    }
    expect(await stateOf(placed)).toEqual(placed);
  });

  test('of an order that has ended, 11044', async () => {
    const { order: placed } = await sell(FAR);
    await bench.result('private/cancel', { order_id: placed['order_id'] });
    expect(await refused(placed, { amount: 50 })).toMatchObject({ code: 11_044, message: 'not_open_order' });
  });

  test('with a key that may only read', async () => {
    const { order: placed } = await sell(FAR);
    const key = basic(bench.simulator.control.addKey(['trade:read', 'account:read']));
    for (const [method, params] of [
      ['private/edit', { order_id: placed['order_id'], amount: 50 }],
      ['private/edit_by_label', { ...PERPETUAL, label: 'x', amount: 50 }],
      ['private/close_position', { ...PERPETUAL, type: 'market' }],
      ['private/cancel_all_by_currency', { currency: 'BTC' }],
      ['private/cancel_all_by_instrument', PERPETUAL],
    ] as const) {
      expect(await bench.call(method, params, key)).toMatchObject({ error: { code: 13_403 } });
    }
    expect(await stateOf(placed)).toEqual(placed);
  });

  test.each([
    ['settlement', 10_041],
    ['locked', 10_019],
    ['halted', 10_012],
  ] as const)('in a book that is %s', async (state, code) => {
    const { order: placed } = await sell(FAR);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', state);
    expect(await refused(placed, { amount: 50 })).toMatchObject({ code });
  });

  test('in a book that was withdrawn', async () => {
    const { order: placed } = await sell(FAR);
    bench.simulator.control.setInstrumentTerms('BTC-PERPETUAL', { isActive: false });
    expect(await refused(placed, { amount: 50 })).toMatchObject({ code: 10_012 });
  });

  test.each<[string, Json, string]>([
    ['an amount off its step', { amount: 15 }, 'amount'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['a price off its tick', { amount: 50, price: 98_400.3 }, 'price'],
    ['a price below zero', { amount: 50, price: -1 }, 'price'],
    ['a trigger price', { amount: 50, trigger_price: 90_000 }, 'trigger_price'],
    ['a trigger offset', { amount: 50, trigger_offset: 10 }, 'trigger_offset'],
    ['an advanced price', { amount: 50, advanced: 'implv' }, 'advanced'],
    ['another mmp', { amount: 50, mmp: true }, 'mmp'],
    ['a time in force', { amount: 50, time_in_force: 'good_til_day' }, 'time_in_force'],
    ['a label', { amount: 50, label: 'x' }, 'label'],
    ['a type', { amount: 50, type: 'stop_limit' }, 'type'],
  ])('with %s, by name', async (_name, params, param) => {
    const { order: placed } = await sell(FAR);
    expect(await refused(placed, params)).toMatchObject({ data: { param } });
  });

  test('with another mmp flag says so in the service’s words, and takes the same one', async () => {
    const { order: placed } = await sell(FAR);
    expect(await refused(placed, { amount: 50, mmp: true })).toMatchObject({
      code: -32_602,
      data: { param: 'mmp', reason: 'editing mmp flag is not supported' },
    });
    expect((await edit(placed, { amount: 50, mmp: false })).order).toMatchObject({ amount: 50 });
  });

  test('outside the band where the service is set so', async () => {
    bench.simulator.control.setOrderRules({ outsideBand: 'reject' });
    const { min_price: min } = await ticker();
    const { order: placed } = await sell({ ...FAR, post_only: false });
    expect(await refused(placed, { amount: 100, price: min - 0.5 })).toMatchObject({ code: 10_005 });
  });

  test('where it would trade with an order of its own', async () => {
    const { best_bid_price: bid } = await ticker();
    await buy({ amount: 100, price: bid + 0.5, post_only: false });
    const { order: placed } = await sell({ ...FAR, post_only: false });
    expect(await refused(placed, { amount: 100, price: bid })).toMatchObject({ code: 10_003 });
  });
});

test('in mode cancel_maker an edit cancels the own order that it would meet', async () => {
  bench.simulator.control.setTrading({ selfTrading: { mode: 'cancel_maker', extendedToSubaccounts: false } });
  const { best_bid_price: bid } = await ticker();
  await buy({ amount: 100, price: bid + 0.5, post_only: false, label: 'maker' });
  const { order: placed } = await sell({ ...FAR, post_only: false });
  const { order: edited } = await edit(placed, { amount: 100, price: bid });
  expect(edited).toMatchObject({ order_state: 'filled', average_price: bid });
  expect(await order('maker')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'order_overlap' });
});

test('the remainder of a market_limit order can be moved as the limit order that it is', async () => {
  const { best_bid_amount: size } = await ticker();
  const { order: placed } = await sell({ amount: size + 2_000_000, type: 'market_limit' });
  expect(placed).toMatchObject({ order_state: 'open', order_type: 'limit' });
  const { order: edited } = await edit(placed, { amount: placed['amount'], price: 98_500 });
  expect(edited).toMatchObject({ price: 98_500, order_type: 'limit', original_order_type: 'market_limit' });
});

describe('look-ups that lag behind edits', () => {
  const LOOK_UPS: readonly (readonly [string, Json])[] = [
    ['private/get_order_state_by_label', { currency: 'BTC', label: 'lags' }],
    ['private/get_open_orders_by_label', { currency: 'BTC', label: 'lags' }],
    ['private/get_open_orders', {}],
    ['private/get_open_orders_by_currency', { currency: 'BTC' }],
    ['private/get_open_orders_by_instrument', PERPETUAL],
  ];

  /** What each of the look-ups shows. */
  async function shown(placed: Json): Promise<unknown[]> {
    const found: unknown[] = [[await stateOf(placed)]];
    for (const [method, params] of LOOK_UPS) found.push(await bench.result(method, params));
    return found;
  }

  test('show the old terms until then, and the new ones from then on', async () => {
    bench.simulator.control.setReplies({ editLagMs: 100 });
    const { order: placed } = await sell({ ...FAR, label: 'lags' });
    const { order: edited } = await edit(placed, { amount: 250, price: 98_500 });
    expect(edited).toMatchObject({ amount: 250, price: 98_500 });
    bench.clock.ms += 99;
    expect(await shown(placed)).toEqual(Array.from({ length: 6 }, () => [placed]));
    bench.clock.ms += 1;
    expect(await shown(placed)).toEqual(Array.from({ length: 6 }, () => [edited]));
  });

  test('show the end of an order at once', async () => {
    bench.simulator.control.setReplies({ editLagMs: 100 });
    const { order: placed } = await sell(FAR);
    await edit(placed, { amount: 250 });
    await bench.result('private/cancel', { order_id: placed['order_id'] });
    expect(await stateOf(placed)).toMatchObject({ order_state: 'cancelled', amount: 250 });
  });
});

describe('edit_by_label', () => {
  const byLabel = (params: Json) => bench.call('private/edit_by_label', { ...PERPETUAL, ...params });

  test('edits the one working order of a label in an instrument', async () => {
    const { order: placed } = await sell({ ...FAR, label: 'one' });
    await sell({ instrument_name: 'ETH-PERPETUAL', amount: 1, price: 3650, label: 'one' });
    const { result } = await byLabel({ label: 'one', amount: 200, price: 98_500 });
    expect(result).toMatchObject({
      order: { order_id: placed['order_id'], amount: 200, price: 98_500, replaced: true },
      trades: [],
    });
    expect(EXTENSIONS['private/edit_by_label'].result.safeParse(result).success).toBe(true);
  });

  test('is 13032 where several work under it, and changes none', async () => {
    await sell({ ...FAR, label: 'two' });
    await sell({ ...FAR, price: 98_500, label: 'two' });
    const before = await bench.result('private/get_open_orders');
    expect(await byLabel({ label: 'two', amount: 200 })).toMatchObject({
      status: 400,
      error: { code: 13_032, message: 'non_unique_order_label' },
    });
    expect(await bench.result('private/get_open_orders')).toEqual(before);
  });

  test('looks past those that have ended; alone they are 11044, and none at all is 10004', async () => {
    const { order: first } = await sell({ ...FAR, label: 'past' });
    await bench.result('private/cancel', { order_id: first['order_id'] });
    expect(await byLabel({ label: 'past', amount: 200 })).toMatchObject({ error: { code: 11_044 } });
    expect(await byLabel({ label: 'nobody', amount: 200 })).toMatchObject({ error: { code: 10_004 } });
    await sell({ ...FAR, label: 'past' });
    expect(await byLabel({ label: 'past', amount: 200 })).toMatchObject({ result: { order: { amount: 200 } } });
  });

  test.each<[string, Json, string]>([
    ['the label', { amount: 10 }, 'label'],
    ['the amount', { label: 'one' }, 'amount'],
    ['an instrument that there is', { label: 'one', amount: 10, instrument_name: 'BTC-1JAN99' }, 'instrument_name'],
  ])('asks for %s by name', async (_name, params, param) => {
    await sell({ ...FAR, label: 'one' });
    expect(await byLabel(params)).toMatchObject({ error: { code: -32_602, data: { param } } });
  });
});
