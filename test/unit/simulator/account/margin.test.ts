import { expect, test } from 'vitest';
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
