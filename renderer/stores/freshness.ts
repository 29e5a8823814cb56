import { describeFailure } from '../api/failure-text.ts';
import { formatAge } from '../ui/format.ts';
import { quoteAgeMs, type ReceivedQuote } from './market-store.ts';

/** `waiting`: no price has come yet. `failed`: the last poll failed and there is no price, or only an old one. */
export type Freshness = 'waiting' | 'fresh' | 'stale' | 'failed';

/** What a dot beside a price says. */
export const FRESHNESS_WORDS: Record<Freshness, string> = {
  waiting: 'waiting',
  fresh: 'live',
  stale: 'stale',
  failed: 'failed',
};

/** How far a quote can be trusted. */
export function tellFreshness(received: ReceivedQuote | null, isBackEndLost: boolean): Freshness {
  if (received === null) return 'waiting';
  const { ticker, failure, is_stale } = received.quote;
  if (failure !== null) return 'failed';
  if (ticker === null) return 'waiting';
  return is_stale || isBackEndLost ? 'stale' : 'fresh';
}

/** The whole story of a quote's age, for a tooltip and for assistive technology; `nowMs` by `performance.now()`. */
export function explainAge(received: ReceivedQuote | null, freshness: Freshness, nowMs: number): string {
  if (received === null || freshness === 'waiting') return 'Waiting for the first price';
  const age =
    received.quote.ticker === null ? 'No price yet' : `Price of ${formatAge(quoteAgeMs(received, nowMs))} ago`;
  if (received.quote.failure !== null) return `${age}. ${describeFailure(received.quote.failure)}`;
  return freshness === 'stale' ? `${age}: stale, it should be newer` : age;
}
