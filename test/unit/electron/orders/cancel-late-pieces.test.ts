import { afterEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { findOwn } from '../../../../electron/orders/own-orders.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

let bench: CancelBench;
afterEach(() => bench.remove());
const base = { label: 'hedge/1', direction: 'buy' };
const state = (order_state: string) => (order_state === 'cancelled' ? CANCELLED : { order_state });
const oto = (of: string) => placedOrder({ ...base, order_id: 'OTO-1', is_secondary_oto: true, ...state(of) });
const piece = (of: string) =>
  placedOrder({
    ...base,
    order_id: 'P-1',
    amount: 20_000,
    trigger_order_id: 'OTO-1',
    primary_order_id: 'BTC-1',
    ...state(of),
  });
/** What all look-ups of the linked order show; its sell rests. */
function show(...orders: ReturnType<typeof oto>[]): void {
  bench.service.answer(STATE, ({ label }) => ({
    value: label === 'hedge/1' ? orders : [placedOrder({ label: 'hedge' })],
  }));
  bench.service.answer(OPEN, ({ label }) => ({
    value:
      label === 'hedge/1'
        ? orders.filter(({ order_state }) => order_state === 'open')
        : [placedOrder({ label: 'hedge' })],
  }));
}

async function waitForFill(): Promise<OrderRow> {
  bench = createCancelBench();
  acceptSells(bench.service);
  await bench.desk.place(
    nextIntentId(),
    orderDraft({
      label: 'hedge',
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'incremental',
      children: [childDraft()],
    }),
    [],
  );
  const child = bench.desk.rows().find(({ label }) => label === 'hedge/1') as OrderRow;
  show(oto('untriggered'));
  bench.track();
  await bench.clock.advance(3000);
  return child;
}

it.each([5500, 7000, 12_000, 20_000])(
  'a piece whose record comes into view %i ms after the end was shown does not rest unseen',
  async (shownMs) => {
    bench = createCancelBench();
    acceptSells(bench.service);
    await bench.desk.place(
      nextIntentId(),
      orderDraft({
        label: 'hedge',
        linked_order_type: 'one_triggers_other',
        trigger_fill_condition: 'incremental',
        children: [childDraft()],
      }),
      [],
    );
    const child = bench.desk.rows().find(({ label }) => label === 'hedge/1') as OrderRow;
    show(oto('untriggered'));
    bench.track();
    await bench.clock.advance(3000);
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id === 'P-1') {
        show(oto('cancelled'), piece('cancelled'));
        return { value: piece('cancelled') };
      }
      if (order_id !== 'OTO-1') return refusal(10_004, 'refused', 'order_not_found');
      show(oto('cancelled'));
      return { value: oto('cancelled') };
    });
    await bench.canceller.cancel(child.intent_id);
    await bench.clock.advance(shownMs);
    show(oto('cancelled'), piece('open'));
    // The account's list is read as well, and hides it as the terminal's own.
    expect([...findOwn(bench.desk.rows(), [piece('open')])]).toContain('P-1');
    for (let polls = 0; polls < 100; polls += 1) {
      bench.desk.sighted([piece('open')]);
      await bench.clock.advance(1000);
    }
    const row = bench.row(child.intent_id);
    const isAsked = bench.service.calls(BY_ID).some(({ order_id }) => order_id === 'P-1');
    expect({ isAsked, cancel: row.cancel?.state, rests: isResting(row) }).toMatchObject({ isAsked: true });
  },
);

it('what is placed in pieces is not told as left resting where the reply said that it is cancelled', async () => {
  const child = await waitForFill();
  bench.service.answer(BY_ID, ({ order_id }) =>
    order_id === 'OTO-1' ? { value: oto('cancelled') } : refusal(10_004, 'refused', 'order_not_found'),
  );
  await bench.canceller.cancel(child.intent_id);
  // Look-ups lag by more than was ever seen.
  await bench.clock.advance(45_000);
  expect(bench.row(child.intent_id).cancel?.state).not.toBe('still_open');
});

it('a piece that the desk knows to rest is not told as cancelled by look-ups that lack it, in the next run', async () => {
  const child = await waitForFill();
  bench.service.answer(BY_ID, ({ order_id }) => {
    if (order_id !== 'OTO-1') return refusal(10_004, 'refused', 'order_not_found');
    show(oto('cancelled'));
    return { value: oto('cancelled') };
  });
  await bench.canceller.cancel(child.intent_id);
  bench.canceller.close();
  bench = createCancelBench(bench.restart());
  bench.canceller.resume();
  await bench.clock.advance(1000);
  bench.desk.update({ ...bench.row(child.intent_id), order: piece('open'), earlier_order_ids: ['OTO-1'] });
  await bench.clock.advance(60_000);
  const row = bench.row(child.intent_id);
  expect(isResting(row)).toBe(true);
  expect([row.cancel?.state, describeCancel(row)]).not.toContain('cancelled');
});

describe('what is placed in pieces, of which look-ups show the end 8 s after its cancel and a piece 4.9 s later', () => {
  async function cancelLate(): Promise<OrderRow> {
    const child = await waitForFill();
    bench.service.answer(BY_ID, ({ order_id }) =>
      order_id === 'OTO-1' ? { value: oto('cancelled') } : refusal(10_004, 'refused', 'order_not_found'),
    );
    const endsAt = bench.clock.monotonic() + 8000;
    bench.service.answer(STATE, ({ label }) => {
      if (label !== 'hedge/1') return { value: [placedOrder({ label: 'hedge' })] };
      const sinceMs = bench.clock.monotonic() - endsAt;
      return {
        value:
          sinceMs < 0 ? [oto('untriggered')] : sinceMs < 4900 ? [oto('cancelled')] : [oto('cancelled'), piece('open')],
      };
    });
    await bench.canceller.cancel(child.intent_id);
    return child;
  }

  it('is not told as cancelled before the piece had time to come into view', async () => {
    const child = await cancelLate();
    const told = new Set<string>();
    for (let elapsed = 0; elapsed < 12_800; elapsed += 100) {
      await bench.clock.advance(100);
      told.add(bench.row(child.intent_id).cancel?.state ?? '');
    }
    expect([...told]).not.toContain('cancelled');
  });

  it('is not left as cancelled by the next run, while the piece rests', async () => {
    const child = await cancelLate();
    await bench.clock.advance(1000);
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
    bench.desk.resume();
    bench.canceller.resume();
    bench.track();
    await bench.clock.advance(60_000);
    const row = bench.row(child.intent_id);
    expect({ rests: isResting(row), order: row.order?.order_id, cancel: row.cancel?.state }).not.toMatchObject({
      cancel: 'cancelled',
    });
  });
});

it('a piece that the account’s list shows a minute after the end was told rests, and says so', async () => {
  const child = await waitForFill();
  bench.service.answer(BY_ID, ({ order_id }) => {
    if (order_id !== 'OTO-1') return refusal(10_004, 'refused', 'order_not_found');
    show(oto('cancelled'));
    return { value: oto('cancelled') };
  });
  await bench.canceller.cancel(child.intent_id);
  await bench.clock.advance(60_000);
  expect(bench.row(child.intent_id).cancel?.state).toBe('cancelled');
  bench.desk.sighted([orderSchema.parse(piece('open'))]);
  const row = bench.row(child.intent_id);
  expect([isResting(row), row.order?.order_id]).toEqual([true, 'P-1']);
  expect(describeCancel(row)).toBe('What the service showed was cancelled. More of it rests now. Cancel it again.');
  bench.service.answer(BY_ID, () => noAnswer);
  expect(await bench.canceller.cancelResting()).toMatchObject({ unknown: expect.any(Number) });
});
