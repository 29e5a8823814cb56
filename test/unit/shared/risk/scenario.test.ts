import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greeksOf, priceUsd } from '../../../../shared/options/black76.ts';
import { estimateByGreeks, type PendingTrade, revalueTrade } from '../../../../shared/risk/scenario.ts';

const NOW = { indexPercent: 0, volatilityPoints: 0 };
const percents = fc.double({ min: -10, max: 10, noNaN: true });
const points = fc.double({ min: -10, max: 10, noNaN: true });

const FUTURE: PendingTrade = {
  signedAmount: -100_000,
  price: 100_000,
  indexPrice: 100_000,
  forward: 100_000,
  isLinear: false,
  option: null,
};

const CALL: PendingTrade = {
  signedAmount: -2,
  price: 0.05,
  indexPrice: 100_000,
  forward: 100_000,
  isLinear: false,
  option: { type: 'call', strike: 105_000, volatility: 55, years: 0.25 },
};

describe('a trade after a shock', () => {
  it('of an inverse future is worth its coins at the new index', () => {
    // 100,000 USD sold at 100,000 lose 10,000 USD when the price rises by a tenth.
    expect(revalueTrade(FUTURE, { indexPercent: 10, volatilityPoints: 5 })).toBeCloseTo(-10_000, 6);
    expect(revalueTrade({ ...FUTURE, price: 101_000 }, NOW)).toBeGreaterThan(0);
  });

  it('of a linear future is amount times move', () => {
    const linear = { ...FUTURE, isLinear: true, signedAmount: 3 };
    expect(revalueTrade(linear, { indexPercent: -10, volatilityPoints: 0 })).toBeCloseTo(-30_000, 6);
  });

  it('of an option is what Black-76 says it is, less what it brought in', () => {
    const terms = { type: 'call', forward: 110_000, strike: 105_000, volatility: 0.6, years: 0.25 } as const;
    const coins = -2 * (priceUsd(terms) / 110_000 - 0.05);
    expect(revalueTrade(CALL, { indexPercent: 10, volatilityPoints: 5 })).toBeCloseTo(coins * 110_000, 6);
    const linear = { ...CALL, isLinear: true, price: 5000 };
    expect(revalueTrade(linear, { indexPercent: 10, volatilityPoints: 5 })).toBeCloseTo(
      -2 * (priceUsd(terms) - 5000),
      6,
    );
  });

  it('is a number even where a shock would leave no volatility', () => {
    const calm = { ...CALL, option: { type: 'put', strike: 100_000, volatility: 4, years: 0.1 } as const };
    expect(revalueTrade(calm, { indexPercent: 0, volatilityPoints: -10 })).toBeTypeOf('number');
    expect(revalueTrade(calm, { indexPercent: 0, volatilityPoints: -10 })).not.toBeNaN();
  });
});

describe('the estimate by greeks', () => {
  it('adds indices up, and says nothing moves when nothing does', () => {
    const a = { index: 'btc_usd', price: 100_000, delta: -1.9, gamma: -0.0003, vega: -400 };
    const b = { index: 'eth_usd', price: 3600, delta: 12, gamma: 0.02, vega: 35 };
    fc.assert(
      fc.property(percents, points, (indexPercent, volatilityPoints) => {
        const shock = { indexPercent, volatilityPoints };
        const whole = estimateByGreeks([a, b], shock);
        expect(whole).toBeCloseTo(estimateByGreeks([a], shock) + estimateByGreeks([b], shock), 6);
      }),
    );
    expect(estimateByGreeks([a, b], NOW)).toBe(0);
    expect(estimateByGreeks([a], { indexPercent: 10, volatilityPoints: -5 })).toBeCloseTo(-19_000 - 15_000 + 2000, 6);
  });

  it('comes close to the option’s own price for small moves', () => {
    const terms = { type: 'call', forward: 100_000, strike: 105_000, volatility: 0.55, years: 0.25 } as const;
    const { delta, gamma, vega } = greeksOf(terms);
    const exposures = [{ index: 'btc_usd', price: 100_000, delta, gamma, vega }];
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (percent, point) => {
          const moved = { ...terms, forward: 100_000 * (1 + percent / 100), volatility: 0.55 + point / 100 };
          const actual = priceUsd(moved) - priceUsd(terms);
          const estimate = estimateByGreeks(exposures, { indexPercent: percent, volatilityPoints: point });
          expect(Math.abs(estimate - actual)).toBeLessThan(5);
        },
      ),
    );
  });
});
