import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptLag, LagMemory } from '../../../../electron/storage/lag-memory.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
let kept: readonly KeptLag[];
const memory: LagMemory = {
  read: () => kept,
  write: (lags) => {
    kept = lags;
  },
};

beforeEach(() => {
  kept = [];
  bench = createDeskBench(undefined, true, memory);
  showNothing();
});
afterEach(() => bench.remove());

function showNothing(): void {
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
}

let sells = 0;
/** Of an amount of its own: an equal sell asks first. */
const nextDraft = (label: string) => orderDraft({ label, amount: String(10_000 + 10 * (sells += 1)) });

/** A sell with a reply, whose order look-ups show only so much later; gives how long look-ups may lack the next. */
async function see(label: string, lagMs: number): Promise<number> {
  const times = { creation_timestamp: bench.clock.now(), last_update_timestamp: bench.clock.now() };
  acceptSells(bench.service, times);
  bench.service.answer(STATE, () => ({ value: [] }));
  await bench.desk.place(nextIntentId(), nextDraft(label), []);
  await bench.clock.advance(lagMs);
  bench.service.answer(STATE, (asked) => ({ value: asked.label === label ? [placedOrder({ label, ...times })] : [] }));
  await bench.clock.advance(10_000);
  return bench.desk.lookUpLagMs('another');
}

/** Every sell from now on is taken and its reply lost; look-ups show each order so much later. */
function loseReplies(lagMs: number): void {
  const taken: { readonly label: string; readonly atMs: number }[] = [];
  bench.service.answer('private/sell', ({ label }) => {
    taken.push({ label: String(label), atMs: bench.clock.now() });
    return noAnswer;
  });
  const show = ({ label }: Readonly<Record<string, unknown>>) => ({
    value: taken
      .filter((order) => order.label === label && bench.clock.now() >= order.atMs + lagMs)
      .map(({ atMs }) => placedOrder({ label, creation_timestamp: atMs, last_update_timestamp: atMs })),
  });
  bench.service.answer(STATE, show);
  bench.service.answer(OPEN, show);
}

/** Sells, and gives the first outcome that is one. */
async function sellAndDecide(): Promise<OrderRow['outcome']> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, nextDraft(''), []);
  for (let waits = 0; waits < 4000 && bench.row(intentId).outcome === 'unknown'; waits += 1)
    await bench.clock.advance(100);
  return bench.row(intentId).outcome;
}

it.each([31_000, 34_000, 45_000, 59_000])('is measured beyond half a minute: %i ms', async (lagMs) => {
  const measuredMs = await see('seen', lagMs);
  expect(measuredMs).toBeGreaterThanOrEqual(lagMs);
  expect(measuredMs).toBeLessThan(lagMs + 7000);
});

it.each([6000, 10_000, 15_000, 25_000, 45_000, 90_000])(
  'of %i ms is known after the first order that was called absent and found: none after it is',
  async (lagMs) => {
    loseReplies(lagMs);
    const decided: string[] = [];
    for (let sell = 0; sell < 4; sell += 1) {
      decided.push(await sellAndDecide());
      await bench.clock.advance(lagMs + 30_000);
    }
    expect(decided.slice(1)).toEqual(['accepted', 'accepted', 'accepted']);
  },
);

it('is measured where another look misses the order meanwhile, also of a service that tells no times', async () => {
  bench.service.tellTime(false);
  // The look for a second order of the request comes just before that.
  const measuredMs = await see('seen', 6950);
  expect(measuredMs).toBeGreaterThanOrEqual(6950);
  expect(measuredMs).toBeLessThan(9000);
});

it('is kept for the next run, where it is more than is given anyway', async () => {
  await see('quick', 300);
  expect(kept).toEqual([]);
  // One that was quick speaks for others for half a minute.
  await bench.clock.advance(30_000);
  const lagMs = await see('seen', 45_000);
  expect(kept.map(({ lag_ms }) => lag_ms)).toEqual([lagMs]);
  bench = bench.restart();
  expect(bench.desk.lookUpLagMs('earlier')).toBe(lagMs);
  // Half an hour later it says nothing any more.
  await bench.clock.advance(31 * 60_000);
  bench = bench.restart();
  expect(bench.desk.lookUpLagMs('earlier')).toBe(10_000);
});

it('is kept as it was seen last, and what was larger before as long as that holds', async () => {
  const largeMs = await see('large', 40_000);
  await bench.clock.advance(20 * 60_000);
  await see('small', 20_000);
  await bench.clock.advance(8 * 60_000);
  bench = bench.restart();
  expect(bench.desk.lookUpLagMs('earlier')).toBe(largeMs);
  await bench.clock.advance(5 * 60_000);
  bench = bench.restart();
  const smallMs = bench.desk.lookUpLagMs('earlier');
  expect(smallMs).toBeGreaterThanOrEqual(20_000);
  expect(smallMs).toBeLessThan(largeMs);
});

it('is not what passes while look-ups go unanswered', async () => {
  acceptSells(bench.service);
  await bench.desk.place(nextIntentId(), nextDraft('seen'), []);
  // One look-up does not show it yet; then none is answered.
  await bench.clock.advance(150);
  bench.service.answer(STATE, () => noAnswer);
  await bench.clock.advance(5 * 60_000 + 10_000);
  showNothing();
  await bench.clock.advance(10_000);
  expect(bench.desk.lookUpLagMs('another')).toBeLessThan(5000);
});

it('of a time to come is not believed: the clock was set', () => {
  kept = [{ lag_ms: 45_000, at: bench.clock.now() + 60_000 }];
  const other = createDeskBench(undefined, true, memory);
  expect(other.desk.lookUpLagMs('earlier')).toBe(10_000);
  other.remove();
});
