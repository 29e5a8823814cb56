import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { formatAge, formatFixed, formatSigned, formatUtcTime, pricePlaces } from '../../../../renderer/ui/format.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

describe('numbers on screen', () => {
  it('keep their places, and a dash is never a zero', () => {
    expect(formatFixed(decimal('97410'), 1)).toBe('97,410.0');
    expect(formatFixed(null, 1)).toBe('–');
    expect(formatFixed(undefined, null)).toBe('–');
    expect(formatFixed(decimal('0'), 2)).toBe('0.00');
    expect(formatFixed(decimal(1e-7), null)).toBe('0.0000001');
  });

  it('carry a sign where asked, and none at zero', () => {
    expect(formatSigned(decimal('1.5'), { min: 2 })).toBe('+1.50');
    expect(formatSigned(decimal('-1.5'), { min: 2 })).toBe('−1.50');
    expect(formatSigned(decimal('0'), { min: 2 })).toBe('0.00');
    expect(formatSigned(decimal('0.001'), { min: 2, max: 2 })).toBe('0.00');
    expect(formatSigned(decimal('-0.001'), { min: 2, max: 2 })).toBe('0.00');
    expect(formatSigned(null)).toBe('–');
  });

  it('have the places of the finest tick', () => {
    expect(pricePlaces(PERPETUAL)).toBe(1);
    expect(pricePlaces(OPTION)).toBe(4);
    expect(pricePlaces(null)).toBeNull();
  });
});

describe('times on screen', () => {
  it('grow their unit with their size', () => {
    expect([0, 420, 9940, 12_000, 200_000, 7_300_000].map(formatAge)).toEqual([
      '0.0 s',
      '0.4 s',
      '9.9 s',
      '12 s',
      '3 min',
      '2 h',
    ]);
  });

  it('are UTC', () => {
    expect(formatUtcTime(Date.UTC(2026, 10, 21, 10, 41, 7, 118))).toBe('10:41:07');
    expect(formatUtcTime(Date.UTC(2026, 10, 21, 10, 41, 7, 118), true)).toBe('10:41:07.118');
  });
});
