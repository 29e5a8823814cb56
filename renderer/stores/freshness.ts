import { describeFailure } from '../api/failure-text.ts';
import { formatAge } from '../ui/words/format.ts';
import { quoteAgeMs, type ReceivedQuote } from './market-store.ts';

/**
 * `waiting`: no price has come yet. `late`: as new as its polls allow, but they are far apart. `stale`: a newer one
 * should have come. `failed`: the last poll failed and there is no price, or only an old one.
 */
export type Freshness = 'waiting' | 'fresh' | 'late' | 'stale' | 'failed';

/** A price this old is called late, however seldom it is asked for: services stamp tickers about once a second. */
const LATE_MS = 3000;

/** What a dot beside a price says. */
export const FRESHNESS_WORDS: Record<Freshness, string> = {
  waiting: 'waiting',
  fresh: 'live',
  late: 'late',
  stale: 'stale',
  failed: 'failed',
};

/** How far a quote can be trusted at a moment of `performance.now()`. */
export function tellFreshness(received: ReceivedQuote | null, isBackEndLost: boolean, nowMs: number): Freshness {
  if (received === null) return 'waiting';
  const { ticker, failure, is_stale } = received.quote;
  if (failure !== null) return 'failed';
  if (ticker === null) return 'waiting';
  if (is_stale || isBackEndLost) return 'stale';
  return quoteAgeMs(received, nowMs) > LATE_MS ? 'late' : 'fresh';
}

/** The whole story of a quote's age, for a tooltip and for assistive technology; `nowMs` by `performance.now()`. */
export function explainAge(received: ReceivedQuote | null, freshness: Freshness, nowMs: number): string {
  if (received === null || freshness === 'waiting') return 'Waiting for the first price';
  const age =
    received.quote.ticker === null ? 'No price yet' : `Price of ${formatAge(quoteAgeMs(received, nowMs))} ago`;
  if (received.quote.failure !== null) return `${age}. ${describeFailure(received.quote.failure)}`;
  if (freshness === 'late') return `${age}: late, as the limits leave few polls`;
  return freshness === 'stale' ? `${age}: stale, it should be newer` : age;
}
