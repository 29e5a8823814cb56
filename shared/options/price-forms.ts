import { type DecimalString, decimal, isPositive, roundToPlaces, roundToStep, toNumber } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import { roundAway, roundingTowards, type Side } from '../orders/side.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { impliedVolatility, type OptionTerms, priceUsd, yearsUntil } from './black76.ts';

/** One option price in its three forms. `quote` is on the tick, as the engine books it (never worse than what was asked). */
export interface PriceForms {
  readonly quote: DecimalString;
  readonly usd: DecimalString;
  /** Percent, of as many decimals as bring it back to `quote`; null where no volatility gives the price. */
  readonly volatility: DecimalString | null;
}

interface Terms extends Omit<OptionTerms, 'volatility'> {
  readonly indexPrice: number;
  readonly side: Side;
}
type Form = 'usd' | 'implv' | null;

/** What the forms rest on: the option's own forward and time, and the index. Null for what is not an option or lacks them. */
function readTerms(instrument: Instrument, ticker: Ticker, nowMs: number, side: Side): Terms | null {
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
    side,
  };
}

/**
 * A price in its three forms: USD by the index, volatility by Black-76 (facts, section 10). `form` null is the quote.
 * Null without inputs.
 */
export function convertPrice(
  price: DecimalString,
  form: Form,
  instrument: Instrument,
  ticker: Ticker,
  nowMs: number,
  side: Side,
): PriceForms | null {
  const terms = readTerms(instrument, ticker, nowMs, side);
  const quote = terms === null ? null : quoteOf(price, form, instrument, terms);
  if (terms === null || quote === null) return null;
  const isCoin = isInverse(instrument);
  const usd = decimal(toNumber(quote) * (isCoin ? terms.indexPrice : 1));
  const comesBack = (written: DecimalString) => quoteOf(written, isCoin ? 'usd' : null, instrument, terms) === quote;
  return { quote, usd: writeForm(usd, side, comesBack), volatility: volatilityOf(quote, instrument, terms) };
}

/** Only the `quote` of those forms: the booked price. */
export function quotePrice(
  price: DecimalString,
  form: Form,
  instrument: Instrument,
  ticker: Ticker,
  nowMs: number,
  side: Side,
): DecimalString | null {
  const terms = readTerms(instrument, ticker, nowMs, side);
  return terms === null ? null : quoteOf(price, form, instrument, terms);
}

/** The `volatility` of the forms of a quote that is on the tick; null too where the ticker lacks what it takes. */
export function quotedVolatility(
  quote: DecimalString,
  instrument: Instrument,
  ticker: Ticker,
  nowMs: number,
  side: Side,
): DecimalString | null {
  const terms = readTerms(instrument, ticker, nowMs, side);
  return terms === null ? null : volatilityOf(quote, instrument, terms);
}

function volatilityOf(quote: DecimalString, instrument: Instrument, terms: Terms): DecimalString | null {
  const volatility = impliedVolatility(terms, toNumber(quote) * (isInverse(instrument) ? terms.forward : 1));
  if (volatility === null) return null;
  return writeForm(
    decimal(volatility * 100),
    terms.side,
    (written) => quoteOf(written, 'implv', instrument, terms) === quote,
  );
}

/** On the tick, as booked; null when impossible. */
function quoteOf(price: DecimalString, form: Form, instrument: Instrument, terms: Terms): DecimalString | null {
  if (!isPositive(price)) return null;
  const exact = toNumber(price);
  const unit = isInverse(instrument) ? terms.forward : 1;
  const quoteExact =
    form === null ? exact : form === 'usd' ? exact / terms.indexPrice : modelPrice(terms, exact) / unit;
  if (!Number.isFinite(quoteExact) || quoteExact < 0) return null;
  const onGrid = roundAway(terms.side, instrument, roundToPlaces(decimal(quoteExact), 12));
  // What is worth nothing is still traded for a tick.
  return onGrid !== null && isPositive(onGrid) ? onGrid : instrument.tick_size;
}

/** Two decimals, more where too coarse for the tick. */
const STEPS = ['0.01', '0.001', '0.0001', '0.00001', '0.000001'] as const satisfies readonly string[];

/** The fewest decimals that convert back to the same price: rounding would book another tick. Two where none do. */
function writeForm(exact: DecimalString, side: Side, comesBack: (written: DecimalString) => boolean): DecimalString {
  for (const step of STEPS) {
    for (const direction of ['nearest', roundingTowards(side)] as const) {
      const written = roundToStep(exact, step as DecimalString, direction);
      if (isPositive(written) && comesBack(written)) return written;
    }
  }
  return roundToPlaces(exact, 2);
}

function modelPrice(terms: Terms, percent: number): number {
  return priceUsd({ ...terms, volatility: percent / 100 });
}
