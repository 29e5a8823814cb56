import { type DecimalString, largest, multiply } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { findUnknownUnit } from '../service/unknown-terms.ts';
import { isInverse } from './facts.ts';

/** Quotes that are worth a dollar. */
const DOLLARS: readonly string[] = ['USD', 'USDC', 'USDT'];

/**
 * What a size is worth in USD: the amount itself for inverse futures; coins at the index for options and linear
 * future spreads, whose price is a difference; at the price (or mark) for other linear contracts and spot quoted in
 * dollars. Null where unknown.
 */
export function notionalUsd(
  instrument: Instrument,
  amount: DecimalString,
  price: DecimalString | null,
  ticker: Ticker,
): DecimalString | null {
  const { kind } = instrument;
  if (findUnknownUnit(instrument) !== null) return null;
  if ((kind === 'future' || kind === 'future_combo') && isInverse(instrument)) return amount;
  if (kind === 'option' || kind === 'option_combo' || kind === 'future_combo') {
    return ticker.index_price == null ? null : multiply(amount, ticker.index_price);
  }
  if (!DOLLARS.includes(instrument.quote_currency)) return null;
  const unitPrice = price ?? ticker.mark_price ?? null;
  return unitPrice === null ? null : multiply(amount, unitPrice);
}

/**
 * The same at the highest of the mark and these prices: what is asked for less than the market pays still goes for what it is
 * worth. Null where unknown.
 */
export function mostNotionalUsd(
  instrument: Instrument,
  amount: DecimalString,
  prices: readonly (DecimalString | null)[],
  ticker: Ticker,
): DecimalString | null {
  const highest = prices.reduce(
    (most, price) => (most === null || price === null ? (most ?? price) : largest(most, price)),
    ticker.mark_price ?? null,
  );
  return notionalUsd(instrument, amount, highest, ticker);
}
