import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeLost } from '../../../../renderer/ui/order-words/lost-text.ts';
import { readAllFilled } from '../../../../shared/orders/outcome/filled.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
});
afterEach(() => bench.remove());

function trades(label: string, ...amounts: string[]): void {
  const timestamp = bench.clock.now();
  const all = amounts.map((amount, index) => soldTrade({ trade_id: String(index), label, amount, timestamp }));
  bench.service.answer(TRADES, () => ({ value: { trades: all, has_more: false } }));
}

const others = (changes = {}) =>
  placedOrder({ order_id: 'OTHERS-9', label: 'typed', creation_timestamp: bench.clock.now(), ...changes });

async function tradeInPart(label = ''): Promise<string> {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label }), []);
  trades(bench.row(intentId).label, '20000');
  await bench.clock.advance(10_000);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
  return intentId;
}

describe('a sell known by a part of its trades, which no look-up ever shows', () => {
  it('is not told to have traded nothing once it is gone', async () => {
    const intentId = await tradeInPart();
    bench.track();
    await bench.clock.advance(45 * 60_000);
    expect(describeLost(bench.row(intentId))).toBe('no longer known · 20,000 of 50,000 traded');
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'no_longer_known',
      params: { traded: '20000', shown: 'never' },
    });
  });

  it('is told to have traded all of it where its trades say so by then', async () => {
    const intentId = await tradeInPart();
    trades(bench.row(intentId).label, '20000', '30000');
    bench.track();
    await bench.clock.advance(45 * 60_000);
    expect(describeLost(bench.row(intentId))).not.toBe('over · nothing traded');
  });
});

describe('what is left of a sell that its trades alone have told of', () => {
  it('is cancelled by the id that they named, whether look-ups answer or not', async () => {
    const intentId = await tradeInPart();
    const { label } = bench.row(intentId);
    bench.service.answer(STATE, () => noAnswer);
    const ended = placedOrder({ order_id: 'BTC-1', label, ...CANCELLED, filled_amount: '20000' });
    bench.service.answer(BY_ID, ({ order_id }) => (order_id === 'BTC-1' ? { value: ended } : { value: 0 }));
    expect(await bench.canceller.cancel(intentId)).toMatchObject({
      cancel: { state: 'cancelled' },
      order: { order_id: 'BTC-1', order_state: 'cancelled', filled_amount: '20000' },
    });
  });

  it('is cancelled with all that rests', async () => {
    const intentId = await tradeInPart();
    const { label } = bench.row(intentId);
    const ended = placedOrder({ order_id: 'BTC-1', label, ...CANCELLED, filled_amount: '20000' });
    bench.service.answer(BY_ID, () => ({ value: ended }));
    expect(await bench.canceller.cancelResting()).toEqual({ cancelled: 1 });
  });

  it('is looked for until its end is shown, where its cancel had no answer', async () => {
    const intentId = await tradeInPart();
    const { label } = bench.row(intentId);
    bench.service.answer(BY_ID, () => noAnswer);
    expect((await bench.canceller.cancel(intentId)).cancel?.state).toBe('unknown');
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).cancel?.state).toBe('unknown');
    const ended = placedOrder({ order_id: 'BTC-1', label, ...CANCELLED, filled_amount: '20000' });
    bench.service.answer(STATE, () => ({ value: [ended] }));
    await bench.clock.advance(10_000);
    expect(bench.row(intentId)).toMatchObject({ cancel: { state: 'cancelled' }, order: { order_id: 'BTC-1' } });
  });
});

describe('a sell under a typed label, known by trades of order BTC-1 of a part', () => {
  it('does not have an order of another id cancelled that was placed elsewhere under that label minutes later', async () => {
    await tradeInPart('typed');
    await bench.clock.advance(10 * 60_000);
    const other = others();
    bench.service.answer(STATE, () => ({ value: [other] }));
    bench.service.answer(BY_ID, () => ({ value: { ...other, ...CANCELLED } }));
    await bench.canceller.cancelResting();
    expect(bench.service.calls(BY_ID).filter(({ order_id }) => order_id === 'OTHERS-9')).toEqual([]);
  });

  it('does not take an order of another id for its own', async () => {
    const intentId = await tradeInPart('typed');
    await bench.clock.advance(10 * 60_000);
    const other = others();
    bench.service.answer(STATE, () => ({ value: [other] }));
    bench.track();
    await bench.clock.advance(5000);
    expect(bench.row(intentId).order?.order_id).not.toBe('OTHERS-9');
  });

  it('wholly traded, does not take an open one of the account for its own', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'typed' }), []);
    trades('typed', '50000');
    const other = others({ creation_timestamp: bench.clock.now() + 1000 });
    await bench.clock.advance(10_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
    await bench.clock.advance(120_000);
    bench.desk.sighted([other]);
    await bench.clock.advance(1000);
    expect(bench.row(intentId).order?.order_id).not.toBe('OTHERS-9');
  });
});

it('the rest of a sell rests, though another order under its typed label traded the same amount', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label: 'typed' }), []);
  const trade = soldTrade({ label: 'typed', amount: '20000', timestamp: bench.clock.now() });
  bench.service.answer(TRADES, () => ({
    value: { trades: [trade, { ...trade, trade_id: '2', order_id: 'BTC-2', amount: '30000' }], has_more: false },
  }));
  await bench.clock.advance(10_000);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
  expect(isResting(bench.row(intentId))).toBe(true);
});

it('what an earlier version knew by a part of its trades days ago is not told as over with nothing traded', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label: '' }), []);
  const { label } = bench.row(intentId);
  const trade = soldTrade({ label, amount: '20000', timestamp: bench.clock.now() });
  bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
  await bench.clock.advance(10_000);
  // The rest filled since; the version before did not follow it.
  bench.service.answer(TRADES, () => ({
    value: { trades: [trade, { ...trade, trade_id: '2', amount: '30000' }], has_more: false },
  }));
  await bench.clock.advance(3 * 24 * 3_600_000);
  bench.canceller.close();
  bench = createCancelBench(bench.restart());
  bench.desk.resume();
  bench.track();
  await bench.clock.advance(10 * 60_000);
  expect(bench.row(intentId).notices).not.toContainEqual({ code: 'no_longer_known', params: { traded: '0' } });
});

it('a sell that traded whole does not become one that was cancelled with nothing filled', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label: 'typed' }), []);
  const trade = soldTrade({ label: 'typed', timestamp: bench.clock.now() });
  bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
  const other = placedOrder({ order_id: 'OTHERS-9', label: 'typed', creation_timestamp: bench.clock.now() + 1000 });
  await bench.clock.advance(120_000);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
  // Its own record has not come into view, or is forgotten by now; a stranger's is listed among the open ones.
  bench.desk.sighted([other]);
  bench.track();
  await bench.clock.advance(5000);
  bench.service.answer(STATE, () => ({
    value: [
      { ...other, order_state: 'cancelled', cancel_reason: 'user_request', last_update_timestamp: bench.clock.now() },
    ],
  }));
  await bench.clock.advance(5000);
  const row = bench.row(intentId);
  const isTraded = row.notices.some(({ code }) => code === 'known_by_trades' || code === 'two_orders_under_label');
  expect({ state: row.order?.order_state, isTraded, filled: readAllFilled(row).amount }).not.toEqual({
    state: 'cancelled',
    isTraded: false,
    filled: '0',
  });
});

describe('a sell under a typed label that its trades name as BTC-1, where another order bears the label too', () => {
  it.each([
    ['followed, it', '20000'],
    ['wholly traded, and the other in the account’s list, it', '50000'],
  ] as const)('%s locks its instrument until a person has looked', async (_how, amount) => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'typed' }), []);
    trades('typed', amount);
    const other = others({ creation_timestamp: bench.clock.now() + 1000 });
    await bench.clock.advance(10_000);
    if (amount === '20000') bench.track();
    bench.service.answer(STATE, () => ({ value: [other] }));
    if (amount === '50000') bench.desk.sighted([other]);
    await bench.clock.advance(5000);
    const { notices } = bench.row(intentId);
    const lock = notices.find(({ code }) => code === 'two_orders_under_label');
    expect(lock?.params).toMatchObject({
      ids: 'BTC-1 OTHERS-9',
      orders: expect.stringContaining(`BTC-1 (${amount} traded)`),
    });
    expect(notices.map(({ code }) => code)).toContain('known_by_trades');
    const asked = bench.service.calls(STATE).length;
    bench.desk.confirmTwoOrders(intentId);
    bench.desk.sighted([other]);
    await bench.clock.advance(100);
    // They are told of once.
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('two_orders_confirmed');
    if (amount === '50000') expect(bench.service.calls(STATE).length).toBe(asked);
  });

  it('takes its own order, once that is shown beside the other', async () => {
    const intentId = await tradeInPart('typed');
    const own = others({ order_id: 'BTC-1', filled_amount: 20_000 });
    bench.service.answer(STATE, () => ({ value: [others(), own] }));
    bench.track();
    await bench.clock.advance(5000);
    expect(bench.row(intentId)).toMatchObject({ order: { order_id: 'BTC-1', order_state: 'open' } });
    const second = bench.desk.rows().find(({ second_of }) => second_of === intentId);
    expect(second?.order?.order_id).toBe('OTHERS-9');
  });

  it('is told as over though the other stays open', async () => {
    const intentId = await tradeInPart('typed');
    const other = others();
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [other] }));
    bench.track();
    await bench.clock.advance(45 * 60_000);
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'no_longer_known',
      params: { traded: '20000', shown: 'never' },
    });
  });
});

it('a stop that its trades name by what its trigger made takes its own trigger order for no other', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  const stop = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000', label: '' } as const;
  await bench.desk.place(intentId, orderDraft(stop), []);
  const { label } = bench.row(intentId);
  trades(label, '20000');
  await bench.clock.advance(10_000);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
  const waiting = placedOrder({
    order_id: 'SLMS-1',
    label,
    order_type: 'stop_limit',
    trigger: 'mark_price',
    trigger_price: 97_000,
  });
  bench.track();
  // Look-ups lag: they show it waiting, then fired, and at last what it became.
  for (const order_state of ['untriggered', 'triggered']) {
    bench.service.answer(STATE, () => ({ value: [{ ...waiting, order_state }] }));
    await bench.clock.advance(5000);
    expect(bench.row(intentId).notices.map(({ code }) => code)).toEqual(['known_by_trades']);
  }
  const made = placedOrder({ order_id: 'BTC-1', label, trigger_order_id: 'SLMS-1', filled_amount: 20_000 });
  bench.service.answer(STATE, () => ({ value: [{ ...waiting, order_state: 'triggered' }, made] }));
  await bench.clock.advance(5000);
  expect(bench.row(intentId)).toMatchObject({ order: { order_id: 'BTC-1' }, earlier_order_ids: ['SLMS-1'] });
});
