import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';

/** Quotes that wait for a slow window: the newest of each instrument, so it never grows past what is watched. */
export interface QuoteQueue {
  readonly add: (quotes: readonly Quote[]) => void;
  /** Takes all out; ages have grown by the time spent here. */
  readonly take: () => readonly Quote[];
  readonly isEmpty: () => boolean;
}

/** `monotonicMs` is a clock that only goes forward. */
export function createQuoteQueue(monotonicMs: () => number): QuoteQueue {
  const waiting = new Map<string, { readonly quote: Quote; readonly sinceMs: number }>();
  return {
    add: (quotes) => {
      const sinceMs = monotonicMs();
      for (const quote of quotes) waiting.set(quote.instrument_name, { quote, sinceMs });
    },
    take: () => {
      const nowMs = monotonicMs();
      const taken = [...waiting.values()].map(({ quote, sinceMs }) => ({
        ...quote,
        age_ms: quote.age_ms + (nowMs - sinceMs),
      }));
      waiting.clear();
      return taken;
    },
    isEmpty: () => waiting.size === 0,
  };
}
