import type { DecimalString } from '../../../shared/decimal.ts';
import { bestAsk, bestBid } from '../../../shared/orders/facts.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { type Freshness, tellFreshness } from '../../stores/freshness.ts';
import { quoteAgeMs, type ReceivedQuote } from '../../stores/market-store.ts';
import { formatAge, pricePlaces } from '../../ui/format.ts';

/** A row of the watchlist: an instrument and the last word about its price. */
export interface WatchRow {
  readonly name: string;
  readonly received: ReceivedQuote | null;
  /** Places after the point of its prices; null until its metadata is known. */
  readonly places: number | null;
  readonly freshness: Freshness;
}

export function buildWatchRow(
  name: string,
  received: ReceivedQuote | null,
  instrument: Instrument | null,
  isBackEndLost: boolean,
): WatchRow {
  return { name, received, places: pricePlaces(instrument), freshness: tellFreshness(received, isBackEndLost) };
}

export function readBid(row: WatchRow): DecimalString | null {
  const ticker = row.received?.quote.ticker ?? null;
  return ticker === null ? null : (bestBid(ticker)?.price ?? null);
}

export function readAsk(row: WatchRow): DecimalString | null {
  const ticker = row.received?.quote.ticker ?? null;
  return ticker === null ? null : (bestAsk(ticker)?.price ?? null);
}

export function readMark(row: WatchRow): DecimalString | null {
  return row.received?.quote.ticker?.mark_price ?? null;
}

export function readChange(row: WatchRow): DecimalString | null {
  return row.received?.quote.ticker?.stats.price_change ?? null;
}

/** What the age cell says: an age, or in a word why there is none worth trusting. */
export function describeAge(row: WatchRow, nowMs: number): string {
  if (row.freshness === 'waiting' || row.received === null) return '…';
  if (row.freshness === 'failed') return 'failed';
  return row.freshness === 'stale' ? 'stale' : formatAge(quoteAgeMs(row.received, nowMs));
}
