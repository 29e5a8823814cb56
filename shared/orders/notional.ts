import { type DecimalString, multiply } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { isInverse } from './facts.ts';

/** Quotes that are worth a dollar. */
const DOLLARS: readonly string[] = ['USD', 'USDC', 'USDT'];

/**
 * What a size is worth in USD: the amount itself for inverse futures; coins at the index for options; at the
 * price (or mark) for linear contracts and spot quoted in dollars. Null where unknown.
 */
export function notionalUsd(
  instrument: Instrument,
  amount: DecimalString,
  price: DecimalString | null,
  ticker: Ticker,
): DecimalString | null {
  const isFuture = instrument.kind === 'future' || instrument.kind === 'future_combo';
  if (isFuture && isInverse(instrument)) return amount;
  if (instrument.kind === 'option' || instrument.kind === 'option_combo') {
    return ticker.index_price == null ? null : multiply(amount, ticker.index_price);
  }
  if (!DOLLARS.includes(instrument.quote_currency)) return null;
  const unitPrice = price ?? ticker.mark_price ?? null;
  return unitPrice === null ? null : multiply(amount, unitPrice);
}
