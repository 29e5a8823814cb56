import type { DecimalString } from '../../../shared/decimal.ts';
import { bestAsk, bestBid, type Touch } from '../../../shared/orders/facts.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { type Freshness, tellFreshness } from '../../stores/freshness.ts';
import { quoteAgeMs, type ReceivedQuote } from '../../stores/market-store.ts';
import { formatAge } from '../../ui/words/format.ts';

/** A row of the watchlist: an instrument with its latest price. */
export interface WatchRow {
  readonly name: string;
  readonly received: ReceivedQuote | null;
  /** Places after the point of its prices; null until its metadata is known. */
  readonly places: number | null;
  readonly freshness: Freshness;
}

/** `places` are those of its prices, null while unknown; `nowMs` is a moment of `performance.now()`. */
export function buildWatchRow(
  name: string,
  received: ReceivedQuote | null,
  places: number | null,
  isBackEndLost: boolean,
  nowMs: number,
): WatchRow {
  return { name, received, places, freshness: tellFreshness(received, isBackEndLost, nowMs) };
}

function readTouch(row: WatchRow, read: (ticker: Ticker) => Touch | null): Touch | null {
  const ticker = row.received?.quote.ticker ?? null;
  return ticker === null ? null : read(ticker);
}

export function readBid(row: WatchRow): DecimalString | null {
  return readTouch(row, bestBid)?.price ?? null;
}

export function readBidSize(row: WatchRow): DecimalString | null {
  return readTouch(row, bestBid)?.amount ?? null;
}

export function readAsk(row: WatchRow): DecimalString | null {
  return readTouch(row, bestAsk)?.price ?? null;
}

export function readAskSize(row: WatchRow): DecimalString | null {
  return readTouch(row, bestAsk)?.amount ?? null;
}

export function readMark(row: WatchRow): DecimalString | null {
  return row.received?.quote.ticker?.mark_price ?? null;
}

export function readChange(row: WatchRow): DecimalString | null {
  return row.received?.quote.ticker?.stats.price_change ?? null;
}

/** Milliseconds; null without a price. */
export function readAgeMs(row: WatchRow, nowMs: number): number | null {
  return row.received === null || row.received.quote.ticker === null ? null : quoteAgeMs(row.received, nowMs);
}

/** What the age cell says: an age, or in a word why there is none worth trusting. */
export function describeAge(row: WatchRow, nowMs: number): string {
  if (row.freshness === 'waiting' || row.received === null) return '…';
  return row.freshness === 'fresh' ? formatAge(quoteAgeMs(row.received, nowMs)) : row.freshness;
}
