import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';
import { takeAlong } from './shared-frame.ts';

/** A quote and the moment it came, by `performance.now()`. */
export interface ReceivedQuote {
  readonly quote: Quote;
  readonly receivedAtMs: number;
}

export interface MarketState {
  readonly quotes: ReadonlyMap<string, ReceivedQuote>;
}

/** The newest quote of every instrument this window watches. Lives outside React: grids read it once a frame. */
export const marketStore = createStore<MarketState>(() => ({ quotes: new Map() }));

/** Puts a batch in; what it doesn't name stays. */
export function receiveQuotes(batch: readonly Quote[], receivedAtMs: number): void {
  if (batch.length === 0) return;
  const quotes = new Map(marketStore.getState().quotes);
  for (const quote of batch) quotes.set(quote.instrument_name, { quote, receivedAtMs });
  marketStore.setState({ quotes });
}

/** Whoever would tell of newer ones is away: none of them is taken for a price of now, before another one comes. */
export function doubtQuotes(): void {
  const { quotes } = marketStore.getState();
  const doubted = [...quotes].map(([name, { quote, receivedAtMs }]): [string, ReceivedQuote] => [
    name,
    { quote: { ...quote, is_stale: true }, receivedAtMs },
  ]);
  marketStore.setState({ quotes: new Map(doubted) });
}

/** Drops what is no longer watched, so that an old price can't come back as if it were new. */
export function keepQuotesOf(instrumentNames: ReadonlySet<string>): void {
  const { quotes } = marketStore.getState();
  const kept = new Map([...quotes].filter(([name]) => instrumentNames.has(name)));
  if (kept.size !== quotes.size) marketStore.setState({ quotes: kept });
}

/** Age of the ticker at a moment of `performance.now()`: its age when it left the back end and the time since. */
export function quoteAgeMs(received: ReceivedQuote, nowMs: number): number {
  return received.quote.age_ms + Math.max(0, nowMs - received.receivedAtMs);
}

/** Nobody reads figures that change faster; a change after a pause is shown at once. */
const SHOWN_FOR_MS = 100;

const listeners = new Set<() => void>();
let shown = marketStore.getState();
let shownAtMs = Number.NEGATIVE_INFINITY;
let isAwaited = false;
let stopListening: (() => void) | null = null;

function show(): void {
  isAwaited = false;
  shown = marketStore.getState();
  shownAtMs = performance.now();
  takeAlong();
  for (const notify of listeners) notify();
}

/** Once the next frame is on screen: while many come, what panels have to do holds up no price of a grid. */
function showAfterFrame(): void {
  requestAnimationFrame(() => setTimeout(show, 0));
}

function showSoon(): void {
  if (isAwaited) return;
  isAwaited = true;
  const leftMs = shownAtMs + SHOWN_FOR_MS - performance.now();
  if (leftMs > 0) setTimeout(showAfterFrame, leftMs);
  // Few come: panels and grids share a frame, and each frame costs more than what is in it.
  else requestAnimationFrame(show);
}

function listenToShown(notify: () => void): () => void {
  if (stopListening === null) {
    shown = marketStore.getState();
    stopListening = marketStore.subscribe(showSoon);
  }
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    stopListening?.();
    stopListening = null;
  };
}

/** Of the quotes as panels show them: the newest, or those of a tenth of a second ago while many come. */
export function useMarket<T>(select: (state: MarketState) => T): T {
  const read = (): T => select(stopListening === null ? marketStore.getState() : shown);
  return useSyncExternalStore(listenToShown, read, read);
}

export function useQuote(instrumentName: string | null): ReceivedQuote | null {
  return useMarket(({ quotes }) => (instrumentName === null ? null : (quotes.get(instrumentName) ?? null)));
}
