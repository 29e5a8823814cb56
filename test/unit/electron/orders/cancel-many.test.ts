import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { whoCancelled } from '../../../../shared/orders/outcome/cancel-reason.ts';
import {
  ALL,
  BY_ID,
  BY_LABEL,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
} from '../../../support/bench/cancel-bench.ts';
import { nextIntentId } from '../../../support/bench/desk-bench.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

const RATE = 5;
const BURST = 20;
const ORDERS = 30;
const SPENT = refusal(10_028, 'transient', 'too_many_requests');

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
  limitTo({ rate: RATE, burst: BURST });
});
afterEach(() => bench.remove());

/** Cancels of a service that gives as many credits as it says; how many it took within the time. */
function countCredits(): () => { taken: number; refused: number } {
  let credits = BURST;
  let filledAt = bench.clock.now();
  const counted = { taken: 0, refused: 0 };
  bench.service.answer(BY_ID, ({ order_id }) => {
    credits = Math.min(BURST, credits + ((bench.clock.now() - filledAt) / 1000) * RATE);
    filledAt = bench.clock.now();
    if (credits < 1) {
      counted.refused += 1;
      return SPENT;
    }
    credits -= 1;
    const row = bench.desk.rows().find(({ order }) => order?.order_id === order_id);
    // As it is asked whether cancels are offered at all.
    if (row === undefined) return refusal(11_044, 'refused', 'not_open_order');
    counted.taken += 1;
    return { value: orderOf(row, CANCELLED) };
  });
  return () => counted;
}

async function restMany(): Promise<void> {
  for (let number = 1; number <= ORDERS; number += 1) {
    await bench.rest(`BTC-${number}`, String(97_500 + number));
    await bench.clock.advance(1_000);
  }
  await bench.clock.advance(10_000);
}

describe('cancelling more orders than the account may send at once', () => {
  it('follows the credits: all are cancelled, none is refused', async () => {
    await restMany();
    const counted = countCredits();
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(0);
    const waiting = bench.desk.rows().filter(({ cancel }) => cancel?.state === 'requested');
    expect(waiting.length).toBeGreaterThan(5);
    expect(waiting.every(({ cancel }) => cancel?.reason === 'no_credits')).toBe(true);
    await bench.clock.advance(5_000);
    expect(await counting).toEqual({ cancelled: ORDERS });
    expect(counted()).toEqual({ taken: ORDERS, refused: 0 });
  });

  it('lets one that is pressed by itself go at once, from its place in the line or in its pause', async () => {
    limitTo({ rate: 1, burst: BURST });
    await restMany();
    countCredits();
    const counting = bench.canceller.cancelResting();
    const waiting = () => bench.desk.rows().filter(({ cancel }) => cancel?.reason === 'no_credits');
    await bench.clock.advance(0);
    const last = assertDefined(waiting().at(-1), 'the last in the line');
    const first = assertDefined(waiting()[0], 'the first in the line');
    bench.service.answer(BY_ID, () => SPENT);
    const pressed = bench.canceller.cancel(last.intent_id);
    await bench.clock.advance(100);
    expect(bench.service.calls(BY_ID).at(-1)).toEqual({ order_id: last.order?.order_id });
    // It was refused, and pauses now.
    countCredits();
    const again = bench.canceller.cancel(last.intent_id);
    await bench.clock.advance(0);
    expect((await again).cancel?.state).toBe('cancelled');
    expect(await pressed).toEqual(await again);
    expect(bench.row(first.intent_id).cancel).toMatchObject({ state: 'requested', reason: 'no_credits' });
    await bench.clock.advance(30_000);
    expect(await counting).toEqual({ cancelled: ORDERS });
  });

  it('goes on where the service has fewer credits than were counted', async () => {
    await restMany();
    const counted = countCredits();
    // Others of the account have just used them.
    for (let used = 0; used < BURST; used += 1) await bench.service.callExtension(BY_ID, { order_id: 'BTC-1' });
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(30_000);
    expect(await counting).toEqual({ cancelled: ORDERS });
    expect(counted().refused).toBeLessThanOrEqual(BURST + 5);
  });
});

describe('a cancel that is refused for want of credits', () => {
  it('is asked again while its order rests, for a minute', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => SPENT);
    const cancelling = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(1_000);
    expect(bench.row(row.intent_id).cancel).toMatchObject({ state: 'requested', reason: 'no_credits' });
    await bench.clock.advance(75_000);
    expect((await cancelling).cancel).toMatchObject({ state: 'refused', reason: 'too_many_requests' });
  });

  it('is not asked again once its order is seen at its end', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => SPENT);
    const cancelling = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(0);
    bench.desk.noteCancel({ ...bench.row(row.intent_id), order: orderOf(row, { order_state: 'filled' }) });
    const ofOrder = () => bench.service.calls(BY_ID).filter(({ order_id }) => order_id === 'BTC-1');
    const before = ofOrder().length;
    await bench.clock.advance(5_000);
    expect((await cancelling).order?.order_state).toBe('filled');
    expect(ofOrder()).toHaveLength(before);
  });
});

/** Limits of orders as the account tells them. */
function limitTo(total: { readonly rate: number; readonly burst: number }): void {
  bench.budget.configure(
    limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 }, matching_engine: { trading: { total } } }),
  );
}

describe('what is counted once all have come back', () => {
  it('is what has become of those meanwhile that waited', async () => {
    const row = await bench.rest();
    let changed = {};
    bench.service.answer(STATE, () => ({ value: [orderOf(row, changed)] }));
    bench.service.answer(BY_ID, () => SPENT);
    bench.track();
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(100);
    changed = { order_state: 'filled', filled_amount: 50_000 };
    await bench.clock.advance(10_000);
    expect(await counting).toEqual({ ended: 1 });
  });

  it('is what has become of those whose answer was lost', async () => {
    const [lost, waiting] = [await bench.rest('BTC-1'), await bench.rest('BTC-2', '97600')];
    await bench.clock.advance(5000);
    limitTo({ rate: 1, burst: 2 });
    bench.budget.ordersOf('BTC-PERPETUAL').drain();
    await bench.clock.advance(1200);
    let changed = {};
    bench.service.answer(STATE, ({ label }) => ({
      value: [orderOf(lost, changed)].filter((one) => one.label === label),
    }));
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id !== 'BTC-1') return { value: orderOf(waiting, CANCELLED) };
      changed = CANCELLED;
      return noAnswer;
    });
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(0);
    expect(bench.row(lost.intent_id).cancel?.state).toBe('unknown');
    await bench.clock.advance(20_000);
    expect(await counting).toEqual({ cancelled: 2 });
  });

  it('is a sell that had no outcome as what that was', async () => {
    const row = await bench.rest();
    bench.service.answer('private/sell', () => noAnswer);
    const lost = nextIntentId();
    await bench.desk.place(lost, orderDraft({ label: 'lost', price: '97600' }), []);
    bench.service.answer(BY_ID, () => SPENT);
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(100);
    bench.service.answer(STATE, ({ label }) => ({
      value: [label === 'lost' ? placedOrder({ order_id: 'BTC-9', label, price: 97_600 }) : orderOf(row, CANCELLED)],
    }));
    bench.track();
    await bench.clock.advance(20_000);
    expect(bench.row(lost).order?.order_id).toBe('BTC-9');
    expect(await counting).toEqual({ cancelled: 1, still_open: 1 });
  });
});

describe('where the limits leave no order at all', () => {
  it.each([
    { rate: 0, burst: 0 },
    { rate: 5, burst: 0 },
  ])('(%j) a refused cancel is sent again about once a second, and many together no oftener', async (limit) => {
    const rows = [await bench.rest('BTC-1'), await bench.rest('BTC-2', '97600'), await bench.rest('BTC-3', '97700')];
    limitTo(limit);
    bench.service.answer(BY_ID, () => SPENT);
    // Whether cancels are offered is asked too.
    const ofOrders = () => bench.service.calls(BY_ID).filter(({ order_id }) => String(order_id).startsWith('BTC-'));
    const before = ofOrders().length;
    for (const { intent_id } of rows) void bench.canceller.cancel(intent_id);
    await bench.clock.advance(10_000);
    const sent = ofOrders().length - before;
    expect(sent).toBeGreaterThan(5);
    expect(sent).toBeLessThan(3 + 12);
  });
});

describe('cancelling more orders than a minute has credits for', () => {
  it('gives none up for a single refusal at the end of the line', async () => {
    for (let number = 1; number <= 80; number += 1) {
      await bench.rest(`BTC-${number}`, String(97_500 + number));
      await bench.clock.advance(1_000);
    }
    limitTo({ rate: 1, burst: 5 });
    let asked = 0;
    bench.service.answer(BY_ID, ({ order_id }) => {
      const row = bench.desk.rows().find(({ order }) => order?.order_id === order_id);
      if (row === undefined) return refusal(11_044, 'refused', 'not_open_order');
      asked += 1;
      // Others of the account take a credit now and then.
      return asked % 10 === 0 ? SPENT : { value: orderOf(row, CANCELLED) };
    });
    const counting = bench.canceller.cancelResting();
    await bench.clock.advance(300_000);
    expect(await counting).toEqual({ cancelled: 80 });
  });
});

describe('a cancel that waited for credits as the terminal ended', () => {
  it('was not sent: the next start says so, and misses no answer', async () => {
    for (let number = 1; number <= 8; number += 1) {
      await bench.rest(`BTC-${number}`, String(97_500 + number));
      await bench.clock.advance(1_000);
    }
    limitTo({ rate: 1, burst: 3 });
    countCredits();
    void bench.canceller.cancelResting();
    await bench.clock.advance(0);
    const waiting = bench.desk.rows().find(({ cancel }) => cancel?.reason === 'no_credits');
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
    bench.canceller.resume();
    await bench.clock.advance(6000);
    expect(describeCancel(bench.row(waiting?.intent_id ?? ''))).toMatch(
      /^The cancel was not sent before the terminal ended/u,
    );
  });

  it('does not stay unknown at the next start once its order was seen at its end', async () => {
    const row = await bench.rest();
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(BY_ID, () => noAnswer);
    void bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(5);
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    bench.canceller.close();
    const unknown = bench.row(row.intent_id);
    bench.desk.update({ ...unknown, order: orderOf(unknown, CANCELLED) });
    bench = createCancelBench(bench.restart());
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    bench.canceller.resume();
    expect(bench.row(row.intent_id).cancel?.state).toBe('cancelled');
  });

  it('while one of the account has no answer, is looked up by the next run: it may have been carried out', async () => {
    const row = await bench.rest();
    let changed = {};
    bench.service.answer(STATE, () => ({ value: [orderOf(row, changed)] }));
    bench.service.answer(ALL, () => ({ never: true }));
    void bench.canceller.cancelAccount();
    await bench.clock.advance(0);
    bench.service.answer(BY_ID, () => SPENT);
    void bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(5);
    expect(describeCancel(bench.row(row.intent_id))).toBe('Cancelling again once the account’s limit allows…');
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
    bench.canceller.resume();
    await bench.clock.advance(100);
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    changed = CANCELLED;
    bench.track();
    await bench.clock.advance(8000);
    const told = bench.row(row.intent_id);
    expect([told.cancel?.state, whoCancelled(told)]).toEqual(['cancelled', 'this_terminal']);
  });
});

describe('what is counted', () => {
  it('is what asking whether cancels are offered costs', async () => {
    await bench.clock.advance(60_000);
    const [common] = bench.budget.orderBuckets();
    const before = common?.bucket.available() ?? 0;
    bench.service.answer(BY_ID, () => SPENT);
    bench.service.answer(BY_LABEL, () => SPENT);
    bench.probe.ask();
    expect(common?.bucket.available()).toBe(before - 2);
  });

  it('is also a sell without an outcome: it may rest', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    await bench.desk.place(nextIntentId(), orderDraft({ label: 'lost' }), []);
    expect(await bench.canceller.cancelResting()).toEqual({ undecided: 1 });
  });
});

it('of two cancels of the account the refusal of the first does not tell of the second', async () => {
  const order = await bench.rest('BTC-1');
  bench.service.answer(STATE, () => ({ value: [orderOf(order, {})] }));
  const replies: ((reply: ReturnType<typeof refusal> | { value: number }) => void)[] = [];
  bench.service.answer(ALL, () => ({ late: new Promise((tell) => replies.push(tell)) }));
  void bench.canceller.cancelAccount().catch(() => undefined);
  void bench.canceller.cancelAccount().catch(() => undefined);
  await bench.clock.advance(100);
  replies[0]?.(refusal(10_019, 'transient', 'locked_by_admin'));
  await bench.clock.advance(100);
  // The second is on its way yet, and is carried out.
  expect(bench.row(order.intent_id).cancel?.state).toBe('requested');
  replies[1]?.({ value: 1 });
  bench.service.answer(STATE, () => ({ value: [orderOf(order, CANCELLED)] }));
  await bench.clock.advance(6000);
  expect(bench.row(order.intent_id).cancel?.state).toBe('cancelled');
});
