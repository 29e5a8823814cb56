import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DecimalString, decimal, toNumber } from '../../../../shared/decimal.ts';
import { convertPrice } from '../../../../shared/options/price-forms.ts';
import { type Side, SIDES } from '../../../../shared/orders/side.ts';
import { movePrice } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { OPTION, OPTION_NOW_MS, OPTION_TICKER } from '../../renderer/samples.ts';

const DAY_MS = 86_400_000;
const STRIKES = [60_000, 90_000, 100_000, 140_000] as const;

const markets = fc.record({
  strike: fc.constantFrom(...STRIKES),
  type: fc.constantFrom('call' as const, 'put' as const),
  daysLeft: fc.integer({ min: 1, max: 500 }),
  forward: fc.integer({ min: 80_000_00, max: 120_000_00 }).map((cents) => cents / 100),
  /** From 0.005 on the tick is five times as wide. */
  ticks: fc.integer({ min: -49, max: 400 }),
  side: fc.constantFrom(...SIDES),
});

interface Market {
  readonly strike: number;
  readonly type: 'call' | 'put';
  readonly daysLeft: number;
  readonly forward: number;
  readonly side: Side;
}

function openMarket({ strike, type, daysLeft, forward, side }: Market) {
  const instrument: Instrument = { ...OPTION, strike: decimal(strike), option_type: type };
  const ticker = { ...OPTION_TICKER, underlying_price: decimal(forward), index_price: decimal(forward - 80.25) };
  const nowMs = (OPTION.expiration_timestamp ?? 0) - daysLeft * DAY_MS;
  return (price: DecimalString, form: 'usd' | 'implv' | null) =>
    convertPrice(price, form, instrument, ticker, nowMs, side);
}

it('a price comes back to its tick from each form, on both sides of a step, wherever a volatility tells it', () => {
  let told = 0;
  fc.assert(
    fc.property(markets, ({ ticks, ...market }) => {
      const convert = openMarket(market);
      const quote = movePrice(OPTION, decimal(0.005), ticks);
      const forms = convert(quote, null);
      expect(forms?.quote).toBe(quote);
      if (forms === null) return;
      expect(convert(forms.usd, 'usd')).toEqual(forms);
      const coarse = forms.volatility === null ? null : toNumber(forms.volatility);
      // Near intrinsic value, or beyond any volatility, it has none.
      const back = coarse === null ? null : convert(forms.volatility as DecimalString, 'implv');
      const below = convert(movePrice(OPTION, quote, -1), null)?.volatility ?? null;
      if (coarse === null || below === null || coarse - toNumber(below) < 1e-3 || coarse >= 500) return;
      told += 1;
      expect(back).toEqual(forms);
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(told).toBeGreaterThan(50);
});

it('a volatility has two decimals where they suffice', () => {
  const forms = convertPrice(decimal('0.0755'), null, OPTION, OPTION_TICKER, OPTION_NOW_MS, 'sell');
  expect(forms?.volatility).toMatch(/^\d+(\.\d{1,2})?$/);
  expect(forms?.usd).toMatch(/^\d+(\.\d{1,2})?$/);
});

it.each(['1', '5'])('no volatility gives a call of %s of its underlying, which is said of none', (price) => {
  const forms = convertPrice(decimal(price), null, OPTION, OPTION_TICKER, OPTION_NOW_MS, 'sell');
  expect(forms).toMatchObject({ quote: price, volatility: null });
});

it('a price between ticks comes to the next that is no worse: above it for a sell, below it for a buy', () => {
  const quoteOf = (side: Side) =>
    convertPrice(decimal('2400'), 'usd', OPTION, OPTION_TICKER, OPTION_NOW_MS, side)?.quote;
  const [sold, bought] = [quoteOf('sell') ?? '', quoteOf('buy') ?? ''];
  const exact = 2400 / toNumber(OPTION_TICKER.index_price as DecimalString);
  expect(Number(sold)).toBeGreaterThan(exact);
  expect(Number(bought)).toBeLessThan(exact);
  expect(movePrice(OPTION, bought as DecimalString, 1)).toBe(sold);
});
