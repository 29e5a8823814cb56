import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import {
  formatAge,
  formatChange,
  formatFixed,
  formatHeld,
  formatPrice,
  formatReadable,
  formatSigned,
  formatTimeOfDay,
  formatWhen,
  pricePlaces,
} from '../../../../renderer/ui/words/format.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

describe('numbers on screen', () => {
  it('keep their places, and a dash is never a zero', () => {
    expect(formatFixed(decimal('97410'), 1)).toBe('97,410.0');
    expect(formatFixed(null, 1)).toBe('–');
    expect(formatFixed(undefined, null)).toBe('–');
    expect(formatFixed(decimal('0'), 2)).toBe('0.00');
    expect(formatFixed(decimal(1e-7), null)).toBe('0.0000001');
  });

  it('show four digits of what is small, and no more places than needed', () => {
    expect(formatReadable(decimal('1.23456'), 2)).toBe('1.235');
    expect(formatReadable(decimal('0.00341'), 2)).toBe('0.00341');
    expect(formatReadable(decimal('-0.000012345'), 5)).toBe('−0.00001234');
    expect(formatReadable(decimal('97412.555'), 2)).toBe('97,412.56');
    expect(formatReadable(decimal('1.5'), 2)).toBe('1.50');
    expect(formatReadable(decimal('0'), 2)).toBe('0.00');
    expect(formatReadable(null, 2)).toBe('–');
    expect(formatReadable(decimal('0.5'), null)).toBe('0.5');
  });

  it('never show what is held as zero, and say where they are rounded', () => {
    const coins = { min: 4, max: 4 };
    expect(formatHeld(decimal('0.00002288'), coins)).toBe('0.00002288');
    expect(formatHeld(decimal('0.000086'), coins)).toBe('0.000086');
    expect(formatHeld(decimal('-0.000001'), coins, 'signed')).toBe('−0.000001');
    expect(formatHeld(decimal('12.40812'), coins)).toBe('≈12.4081');
    expect(formatHeld(decimal('12.40812'), coins, 'signed')).toBe('≈+12.4081');
    expect(formatHeld(decimal('12.4'), coins)).toBe('12.4000');
    expect(formatHeld(decimal('0'), coins, 'signed')).toBe('0.0000');
    expect(formatHeld(decimal('0.31'), { max: 0 })).toBe('0.31');
    expect(formatHeld(undefined, coins)).toBe('–');
  });

  it('as prices keep every digit they have, and at least those of the tick', () => {
    expect(formatPrice(decimal('10399.67'), 1)).toBe('10,399.67');
    expect(formatPrice(decimal('10399'), 1)).toBe('10,399.0');
    expect(formatPrice(decimal('0.15328061'), 4)).toBe('0.15328061');
    expect(formatPrice(decimal('1.3987'), null)).toBe('1.3987');
    expect(formatPrice(null, 1)).toBe('–');
    expect(pricePlaces({ ...PERPETUAL, tick_size: decimal('0') })).toBeNull();
  });

  it('carry a sign where asked, and none at zero', () => {
    expect(formatSigned(decimal('1.5'), { min: 2 })).toBe('+1.50');
    expect(formatSigned(decimal('-1.5'), { min: 2 })).toBe('−1.50');
    expect(formatSigned(decimal('0'), { min: 2 })).toBe('0.00');
    expect(formatSigned(decimal('0.001'), { min: 2, max: 2 })).toBe('0.00');
    expect(formatSigned(decimal('-0.001'), { min: 2, max: 2 })).toBe('0.00');
    expect(formatSigned(null)).toBe('–');
  });

  it('as changes in percent take six characters up to a hundredfold', () => {
    const shown = ['0', '-1.5', '-13.766', '100', '-250.04', '1834.2', '-12000.6'].map((text) =>
      formatChange(decimal(text)),
    );
    expect(shown).toEqual(['0.00', '−1.50', '−13.77', '+100.0', '−250.0', '+1,834', '−12,001']);
    expect(formatChange(null)).toBe('–');
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
    expect(formatTimeOfDay(Date.UTC(2026, 10, 21, 10, 41, 7, 118))).toBe('10:41:07');
    expect(formatTimeOfDay(Date.UTC(2026, 10, 21, 10, 41, 7, 118), true)).toBe('10:41:07.118');
  });

  it('have their day before them unless that is today', () => {
    const at = Date.UTC(2026, 10, 21, 10, 41, 7, 118);
    expect(formatWhen(at, Date.UTC(2026, 10, 21, 23, 59, 59))).toBe('10:41:07');
    expect(formatWhen(at, Date.UTC(2026, 10, 22))).toBe('11-21 10:41:07');
    expect(formatWhen(at, Date.UTC(2026, 10, 22), true)).toBe('11-21 10:41:07.118');
  });
});
