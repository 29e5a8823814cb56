import { type DecimalString, isPositive } from '../decimal.ts';
import { bestAsk, bestBid } from '../orders/facts.ts';
import type { Ticker } from '../service/ticker.ts';

/** Percent a year; `below_intrinsic` where no volatility gives the quote; null where nobody quotes or the service says none. */
export type TouchVolatility = DecimalString | 'below_intrinsic' | null;

/** Implied volatility of a side's best quote. Services send 0 both for a side that nobody quotes and below intrinsic. */
export function touchVolatility(ticker: Ticker, side: 'bid' | 'ask'): TouchVolatility {
  const touch = side === 'bid' ? bestBid(ticker) : bestAsk(ticker);
  const volatility = (side === 'bid' ? ticker.bid_iv : ticker.ask_iv) ?? null;
  if (touch === null || volatility === null) return null;
  return isPositive(volatility) ? volatility : 'below_intrinsic';
}
