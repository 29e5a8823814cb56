import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

describe('the service clock', () => {
  it('is the wall clock while nothing is known', () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    expect(serviceClock.now()).toBe(clock.now());
    expect(serviceClock.isKnown()).toBe(false);
    expect(serviceClock.offsetMs()).toBeNull();
    expect(serviceClock.provenMs()).toBeNull();
  });

  it('is right within half the surest round trip and the drift since, whatever the offset and the jitter', async () => {
    const ways = { out: fc.integer({ min: 1, max: 400 }), back: fc.integer({ min: 1, max: 400 }) };
    const trips = fc.array(fc.record({ pauseMs: fc.integer({ min: 0, max: 10_000 }), ...ways }), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -290_000, max: 290_000 }),
        fc.integer({ min: -500, max: 500 }),
        trips,
        async (offsetMs, ppm, roundTrips) => {
          const clock = createVirtualClock();
          const startMs = clock.now();
          const serviceNow = () => startMs + clock.monotonic() * (1 + ppm / 1e6) + offsetMs;
          const serviceClock = createServiceClock(clock);
          for (const { pauseMs, out, back } of roundTrips) {
            await clock.advance(pauseMs + out);
            const serviceTimeMs = Math.floor(serviceNow());
            await clock.advance(back);
            serviceClock.observe({ roundTripMs: out + back, serviceTimeMs, receivedAtMs: clock.now() });
            expect(Math.abs(serviceClock.now() - serviceNow())).toBeLessThanOrEqual((out + back) / 2 + 2);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is not misled by an answer that is looked at some time after it was read', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    for (const lateMs of [0, 60, 0, 900]) {
      const serviceTimeMs = clock.now() + 1000;
      await clock.advance(1);
      const receivedAtMs = clock.now();
      await clock.advance(lateMs);
      serviceClock.observe({ roundTripMs: 2, serviceTimeMs, receivedAtMs });
    }
    expect(serviceClock.ignored()).toBe(0);
    expect(Math.abs((serviceClock.offsetMs() ?? 0) - 1000)).toBeLessThanOrEqual(3);
  });

  it('is doubtful after a sleep, until a call that was begun later is answered', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number, roundTripMs: number) =>
      serviceClock.observe({ roundTripMs, serviceTimeMs, receivedAtMs: clock.now() });
    await clock.advance(100);
    observe(clock.now(), 10);
    expect(serviceClock.isDoubtful()).toBe(false);
    const before = clock.now();
    clock.jumpWall(8 * 3_600_000);
    expect(serviceClock.isDoubtful()).toBe(true);
    expect(serviceClock.doubts()).toBe(1);
    await clock.advance(5);
    // Asked before the sleep, read after it: the time it tells is eight hours old.
    observe(before, 10);
    expect(serviceClock.isDoubtful()).toBe(true);
    await clock.advance(100);
    observe(clock.now(), 20);
    expect(serviceClock.isDoubtful()).toBe(false);
    expect(Math.abs(serviceClock.now() - clock.now())).toBeLessThanOrEqual(10);
    expect(serviceClock.doubts()).toBe(1);
  });

  it('does not follow a wall clock that jumps', () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    serviceClock.observe({ roundTripMs: 10, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
    const before = serviceClock.now();
    clock.jumpWall(3_600_000);
    expect(serviceClock.now()).toBe(before);
    expect(serviceClock.offsetMs()).toBe(before - clock.now());
  });

  it('proves only what the service has shown', () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const at = clock.now();
    serviceClock.observeTimestamp(at - 300, 0);
    serviceClock.observeTimestamp(at - 500, 0);
    expect(serviceClock.provenMs()).toBe(at - 300);
  });

  it('rests on timestamps inside answers where the service never tells its time', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    serviceClock.observe({ roundTripMs: 10, serviceTimeMs: null, receivedAtMs: clock.now() });
    expect(serviceClock.isKnown()).toBe(false);
    const offsetMs = 90_000;
    for (let answer = 0; answer < 5; answer += 1) {
      await clock.advance(700);
      serviceClock.observeTimestamp(clock.now() + offsetMs - 400, 20);
    }
    expect(serviceClock.isKnown()).toBe(true);
    expect(Math.abs(serviceClock.now() - (clock.now() + offsetMs))).toBeLessThan(2000);
  });

  it('is right at once after a sleep through which the monotonic clock stood still', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number, roundTripMs: number) =>
      serviceClock.observe({ roundTripMs, serviceTimeMs, receivedAtMs: clock.now() });
    for (let answer = 0; answer < 32; answer += 1) observe(clock.now() + 90_000, 1);
    clock.jumpWall(8 * 3_600_000);
    expect(serviceClock.isDoubtful()).toBe(true);
    await clock.advance(100);
    observe(clock.now() + 90_000, 40);
    expect(serviceClock.isDoubtful()).toBe(false);
    expect(Math.abs(serviceClock.now() - (clock.now() + 90_000))).toBeLessThanOrEqual(20);
  });

  it('is not moved by a stale ticker among fresh ones, where the service never tells its time', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    for (let ticker = 1; ticker <= 240; ticker += 1) {
      await clock.advance(125);
      const ageMs = ticker % 8 === 0 ? 30_000 : 100;
      serviceClock.observeTimestamp(clock.now() - ageMs, 20);
      expect(Math.abs(serviceClock.now() - clock.now())).toBeLessThan(2100);
    }
    expect(serviceClock.ignored()).toBeGreaterThan(20);
  });

  it('may be as early as an answer says that contradicts it, until one that was asked for later does not', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number, roundTripMs: number) =>
      serviceClock.observe({ roundTripMs, serviceTimeMs, receivedAtMs: clock.now() });
    observe(clock.now(), 10);
    expect(serviceClock.earliestMs()).toBe(serviceClock.now());
    await clock.advance(500);
    observe(clock.now() - 60_000, 10);
    expect(serviceClock.earliestMs()).toBeLessThan(clock.now() - 59_900);
    await clock.advance(100);
    // Under way since before that one came.
    observe(clock.now() - 100, 200);
    expect(serviceClock.earliestMs()).toBeLessThan(clock.now() - 59_900);
    // Of a round trip so long that it agrees with both.
    await clock.advance(70_000);
    observe(clock.now() - 62_000, 65_000);
    expect(serviceClock.earliestMs()).toBeLessThan(clock.now() - 59_900);
    expect(serviceClock.ignored()).toBe(1);
    observe(clock.now(), 10);
    expect(serviceClock.earliestMs()).toBe(serviceClock.now());
    expect(serviceClock.ignored()).toBe(1);
  });

  it('is not set by three answers of one back end among good ones that were on their way with them', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number) =>
      serviceClock.observe({ roundTripMs: 200, serviceTimeMs, receivedAtMs: clock.now() });
    observe(clock.now() - 100);
    for (let batch = 0; batch < 20; batch += 1) {
      await clock.advance(1000);
      for (const offMs of [0, 30_000, 0, 30_000, 0, 30_000, 0]) observe(clock.now() - 100 + offMs);
      expect(Math.abs(serviceClock.now() - clock.now())).toBeLessThan(200);
    }
  });

  const YEAR_2040 = Date.UTC(2040, 0, 1);
  const absurd = fc.oneof(
    fc.constantFrom(YEAR_2040, 0, 1, Date.UTC(5138, 10, 16)),
    fc.constantFrom(600_000, -600_000, 5000, -5000, 3_600_000).map((offMs) => Date.UTC(2026, 10, 21, 9) + offMs),
  );

  it('is not moved by absurd times, wherever they come and however far off, and counts them', async () => {
    const answers = fc.array(fc.record({ pauseMs: fc.integer({ min: 1, max: 3000 }), lie: fc.option(absurd) }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -90_000, max: 90_000 }), answers, async (offsetMs, told) => {
        const clock = createVirtualClock();
        const serviceClock = createServiceClock(clock);
        const observe = (serviceTimeMs: number) =>
          serviceClock.observe({ roundTripMs: 20, serviceTimeMs, receivedAtMs: clock.now() });
        const isRight = () => Math.abs(serviceClock.now() - (clock.now() + offsetMs)) <= 12;
        observe(clock.now() + offsetMs - 10);
        let lies = 0;
        let inARow = 0;
        for (const { pauseMs, lie } of told) {
          await clock.advance(pauseMs);
          // Three that agree are no lie but a clock that was set: of these no two do.
          inARow = lie === null ? 0 : inARow + 1;
          const off = lie === null || inARow > 2 ? null : lie - clock.now();
          if (off !== null && Math.abs(off - offsetMs) > 4000) {
            lies += 1;
            observe(clock.now() + off);
          } else observe(clock.now() + offsetMs - 10);
          expect(isRight()).toBe(true);
          expect(serviceClock.provenMs()).toBeLessThanOrEqual(clock.now() + offsetMs);
        }
        await clock.advance(1000);
        observe(clock.now() + offsetMs - 10);
        expect(serviceClock.ignored()).toBe(lies);
      }),
      { numRuns: 200 },
    );
  });

  it('follows a clock that was set, forward or back, at the third answer that says so', async () => {
    const step = fc.integer({ min: -86_400_000, max: 86_400_000 }).filter((byMs) => Math.abs(byMs) > 1000);
    await fc.assert(
      fc.asyncProperty(step, fc.integer({ min: 1, max: 20 }), async (byMs, before) => {
        const clock = createVirtualClock();
        const serviceClock = createServiceClock(clock);
        const observe = (offsetMs: number) =>
          serviceClock.observe({
            roundTripMs: 20,
            serviceTimeMs: clock.now() + offsetMs - 10,
            receivedAtMs: clock.now(),
          });
        for (let answer = 0; answer < before; answer += 1) observe(0);
        for (let answer = 1; answer <= 3; answer += 1) {
          await clock.advance(700);
          observe(byMs);
          const offMs = answer < 3 ? 0 : byMs;
          expect(Math.abs(serviceClock.now() - (clock.now() + offMs))).toBeLessThanOrEqual(12);
        }
        expect(serviceClock.provenMs()).toBe(clock.now() + byMs - 10);
        expect(serviceClock.ignored()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('is not known by a first time that is far from the wall clock, until three agree on it', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number) =>
      serviceClock.observe({ roundTripMs: 20, serviceTimeMs, receivedAtMs: clock.now() });
    observe(YEAR_2040);
    expect(serviceClock.isKnown()).toBe(false);
    expect(serviceClock.now()).toBe(clock.now());
    expect(serviceClock.provenMs()).toBeNull();
    for (let answer = 1; answer <= 3; answer += 1) {
      await clock.advance(700);
      expect(serviceClock.isKnown()).toBe(false);
      observe(clock.now() + 600_000);
    }
    expect(Math.abs(serviceClock.now() - (clock.now() + 600_000))).toBeLessThanOrEqual(12);
  });

  it('stays doubtful after a sleep while the only answer is absurd', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number) =>
      serviceClock.observe({ roundTripMs: 20, serviceTimeMs, receivedAtMs: clock.now() });
    observe(clock.now());
    clock.jumpWall(8 * 3_600_000);
    expect(serviceClock.isDoubtful()).toBe(true);
    await clock.advance(100);
    observe(YEAR_2040);
    expect(serviceClock.isDoubtful()).toBe(true);
    await clock.advance(100);
    observe(clock.now());
    expect(serviceClock.isDoubtful()).toBe(false);
  });

  it('is moved by no stamp inside an answer that lies in its future, not even by seconds', () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    serviceClock.observe({ roundTripMs: 20, serviceTimeMs: clock.now() - 10, receivedAtMs: clock.now() });
    for (const aheadMs of [5000, 9999, 60_000]) serviceClock.observeTimestamp(clock.now() + aheadMs, 20);
    expect(Math.abs(serviceClock.now() - clock.now())).toBeLessThanOrEqual(12);
    expect(serviceClock.provenMs()).toBe(clock.now() - 10);
  });
});
