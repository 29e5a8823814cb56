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
        fc.integer({ min: -600_000, max: 600_000 }),
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
    serviceClock.observeTimestamp(500, 0);
    serviceClock.observeTimestamp(300, 0);
    expect(serviceClock.provenMs()).toBe(500);
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

  it('is right at once after a sleep through which the monotonic clock stood still', () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const observe = (serviceTimeMs: number, roundTripMs: number) =>
      serviceClock.observe({ roundTripMs, serviceTimeMs, receivedAtMs: clock.now() });
    for (let answer = 0; answer < 32; answer += 1) observe(clock.now(), 1);
    const slept = 8 * 3_600_000;
    observe(clock.now() + slept, 40);
    expect(serviceClock.isDoubtful()).toBe(false);
    expect(Math.abs(serviceClock.now() - (clock.now() + slept))).toBeLessThanOrEqual(20);
    observe(clock.now() + slept, 2);
    expect(Math.abs(serviceClock.now() - (clock.now() + slept))).toBeLessThanOrEqual(20);
  });
});
