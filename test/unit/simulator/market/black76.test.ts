import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cumulative, greeksOf, impliedVolatility, priceUsd, yearsUntil } from '../../../../shared/options/black76.ts';

interface ChainRecord {
  readonly result: {
    readonly timestamp: number;
    readonly instrument_name: string;
    readonly underlying_price: number;
    readonly mark_iv: number;
    readonly mark_price: number;
    readonly greeks: Record<'delta' | 'gamma' | 'vega' | 'theta' | 'rho', number>;
  };
}

const FILE = join(import.meta.dirname, '../../../support/records/service-samples/chain_btc_options_2021-02-11.json');
const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC';

/** Every listed option of one day, as the service published it. */
function recordedChain() {
  const { records } = JSON.parse(readFileSync(FILE, 'utf8')) as { records: ChainRecord[] };
  return records.map(({ result }) => {
    const [, day = '', month = '', year = '', strike = '', letter = ''] =
      /^BTC-(\d+)([A-Z]{3})(\d\d)-(\d+)-([CP])$/.exec(result.instrument_name) ?? [];
    const expiryMs = Date.UTC(2000 + Number(year), MONTHS.indexOf(month) / 3, Number(day), 8);
    const terms = {
      type: letter === 'C' ? ('call' as const) : ('put' as const),
      forward: result.underlying_price,
      strike: Number(strike),
      volatility: result.mark_iv / 100,
      years: yearsUntil(expiryMs, result.timestamp),
    };
    return { result, terms };
  });
}

const terms = fc.record({
  type: fc.constantFrom('call' as const, 'put' as const),
  forward: fc.double({ min: 100, max: 200_000, noNaN: true }),
  strike: fc.double({ min: 100, max: 200_000, noNaN: true }),
  volatility: fc.double({ min: 0.05, max: 3, noNaN: true }),
  years: fc.double({ min: 0.0005, max: 2, noNaN: true }),
});

describe('against the recorded chain of 976 tickers', () => {
  const chain = recordedChain();

  test('there is a chain', () => {
    expect(chain.length).toBeGreaterThan(900);
    expect(chain.every(({ terms: { years, strike } }) => years > 0 && strike > 0)).toBe(true);
  });

  test('delta within 1e-4, gamma in its fifth decimal', () => {
    for (const { result, terms: own } of chain) {
      const greeks = greeksOf(own);
      expect(Math.abs(greeks.delta - result.greeks.delta), result.instrument_name).toBeLessThan(1e-4);
      expect(Math.abs(greeks.gamma - result.greeks.gamma), result.instrument_name).toBeLessThan(1.1e-5);
    }
  });

  // Published greeks and prices may stem from a forward a moment older than the one beside them.
  test.each([
    ['vega', 0.0016, 0.0006],
    ['rho', 0.0007, 0.0003],
    ['theta', 0.022, 0.002],
  ] as const)('%s: every miss below %f of its size, all but one in twenty below %f', (name, worst, usual) => {
    const misses = chain.map(({ result, terms: own }) => {
      const published = result.greeks[name];
      return Math.abs(greeksOf(own)[name] - published) / Math.max(1, Math.abs(published));
    });
    expect(Math.max(...misses)).toBeLessThan(worst);
    expect(misses.filter((miss) => miss > usual).length).toBeLessThan(chain.length / 20);
  });

  test('theta takes no more than the published mark in USD: what the last day caps agrees to 0.1 %', () => {
    const markUsd = ({ result }: (typeof chain)[number]) => result.mark_price * result.underlying_price;
    // A mark of few digits says too little of its worth.
    const capped = chain.filter(
      (each) => markUsd(each) > 1 && greeksOf(each.terms, markUsd(each)).theta === -markUsd(each),
    );
    expect(capped.length).toBeGreaterThan(40);
    for (const each of capped) {
      const miss = Math.abs(each.result.greeks.theta + markUsd(each)) / markUsd(each);
      expect(miss, each.result.instrument_name).toBeLessThan(0.001);
    }
  });

  test('the mark price is the price in USD over the forward', () => {
    const misses = chain.map(({ result, terms: own }) => Math.abs(priceUsd(own) / own.forward - result.mark_price));
    expect(Math.max(...misses)).toBeLessThan(0.0006);
    expect(misses.filter((miss) => miss > 0.0001).length).toBeLessThan(chain.length / 20);
  });
});

test('the normal distribution is symmetric and known at its landmarks', () => {
  expect(cumulative(0)).toBeCloseTo(0.5, 15);
  expect(cumulative(1.959963984540054)).toBeCloseTo(0.975, 14);
  expect(cumulative(-8)).toBeCloseTo(6.22096057427178e-16, 20);
});

test('call minus put is forward minus strike', () => {
  fc.assert(
    fc.property(terms, (own) => {
      const difference = priceUsd({ ...own, type: 'call' }) - priceUsd({ ...own, type: 'put' });
      expect(Math.abs(difference - (own.forward - own.strike))).toBeLessThan(1e-9 * Math.max(own.forward, own.strike));
    }),
  );
});

test('the implied volatility gives back the price it came from', () => {
  fc.assert(
    fc.property(terms, (own) => {
      const price = priceUsd(own);
      const found = impliedVolatility(own, price);
      const again = priceUsd({ ...own, volatility: found ?? 0.001 });
      expect(Math.abs(again - price)).toBeLessThan(1e-5 * own.forward);
    }),
  );
});

test('theta never takes more than the option is worth, and fades with the last day', () => {
  const own = { type: 'call', forward: 100_000, strike: 100_000, volatility: 0.5, years: 0.5 / 365 } as const;
  const full = -(100_000 * 0.5) / (2 * Math.sqrt(own.years) * Math.sqrt(2 * Math.PI)) / 365;
  expect(greeksOf(own).theta).toBeCloseTo(full / 2, 0);
  expect(greeksOf({ ...own, strike: 130_000 }).theta).toBeGreaterThanOrEqual(-priceUsd({ ...own, strike: 130_000 }));
});

test('no volatility gives less than exercise is worth, nor as much as the underlying', () => {
  const own = { type: 'call', forward: 100_000, strike: 97_000, years: 3 / 365 } as const;
  expect(impliedVolatility(own, 2999)).toBeNull();
  expect(impliedVolatility(own, 100_000)).toBeNull();
  expect(impliedVolatility(own, 500_000)).toBeNull();
  // Dear, and still a price that some volatility gives.
  expect(impliedVolatility(own, 60_000)).toBeCloseTo(18.8, 0);
});
