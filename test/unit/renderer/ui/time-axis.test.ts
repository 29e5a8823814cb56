import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setShown, shownMs } from '../../../../renderer/ui/words/shown.ts';
import { timeTicks } from '../../../../renderer/ui/time-axis.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const before = process.env['TZ'];

beforeEach(() => {
  process.env['TZ'] = 'Europe/Paris';
});
afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
  setShown({ clock: 'utc', numbers: 'comma' });
});

function hoursShown(fromMs: number, toMs: number, stepMs: number): string[] {
  return timeTicks(fromMs, toMs, stepMs).map((atMs) => new Date(shownMs(atMs)).toISOString().slice(8, 16));
}

describe('ticks of a time axis', () => {
  it('are even in UTC, whatever the machine’s own summer time does', () => {
    const midnight = Date.UTC(2026, 2, 29);
    expect(hoursShown(midnight, midnight + 7 * HOUR_MS, 2 * HOUR_MS)).toEqual([
      '29T00:00',
      '29T02:00',
      '29T04:00',
      '29T06:00',
    ]);
  });

  it('stand at even times of the machine’s clock, none at a time that it skips', () => {
    setShown({ clock: 'local', numbers: 'comma' });
    const midnight = Date.UTC(2026, 2, 28, 23);
    expect(hoursShown(midnight, midnight + 7 * HOUR_MS, 2 * HOUR_MS)).toEqual([
      '29T00:00',
      '29T04:00',
      '29T06:00',
      '29T08:00',
    ]);
    const autumn = Date.UTC(2026, 9, 24, 22);
    expect(hoursShown(autumn, autumn + 5 * HOUR_MS, HOUR_MS)).toEqual([
      '25T00:00',
      '25T01:00',
      '25T02:00',
      '25T03:00',
      '25T04:00',
    ]);
    expect(hoursShown(autumn, autumn + 3 * DAY_MS, DAY_MS)).toEqual(['25T00:00', '26T00:00', '27T00:00']);
  });

  it('are none outside of the axis', () => {
    const noon = Date.UTC(2026, 2, 29, 12);
    expect(timeTicks(noon + 1, noon + HOUR_MS - 1, HOUR_MS)).toEqual([]);
    expect(timeTicks(noon, noon + HOUR_MS, HOUR_MS)).toEqual([noon, noon + HOUR_MS]);
  });
});
