import { intersectSpans, type Span } from '../../shared/history/spans.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** How the service's two stores of trades lie in time. All in milliseconds. */
export interface StoreTimes {
  /** How long trades stay in the recent store (contract: 24 hours). */
  readonly recentMs: number;
  /**
   * How long a trade may be in neither store, ms. An assumption above what was measured; the contract says "a short
   * indexing delay".
   */
  readonly indexingMs: number;
  /** How far from the recent store's end its answers are trusted: it moves while they are on their way. */
  readonly seamMs: number;
  /** The recent store shows trades of this age despite its indexing delay. */
  readonly settleMs: number;
}

export const STORE_TIMES: StoreTimes = {
  recentMs: 24 * HOUR_MS,
  indexingMs: 300 * SECOND_MS,
  seamMs: 60 * SECOND_MS,
  settleMs: 1.5 * SECOND_MS,
};

/** How far the estimated service time may step back between planning and writing. */
const CLOCK_STEP_MS = 50;

const SLIVER_MS = 10 * SECOND_MS;

/** What to ask next. `seam`: what neither store can prove by now. `wait`: for trades that are too young. */
export type Step =
  | { readonly kind: 'recent' | 'historical' | 'seam'; readonly span: Span }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'done' };

/** The next step towards the open spans. The recent store goes first, from its oldest end, which soon leaves it. */
export function planStep(open: readonly Span[], nowMs: number, times: StoreTimes = STORE_TIMES): Step {
  const recentFrom = nowMs - times.recentMs + times.seamMs;
  const indexedTo = nowMs - times.recentMs - times.indexingMs - CLOCK_STEP_MS;
  const settledTo = nowMs - times.settleMs - CLOCK_STEP_MS;
  const within = (from: number, to: number): Span[] => intersectSpans(open, [{ from, to }]);
  // What has just become old enough is not asked for sliver by sliver while the rest of it is too young.
  const recent = within(recentFrom, settledTo).find(({ from, to }) => to < settledTo || to - from >= SLIVER_MS);
  if (recent !== undefined) return { kind: 'recent', span: recent };
  // What is being indexed meanwhile belongs to the part between the stores.
  const historical = within(Number.MIN_SAFE_INTEGER, indexedTo).findLast(
    ({ from, to }) => to < indexedTo || to - from >= SLIVER_MS,
  );
  if (historical !== undefined) return { kind: 'historical', span: historical };
  const [seam] = within(indexedTo - SLIVER_MS, recentFrom - 1);
  if (seam !== undefined) return { kind: 'seam', span: seam };
  const young = open.at(-1);
  return young === undefined
    ? { kind: 'done' }
    : { kind: 'wait', ms: young.to + times.settleMs - nowMs + 2 * CLOCK_STEP_MS };
}

/**
 * The time for which a store's answer is believed. The service's times before and after the answer bound it; empty when
 * `from` exceeds `to`.
 */
export function trustedSpan(
  store: 'recent' | 'historical',
  askedMs: number,
  answeredMs: number,
  times: StoreTimes = STORE_TIMES,
): Span {
  if (store === 'historical') {
    return { from: Number.MIN_SAFE_INTEGER, to: askedMs - times.recentMs - times.indexingMs };
  }
  return { from: answeredMs - times.recentMs + times.seamMs / 2, to: askedMs - times.settleMs };
}
