import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expiriesFrom, expiryText, nextSettlement } from '../../../../simulator/market/calendar.ts';
import { listInstruments } from '../../../../simulator/market/instrument.ts';

const instant = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2036, 0) });

test('expiries are Fridays at 08:00 UTC, in order: a week, a month end, a quarter end', () => {
  fc.assert(
    fc.property(instant, (nowMs) => {
      const { weekMs, monthMs, quarterMs } = expiriesFrom(nowMs);
      for (const expiry of [weekMs, monthMs, quarterMs]) {
        expect(new Date(expiry).getUTCDay()).toBe(5);
        expect(expiry % 86_400_000).toBe(8 * 3_600_000);
      }
      expect(weekMs - nowMs).toBeGreaterThan(2 * 86_400_000);
      expect(monthMs).toBeGreaterThan(weekMs);
      expect(quarterMs).toBeGreaterThan(monthMs);
      expect(new Date(quarterMs).getUTCMonth() % 3).toBe(2);
      expect(new Date(quarterMs + 7 * 86_400_000).getUTCMonth()).not.toBe(new Date(quarterMs).getUTCMonth());
    }),
  );
});

test('the next settlement is after now, within a day', () => {
  fc.assert(
    fc.property(instant, (nowMs) => {
      const next = nextSettlement(nowMs);
      expect(next).toBeGreaterThan(nowMs);
      expect(next - nowMs).toBeLessThanOrEqual(86_400_000);
    }),
  );
});

test('dates in names have no leading zero', () => {
  expect(expiryText(Date.UTC(2026, 5, 5, 8))).toBe('5JUN26');
  expect(expiryText(Date.UTC(2027, 2, 26, 8))).toBe('26MAR27');
});

test('names are unique and say what they list', () => {
  const listed = listInstruments(Date.UTC(2026, 10, 21), (base) => (base === 'BTC' ? 97_400 : 3618));
  expect(new Set(listed.map((instrument) => instrument.name)).size).toBe(listed.length);
  expect(listed.map((instrument) => instrument.name)).toEqual(
    expect.arrayContaining([
      'BTC-PERPETUAL',
      'BTC-25DEC26',
      'BTC-26MAR27',
      'BTC-26MAR27-100000-C',
      'ETH-27NOV26-3600-P',
    ]),
  );
  expect(listed.every((instrument, order) => instrument.order === order)).toBe(true);
});
