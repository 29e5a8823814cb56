import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, findNothing, sellOn } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

const MINUTE_MS = 60_000;
/** Longer than the last look after a time-out is owed. */
const LOOKED_MS = MINUTE_MS;
/** So long without an answer, and somebody is called. */
const CALLED_MS = 21 * MINUTE_MS;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => refusal(13_888, 'refused', 'timed_out'));
  findNothing(bench.service);
});
afterEach(() => bench.remove());

function nothingAnswered(): void {
  for (const method of [STATE, OPEN, TRADES] as const) bench.service.answer(method, () => noAnswer);
}

const press = (label = '') => sellOn(bench, orderDraft({ label }));

it('stays refused once it was looked up in time, which is told, and is not looked up again', async () => {
  const intentId = await press();
  expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', notices: [{ code: 'look_up_owed' }] });
  await bench.clock.advance(LOOKED_MS);
  const confirmed = { outcome: 'refused', refusal: { code: 13_888 }, notices: [{ code: 'looked_up_since' }] };
  expect(bench.row(intentId)).toMatchObject(confirmed);
  const asked = bench.service.calls(STATE).length;
  bench = bench.restart();
  bench.desk.resume();
  await bench.clock.advance(CALLED_MS);
  expect(bench.row(intentId)).toMatchObject(confirmed);
  expect(bench.service.calls(STATE)).toHaveLength(asked);
});

it('is unknown, and somebody is called, where no look-up is answered for long; found beats that', async () => {
  nothingAnswered();
  const intentId = await press();
  await bench.clock.advance(CALLED_MS - 2 * MINUTE_MS);
  expect(bench.row(intentId).outcome).toBe('refused');
  await bench.clock.advance(2 * MINUTE_MS + LOOKED_MS);
  expect(bench.row(intentId)).toMatchObject({
    outcome: 'unknown',
    refusal: null,
    decided_at: null,
    notices: [{ code: 'needs_a_person' }],
  });
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
  await bench.clock.advance(LOOKED_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', notices: [] });
});

it('is left to a person where look-ups come back too late to tell of an order that is over', async () => {
  nothingAnswered();
  const intentId = await press();
  await bench.clock.advance(35 * MINUTE_MS);
  findNothing(bench.service);
  await bench.clock.advance(5 * MINUTE_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
});

it.each([
  ['forty minutes', 40 * MINUTE_MS],
  ['three days', 3 * 24 * 60 * MINUTE_MS],
])('that was never looked up is unknown after a restart that comes too late, by %s', async (_what, awayMs) => {
  const intentId = await press();
  bench = bench.restart();
  findNothing(bench.service);
  await bench.clock.advance(awayMs);
  const { label } = bench.row(intentId);
  bench.desk.resume();
  // By the first look already.
  await bench.clock.advance(MINUTE_MS / 2);
  expect(bench.row(intentId)).toMatchObject({ label, outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
});

it('under a typed label is left to a person where an order is shown that a clock which was set may have made older', async () => {
  const olderMs = bench.clock.now() - 2 * MINUTE_MS;
  const stamps = { creation_timestamp: olderMs, last_update_timestamp: olderMs };
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_id: 'OLD-1', ...stamps })] }));
  const intentId = await press('typed');
  await bench.clock.advance(LOOKED_MS);
  expect(bench.row(intentId)).toMatchObject({
    outcome: 'unknown',
    notices: [{ code: 'needs_a_person', params: { older_order_id: 'OLD-1' } }],
  });
});

it('is asked about before an equal sell until it was looked up', async () => {
  await press();
  const isAsked = async () => {
    const { issues } = await bench.desk.check(orderDraft({ label: '' }));
    return issues.some(({ code }) => code === 'duplicate_order');
  };
  expect(await isAsked()).toBe(true);
  bench.service.answer('private/sell', () => refusal(10_009, 'refused', 'not_enough_funds'));
  await bench.clock.advance(LOOKED_MS);
  await press();
  expect(await isAsked()).toBe(false);
});

it('of which an earlier version kept nothing stays refused, however late it is looked up', async () => {
  const intentId = await press();
  const row = bench.row(intentId);
  bench.desk.update({ ...row, notices: [] });
  bench = bench.restart();
  findNothing(bench.service);
  await bench.clock.advance(40 * MINUTE_MS);
  bench.desk.resume();
  await bench.clock.advance(CALLED_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', refusal: { code: 13_888 }, notices: [] });
});

it('calls nobody by a wall clock that is ahead, before the service has told its time', async () => {
  nothingAnswered();
  const intentId = await press();
  bench = bench.restart(true);
  nothingAnswered();
  bench.clock.jumpWall(2 * 60 * MINUTE_MS);
  bench.desk.resume();
  await bench.clock.advance(LOOKED_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', notices: [{ code: 'look_up_owed' }] });
  findNothing(bench.service);
  await bench.clock.advance(5 * MINUTE_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', notices: [{ code: 'looked_up_since' }] });
});

it('looked up too late is not shown to have been refused before, once it is proven by trades', async () => {
  nothingAnswered();
  const intentId = await press();
  await bench.clock.advance(35 * MINUTE_MS);
  findNothing(bench.service);
  const { label, instrument_name, direction, submitted_at } = bench.row(intentId);
  const trade = {
    trade_id: 'T-1',
    order_id: 'OURS-1',
    label,
    instrument_name,
    direction,
    price: 97_700,
    amount: 40_000,
    timestamp: submitted_at + 20,
  };
  bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
  await bench.clock.advance(MINUTE_MS);
  expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', refusal: null });
  expect(bench.row(intentId).notices).toMatchObject([{ code: 'known_by_trades' }]);
});
