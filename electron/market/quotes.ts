import type { Attention } from '../../shared/ipc/contract.ts';
import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { RequestGate } from '../service/limits/gate.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { createTakeTicker } from './newest-ticker.ts';
import { OVER_INTERVAL_MS, POLL_INTERVAL_MS, shareOut } from './poll-rates.ts';
import { createPoller, TICK_MS } from './poller.ts';
import { createQuoteNews } from './quote-news.ts';
import { createStaleness } from './staleness.ts';
import { isKnown, isLast, type Watched } from './watched.ts';
import { createWatches } from './watches.ts';

export interface QuotesOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly gate: RequestGate;
  readonly publish: (windowId: string, quotes: Quote[]) => void;
  /** Told of every ticker that is news, with the poll interval in force. */
  readonly onTicker?: (ticker: Ticker, intervalMs: number) => void;
  /** Whether calls get answers; told at every change. */
  readonly onAnswer: (failure: IpcError | null) => void;
}

/** The last ticker of an instrument, its age by its own timestamp, and whether that is too old to sell on. */
export interface KnownTicker {
  readonly ticker: Ticker;
  readonly ageMs: number;
  readonly isStale: boolean;
}

export interface Quotes {
  readonly watch: (windowId: string, wanted: readonly { instrument_name: string; attention: Attention }[]) => void;
  readonly forgetWindow: (windowId: string) => void;
  readonly latest: (instrumentName: string) => KnownTicker | null;
  /** The ticker, asked for at once when it is not being watched. Null when the call fails, and where its time is not yet. */
  readonly fetch: (instrumentName: string) => Promise<KnownTicker | null>;
  readonly pollsPerSecond: () => number;
  readonly watchedCounts: () => Readonly<Record<Attention, number>>;
  /** Instruments whose poll is due and has not been made, by how closely they are looked at. */
  readonly overdue: () => Readonly<Record<Attention, number>>;
  readonly close: () => void;
}

/**
 * One poller for all windows: one request an instrument, more often the closer it is watched, within the budget. Keeps
 * the newest value.
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { client, clock, serviceClock, budget, gate } = options;
  let stretch: Readonly<Record<Attention, number>> = { focused: 1, visible: 1, background: 1 };

  /**
   * Milliseconds until a new price is due. Longer where the rate doesn't suffice, and longest after an instrument's
   * last price.
   */
  function intervalMs(entry: Watched): number {
    if (entry.isOver && entry.ticker !== null && isLast(entry.ticker)) return OVER_INTERVAL_MS;
    return POLL_INTERVAL_MS[entry.attention] * stretch[entry.attention];
  }

  const staleness = createStaleness(clock, serviceClock, intervalMs);
  const watches = createWatches(clock, staleness.afterMs);
  const { watched } = watches;
  const news = createQuoteNews(clock, watches, staleness, options.publish);
  const take = createTakeTicker({ clock, serviceClock, intervalMs, onTicker: options.onTicker });
  const poller = createPoller({
    client,
    clock,
    serviceClock,
    gate,
    watched,
    intervalMs,
    staleness,
    news,
    take,
    onTick: () => {
      const live = watches.count(({ isOver }) => !isOver);
      stretch = shareOut(live, budget.reads.rate());
    },
    onAnswer: options.onAnswer,
  });

  async function readNow(name: string): Promise<KnownTicker | null> {
    const result = await client.call('public/ticker', { instrument_name: name });
    if (!result.ok) return null;
    serviceClock.observe(result.value.times);
    const { value: ticker, times } = result.value;
    const entry = watched.get(name);
    if (entry !== undefined) take(name, entry, ticker, times.roundTripMs);
    if (ticker.instrument_name !== name || !serviceClock.isPlausible(ticker.timestamp)) return null;
    return { ticker, ...staleness.ofNew(ticker) };
  }

  return {
    watch: (windowId, wanted) => {
      watches.setWindow(windowId, wanted);
      poller.wake();
      for (const { instrument_name: name } of wanted) if (isKnown(watched.get(name))) news.note(name);
    },
    forgetWindow: watches.forgetWindow,
    latest: (name) => {
      const entry = watched.get(name);
      if (entry?.ticker == null) return null;
      return { ticker: entry.ticker, ageMs: staleness.ageMs(entry), isStale: staleness.isStale(entry) };
    },
    fetch: readNow,
    pollsPerSecond: poller.pollsPerSecond,
    watchedCounts: () => watches.count(() => true),
    overdue: () => {
      const since = clock.monotonic() - TICK_MS;
      return watches.count(({ dueAt, isAsked }) => !isAsked && dueAt < since);
    },
    close: () => {
      poller.close();
      news.close();
    },
  };
}
