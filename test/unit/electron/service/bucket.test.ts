import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTakable, createBucket } from '../../../../electron/service/limits/bucket.ts';
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

  it('counts as takable only what it would give', async () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 5, burst: 20 }, clock.monotonic);
    for (let waited = 0; waited < 200; waited += 1) {
      expect(countTakable(bucket) > 0).toBe(bucket.waitMs() === 0);
      if (countTakable(bucket) > 0) expect(bucket.tryTake()).toBe(true);
      await clock.advance(37);
    }
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
    expect(bucket.available()).toBe(0);
    await clock.advance(2100);
    expect(bucket.available()).toBe(20);
  });

  it('is not filled by a limit that is raised, but for its own first guess', async () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    for (let index = 0; index < 15; index += 1) bucket.tryTake();
    bucket.configure({ rate: 10, burst: 100 });
    expect(bucket.available()).toBe(5);
    const guessed = createBucket({ rate: 10, burst: 20 }, clock.monotonic, true);
    guessed.tryTake();
    guessed.configure({ rate: 20, burst: 100 });
    expect(guessed.available()).toBe(99);
  });

  it('says how long until a request can go, exactly', async () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    while (bucket.tryTake());
    const waitMs = bucket.waitMs();
    await clock.advance(waitMs - 1);
    expect(bucket.tryTake()).toBe(false);
    await clock.advance(1.001);
    expect(bucket.waitMs()).toBe(0);
    expect(bucket.tryTake()).toBe(true);
    bucket.configure({ rate: 0, burst: 0 });
    expect(bucket.waitMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('is empty after the service refused for lack of credits', () => {
    const clock = createVirtualClock();
    const bucket = createBucket({ rate: 10, burst: 20 }, clock.monotonic);
    bucket.drain();
    expect(bucket.tryTake()).toBe(false);
  });
});
