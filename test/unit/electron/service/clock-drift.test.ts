import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDriftMeter } from '../../../../electron/service/clock-drift.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const MINUTE_MS = 60_000;

describe('the drift of the service’s clock', () => {
  it('is within what it says of itself, whatever the round trips', () => {
    const trips = fc.array(
      fc.record({
        pauseMs: fc.integer({ min: 1, max: 90_000 }),
        out: fc.nat({ max: 400 }),
        back: fc.nat({ max: 400 }),
      }),
      { minLength: 2, maxLength: 200 },
    );
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer(), trips, (ppm, aheadMs, roundTrips) => {
        const meter = createDriftMeter();
        let nowMs = 0;
        for (const { pauseMs, out, back } of roundTrips) {
          nowMs += pauseMs + out;
          const serviceMs = Math.floor(nowMs * (1 + ppm / 1e6) + aheadMs);
          nowMs += back;
          meter.note({ offsetMs: serviceMs + (out + back) / 2 - nowMs, roundTripMs: out + back, takenAt: nowMs });
        }
        const drift = meter.read();
        const { ppm: measured, within_ppm } = drift ?? { ppm, within_ppm: 0 };
        expect(Math.abs(measured - ppm)).toBeLessThanOrEqual(within_ppm);
      }),
    );
  });

  it('is not known before a minute lies between two samples, and goes by the surest of each minute', () => {
    const meter = createDriftMeter();
    expect(meter.read()).toBeNull();
    meter.note({ offsetMs: 90, roundTripMs: 400, takenAt: 0 });
    meter.note({ offsetMs: 10, roundTripMs: 20, takenAt: 1000 });
    meter.note({ offsetMs: 10, roundTripMs: 20, takenAt: 60_500 });
    expect(meter.read()).toBeNull();
    meter.note({ offsetMs: 16, roundTripMs: 20, takenAt: 121_000 });
    expect(meter.read()).toEqual({ ppm: 50, within_ppm: expect.closeTo((22 / 120_000) * 1e6, 6) as number });
  });

  it('is of the last hour', () => {
    const meter = createDriftMeter();
    // It gains for an hour, and keeps step for the next.
    for (let minute = 0; minute <= 125; minute += 1) {
      meter.note({ offsetMs: Math.min(minute, 60) * 6, roundTripMs: 1, takenAt: minute * MINUTE_MS });
    }
    expect(meter.read()?.ppm).toBe(0);
  });

  it('begins anew after a sleep through which this machine’s clock stood still', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const tell = async () => {
      await clock.advance(MINUTE_MS);
      serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
    };
    for (let minute = 0; minute < 30; minute += 1) await tell();
    expect(serviceClock.drift()?.ppm).toBe(0);
    clock.jumpWall(8 * 60 * MINUTE_MS);
    for (let minute = 0; minute < 5; minute += 1) await tell();
    expect(serviceClock.drift()?.ppm).toBe(0);
  });

  it('begins anew once the service’s clock was set', async () => {
    const clock = createVirtualClock();
    const serviceClock = createServiceClock(clock);
    const tell = async (aheadMs: number) => {
      await clock.advance(MINUTE_MS);
      serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now() + aheadMs, receivedAtMs: clock.now() });
    };
    for (const aheadMs of [0, 3, 6]) await tell(aheadMs);
    expect(serviceClock.drift()?.ppm).toBe(50);
    for (let count = 0; count < 3; count += 1) await tell(60_000);
    expect(serviceClock.drift()).toBeNull();
    await tell(60_000);
    expect(serviceClock.drift()?.ppm).toBe(0);
  });
});
