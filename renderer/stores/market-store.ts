import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Quote } from '../../shared/ipc/contract.ts';

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

export function useQuote(instrumentName: string | null): ReceivedQuote | null {
  return useStore(marketStore, (state) =>
    instrumentName === null ? null : (state.quotes.get(instrumentName) ?? null),
  );
}

export function useMarket<T>(select: (state: MarketState) => T): T {
  return useStore(marketStore, select);
}
