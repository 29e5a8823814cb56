import { compare, type DecimalString } from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import { type Issue, issue } from '../../issue.ts';
import { nearestPrices } from '../../tick.ts';

/**
 * Sells below the band are raised to it, buys above lowered (contract, "Limits"): not the price asked for. `isQuote`:
 * typed in the quote.
 */
export function checkBand(
  price: DecimalString,
  side: 'buy' | 'sell',
  instrument: Instrument,
  ticker: Ticker,
  isQuote: boolean,
): Issue[] {
  const { min_price, max_price } = ticker;
  const fix = (value: DecimalString) => (isQuote ? [{ field: 'price' as const, value }] : []);
  if (side === 'sell' && min_price != null && compare(price, min_price) < 0) {
    return [
      issue('warning', 'price', 'price_below_band', { min_price }, fix(nearestPrices(instrument, min_price).above)),
    ];
  }
  if (side === 'buy' && max_price != null && compare(price, max_price) > 0) {
    const below = nearestPrices(instrument, max_price).below ?? max_price;
    return [issue('warning', 'price', 'price_above_band', { max_price }, fix(below))];
  }
  return [];
}
