import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { createBucket, createRateBudget } from '../../../../electron/service/budget.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

describe('a bucket', () => {
  it('never lets more through than burst and rate allow, for any schedule', async () => {
    const schedule = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 3000 }), wanted: fc.integer({ min: 0, max: 40 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 100 }),
        schedule,
        async (rate, burst, turns) => {
          const clock = createVirtualClock();
          const bucket = createBucket({ rate, burst }, clock.monotonic);
          let taken = 0;
          for (const { waitMs, wanted } of turns) {
            await clock.advance(waitMs);
            for (let index = 0; index < wanted; index += 1) if (bucket.tryTake()) taken += 1;
            expect(taken).toBeLessThanOrEqual(burst + (clock.monotonic() / 1000) * rate + 1e-6);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps what was spent when its limits change, down to nothing and back', async () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    for (let index = 0; index < 15; index += 1) bucket.tryTake();
    bucket.configure({ rate: 10, burst: 10 });
    expect(bucket.available()).toBe(0);
    bucket.configure({ rate: 0, burst: 0 });
    await clock.advance(60_000);
    expect(bucket.tryTake()).toBe(false);
    bucket.configure({ rate: 10, burst: 20 });
    expect(bucket.available()).toBeLessThanOrEqual(20);
    await clock.advance(2000);
    expect(bucket.available()).toBe(20);
  });

  it('owes what was spent beyond it, and no more than its burst', async () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    for (let index = 0; index < 100; index += 1) bucket.spend();
    expect(bucket.available()).toBe(-20);
    await clock.advance(2000);
    expect(bucket.tryTake()).toBe(false);
    await clock.advance(200);
    expect(bucket.tryTake()).toBe(true);
  });

  it('is empty after the service refused for lack of credits', () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    bucket.drain();
    expect(bucket.tryTake()).toBe(false);
  });
});

describe('the rate budget', () => {
  it('reads the limits as real replies spell them', () => {
    const budget = createRateBudget(createVirtualClock());
    expect(budget.isConfigured()).toBe(false);
    budget.configure(
      limitsSchema.parse({
        matching_engine: { trading: { total: { rate: 5, burst: 20 } }, maximum_quotes: { rate: 500, burst: 500 } },
        non_matching_engine: { rate: 20, burst: 100 },
      }),
    );
    expect([budget.orders.rate(), budget.orders.burst(), budget.reads.rate(), budget.reads.burst()]).toEqual([
      5, 20, 20, 100,
    ]);
    expect(budget.isConfigured()).toBe(true);
  });

  it('keeps a reserve that polling never touches', () => {
    const budget = createRateBudget(createVirtualClock());
    budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 } }));
    let polls = 0;
    while (budget.mayPoll()) {
      budget.reads.spend();
      polls += 1;
    }
    expect(polls).toBe(70);
    expect(budget.reads.tryTake()).toBe(true);
  });
});
