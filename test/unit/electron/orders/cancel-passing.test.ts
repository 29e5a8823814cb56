import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import {
  ALL,
  BY_ID,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
} from '../../../support/bench/cancel-bench.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';

/** How long books are in settlement. */
const SETTLING_MS = 4000;
const SETTLING = refusal(10_041, 'transient', 'settlement_in_progress');

let bench: CancelBench;
let row: OrderRow;
beforeEach(async () => {
  bench = createCancelBench();
  row = await bench.rest();
});
afterEach(() => bench.remove());

const asked = () => bench.service.calls(BY_ID).filter(({ order_id }) => order_id === 'BTC-1').length;
const now = () => bench.row(row.intent_id);

describe.each([
  [10_040, 'retry', /overloaded/u],
  [10_041, 'settlement_in_progress', /in settlement/u],
  [10_047, 'matching_engine_queue_full', /overloaded/u],
])('a cancel that is refused for now, by %d', (code, name, text) => {
  const passing = refusal(code, 'transient', name);

  it('is sent again, says what it waits for, and is carried out once that is over', async () => {
    const startedAt = bench.clock.monotonic();
    bench.service.answer(BY_ID, () =>
      bench.clock.monotonic() - startedAt < SETTLING_MS ? passing : { value: orderOf(row, CANCELLED) },
    );
    const cancelling = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(1000);
    expect(now().cancel).toMatchObject({ state: 'requested', reason: name });
    expect(describeCancel(now())).toMatch(text);
    await bench.clock.advance(2 * SETTLING_MS);
    expect((await cancelling).cancel?.state).toBe('cancelled');
    expect(asked()).toBeLessThan(8);
  });

  it('is refused where that lasts for over a minute', async () => {
    bench.service.answer(BY_ID, () => passing);
    const cancelling = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(75_000);
    expect((await cancelling).cancel).toMatchObject({ state: 'refused', reason: name });
  });

  it('is not sent again once its order is seen at its end, nor after the terminal was closed', async () => {
    bench.service.answer(BY_ID, () => passing);
    const cancelling = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(100);
    bench.desk.noteCancel({ ...now(), order: orderOf(row, { order_state: 'cancelled', cancel_reason: 'settlement' }) });
    const before = asked();
    await bench.clock.advance(75_000);
    expect(await cancelling).toMatchObject({ order: { cancel_reason: 'settlement' } });
    expect(asked()).toBe(before);
  });
});

it('all that rest are cancelled once the books are out of settlement', async () => {
  const startedAt = bench.clock.monotonic();
  bench.service.answer(BY_ID, () =>
    bench.clock.monotonic() - startedAt < SETTLING_MS ? SETTLING : { value: orderOf(row, CANCELLED) },
  );
  const counting = bench.canceller.cancelResting();
  await bench.clock.advance(3 * SETTLING_MS);
  expect(await counting).toEqual({ cancelled: 1 });
});

it('what waited as the terminal ended is looked up by the next run, and not sent again', async () => {
  bench.service.answer(BY_ID, () => SETTLING);
  void bench.canceller.cancel(row.intent_id);
  await bench.clock.advance(1000);
  bench.canceller.close();
  await bench.clock.advance(5000);
  const before = asked();
  bench = createCancelBench(bench.restart());
  bench.service.answer(STATE, () => ({ value: [orderOf(row, {})] }));
  bench.canceller.resume();
  await bench.clock.advance(60_000);
  expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
  expect(asked()).toBeLessThanOrEqual(before);
});

describe('a cancel of the account', () => {
  it('that comes in settlement is sent again until the books take it', async () => {
    const startedAt = bench.clock.monotonic();
    bench.service.answer(ALL, () => (bench.clock.monotonic() - startedAt < SETTLING_MS ? SETTLING : { value: 1 }));
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    const cancelling = bench.canceller.cancelAccount();
    await bench.clock.advance(100);
    expect(now().cancel).toMatchObject({ state: 'requested' });
    await bench.clock.advance(2 * SETTLING_MS);
    expect(await cancelling).toEqual({ cancelled: 1, undecided: 0 });
    await bench.clock.advance(30_000);
    expect(now().cancel?.state).toBe('cancelled');
  });

  it('is refused where that goes on', async () => {
    bench.service.answer(ALL, () => SETTLING);
    const failure = bench.canceller.cancelAccount().then(
      () => null,
      (error: unknown) => String(error),
    );
    await bench.clock.advance(30_000);
    expect(await failure).toContain('settlement_in_progress');
    expect(now().cancel).toMatchObject({ state: 'refused', reason: 'settlement_in_progress' });
    expect(bench.service.calls(ALL).length).toBeLessThanOrEqual(17);
  });
});
