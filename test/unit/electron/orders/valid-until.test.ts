import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDesk } from '../../../../electron/orders/desk.ts';
import { createJournal, JOURNAL_MIGRATIONS } from '../../../../electron/orders/journal.ts';
import { notReady } from '../../../../electron/orders/preflight.ts';
import { openDatabase } from '../../../../electron/storage/database.ts';
import { acceptWarnings } from '../../../support/window/accept-warnings.ts';
import { nextIntentId } from '../../../support/bench/desk-bench.ts';
import { createReadsBench } from '../../../support/bench/reads-bench.ts';
import { perpetual, perpetualTicker, placedOrder, orderDraft, orderFacts } from '../../../support/records/records.ts';

/** Half of it each way. */
const LONGEST_TRIP_MS = 600;
/** What may be added to half a round trip: drift since, and time to write. */
const ALLOWANCE_MS = 50;
const SLEPT_MS = 8 * 3_600_000;

type Event =
  | { readonly kind: 'poll'; readonly afterMs: number }
  | { readonly kind: 'sell'; readonly afterMs: number }
  | { readonly kind: 'wall_jumps'; readonly byMs: number; readonly inFlight: boolean }
  | { readonly kind: 'sleep' };

const pause = fc.integer({ min: 20, max: 1500 });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: pause.map((afterMs) => ({ kind: 'poll' as const, afterMs })) },
  { weight: 4, arbitrary: pause.map((afterMs) => ({ kind: 'sell' as const, afterMs })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wall_jumps' as const),
      byMs: fc.integer({ min: -3_600_000, max: 3_600_000 }),
      inFlight: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sleep' as const }) },
);

interface Sent {
  readonly validUntil: number;
  readonly intended: number;
  /** What the clock says of itself. */
  readonly errorMs: number;
}

/** The real desk, journal and client; clocks that differ, drift, are set and stand still. */
async function sellThrough(offsetMs: number, ppm: number, ways: Iterator<number>, events: readonly Event[]) {
  let sleptMs = 0;
  const nextTrip = () => ({ outMs: Number(ways.next().value), backMs: Number(ways.next().value) });
  const bench = createReadsBench({ rate: 1000, burst: 1000 }, (clock) => {
    const startMs = clock.now();
    return { trip: nextTrip, serviceNow: () => startMs + sleptMs + offsetMs + clock.monotonic() * (1 + ppm / 1e6) };
  });
  const { clock, client, serviceClock, service, budget } = bench;
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-clock-'));
  const { database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, clock.now());
  service.answer('private/sell', ({ label, price, amount }) => ({
    order: placedOrder({ label, price: price ?? null, amount, creation_timestamp: Math.floor(service.now()) }),
    trades: [],
  }));
  const desk = createDesk({
    client,
    clock,
    serviceClock,
    budget,
    journal: createJournal(database, 'account', clock.now),
    isWritable: true,
    randomBytes: (size) => new Uint8Array(size).fill(1),
    factsFor: () =>
      Promise.resolve(
        orderFacts({
          instrument: perpetual(),
          ticker: perpetualTicker(),
          tradingBlocked: serviceClock.isDoubtful() ? notReady('clock_unknown') : null,
        }),
      ),
    isStopped: () => false,
    isLabelElsewhere: () => false,
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf: () => perpetual(),
    currencyOf: () => 'BTC',
    onRows: () => undefined,
    onTellFailure: (error) => {
      throw error;
    },
    onJournalFailure: (error) => {
      throw error;
    },
  });
  async function poll(jumpMs: number): Promise<void> {
    const polled = client.call('public/ticker', { instrument_name: 'A' }).then((answer) => {
      if (!answer.ok) throw new Error(answer.error.kind);
      serviceClock.observe(answer.value.times);
    });
    await clock.advance(1);
    if (jumpMs !== 0) clock.jumpWall(jumpMs);
    await clock.advance(1000);
    await polled;
  }
  const sent: Sent[] = [];
  let blocked = 0;
  async function sell(): Promise<void> {
    const isDoubtful = serviceClock.isDoubtful();
    const intended = service.now() + 5000;
    const draft = orderDraft({ valid_for_ms: 5000, label: `l${sent.length + blocked}` });
    const { issues } = await desk.check(draft);
    const errorMs = serviceClock.errorMs() ?? 0;
    const placed = desk.place(nextIntentId(), draft, acceptWarnings(issues, draft, ['duplicate_order']));
    await clock.advance(1000);
    const { row, check } = await placed;
    expect(row === null, JSON.stringify(check.issues)).toBe(isDoubtful);
    if (row === null) blocked += 1;
    else sent.push({ validUntil: row.valid_until, intended, errorMs });
  }
  // No sell is let through before the clock is known; far from the wall clock that takes three answers.
  while (!serviceClock.isKnown()) await poll(0);
  for (const step of events) {
    if (step.kind === 'sleep') {
      sleptMs += SLEPT_MS;
      clock.jumpWall(SLEPT_MS);
    } else if (step.kind === 'wall_jumps') {
      if (step.inFlight) await poll(step.byMs);
      else clock.jumpWall(step.byMs);
    } else {
      await clock.advance(step.afterMs);
      await (step.kind === 'poll' ? poll(0) : sell());
    }
  }
  const executed = service.attempts.filter(({ method }) => method === 'private/sell').length;
  desk.close();
  bench.quotes.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return { sent, blocked, executed };
}

describe('the deadline of a sell, by the service’s own clock', () => {
  it('is what was intended within the clock’s own doubt and 50 ms, whatever the clocks do, or nothing is sent', async () => {
    const totals = { sent: 0, blocked: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -600_000, max: 600_000 }),
        fc.integer({ min: -500, max: 500 }),
        fc.infiniteStream(fc.integer({ min: 1, max: LONGEST_TRIP_MS / 2 })),
        fc.array(event, { minLength: 5, maxLength: 20 }),
        async (offsetMs, ppm, ways, events) => {
          const { sent, blocked, executed } = await sellThrough(offsetMs, ppm, ways, events);
          for (const { validUntil, intended, errorMs } of sent) {
            expect(errorMs).toBeLessThanOrEqual(LONGEST_TRIP_MS / 2 + ALLOWANCE_MS);
            expect(Math.abs(validUntil - intended)).toBeLessThanOrEqual(errorMs + ALLOWANCE_MS);
          }
          expect(executed).toBe(sent.length);
          totals.sent += sent.length;
          totals.blocked += blocked;
        },
      ),
      { numRuns: 40 },
    );
    expect(totals.sent).toBeGreaterThan(60);
    expect(totals.blocked).toBeGreaterThan(2);
  });
});
