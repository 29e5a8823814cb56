import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, type DecimalString, isPositive, subtract } from '../../../shared/decimal.ts';
import { isOnTick, movePrice, nearestPrices, tickAt } from '../../../shared/orders/tick.ts';
import { option, perpetual } from '../../support/records/records.ts';

const text = (value: string) => value as DecimalString;

describe('the tick in force', () => {
  it('is the base tick up to and at the step, the step tick above it', () => {
    const instrument = option();
    expect(tickAt(instrument, text('0.0049'))).toBe('0.0001');
    expect(tickAt(instrument, text('0.005'))).toBe('0.0001');
    expect(tickAt(instrument, text('0.0051'))).toBe('0.0005');
    expect(tickAt(instrument, text('0.005'), 'upward')).toBe('0.0005');
  });

  it('accepts both sides of a step and refuses what is between', () => {
    const instrument = option();
    expect(['0.0049', '0.005', '0.0055'].map((price) => isOnTick(instrument, text(price)))).toEqual([true, true, true]);
    expect(['0.00495', '0.0051', '0.0054'].map((price) => isOnTick(instrument, text(price)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('moves across a step with the tick of each side', () => {
    const instrument = option();
    expect(movePrice(instrument, text('0.0049'), 3)).toBe('0.006');
    expect(movePrice(instrument, text('0.006'), -3)).toBe('0.0049');
    expect(movePrice(perpetual(), text('97410'), 100)).toBe('97460');
  });

  it('lands on the grid from a price off it, and stops at the lowest tick', () => {
    const instrument = option();
    expect(movePrice(instrument, text('0.0051'), 1)).toBe('0.0055');
    expect(movePrice(instrument, text('0.0051'), -1)).toBe('0.005');
    expect(movePrice(instrument, text('0.0002'), -5)).toBe('0.0001');
  });

  it('copes with a step that is off the grid above it', () => {
    const instrument = option({ tick_size: 0.0005, tick_size_steps: [{ above_price: 200, tick_size: 0.003 }] });
    expect(nearestPrices(instrument, text('200.0005'))).toEqual({ below: '200', above: '200.001' });
    expect(nearestPrices(instrument, text('200.002'))).toEqual({ below: '200.001', above: '200.004' });
  });
});

const tables = fc
  .record({
    base: fc.constantFrom(1, 2, 5),
    steps: fc.array(fc.record({ at: fc.integer({ min: 1, max: 40 }), factor: fc.constantFrom(2, 5, 10) }), {
      maxLength: 3,
    }),
  })
  .map(({ base, steps }) =>
    option({
      tick_size: base / 10_000,
      tick_size_steps: steps.map(({ at, factor }) => ({
        above_price: (at * 100) / 10_000,
        tick_size: (base * factor) / 10_000,
      })),
    }),
  );
const prices = fc.integer({ min: 1, max: 600_000 }).map((units) => decimal(units / 1_000_000));

describe('for any tick table and price', () => {
  it('the nearest prices are valid, enclose it, and have no valid price between', () => {
    fc.assert(
      fc.property(tables, prices, (instrument, price) => {
        const { below, above } = nearestPrices(instrument, price);
        expect(isOnTick(instrument, above)).toBe(true);
        expect(compare(above, price)).toBeGreaterThanOrEqual(0);
        if (below === null) return;
        expect(isOnTick(instrument, below)).toBe(true);
        expect(compare(below, price)).toBeLessThanOrEqual(0);
        if (isOnTick(instrument, price)) expect([below, above]).toEqual([price, price]);
      }),
    );
  });

  it('up and then down comes back to a valid price it started from', () => {
    fc.assert(
      fc.property(tables, prices, fc.integer({ min: 1, max: 30 }), (instrument, price, ticks) => {
        const start = nearestPrices(instrument, price).above;
        const up = movePrice(instrument, start, ticks);
        expect(isPositive(subtract(up, start))).toBe(true);
        expect(isOnTick(instrument, up)).toBe(true);
        expect(movePrice(instrument, up, -ticks)).toBe(start);
      }),
    );
  });
});
