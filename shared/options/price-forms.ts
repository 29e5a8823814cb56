import { type DecimalString, decimal, isPositive, roundToPlaces, toNumber } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import { nearestPrices } from '../orders/tick.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { impliedVolatility, type OptionTerms, priceUsd, yearsUntil } from './black76.ts';

/** One option price in its three forms. `quote` is on the tick, as the engine books a sell (never below what was asked). */
export interface PriceForms {
  readonly quote: DecimalString;
  readonly usd: DecimalString;
  /** Percent; null where no volatility gives the price. */
  readonly volatility: DecimalString | null;
}

type Terms = Omit<OptionTerms, 'volatility'>;

/** What the forms rest on: the option's own forward and time, and the index. Null for what is not an option or lacks them. */
function readTerms(instrument: Instrument, ticker: Ticker, nowMs: number): (Terms & { indexPrice: number }) | null {
  const { strike, option_type, expiration_timestamp } = instrument;
  const { underlying_price, index_price } = ticker;
  if (instrument.kind !== 'option' || strike === undefined || expiration_timestamp === undefined) return null;
  if (underlying_price == null || index_price == null || !isPositive(underlying_price)) return null;
  return {
    type: option_type === 'put' ? 'put' : 'call',
    forward: toNumber(underlying_price),
    strike: toNumber(strike),
    years: yearsUntil(expiration_timestamp, nowMs),
    indexPrice: toNumber(index_price),
  };
}

/**
 * The three forms of a price typed in one of them: USD converts by the index, volatility by Black-76 on the
 * option's forward (facts, section 10). `form` null: the instrument's quote. Null where the ticker lacks what it takes.
 */
export function convertPrice(
  price: DecimalString,
  form: 'usd' | 'implv' | null,
  instrument: Instrument,
  ticker: Ticker,
  nowMs: number,
): PriceForms | null {
  const terms = readTerms(instrument, ticker, nowMs);
  if (terms === null || !isPositive(price)) return null;
  const exact = toNumber(price);
  const unit = isInverse(instrument) ? terms.forward : 1;
  const quoteExact = { quote: exact, usd: exact / terms.indexPrice, implv: modelPrice(terms, exact) / unit }[
    form ?? 'quote'
  ];
  if (!Number.isFinite(quoteExact) || quoteExact < 0) return null;
  const onGrid = nearestPrices(instrument, roundToPlaces(decimal(quoteExact), 12)).above;
  // What is worth nothing is still sold for a tick.
  const quote = isPositive(onGrid) ? onGrid : instrument.tick_size;
  const volatility = impliedVolatility(terms, toNumber(quote) * unit) * 100;
  return {
    quote,
    usd: roundToPlaces(decimal(toNumber(quote) * (isInverse(instrument) ? terms.indexPrice : 1)), 2),
    volatility: volatility > 0 ? roundToPlaces(decimal(volatility), 2) : null,
  };
}

function modelPrice(terms: Terms, percent: number): number {
  return priceUsd({ ...terms, volatility: percent / 100 });
}
