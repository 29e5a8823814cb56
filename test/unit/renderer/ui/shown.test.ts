import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatTimeTick } from '../../../../renderer/features/chart/plot-options.ts';
import { buildTradeColumns } from '../../../../renderer/features/trades/trade-columns.ts';
import { timeColumn } from '../../../../renderer/grid/columns.ts';
import { filterFor } from '../../../../renderer/grid/filters.ts';
import { formatDate, formatInstant, formatTimeOfDay } from '../../../../renderer/ui/words/format.ts';
import { formatCount, formatDecimal, setShown, zoneName, zoneNames } from '../../../../renderer/ui/words/shown.ts';
import { decimal } from '../../../../shared/decimal.ts';

const SUMMER = Date.UTC(2026, 5, 30, 23, 30, 7, 118);
const WINTER = Date.UTC(2026, 10, 21, 23, 30, 7, 118);
const before = process.env['TZ'];

beforeEach(() => {
  process.env['TZ'] = 'America/New_York';
});
afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
  setShown({ clock: 'utc', numbers: 'comma' });
});

describe('times', () => {
  it('are UTC as they come, whatever the machine says', () => {
    expect([formatTimeOfDay(WINTER), formatDate(WINTER), zoneName(WINTER)]).toEqual([
      '23:30:07',
      '2026-11-21 23:30',
      'UTC',
    ]);
  });

  it('are the machine’s own where that is chosen, at each instant by the zone in force then', () => {
    setShown({ clock: 'local', numbers: 'comma' });
    expect([formatTimeOfDay(SUMMER), formatDate(SUMMER)]).toEqual(['19:30:07', '2026-06-30 19:30']);
    expect([formatTimeOfDay(WINTER), formatInstant(WINTER)]).toEqual(['18:30:07', '2026-11-21 18:30:07.118']);
    expect(formatTimeTick(Date.UTC(2026, 10, 22, 5), 3_600_000)).toBe('11-22');
  });

  it('and the zone’s name go by the zone that the system has now', () => {
    setShown({ clock: 'local', numbers: 'comma' });
    expect([formatTimeOfDay(WINTER), zoneName(WINTER), zoneNames()]).toEqual(['18:30:07', 'EST', 'EST/EDT']);
    process.env['TZ'] = 'Pacific/Kiritimati';
    expect([formatTimeOfDay(WINTER), zoneName(WINTER), zoneNames()]).toEqual(['13:30:07', 'GMT+14', 'GMT+14']);
  });

  it('of trades are shown by the clock that the header names', () => {
    const column = buildTradeColumns().find(({ colId }) => colId === 'time');
    const read = (part: unknown): unknown => (typeof part === 'function' ? part({ value: WINTER }) : null);
    const shown = () => [read(column?.headerValueGetter), read(column?.valueFormatter)];
    expect(shown()).toEqual(['Time (UTC)', '2026-11-21 23:30:07.118']);
    setShown({ clock: 'local', numbers: 'comma' });
    expect(shown()).toEqual(['Time (EST/EDT)', '2026-11-21 18:30:07.118']);
  });

  it('of a grid are shown, searched and filtered by the same clock', () => {
    setShown({ clock: 'local', numbers: 'comma' });
    const column = timeColumn<{ at: number }>('Time', ({ at }) => at, true);
    const format = column.valueFormatter as (params: { value: number }) => string;
    expect(format({ value: WINTER })).toBe('2026-11-21 18:30:07');
    const { search } = column.context as { search: (row: { at: number }) => string };
    expect(search({ at: WINTER })).toBe('2026-11-21 18:30:07');
    const { comparator } = filterFor(column).filterParams as { comparator: (day: Date, value: number) => number };
    const picked = new Date(2026, 10, 21);
    // Past midnight in UTC, still the evening of the day before there.
    expect(comparator(picked, Date.UTC(2026, 10, 22, 3))).toBe(0);
    expect(comparator(picked, Date.UTC(2026, 10, 22, 6))).toBeGreaterThan(0);
  });
});

describe('numbers', () => {
  it.each([
    ['comma', '−1,234,567.50', '98,765'],
    ['space', '−1\u202f234\u202f567.50', '98\u202f765'],
    ['plain', '−1234567.50', '98765'],
  ] as const)('are grouped as chosen: %s', (numbers, money, count) => {
    setShown({ clock: 'utc', numbers });
    expect(formatDecimal(decimal(-1_234_567.5), { min: 2 })).toBe(money);
    expect(formatCount(98_765)).toBe(count);
  });
});
