import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel, isBeingLookedUp, isCancellable } from '../../../../renderer/ui/order-words/cancel-text.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import {
  ALL,
  BY_ID,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
} from '../../../support/bench/cancel-bench.ts';
import { acceptSells, createDeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const OFFERED = { by_id: 'offered', by_label: 'offered', account: 'offered' } as const;
const LOOKING = 'Cancelled as far as the service shows. Being looked up for more of it…';

let bench: CancelBench;
let child: OrderRow;
afterEach(() => bench.remove());

const base = { label: 'hedge/1', direction: 'buy' };
const oto = (order_state: string) =>
  placedOrder({
    ...base,
    order_id: 'OTO-1',
    is_secondary_oto: true,
    ...(order_state === 'cancelled' ? CANCELLED : { order_state }),
  });
const piece = (order_state: string) =>
  placedOrder({
    ...base,
    order_id: 'P-1',
    amount: 20_000,
    trigger_order_id: 'OTO-1',
    primary_order_id: 'BTC-1',
    ...(order_state === 'cancelled' ? CANCELLED : { order_state }),
  });

/** What look-ups of the linked order show; its sell rests. */
function show(...orders: unknown[]): void {
  bench.service.answer(STATE, ({ label }) => ({
    value: label === 'hedge/1' ? orders : [placedOrder({ label: 'hedge' })],
  }));
}

/** A linked order that waits, placed with each fill of its sell, where look-ups were seen to lag by so much; 0: hardly. */
async function waitBehind(lag_ms: number): Promise<void> {
  const memory = { read: () => [{ lag_ms, at: createVirtualClock().now() }], write: () => undefined };
  bench = createCancelBench(createDeskBench(undefined, true, lag_ms === 0 ? undefined : memory));
  acceptSells(bench.service);
  const draft = orderDraft({
    label: 'hedge',
    linked_order_type: 'one_triggers_other',
    trigger_fill_condition: 'incremental',
    children: [childDraft()],
  });
  await bench.desk.place(nextIntentId(), draft, []);
  const found = bench.desk.rows().find(({ label }) => label === 'hedge/1');
  if (found === undefined) throw new Error('the linked order is not shown');
  show(oto('untriggered'));
  bench.track();
  await bench.clock.advance(3000);
  child = bench.row(found.intent_id);
  expect(child.order?.order_id).toBe('OTO-1');
  bench.service.answer(BY_ID, ({ order_id }) => {
    if (order_id === 'P-1') {
      show(oto('cancelled'), piece('cancelled'));
      return { value: piece('cancelled') };
    }
    // Whether cancels are offered is asked too.
    if (order_id !== 'OTO-1') return refusal(10_004, 'refused', 'order_not_found');
    show(oto('cancelled'));
    return { value: oto('cancelled') };
  });
}
const now = () => bench.row(child.intent_id);
const isPieceAsked = () => bench.service.calls(BY_ID).some(({ order_id }) => order_id === 'P-1');
/** The trader presses; the clock stands still. */
const press = () => bench.canceller.cancel(child.intent_id);

describe.each([0, 60_000, 300_000])('what is placed in pieces, where look-ups lag by %i ms', (lagMs) => {
  beforeEach(() => waitBehind(lagMs));

  it('is told at once as cancelled as far as is shown, and cancelled once no piece can be missed', async () => {
    const told = await press();
    expect(told).toMatchObject({ order: { order_state: 'cancelled' }, cancel: { state: 'unknown' } });
    expect([describeCancel(told), isBeingLookedUp(told), isResting(told)]).toEqual([LOOKING, true, false]);
    await bench.clock.advance(Math.max(5000, lagMs) - 500);
    expect(describeCancel(now())).toBe(LOOKING);
    await bench.clock.advance(1000);
    expect(now()).toMatchObject({ order: { order_id: 'OTO-1' }, cancel: { state: 'cancelled', reason: null } });
  });

  it('holds up no answer to cancelling all', async () => {
    const plain = [await bench.rest('BTC-11', '97600'), await bench.rest('BTC-12', '97700')];
    await bench.clock.advance(10_000);
    const byId = new Map(plain.map((row) => [row.order?.order_id, row]));
    const sell = bench.desk.rows().find(({ label }) => label === 'hedge');
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id === 'OTO-1') show(oto('cancelled'));
      const row = byId.get(String(order_id)) ?? sell;
      return { value: order_id === 'OTO-1' || row === undefined ? oto('cancelled') : orderOf(row, CANCELLED) };
    });
    const counting = bench.canceller.cancelResting();
    let counts: unknown = null;
    void counting.then((told) => (counts = told));
    await bench.clock.advance(1000);
    expect(counts).toEqual({ cancelled: 3, unknown: 1 });
  });

  it('has a piece that comes into view cancelled at once, by the same wish', async () => {
    await press();
    await bench.clock.advance(700);
    show(oto('cancelled'), piece('open'));
    await bench.clock.advance(5000);
    expect(isPieceAsked()).toBe(true);
    expect(isResting(now())).toBe(false);
    await bench.clock.advance(lagMs + 6000);
    expect(now()).toMatchObject({ order: { order_id: 'P-1' }, cancel: { state: 'cancelled' } });
  });

  it('has a piece that the desk was shown otherwise cancelled as soon', async () => {
    await press();
    await bench.clock.advance(4000);
    // Look-ups of the cancel are away; the desk was told by another.
    bench.service.answer(STATE, () => noAnswer);
    bench.desk.update({ ...now(), order: placedOrderOf() });
    expect(describeCancel(now())).toMatch(/^More of it was placed before the cancel and rests\./u);
    expect(isCancellable(now(), OFFERED)).toBe(true);
    await bench.clock.advance(300);
    expect(isPieceAsked()).toBe(true);
  });

  it('is reached by a second press as soon as a piece shows', async () => {
    await press();
    await bench.clock.advance(4000);
    bench.desk.update({ ...now(), order: placedOrderOf() });
    expect((await press()).order).toMatchObject({ order_id: 'P-1', order_state: 'cancelled' });
  });
});

/** The piece, as a row has it that shows it. */
function placedOrderOf() {
  return { ...piece('open'), trigger_order_id: 'OTO-1' };
}

describe('a piece that comes into view long after what it was placed from, though look-ups hardly lag', () => {
  it.each([3500, 4500])('is meant by the wish, %i ms later', async (shownMs) => {
    await waitBehind(0);
    await press();
    await bench.clock.advance(shownMs);
    expect(now().cancel?.state).not.toBe('cancelled');
    show(oto('cancelled'), piece('open'));
    await bench.clock.advance(20_000);
    expect(now()).toMatchObject({
      order: { order_id: 'P-1', order_state: 'cancelled' },
      cancel: { state: 'cancelled' },
    });
  });

  it('is so even once its end was told', async () => {
    await waitBehind(0);
    await press();
    await bench.clock.advance(15_000);
    expect(now().cancel?.state).toBe('cancelled');
    show(oto('cancelled'), piece('open'));
    bench.desk.update({ ...now(), order: placedOrderOf() });
    await bench.clock.advance(10_000);
    expect(now()).toMatchObject({ order: { order_id: 'P-1', order_state: 'cancelled' } });
  });
});

describe('what was looked for as the terminal ended', () => {
  async function startAnew(): Promise<void> {
    await waitBehind(60_000);
    await press();
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
  }

  it('is looked for by the next run, which sends nothing by itself', async () => {
    await startAnew();
    show(oto('cancelled'), piece('open'));
    bench.canceller.resume();
    await bench.clock.advance(6000);
    expect(now().order).toMatchObject({ order_id: 'P-1', order_state: 'open' });
    expect(isCancellable(now(), OFFERED)).toBe(true);
    expect(isPieceAsked()).toBe(false);
  });

  it('has ended once look-ups are answered, also where they tell of it no more', async () => {
    await startAnew();
    bench.service.answer(STATE, () => noAnswer);
    bench.canceller.resume();
    await bench.clock.advance(100_000);
    expect(describeCancel(now())).toBe(LOOKING);
    show();
    await bench.clock.advance(10_000);
    expect(now()).toMatchObject({ order: { order_state: 'cancelled' }, cancel: { state: 'cancelled', reason: null } });
  });
});

it('what is placed in pieces is looked for after a cancel of the account, too, and its next piece cancelled', async () => {
  await waitBehind(60_000);
  bench.service.answer(ALL, () => {
    show(oto('cancelled'));
    return { value: 2 };
  });
  await bench.canceller.cancelAccount();
  await bench.clock.advance(2000);
  expect(describeCancel(now())).toBe(LOOKING);
  show(oto('cancelled'), piece('open'));
  await bench.clock.advance(6000);
  expect(isPieceAsked()).toBe(true);
});
