import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { greeksOf, priceUsd, yearsUntil } from '../../../../shared/options/black76.ts';

interface ChainRecord {
  readonly instrument_name: string;
  readonly currency: 'BTC' | 'ETH';
  readonly underlying: number;
  readonly option_type: 'call' | 'put';
  readonly strike: number;
  readonly expiry_datetime: string;
  readonly mark_price: number;
  readonly implied_volatility: number;
  readonly delta: number;
  readonly vega: number;
}

const FILE = join(
  import.meta.dirname,
  '../../../support/records/service-samples/chain_btc_eth_options_2026-01-10.json',
);
const { recorded_at: recordedAt, records } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  recorded_at: string;
  records: ChainRecord[];
};

const chain = records.map((record) => ({
  record,
  terms: {
    type: record.option_type,
    forward: record.underlying,
    strike: record.strike,
    volatility: record.implied_volatility,
    years: yearsUntil(Date.parse(record.expiry_datetime), Date.parse(recordedAt)),
  },
}));

/** The value that `share` of the misses stay below. */
function quantile(misses: readonly number[], share: number): number {
  return misses.toSorted((a, b) => a - b)[Math.floor(share * (misses.length - 1))] ?? Number.NaN;
}

describe('against every option of BTC and ETH of 2026-01-10', () => {
  test('there is a chain of both', () => {
    expect(chain.filter(({ record }) => record.currency === 'BTC').length).toBeGreaterThan(600);
    expect(chain.filter(({ record }) => record.currency === 'ETH').length).toBeGreaterThan(600);
  });

  test('the mark price is the price in USD over the forward, within what rounding the volatility moves', () => {
    for (const { record, terms } of chain) {
      const rounding = (0.006 * greeksOf(terms).vega) / terms.forward;
      const miss = Math.abs(priceUsd(terms) / terms.forward - record.mark_price);
      expect(miss, record.instrument_name).toBeLessThan(rounding + 2e-4);
    }
    const misses = chain.map(({ record, terms }) => Math.abs(priceUsd(terms) / terms.forward - record.mark_price));
    expect(quantile(misses, 0.95)).toBeLessThan(5e-5);
  });

  // Delta and vega were asked for one by one in the minutes after the forwards beside them.
  test('delta within 1e-4 for four in five, and as near as those minutes allow for the rest', () => {
    const misses = chain.map(({ record, terms }) => Math.abs(greeksOf(terms).delta - record.delta));
    expect(quantile(misses, 0.8)).toBeLessThan(1e-4);
    expect(quantile(misses, 0.99)).toBeLessThan(5e-4);
    expect(Math.max(...misses)).toBeLessThan(1.2e-3);
  });

  test('vega within 0.05 % of its size for half, 0.3 % for all but one in twenty', () => {
    const misses = chain.map(
      ({ record, terms }) => Math.abs(greeksOf(terms).vega - record.vega) / Math.max(1, Math.abs(record.vega)),
    );
    expect(quantile(misses, 0.5)).toBeLessThan(5e-4);
    expect(quantile(misses, 0.95)).toBeLessThan(3e-3);
    expect(Math.max(...misses)).toBeLessThan(0.05);
  });
});
