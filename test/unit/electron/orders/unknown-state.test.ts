import { afterEach, beforeEach, expect, it } from 'vitest';
import { BY_ID, CANCELLED, type CancelBench, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

/** A sell whose order the service keeps in a state that no version of this terminal has heard of. */
async function hold(): Promise<string> {
  acceptSells(bench.service, { order_state: 'held' });
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label: 'mine' }), []);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_state: 'held' } });
  return intentId;
}

function show(changes: Record<string, unknown>): void {
  for (const method of [STATE, OPEN] as const)
    bench.service.answer(method, ({ label }) => ({ value: [placedOrder({ label, ...changes })] }));
}

it('an order in a state that is not known here is followed until it ends', async () => {
  const intentId = await hold();
  show({ order_state: 'held', filled_amount: 2000 });
  const stop = bench.track();
  await bench.clock.advance(3000);
  expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'held', filled_amount: '2000' } });
  show(CANCELLED);
  await bench.clock.advance(3000);
  stop();
  expect(bench.row(intentId).order?.order_state).toBe('cancelled');
  expect(bench.desk.liveRows()).toEqual([]);
});

it('such an order is followed after a restart, too', async () => {
  const intentId = await hold();
  show({ order_state: 'open' });
  const restarted = bench.restart();
  restarted.desk.resume();
  const stop = restarted.track();
  await restarted.clock.advance(3000);
  stop();
  expect(restarted.row(intentId).order?.order_state).toBe('open');
  restarted.desk.close();
});

it('such an order can be cancelled', async () => {
  const intentId = await hold();
  bench.service.answer(BY_ID, () => ({ value: placedOrder({ label: 'mine', ...CANCELLED }) }));
  const row = await bench.canceller.cancel(intentId);
  expect(bench.service.calls(BY_ID)).toHaveLength(1);
  expect(row).toMatchObject({ order: { order_state: 'cancelled' }, cancel: { state: 'cancelled' } });
});
