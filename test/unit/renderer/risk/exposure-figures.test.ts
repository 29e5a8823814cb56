import { describe, expect, it } from 'vitest';
import { FIGURES, unitOfFigure } from '../../../../renderer/features/risk/exposure-figures.ts';

describe('a figure over time', () => {
  it.each([
    ['BTC', ['BTC', 'BTC', 'per USD', 'USD / pt', 'USD / day', 'BTC']],
    // 25 BTC of linear perpetuals are no 25 dollars.
    ['USDC', ['USDC', 'USDC', 'per USD', 'USD / pt', 'USD / day', 'USDC']],
  ])('of %s has the unit that the account’s own panel gives it', (currency, units) => {
    expect(FIGURES.map(({ field }) => unitOfFigure(field, currency))).toEqual(units);
  });
});
