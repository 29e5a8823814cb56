import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench, type Refused } from '../caller.ts';
import type { Json, Placed } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, buy, order, find, open, ticker, until, takenByOthers } = traderOn(() => bench);

function edit(placed: Json, params: Json): Promise<Placed> {
  return bench.result<Placed>('private/edit', { order_id: placed['order_id'], ...params });
}

async function refused(placed: Json, params: Json): Promise<Refused | undefined> {
  const before = await open();
  const answer = await bench.call('private/edit', { order_id: placed['order_id'], ...params });
  expect(await open()).toEqual(before);
  expect(answer.status).toBe(400);
  return answer.error;
}

describe('an untriggered order', () => {
  const STOP = { amount: 100, type: 'stop_market', trigger: 'mark_price', label: 'stop' };

  test('gets another trigger price and amount, and fires there', async () => {
    const { mark_price: mark } = await ticker();
    const { order: placed } = await sell({ ...STOP, trigger_price: Math.floor(mark) - 5000 });
    const { order: edited, trades } = await edit(placed, { amount: 40, trigger_price: Math.floor(mark) - 20 });
    expect(trades).toEqual([]);
    expect(edited).toEqual({
      ...placed,
      amount: 40,
      contracts: 4,
      trigger_price: Math.floor(mark) - 20,
      replaced: true,
    });
    await until(async () => (await find('stop')).some(({ order_state: state }) => state === 'triggered'));
    const created = (await find('stop')).find((other) => other['trigger_order_id'] === placed['order_id']);
    expect(created).toMatchObject({ order_state: 'filled', amount: 40, replaced: false });
  });

  test('keeps its trigger price when the edit leaves it out', async () => {
    const { order: placed } = await sell({ ...STOP, trigger_price: 80_000 });
    expect((await edit(placed, { amount: 50 })).order).toMatchObject({ amount: 50, trigger_price: 80_000 });
  });

  test('is not moved to where it would fire at once', async () => {
    const { mark_price: mark } = await ticker();
    const { order: stop } = await sell({ ...STOP, trigger_price: 80_000 });
    expect(await refused(stop, { amount: 100, trigger_price: Math.ceil(mark) + 50 })).toMatchObject({ code: 10_034 });
    const { order: take } = await sell({ ...STOP, type: 'take_market', trigger_price: 120_000 });
    expect(await refused(take, { amount: 100, trigger_price: Math.floor(mark) - 50 })).toMatchObject({ code: 10_035 });
  });

  test('with a limit gets another limit', async () => {
    const { order: placed } = await sell({ ...STOP, type: 'stop_limit', price: 79_000, trigger_price: 80_000 });
    expect((await edit(placed, { amount: 100, price: 78_500, trigger_price: 79_000 })).order).toMatchObject({
      order_state: 'untriggered',
      price: 78_500,
      trigger_price: 79_000,
    });
  });

  test.each<[string, Json, string]>([
    ['a trigger price off its tick', { amount: 100, trigger_price: 80_000.3 }, 'trigger_price'],
    ['a price, at the market', { amount: 100, price: 80_000 }, 'price'],
    ['an offset, at a price', { amount: 100, trigger_offset: 50 }, 'trigger_offset'],
    ['another source', { amount: 100, trigger: 'index_price' }, 'trigger'],
    ['post only, at the market', { amount: 100, reject_post_only: true }, 'reject_post_only'],
  ])('is refused %s, by name', async (_name, params, param) => {
    const { order: placed } = await sell({ ...STOP, trigger_price: 80_000 });
    expect(await refused(placed, params)).toMatchObject({ data: { param } });
  });

  test('a trailing stop gets another distance from the peak that it has followed', async () => {
    const trailing = { amount: 10, type: 'trailing_stop', trigger: 'mark_price', trigger_offset: 2000, label: 'trail' };
    const { order: placed } = await sell(trailing);
    const before = Number(placed['trigger_price']);
    await until(async () => Number((await order('trail'))['trigger_price']) > before + 10);
    const moved = Number((await order('trail'))['trigger_price']);
    const { order: edited } = await edit(placed, { amount: 10, trigger_offset: 2500 });
    expect(edited).toMatchObject({
      order_state: 'untriggered',
      trigger_offset: 2500,
      trigger_price: moved - 500,
      trigger_reference_price: placed['trigger_reference_price'],
    });
    expect(await refused(placed, { amount: 10, trigger_price: 90_000 })).toMatchObject({
      data: { param: 'trigger_price' },
    });
  });

  test('a trailing buy too, on the other side', async () => {
    const trailing = { amount: 10, type: 'trailing_stop', trigger: 'mark_price', trigger_offset: 2000 };
    const { order: placed } = await buy(trailing);
    const { order: edited } = await edit(placed, { amount: 10, trigger_offset: 2500 });
    expect(edited['trigger_price']).toBe(Number(placed['trigger_price']) + 500);
  });
});

describe('an advanced order', () => {
  let name: string;
  beforeEach(async () => {
    name = optionName(bench, 'C', (await ticker()).index_price);
  });
  const place = (params: Json) => sell({ instrument_name: name, amount: 0.5, label: 'adv', ...params });

  test('must name its kind again; its price is in that kind', async () => {
    const { order: placed } = await place({ price: 80, advanced: 'implv' });
    expect(await refused(placed, { amount: 0.5, price: 90 })).toMatchObject({
      code: -32_602,
      data: { param: 'advanced', reason: 'value required' },
    });
    const { order: edited } = await edit(placed, { amount: 0.7, price: 90, advanced: 'implv' });
    expect(edited).toMatchObject({ amount: 0.7, implv: 90, advanced: 'implv', replaced: true });
    expect(Number(edited['price'])).toBeGreaterThan(Number(placed['price']));
  });

  test('keeps its own price where only the amount is given', async () => {
    const { order: placed } = await place({ price: 80, advanced: 'implv' });
    expect((await edit(placed, { amount: 0.3, advanced: 'implv' })).order).toMatchObject({
      amount: 0.3,
      implv: 80,
      price: placed['price'],
    });
  });

  test('can go over to the other kind with its price', async () => {
    const { order: placed } = await place({ price: 80, advanced: 'implv' });
    expect(await refused(placed, { amount: 0.5, advanced: 'usd' })).toMatchObject({ data: { param: 'price' } });
    const { order: edited } = await edit(placed, { amount: 0.5, price: 9000, advanced: 'usd' });
    expect(edited).toMatchObject({ advanced: 'usd', usd: 9000 });
    expect(edited).not.toHaveProperty('implv');
  });

  test('is repriced by the engine afterwards, which says so until the next edit', async () => {
    const { order: placed } = await place({ price: 80, advanced: 'implv' });
    const { order: edited } = await edit(placed, { amount: 0.5, price: 90, advanced: 'implv' });
    expect(edited).not.toHaveProperty('auto_replaced');
    await until(async () => (await order('adv'))['price'] !== edited['price']);
    expect(await order('adv')).toMatchObject({ replaced: true, auto_replaced: true, implv: 90 });
    const { order: again } = await edit(placed, { amount: 0.5, price: 95, advanced: 'implv' });
    expect(again).toMatchObject({ replaced: true });
    expect(again).not.toHaveProperty('auto_replaced');
  });

  test('is what a plain order can’t become, 11041', async () => {
    const { order: placed } = await place({ price: 0.5 });
    expect(await refused(placed, { amount: 0.5, price: 80, advanced: 'implv' })).toMatchObject({
      code: 11_041,
      message: 'not_adv_order',
    });
  });

  test('is not edited by volatility within five minutes of the expiry', async () => {
    const { index_price: index } = await ticker();
    const [near = ''] = bench.simulator.control
      .instrumentNames()
      .filter((known) => /^BTC-19NOV26-\d+-C$/.test(known))
      .toSorted((a, b) => Math.abs(Number(a.split('-')[2]) - index) - Math.abs(Number(b.split('-')[2]) - index));
    bench.clock.ms = Date.UTC(2026, 10, 19, 7, 54);
    const { order: placed } = await sell({ instrument_name: near, amount: 0.1, price: 900, advanced: 'implv' });
    bench.clock.ms = Date.UTC(2026, 10, 19, 7, 56);
    expect(await refused(placed, { amount: 0.1, price: 910, advanced: 'implv' })).toMatchObject({ code: 11_046 });
  });
});

describe('linked orders', () => {
  const CHILD = { amount: 100, direction: 'sell', price: 98_400 };

  test('a secondary that waits can be edited, and is released as it is then', async () => {
    const { order: primary } = await buy({
      amount: 100,
      price: 96_000,
      linked_order_type: 'one_triggers_other',
      otoco_config: [CHILD],
    });
    const [id] = primary['oto_order_ids'] as string[];
    const { order: edited } = await edit({ order_id: id }, { amount: 60, price: 98_600 });
    expect(edited).toMatchObject({ order_state: 'untriggered', amount: 60, price: 98_600, replaced: true });
    const { best_ask_price: ask } = await ticker();
    const { order: filled } = await edit(primary, { amount: 100, price: ask, post_only: false });
    expect(filled).toMatchObject({ order_state: 'filled' });
    expect(await open()).toMatchObject([
      { order_state: 'open', amount: 60, price: 98_600, primary_order_id: primary['order_id'] },
    ]);
  });

  test('the cancel of a primary that rejects being post only ends its secondaries', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: primary } = await buy({
      amount: 100,
      price: 96_000,
      post_only: true,
      reject_post_only: true,
      linked_order_type: 'one_triggers_other',
      otoco_config: [{ ...CHILD, label: 'child' }],
    });
    await edit(primary, { amount: 100, price: ask });
    expect(await open()).toEqual([]);
    expect(await order('child')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oto_primary_closed' });
  });

  test('a pair’s order that was edited takes its partner’s share by its new amount', async () => {
    const { best_ask_price: ask } = await ticker();
    const { order: first } = await sell({
      amount: 100,
      price: 98_400,
      linked_order_type: 'one_cancels_other',
      trigger_fill_condition: 'incremental',
      otoco_config: [{ amount: 100, direction: 'sell', price: 98_600, label: 'partner' }],
    });
    await edit(first, { amount: 200, price: ask - 0.5, post_only: false });
    await takenByOthers(100, ask - 0.5);
    expect(await order('partner')).toMatchObject({ order_state: 'open', amount: 50 });
    await edit(await order('partner'), { amount: 80 });
    await takenByOthers(20, ask - 0.5);
    expect(await order('partner')).toMatchObject({ order_state: 'open', amount: 70 });
    await takenByOthers(80, ask - 0.5);
    expect(await order('partner')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'oco_other_closed' });
  });
});
