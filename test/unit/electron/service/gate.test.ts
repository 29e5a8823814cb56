import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../shared/ipc/schemas/session-schema.ts';
import { type Limits, limitsSchema } from '../../../../shared/service/account.ts';
import { createRateBudget, type RateBudget } from '../../../../electron/service/limits/budget.ts';
import { Deadline } from '../../../../electron/service/deadline.ts';
import type { CallFailure } from '../../../../electron/service/failure.ts';
import { createRequestGate, type RequestGate } from '../../../../electron/service/limits/gate.ts';
import { RateLimits } from '../../../../simulator/account/limits.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, settle, type VirtualClock } from '../../../support/virtual-clock.ts';

const limits = (rate: number, burst: number): Limits =>
  limitsSchema.parse({
    non_matching_engine: { rate, burst },
    matching_engine: { trading: { total: { rate, burst } } },
  });

interface Setup {
  readonly clock: VirtualClock;
  readonly budget: RateBudget;
  readonly gate: RequestGate;
}

function createSetup(rate: number, burst: number): Setup {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  budget.configure(limits(rate, burst));
  return { clock, budget, gate: createRequestGate(clock, budget) };
}

function enter({ gate, clock }: Setup, priority: Priority, deadlineMs = 60_000, method = 'public/ticker') {
  return gate.enter({ method, priority, isRepeat: false }, new Deadline(clock, deadlineMs));
}

const spent = refusal(10_028, 'transient', 'too_many_requests');
const UNANSWERED: CallFailure = {
  kind: 'no_answer',
  reason: 'deadline',
  detail: '',
  httpStatus: null,
  bodyStart: null,
};
const SPENT: CallFailure | null = 'failure' in spent ? spent.failure : null;

const page = (httpStatus: number): CallFailure => ({ ...UNANSWERED, reason: 'http_status', httpStatus });

describe('the gate', () => {
  it('lets those who wait in by priority, and alike ones as they came', async () => {
    const setup = createSetup(1, 1);
    await enter(setup, 'background');
    const order: string[] = [];
    const wanted: readonly Priority[] = ['background', 'visible', 'focused', 'visible', 'reconciliation', 'orders'];
    for (const [index, priority] of wanted.entries()) {
      void enter(setup, priority).then(() => order.push(`${priority} ${index}`));
    }
    await setup.clock.advance(0);
    expect(setup.gate.waiting()).toEqual({
      orders: 1,
      reconciliation: 1,
      focused: 1,
      visible: 2,
      background: 1,
      bulk: 0,
    });
    expect(setup.gate.mayPoll('focused')).toBe(false);
    await setup.clock.advance(10_000);
    expect(order).toEqual(['orders 5', 'reconciliation 4', 'focused 2', 'visible 1', 'visible 3', 'background 0']);
  });

  it('gives up at the deadline, and says what was lacking', async () => {
    const setup = createSetup(0, 1);
    await enter(setup, 'visible');
    const late = enter(setup, 'visible', 500);
    await setup.clock.advance(500);
    expect(await late).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'no_credits' } });
    expect(setup.gate.waiting().visible).toBe(0);
  });

  it.each([
    ['a refusal of the service', SPENT],
    ['a page of who stands before it', page(429)],
  ])('is corrected by %s', async (_name, failure) => {
    const setup = createSetup(10, 50);
    const entry = await enter(setup, 'visible');
    if (entry.ok) entry.value.leave(failure);
    expect(setup.budget.reads.available()).toBe(0);
    setup.gate.noteOrder('BTC-PERPETUAL', failure);
    expect(setup.budget.ordersOf('BTC-PERPETUAL').tryTake()).toBe(false);
  });

  it('takes pages that forbid for a service that is away: it is tried now and then, not at every poll', async () => {
    const setup = createSetup(20, 100);
    for (let read = 0; read < 5; read += 1) {
      const entry = await enter(setup, 'visible');
      if (entry.ok) entry.value.leave(page(403));
    }
    expect(setup.gate.breakerState()).toBe('open');
    expect(setup.gate.mayPoll('visible')).toBe(false);
  });

  it('counts reads that are refused as too many, until one is taken', async () => {
    const setup = createSetup(20, 100);
    const end = async (failure: CallFailure | null) => {
      const entering = enter(setup, 'visible');
      await setup.clock.advance(20_000);
      const entry = await entering;
      if (entry.ok) entry.value.leave(failure);
      return setup.gate.refusedAsTooMany();
    };
    expect([await end(SPENT), await end(SPENT), await end(SPENT)]).toEqual([1, 2, 3]);
    expect(await end(UNANSWERED)).toBe(3);
    expect(await end(null)).toBe(0);
  });

  it('still asks for the limits of an account that has none left, now and then', async () => {
    const setup = createSetup(0, 0);
    const ask = () => enter(setup, 'visible', 100, 'private/get_account_summaries');
    expect(await ask()).toMatchObject({ ok: true });
    const held = ask();
    const other = enter(setup, 'reconciliation', 100);
    await setup.clock.advance(100);
    expect([await held, await other]).toMatchObject([{ ok: false }, { ok: false }]);
    await setup.clock.advance(15_000);
    expect(await ask()).toMatchObject({ ok: true });
  });

  it('wakes those who wait when the limits are raised from nothing', async () => {
    const setup = createSetup(0, 0);
    const entry = enter(setup, 'reconciliation');
    setup.budget.configure(limits(10, 20));
    await setup.clock.advance(250);
    expect(await Promise.race([entry, settle()])).toMatchObject({ ok: true });
  });
});

/** How many schedules of changing limits are tried; more on request. */
const SCHEDULES = Number(process.env['LIMIT_SCHEDULES'] ?? 1000);
/** Longest and shortest way of a request to the service: those sent later may arrive closer together. */
const WAY_MS = 80;
const POLLERS: readonly Priority[] = ['reconciliation', 'focused', 'visible', 'background'];

const limit = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ rate: 0, burst: 0 }) },
  {
    weight: 5,
    arbitrary: fc
      .record({ rate: fc.integer({ min: 1, max: 25 }), more: fc.integer({ min: 2, max: 60 }) })
      .map(({ rate, more }) => ({ rate, burst: Math.ceil(rate / 2) + more })),
  },
);
const schedule = fc.record({
  segments: fc.array(fc.record({ limit, lastsMs: fc.integer({ min: 1000, max: 6000 }) }), {
    minLength: 2,
    maxLength: 4,
  }),
  ways: fc.infiniteStream(fc.integer({ min: 0, max: WAY_MS })),
  ppm: fc.integer({ min: -500, max: 500 }),
});

describe('limits that change at random under saturation', () => {
  it('are never overrun, used to 95 %, and hold an order no longer than one token', async () => {
    const totals = { sent: 0, refused: 0, orders: 0, longestOrderTokens: 0 };
    await fc.assert(
      fc.asyncProperty(schedule, async ({ segments, ways, ppm }) => {
        const [first] = segments;
        if (first === undefined) return;
        const setup = createSetup(first.limit.rate, first.limit.burst);
        const { clock, budget, gate } = setup;
        const service = { ms: () => clock.monotonic() * (1 + ppm / 1e6) };
        const settings = ({ rate, burst }: { rate: number; burst: number }) => ({
          non_matching_engine: { rate, burst },
          matching_engine: { rate, burst },
        });
        const meter = new RateLimits(settings(first.limit), service.ms());
        let era = 0;
        let taken = 0;
        let isOver = false;

        /** Sends what was let through; what left under limits that have changed since is not judged by the new ones. */
        function send(leave: (failure: CallFailure | null) => void): void {
          const sentIn = era;
          taken += 1;
          totals.sent += 1;
          clock.after(ways.next().value ?? 0, () => {
            const isTaken = meter.spend('non_matching_engine', service.ms());
            if (!isTaken && sentIn === era) totals.refused += 1;
            leave(null);
          });
        }
        async function saturate(priority: Priority): Promise<void> {
          for (;;) {
            const entry = await enter(setup, priority);
            if (!entry.ok || isOver) return;
            send(entry.value.leave);
          }
        }
        for (const priority of POLLERS) void saturate(priority);

        for (const [index, { limit: next, lastsMs }] of segments.entries()) {
          if (index > 0) {
            era += 1;
            meter.set(settings(next), service.ms());
            budget.configure(limits(next.rate, next.burst));
          }
          // What the bucket holds at first is a burst: it takes no part in what the rate gives.
          await clock.advance(0);
          const atStart = taken;
          await clock.advance(lastsMs / 2);
          if (next.rate > 0) {
            const askedAt = clock.monotonic();
            const askedIn = era;
            void enter(setup, 'orders').then((entry) => {
              if (!entry.ok) return;
              const tokens = ((clock.monotonic() - askedAt) * next.rate) / 1000;
              if (askedIn !== era) return;
              totals.orders += 1;
              totals.longestOrderTokens = Math.max(totals.longestOrderTokens, tokens);
              send(entry.value.leave);
            });
          }
          await clock.advance(lastsMs / 2);
          const allowed = (next.rate * lastsMs) / 1000;
          // A request is whole, and a level above what jitter keeps back is reached once a segment.
          expect(taken - atStart).toBeGreaterThanOrEqual(0.95 * allowed - 2 - next.rate * 0.1);
          if (next.rate === 0) expect(taken).toBe(atStart);
        }
        isOver = true;
        expect(gate.breakerState()).toBe('closed');
      }),
      { numRuns: SCHEDULES, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    );
    expect(totals.refused).toBe(0);
    expect(totals.sent).toBeGreaterThan(SCHEDULES * 10);
    expect(totals.orders).toBeGreaterThan(SCHEDULES);
    // Whole milliseconds and the unused hundredth of the rate, and no more.
    expect(totals.longestOrderTokens).toBeLessThanOrEqual(1.1);
  });
});
