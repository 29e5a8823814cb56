import type { DecimalString } from '../../../shared/decimal.ts';
import { bestAsk, bestBid, type Touch } from '../../../shared/orders/facts.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { quoteAgeMs, type ReceivedQuote } from '../../stores/market-store.ts';
import { formatAge } from '../../ui/format.ts';

/**
 * `waiting`: no price has come yet. `late`: as new as its polls allow, but they are far apart. `stale`: a newer one
 * should have come. `failed`: the last poll failed and there is no price, or only an old one.
 */
export type Freshness = 'waiting' | 'fresh' | 'late' | 'stale' | 'failed';

/** A price this old is called late, however seldom it is asked for: services stamp tickers about once a second. */
const LATE_MS = 3000;

/** A row of the watchlist: an instrument and the last word about its price. */
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

/** How far a price may be trusted at a moment of `performance.now()`. */
export function tellFreshness(received: ReceivedQuote | null, isBackEndLost: boolean, nowMs: number): Freshness {
  if (received === null) return 'waiting';
  const { ticker, failure, is_stale } = received.quote;
  if (failure !== null) return 'failed';
  if (ticker === null) return 'waiting';
  if (is_stale || isBackEndLost) return 'stale';
  return quoteAgeMs(received, nowMs) > LATE_MS ? 'late' : 'fresh';
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

/** The whole story of the row's age, for a tooltip and for assistive technology. */
export function explainAge(row: WatchRow, nowMs: number): string {
  const { received, freshness } = row;
  if (received === null || freshness === 'waiting') return 'Waiting for the first price';
  const age =
    received.quote.ticker === null ? 'No price yet' : `Price of ${formatAge(quoteAgeMs(received, nowMs))} ago`;
  if (received.quote.failure !== null) return `${age}. ${describeFailure(received.quote.failure)}`;
  if (freshness === 'late') return `${age}: late, the limits leave few polls for what is watched`;
  return freshness === 'stale' ? `${age}: stale, it should be newer` : age;
}
