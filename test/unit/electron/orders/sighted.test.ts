import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LagMemory } from '../../../../electron/storage/lag-memory.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/look-up-methods.ts';
import { placedOrder, sellDraft } from '../../../support/records.ts';
import { noAnswer } from '../../../support/scripted-service.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  showNothing();
});
afterEach(() => bench.remove());

function showNothing(): void {
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
}

/** A sell whose reply is lost, and whose order no look-up by its label shows until absence is proven. */
async function loseSell(label = ''): Promise<string> {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, sellDraft({ label }), []);
  await bench.clock.advance(10_000);
  expect(bench.row(intentId).outcome).toBe('absent');
  return intentId;
}

function listed(intentId: string, changes: Record<string, unknown> = {}) {
  const { label, submitted_at } = bench.row(intentId);
  return orderSchema.parse(placedOrder({ label, creation_timestamp: submitted_at + 20, ...changes }));
}

describe('a sell that was called absent, whose order the account’s list shows', () => {
  it('is found, before any look-up by its label shows it', async () => {
    const intentId = await loseSell();
    bench.desk.sighted([listed(intentId)]);
    await bench.clock.advance(100);
    const row = bench.row(intentId);
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1', order_state: 'open' } });
    expect(row.notices.map(({ code }) => code)).toContain('known_by_open');
    // An equal sell is asked about again, as of one that was sent.
    expect(bench.desk.liveRows().map(({ intent_id }) => intent_id)).toEqual([intentId]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another label', { label: 'of-another' }],
    ['another instrument', { instrument_name: 'ETH-PERPETUAL' }],
    ['the other side', { direction: 'buy' }],
  ])('stays absent where that is of %s', async (_name, changes) => {
    const intentId = await loseSell('typed');
    bench.desk.sighted([listed(intentId, changes)]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it('stays absent where that was made long after its deadline, under a label that was typed', async () => {
    const intentId = await loseSell('typed');
    bench.desk.sighted([listed(intentId, { creation_timestamp: bench.row(intentId).valid_until + 60_000 })]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).outcome).toBe('absent');
  });
});

it('a sell without an answer is found by the account’s list as well', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, sellDraft(), []);
  bench.desk.sighted([listed(intentId)]);
  await bench.clock.advance(100);
  expect(bench.row(intentId).outcome).toBe('accepted');
});

it('what was called absent is looked for every quarter of a minute at first', async () => {
  const intentId = await loseSell();
  await bench.clock.advance(34_000);
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
  await bench.clock.advance(15_000);
  expect(bench.row(intentId).outcome).toBe('accepted');
});

describe('how far look-ups lag', () => {
  function remembering(): LagMemory & { kept: { lag_ms: number; at: number } | null } {
    return {
      kept: null,
      read() {
        return this.kept;
      },
      write(kept) {
        this.kept = kept;
      },
    };
  }

  /** Sells with a reply, whose order look-ups show only so much later; gives how long look-ups may lack the next. */
  async function measure(lagMs: number, memory: LagMemory): Promise<number> {
    bench.remove();
    bench = createDeskBench(undefined, true, memory);
    showNothing();
    acceptSells(bench.service);
    await bench.desk.place(nextIntentId(), sellDraft({ label: 'seen' }), []);
    await bench.clock.advance(lagMs);
    bench.service.answer(STATE, ({ label }) => ({ value: label === 'seen' ? [placedOrder({ label })] : [] }));
    await bench.clock.advance(10_000);
    return bench.desk.lookUpLagMs('another');
  }

  it('is measured beyond half a minute', async () => {
    const lagMs = await measure(45_000, remembering());
    expect(lagMs).toBeGreaterThanOrEqual(45_000);
    expect(lagMs).toBeLessThan(52_000);
  });

  it('is kept for the next run, where it is more than is given anyway', async () => {
    const memory = remembering();
    await measure(300, memory);
    expect(memory.kept).toBeNull();
    const lagMs = await measure(45_000, memory);
    expect(memory.kept?.lag_ms).toBe(lagMs);
    bench = bench.restart();
    expect(bench.desk.lookUpLagMs('earlier')).toBe(lagMs);
    // Half an hour later it says nothing any more.
    await bench.clock.advance(31 * 60_000);
    bench = bench.restart();
    expect(bench.desk.lookUpLagMs('earlier')).toBe(10_000);
  });

  it('of a time to come is not believed: the clock was set', () => {
    const memory = { read: () => ({ lag_ms: 45_000, at: bench.clock.now() + 60_000 }), write: () => undefined };
    const other = createDeskBench(undefined, true, memory);
    expect(other.desk.lookUpLagMs('earlier')).toBe(10_000);
    other.remove();
  });
});
