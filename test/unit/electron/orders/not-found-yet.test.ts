import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastLookAt } from '../../../../shared/orders/outcome/look-up-owed.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  findNothing,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

/** Without a measured lag, so long past the deadline: half a minute, and the margin of every proof. */
const LAST_LOOK_AFTER_MS = 30_400;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  findNothing(bench.service);
  bench.service.answer('private/sell', () => noAnswer);
});
afterEach(() => bench.remove());

const codes = async (draft = orderDraft()) => (await bench.desk.check(draft)).issues.map(({ code }) => code);

it('a sell is not found yet until the last look, while no lag was measured, and nothing equal is taken before', async () => {
  const intentId = await sellOn(bench);
  await bench.clock.advance(7500);
  const row = bench.row(intentId);
  expect(row.outcome).toBe('absent');
  expect(readLastLookAt(row)).toBe(row.valid_until + LAST_LOOK_AFTER_MS);
  expect(await codes()).toContain('equal_order_undecided');
  expect(await codes(orderDraft({ amount: '700' }))).not.toContain('equal_order_undecided');
  await bench.clock.advance(LAST_LOOK_AFTER_MS);
  expect(readLastLookAt(bench.row(intentId))).toBeNull();
  expect(bench.row(intentId)).toMatchObject({
    outcome: 'absent',
    notices: [{ code: 'absence_proof', params: { waited_ms: String(LAST_LOOK_AFTER_MS) } }],
  });
  expect(await codes()).not.toContain('equal_order_undecided');
});

it('an order that look-ups show half a minute late is found before that, and it is told that it was called absent', async () => {
  const madeMs = bench.clock.now();
  const stamps = { creation_timestamp: madeMs, last_update_timestamp: madeMs };
  for (const method of [STATE, OPEN] as const)
    bench.service.answer(method, ({ label }) => ({
      value: bench.clock.now() < madeMs + 30_000 ? [] : [placedOrder({ label, ...stamps })],
    }));
  const intentId = await sellOn(bench);
  for (let seconds = 0; seconds < 30; seconds += 1) {
    await bench.clock.advance(1000);
    if (bench.row(intentId).outcome === 'absent') expect(readLastLookAt(bench.row(intentId))).not.toBeNull();
  }
  await bench.clock.advance(10_000);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', notices: [{ code: 'absence_overruled' }] });
});

it('is absent at once where this service was seen to show orders soon', async () => {
  bench.service.answer(STATE, ({ label }) => ({ value: label === 'seen' ? [placedOrder({ label })] : [] }));
  acceptSells(bench.service);
  await sellOn(bench, orderDraft({ label: 'seen', amount: '700' }));
  await bench.clock.advance(2000);
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = await sellOn(bench);
  await bench.clock.advance(7500);
  expect(bench.row(intentId).outcome).toBe('absent');
  expect(readLastLookAt(bench.row(intentId))).toBeNull();
});

it('what a run did not look at for the last time is looked at by the next', async () => {
  const intentId = await sellOn(bench);
  await bench.clock.advance(7500);
  bench = bench.restart();
  findNothing(bench.service);
  bench.desk.resume();
  expect(readLastLookAt(bench.row(intentId))).not.toBeNull();
  await bench.clock.advance(LAST_LOOK_AFTER_MS);
  expect(bench.row(intentId).outcome).toBe('absent');
  expect(readLastLookAt(bench.row(intentId))).toBeNull();
});

it('stays so while no look-up is answered, and is absent by the first that is', async () => {
  const intentId = await sellOn(bench);
  await bench.clock.advance(7500);
  bench.service.answer(STATE, () => noAnswer);
  await bench.clock.advance(25 * 60_000);
  expect(readLastLookAt(bench.row(intentId))).not.toBeNull();
  expect(await codes()).toContain('equal_order_undecided');
  findNothing(bench.service);
  await bench.clock.advance(2 * 60_000);
  expect(bench.row(intentId).outcome).toBe('absent');
  expect(readLastLookAt(bench.row(intentId))).toBeNull();
});
