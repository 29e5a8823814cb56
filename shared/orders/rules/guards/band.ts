import type { DecimalString } from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import { type Issue, issue } from '../../issue.ts';
import { bandEdgeOf, compareFor, roundAway, type Side } from '../../side.ts';

/** That a price lies beyond the end of the band that its side is clamped to. */
const BEYOND = {
  sell: (min_price: DecimalString, fixes: Issue['fixes']) =>
    issue('warning', 'price', 'price_below_band', { min_price }, fixes),
  buy: (max_price: DecimalString, fixes: Issue['fixes']) =>
    issue('warning', 'price', 'price_above_band', { max_price }, fixes),
} as const satisfies Record<Side, unknown>;

/**
 * Sells below the band are raised to it, buys above lowered (contract, "Limits"): not the price asked for. `isQuote`:
 * typed in the quote.
 */
export function checkBand(
  price: DecimalString,
  side: Side,
  instrument: Instrument,
  ticker: Ticker,
  isQuote: boolean,
): Issue[] {
  const edge = bandEdgeOf(side, ticker);
  if (edge === null || compareFor(side, price, edge) >= 0) return [];
  const fixes = isQuote ? [{ field: 'price' as const, value: roundAway(side, instrument, edge) ?? edge }] : [];
  return [BEYOND[side](edge, fixes)];
}
