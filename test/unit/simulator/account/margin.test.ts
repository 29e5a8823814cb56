import { describe, expect, test } from 'vitest';
import { marginOfHolding } from '../../../../simulator/account/standard-margin.ts';
import type { Instrument } from '../../../../simulator/market/instrument.ts';
import { listInstruments } from '../../../../simulator/market/listing.ts';
import type { Mark } from '../../../../simulator/market/model.ts';

const LISTED = listInstruments(Date.UTC(2026, 10, 21), (base) => (base === 'BTC' ? 97_400 : 3618));

function named(name: string): Instrument {
  const found = LISTED.find((instrument) => instrument.name === name);
  if (found === undefined) throw new Error(`no instrument ${name}`);
  return found;
}

const FUTURE_MARK: Mark = { price: 100_000, indexPrice: 100_000, option: null };

function optionMark(price: number, underlyingPrice: number): Mark {
  const greeks = { delta: 0, gamma: 0, vega: 0, theta: 0, rho: 0 };
  return { price, indexPrice: underlyingPrice, option: { underlyingPrice, ivPercent: 50, years: 0.3, greeks } };
}

test.each([
  ['BTC-PERPETUAL', 1_000_000, 10 * (0.02 + 10 * 0.00005), 10 * (0.01 + 10 * 0.00005)],
  ['BTC-PERPETUAL', -1_000_000, 10 * (0.02 + 10 * 0.00005), 10 * (0.01 + 10 * 0.00005)],
  ['ETH-PERPETUAL', 1_000_000, 10 * (0.02 + 10 * 0.000004), 10 * (0.01 + 10 * 0.000004)],
  ['BTC-PERPETUAL', 0, 0, 0],
])('a future: %s of %d', (name, amount, initial, maintenance) => {
  const margin = marginOfHolding(named(name), amount, FUTURE_MARK);
  expect(margin.initial).toBeCloseTo(initial, 12);
  expect(margin.maintenance).toBeCloseTo(maintenance, 12);
});

test('a long option needs nothing beyond its premium', () => {
  expect(marginOfHolding(named('BTC-26MAR27-100000-C'), 5, optionMark(0.05, 100_000))).toEqual({
    initial: 0,
    maintenance: 0,
  });
});

test.each([
  ['a short call at the money', 'BTC-26MAR27-100000-C', 0.05, 100_000, 0.15 + 0.05, 0.075 + 0.05],
  ['a short call 3 % out', 'BTC-26MAR27-100000-C', 0.04, 97_000, 0.15 - 3 / 97 + 0.04, 0.075 + 0.04],
  ['a short call far out, at its floor', 'BTC-26MAR27-100000-C', 0.001, 50_000, 0.1 + 0.001, 0.075 + 0.001],
  ['a short put at the money', 'BTC-26MAR27-100000-P', 0.05, 100_000, 0.15 + 0.05, 0.075 + 0.05],
  ['a short put so deep that maintenance rules', 'BTC-26MAR27-100000-P', 3, 25_000, 0.225 + 3, 0.225 + 3],
])('%s', (_name, instrument, price, underlying, initial, maintenance) => {
  const margin = marginOfHolding(named(instrument), -2, optionMark(price, underlying));
  expect(margin.initial).toBeCloseTo(2 * initial, 12);
  expect(margin.maintenance).toBeCloseTo(2 * maintenance, 12);
});

describe('in USDC', () => {
  const linear = (type: 'call' | 'put') => {
    const found = LISTED.find(
      ({ linear: isLinear, base, option }) => isLinear && base === 'BTC' && option?.type === type,
    );
    if (found?.option == null) throw new Error(`no linear ${type}`);
    return { instrument: found, strike: found.option.strike };
  };

  test.each([
    ['BTC_USDC-PERPETUAL', 10, 100_000, 1_000_000 * (0.02 + 10 * 0.00005), 1_000_000 * (0.01 + 10 * 0.00005)],
    ['ETH_USDC-PERPETUAL', -100, 4000, 400_000 * (0.02 + 100 * 0.000004), 400_000 * (0.01 + 100 * 0.000004)],
    ['SOL_USDC-PERPETUAL', 1000, 200, 200_000 * (0.04 + 1000 * 0.000005), 200_000 * (0.02 + 1000 * 0.000005)],
  ])('a future: %s of %d', (name, amount, price, initial, maintenance) => {
    const margin = marginOfHolding(named(name), amount, { price, indexPrice: price, option: null });
    expect(margin.initial).toBeCloseTo(initial, 6);
    expect(margin.maintenance).toBeCloseTo(maintenance, 6);
  });

  test('a short call: a part of the index, and its price', () => {
    const { instrument, strike } = linear('call');
    const index = strike * 0.97;
    const margin = marginOfHolding(instrument, -2, optionMark(1500, index));
    expect(margin.initial).toBeCloseTo(2 * ((0.15 - 3 / 97) * index + 1500), 6);
    expect(margin.maintenance).toBeCloseTo(2 * (0.075 * index + 1500), 6);
  });

  test('a short put: no less than a tenth of its strike; maintenance by the lower of index and strike', () => {
    const { instrument, strike } = linear('put');
    const far = marginOfHolding(instrument, -2, optionMark(20, strike * 2));
    expect(far.initial).toBeCloseTo(2 * (0.1 * strike + 20), 6);
    expect(far.maintenance).toBeCloseTo(2 * (0.075 * strike + 20), 6);
    const near = marginOfHolding(instrument, -2, optionMark(3000, strike));
    expect(near.initial).toBeCloseTo(2 * (0.15 * strike + 3000), 6);
  });
});
