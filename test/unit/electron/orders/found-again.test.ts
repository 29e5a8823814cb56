import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOwn } from '../../../../electron/orders/own-orders.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { type Order, orderSchema } from '../../../../shared/service/order.ts';
import { BY_ID, CANCELLED, type CancelBench, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId, showOnce } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, type Reply } from '../../../support/wire/scripted-service.ts';

const MINUTE_MS = 60_000;

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

/** What look-ups of both kinds answer from now on. */
function answer(shown: () => Reply): void {
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, shown);
}

const show = (...orders: readonly object[]): void => answer(() => ({ value: orders }));

/** A resting sell, unchanged for longer than look-ups show closed orders. */
async function rest(): Promise<{ intentId: string; order: Order }> {
  acceptSells(bench.service);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label: 'mine' }), []);
  bench.track();
  await showOnce(bench, intentId);
  const { order } = bench.row(intentId);
  if (order === null) throw new Error('the reply has its order');
  show(order);
  await bench.clock.advance(40 * MINUTE_MS);
  return { intentId, order };
}

/** The same, told as over though it rests. */
async function lose(): Promise<{ intentId: string; order: Order }> {
  const rests = await rest();
  show();
  await bench.clock.advance(50_000);
  expect(bench.row(rests.intentId).notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
  expect(bench.desk.liveRows()).toEqual([]);
  return rests;
}

const RESTS = { outcome: 'accepted', state: 'open', notices: [], isLive: true };

function standing(intentId: string) {
  const { outcome, order, notices } = bench.row(intentId);
  const isLive = bench.desk.liveRows().some(({ intent_id }) => intent_id === intentId);
  return { outcome, state: order?.order_state, notices, isLive };
}

describe('an order that was told as over, and rests', () => {
  it.each([
    ['recent', STATE],
    ['open', OPEN],
  ] as const)('rests again once a look-up of %s orders shows it', async (_name, method) => {
    const { intentId, order } = await lose();
    bench.service.answer(method, () => ({ value: [order] }));
    await bench.clock.advance(2 * MINUTE_MS);
    expect(standing(intentId)).toEqual(RESTS);
  });

  it('is told as it ended, where a look-up shows that', async () => {
    const { intentId, order } = await lose();
    show({ ...order, ...CANCELLED });
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'cancelled' }, notices: [] });
  });

  it('rests again once the account’s open orders list it, and can be cancelled', async () => {
    const { intentId, order } = await lose();
    bench.desk.sighted([order]);
    expect(standing(intentId)).toEqual(RESTS);
    bench.service.answer(BY_ID, () => ({ value: { ...order, ...CANCELLED } }));
    expect(await bench.canceller.cancel(intentId)).toMatchObject({ cancel: { state: 'cancelled' } });
    expect(bench.service.calls(BY_ID).at(-1)).toEqual({ order_id: order.order_id });
  });

  it('stays over where those list another order under its label', async () => {
    const { intentId, order } = await lose();
    bench.desk.sighted([{ ...order, order_id: 'BTC-9' }]);
    await bench.clock.advance(100);
    expect(isResting(bench.row(intentId))).toBe(false);
    expect(findOwn(bench.desk.rows(), [order])).toContain(order.order_id);
  });

  it('is looked for at once when a person asks', async () => {
    const { intentId, order } = await lose();
    show(order);
    bench.desk.recheck(intentId);
    await bench.clock.advance(100);
    expect(standing(intentId)).toEqual(RESTS);
  });

  it('is looked for three times in all, and again at the next start', async () => {
    const { intentId, order } = await lose();
    const before = bench.service.calls(STATE).length;
    await bench.clock.advance(5 * 60 * MINUTE_MS);
    expect(bench.service.calls(STATE).length - before).toBe(3);
    show(order);
    const restarted = bench.restart();
    restarted.desk.resume();
    await restarted.clock.advance(10_000);
    expect(isResting(restarted.row(intentId))).toBe(true);
    restarted.desk.close();
  });

  it('is looked for until that is answered', async () => {
    const { intentId, order } = await lose();
    answer(() => noAnswer);
    await bench.clock.advance(3 * 60 * MINUTE_MS);
    show(order);
    await bench.clock.advance(2 * MINUTE_MS);
    expect(standing(intentId)).toEqual(RESTS);
  });

  it('is not told so again by as short a time in which nothing shows it', async () => {
    const { intentId, order } = await lose();
    bench.desk.sighted([order]);
    await bench.clock.advance(5 * MINUTE_MS);
    expect(standing(intentId)).toEqual(RESTS);
    await bench.clock.advance(6 * MINUTE_MS);
    expect(isResting(bench.row(intentId))).toBe(false);
  });
});

it('look-ups that fail between two that show nothing are no part of what proves an end', async () => {
  const { intentId } = await rest();
  const before = bench.service.calls(OPEN).length;
  show();
  while (bench.service.calls(OPEN).length === before) await bench.clock.advance(100);
  for (const [failing, method] of ([STATE, OPEN] as const).entries()) {
    bench.service.answer(method, () => noAnswer);
    if (failing === 1) bench.service.answer(STATE, () => ({ value: [] }));
    await bench.clock.advance(MINUTE_MS);
    show();
    await bench.clock.advance(10_000);
    expect(standing(intentId)).toEqual(RESTS);
  }
  await bench.clock.advance(30_000);
  expect(isResting(bench.row(intentId))).toBe(false);
});

describe('an order that no look-up has ever shown', () => {
  async function sellUnseen(): Promise<string> {
    acceptSells(bench.service);
    show();
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'mine' }), []);
    return intentId;
  }

  it('is told as not known any more, and not as over with nothing traded', async () => {
    const intentId = await sellUnseen();
    bench.track();
    await bench.clock.advance(40 * MINUTE_MS);
    const notice = { code: 'no_longer_known', params: { traded: '0', shown: 'never' } };
    expect(bench.row(intentId).notices).toEqual([notice]);
  });

  it('is one that was shown before, once it was, after a restart too', async () => {
    const intentId = await sellUnseen();
    const stop = bench.track();
    await showOnce(bench, intentId);
    stop();
    const restarted = bench.restart();
    restarted.desk.resume();
    const stopAgain = restarted.track();
    await restarted.clock.advance(40 * MINUTE_MS);
    stopAgain();
    expect(restarted.row(intentId).notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
    restarted.desk.close();
  });

  it('rests again where the account’s open orders list it', async () => {
    const intentId = await sellUnseen();
    const { order } = bench.row(intentId);
    if (order === null) throw new Error('the reply has its order');
    bench.track();
    await bench.clock.advance(40 * MINUTE_MS);
    bench.desk.sighted([order]);
    expect(standing(intentId)).toEqual(RESTS);
  });
});

it('a linked order that was never seen is taken where the account’s open orders list it', async () => {
  acceptSells(bench.service, { order_state: 'filled', filled_amount: '50000' });
  show();
  const children = [childDraft({ amount: '50000' })];
  await bench.desk.place(
    nextIntentId(),
    orderDraft({ label: 'mine', linked_order_type: 'one_triggers_other', children }),
    [],
  );
  const id = bench.desk.rows().find(({ child_of }) => child_of !== null)?.intent_id ?? '';
  bench.track();
  await bench.clock.advance(40 * MINUTE_MS);
  expect(bench.row(id).notices).toMatchObject([{ code: 'no_longer_known', params: { shown: 'never' } }]);
  const { label, direction, submitted_at } = bench.row(id);
  const listed = placedOrder({
    order_id: 'P-1',
    label,
    direction,
    creation_timestamp: submitted_at,
    primary_order_id: 'BTC-1',
  });
  bench.desk.sighted([orderSchema.parse(listed)]);
  await bench.clock.advance(100);
  expect(standing(id)).toMatchObject({ state: 'open', isLive: true });
});

it('a start looks for the newest of those that earlier runs have told as over, one after another', async () => {
  const rows = [];
  for (let at = 0; at < 60; at += 1) {
    acceptSells(bench.service, { order_id: `BTC-${at}` });
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: `mine-${at}`, price: String(97_500 + at) }), []);
    rows.push(bench.row(intentId));
    await bench.clock.advance(1000);
  }
  for (const row of rows)
    bench.desk.update({ ...row, looked_again: true, notices: [{ code: 'no_longer_known', params: { traded: '0' } }] });
  answer(() => ({ value: [placedOrder({ label: 'elsewhere' })] }));
  const restarted = bench.restart();
  const before = restarted.service.calls(STATE).length;
  restarted.desk.resume();
  await restarted.clock.advance(10_000);
  expect(restarted.service.calls(STATE).length - before).toBeLessThanOrEqual(6);
  await restarted.clock.advance(10 * MINUTE_MS);
  const asked = restarted.service.calls(STATE).slice(before);
  expect(new Set(asked.map(({ label }) => label))).toEqual(
    new Set(Array.from({ length: 50 }, (_none, at) => `mine-${at + 10}`)),
  );
  expect(asked).toHaveLength(50);
  restarted.desk.close();
});
