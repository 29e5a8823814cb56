import { type DecimalString, largest, multiply } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { findUnknownUnit } from '../service/unknown-terms.ts';
import { isInverse } from './facts.ts';

/** Quotes that are worth a dollar. */
const DOLLARS: readonly string[] = ['USD', 'USDC', 'USDT'];

/**
 * A size's worth in USD: inverse futures their amount; options and linear spreads by the index; the rest by price or
 * mark. Null when unknown.
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
 * The same at the highest of mark and these prices: an order below the market trades at its worth. Null when unknown.
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
