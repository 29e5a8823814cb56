import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, type DecimalString, sum } from '../../../../shared/decimal.ts';
import { compareDecimals } from '../../../../renderer/grid/columns.ts';
import { sumAmounts } from '../../../../renderer/grid/totals.ts';

const DECIMALS = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => decimal(`${digits}e-${places}`));

describe('decimals in a grid', () => {
  it('are sorted by their exact value, also where doubles can’t tell them apart', () => {
    const [low, high] = ['9007199254740993', '9007199254740993.1'] as DecimalString[];
    expect(compareDecimals(low, high)).toBe(-1);
    fc.assert(
      fc.property(DECIMALS, DECIMALS, (a, b) => {
        expect(compareDecimals(a, b)).toBe(compare(a, b));
      }),
    );
  });

  it('stand behind what is missing', () => {
    expect(compareDecimals(null, decimal(-5))).toBe(-1);
    expect(compareDecimals(decimal(-5), undefined)).toBe(1);
    expect(compareDecimals(null, undefined)).toBe(0);
  });

  it('are summed exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(DECIMALS, fc.integer().map(decimal))), (amounts) => {
        expect(sumAmounts(amounts)).toBe(sum(amounts));
      }),
    );
  });
});
