import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';
import type { Clock } from '../clock.ts';
import type { Staleness } from './staleness.ts';
import type { Watches } from './watches.ts';

/** Windows are told at most once a frame. */
const FRAME_MS = 16;

/** Tells each window of the quotes it watches that have changed. */
export interface QuoteNews {
  /** The quote has changed: told with the next frame. */
  readonly note: (instrumentName: string) => void;
  readonly close: () => void;
}

/** A quote is told as it is when its frame comes. */
export function createQuoteNews(
  clock: Pick<Clock, 'after'>,
  { watched, windows }: Pick<Watches, 'watched' | 'windows'>,
  staleness: Pick<Staleness, 'ageMs' | 'isStale'>,
  publish: (windowId: string, quotes: Quote[]) => void,
): QuoteNews {
  const changed = new Set<string>();
  let cancelFlush: (() => void) | null = null;

  function quoteOf(name: string): Quote | null {
    const entry = watched.get(name);
    if (entry === undefined) return null;
    return {
      instrument_name: name,
      ticker: entry.ticker,
      age_ms: staleness.ageMs(entry),
      is_stale: staleness.isStale(entry),
      failure: entry.failure,
    };
  }

  function flush(): void {
    cancelFlush = null;
    for (const [windowId, names] of windows) {
      const quotes = [...changed].filter((name) => names.has(name)).flatMap((name) => quoteOf(name) ?? []);
      if (quotes.length > 0) publish(windowId, quotes);
    }
    changed.clear();
  }

  return {
    note: (name) => {
      changed.add(name);
      cancelFlush ??= clock.after(FRAME_MS, flush);
    },
    close: () => cancelFlush?.(),
  };
}
