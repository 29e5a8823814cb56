import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expiryText, futureExpiries, nextSettlement, optionExpiries } from '../../../../simulator/market/calendar.ts';

const DAY_MS = 86_400_000;
const instant = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2036, 0) });

test('options expire at 08:00 UTC on six to nine dates, from a day to a year out', () => {
  fc.assert(
    fc.property(instant, (nowMs) => {
      const expiries = optionExpiries(nowMs);
      const instants = expiries.map((expiry) => expiry.ms);
      expect(instants.length).toBeGreaterThanOrEqual(6);
      expect(instants.length).toBeLessThanOrEqual(9);
      expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b));
      expect(instants[0]).toBe(nextSettlement(nowMs));
      expect((instants.at(-1) ?? 0) - nowMs).toBeGreaterThan(270 * DAY_MS);
      expect((instants.at(-1) ?? 0) - nowMs).toBeLessThan(372 * DAY_MS);
      for (const { ms, period, endsQuarter } of expiries) {
        expect(ms % DAY_MS).toBe(8 * 3_600_000);
        const date = new Date(ms);
        const endsMonth = date.getUTCDay() === 5 && new Date(ms + 7 * DAY_MS).getUTCMonth() !== date.getUTCMonth();
        expect(period).toBe(endsMonth ? 'month' : date.getUTCDay() === 5 ? 'week' : 'day');
        expect(endsQuarter).toBe(endsMonth && date.getUTCMonth() % 3 === 2);
      }
    }),
  );
});

test('four dated futures: a Friday, a month end, two quarter ends; options of the same dates are listed', () => {
  fc.assert(
    fc.property(instant, (nowMs) => {
      const expiries = futureExpiries(nowMs);
      expect(expiries).toHaveLength(4);
      expect(expiries.map((expiry) => expiry.ms)).toEqual(
        [...new Set(expiries.map((expiry) => expiry.ms))].toSorted((a, b) => a - b),
      );
      expect(expiries[0]?.ms).toBeLessThanOrEqual(nowMs + 7 * DAY_MS);
      expect(expiries.slice(2).every((expiry) => expiry.endsQuarter)).toBe(true);
      const options = optionExpiries(nowMs).map((expiry) => expiry.ms);
      expect(expiries.every((expiry) => options.includes(expiry.ms))).toBe(true);
    }),
  );
});

test('the next settlement is after now, within a day', () => {
  fc.assert(
    fc.property(instant, (nowMs) => {
      const next = nextSettlement(nowMs);
      expect(next).toBeGreaterThan(nowMs);
      expect(next - nowMs).toBeLessThanOrEqual(DAY_MS);
    }),
  );
});

test('dates in names have no leading zero', () => {
  expect(expiryText(Date.UTC(2026, 5, 5, 8))).toBe('5JUN26');
  expect(expiryText(Date.UTC(2027, 2, 26, 8))).toBe('26MAR27');
});
