import { type DecimalString, decimal, isPositive, roundToPlaces, roundToStep, toNumber } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import { nearestPrices } from '../orders/tick.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { impliedVolatility, type OptionTerms, priceUsd, yearsUntil } from './black76.ts';

/** One option price in its three forms. `quote` is on the tick, as the engine books a sell (never below what was asked). */
export interface PriceForms {
  readonly quote: DecimalString;
  readonly usd: DecimalString;
  /** Percent, of as many decimals as bring it back to `quote`; null where no volatility gives the price. */
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
  const quote = quoteOf(price, form, instrument, terms);
  if (quote === null) return null;
  const isCoin = isInverse(instrument);
  const usd = decimal(toNumber(quote) * (isCoin ? terms.indexPrice : 1));
  const volatility = impliedVolatility(terms, toNumber(quote) * (isCoin ? terms.forward : 1));
  const comesBack = (by: 'usd' | 'implv') => (written: DecimalString) =>
    quoteOf(written, isCoin || by === 'implv' ? by : null, instrument, terms) === quote;
  return {
    quote,
    usd: writeForm(usd, comesBack('usd')),
    volatility: volatility === null ? null : writeForm(decimal(volatility * 100), comesBack('implv')),
  };
}

/** On the tick, as the engine books it; null for what no price can be made of. */
function quoteOf(
  price: DecimalString,
  form: 'usd' | 'implv' | null,
  instrument: Instrument,
  terms: Terms & { indexPrice: number },
): DecimalString | null {
  const exact = toNumber(price);
  const unit = isInverse(instrument) ? terms.forward : 1;
  const quoteExact = { quote: exact, usd: exact / terms.indexPrice, implv: modelPrice(terms, exact) / unit }[
    form ?? 'quote'
  ];
  if (!Number.isFinite(quoteExact) || quoteExact < 0) return null;
  const onGrid = nearestPrices(instrument, roundToPlaces(decimal(quoteExact), 12)).above;
  // What is worth nothing is still sold for a tick.
  return isPositive(onGrid) ? onGrid : instrument.tick_size;
}

/** Steps of two decimals and, where those are too coarse for the tick, of more. */
const STEPS = ['0.01', '0.001', '0.0001', '0.00001', '0.000001'] as const satisfies readonly string[];

/**
 * A form with as few decimals as bring it back to the price it is of: rounded up it would be booked a tick above. To two
 * decimals where none do, since no volatility tells it from its neighbours.
 */
function writeForm(exact: DecimalString, comesBack: (written: DecimalString) => boolean): DecimalString {
  const tried = STEPS.flatMap((step) =>
    (['nearest', 'down'] as const).map((direction) => roundToStep(exact, step as DecimalString, direction)),
  );
  return tried.find((written) => isPositive(written) && comesBack(written)) ?? roundToPlaces(exact, 2);
}

function modelPrice(terms: Terms, percent: number): number {
  return priceUsd({ ...terms, volatility: percent / 100 });
}
