import type { Attention } from '../../shared/ipc/contract.ts';
import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { RequestGate } from '../service/limits/gate.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { ofAnother } from './of-another.ts';
import { OVER_INTERVAL_MS, POLL_INTERVAL_MS, shareOut } from './poll-rates.ts';
import { createStaleness } from './staleness.ts';
import { closer, isKnown, isLast, isMoreUrgent, newlyWatched, priorityOf, tellsOver, type Watched } from './watched.ts';

/** Part of its interval after which an unchanged ticker is asked for again. */
const AGAIN_INTERVALS = 1 / 8;
const MAX_IN_FLIGHT = 6;
/** Windows are told at most once a frame. */
const FRAME_MS = 16;
/** What is due and may not be asked for yet is tried again this soon. */
const TICK_MS = 20;
/** At least this often it is looked whether a price has become stale: a clock that was set announces nothing. */
const LOOK_MS = 100;
/** The sum of the factors where the rate suffices for all. */
const UNSTRETCHED = 3;
/** Half a focused interval after its time, a poll is surely taken along before. */
const ALONG_MS = POLL_INTERVAL_MS.focused / 2;
/** For so long an instrument keeps its own time that had no news a little before it. */
const OWN_TIME_MS = 60_000;
const RATE_WINDOW_MS = 5000;

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
  const windows = new Map<string, Map<string, Attention>>();
  const watched = new Map<string, Watched>();
  const dirty = new Set<string>();
  const pollTimes: number[] = [];
  let stretch: Readonly<Record<Attention, number>> = { focused: 1, visible: 1, background: 1 };
  let inFlight = 0;
  const staleness = createStaleness(clock, serviceClock, intervalMs);
  let cancelTick: () => void = () => undefined;
  let cancelFlush: (() => void) | null = null;
  let isClosed = false;

  function rebuild(): void {
    const wanted = new Map<string, Attention>();
    for (const names of windows.values()) {
      for (const [name, attention] of names) wanted.set(name, closer(wanted.get(name), attention));
    }
    for (const name of watched.keys()) if (!wanted.has(name)) watched.delete(name);
    const now = clock.monotonic();
    for (const [name, attention] of wanted) {
      const entry = watched.get(name);
      if (entry === undefined) watched.set(name, newlyWatched(attention, now));
      else {
        const isCloser = POLL_INTERVAL_MS[attention] < POLL_INTERVAL_MS[entry.attention];
        // Nobody promised a price as new as the closer look demands: it is asked for now, and judged by that from then on.
        if (isCloser) entry.formerLimitMs = staleness.afterMs(entry);
        entry.attention = attention;
        const latestMs = entry.isOver ? OVER_INTERVAL_MS : POLL_INTERVAL_MS[attention];
        entry.dueAt = isCloser ? now : Math.min(entry.dueAt, now + latestMs);
      }
    }
  }

  /**
   * Milliseconds until a new price is due. Longer where the rate doesn't suffice, and longest after an instrument's
   * last price.
   */
  function intervalMs(entry: Watched): number {
    if (entry.isOver && entry.ticker !== null && isLast(entry.ticker)) return OVER_INTERVAL_MS;
    return POLL_INTERVAL_MS[entry.attention] * stretch[entry.attention];
  }

  function countWatched(isCounted: (entry: Watched) => boolean): Record<Attention, number> {
    const counts = { focused: 0, visible: 0, background: 0 };
    for (const entry of watched.values()) if (isCounted(entry)) counts[entry.attention] += 1;
    return counts;
  }

  function measureStretch(): void {
    const live = countWatched(({ isOver }) => !isOver);
    stretch = shareOut(live, budget.reads.rate());
  }

  function markDirty(name: string): void {
    dirty.add(name);
    cancelFlush ??= clock.after(FRAME_MS, flush);
  }

  function flush(): void {
    cancelFlush = null;
    for (const [windowId, names] of windows) {
      const quotes = [...dirty].filter((name) => names.has(name)).flatMap((name) => quoteOf(name) ?? []);
      if (quotes.length > 0) options.publish(windowId, quotes);
    }
    dirty.clear();
  }

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

  function pickDue(now: number): [string, Watched] | null {
    let best: [string, Watched] | null = null;
    for (const [name, entry] of watched) {
      if (entry.isAsked || entry.dueAt > now) continue;
      if (best === null || isMoreUrgent(entry, best[1])) best = [name, entry];
    }
    return best;
  }

  function tick(): void {
    if (isClosed) return;
    measureStretch();
    const now = clock.monotonic();
    for (const [name, entry] of watched) {
      const stale = staleness.isStale(entry);
      if (stale !== entry.wasStale) markDirty(name);
      entry.wasStale = stale;
    }
    askDue(now);
    planTick();
  }

  /** At the next moment with something to do: each look wakes the process, which costs more than the look. */
  function planTick(): void {
    const now = clock.monotonic();
    let at = now + LOOK_MS;
    for (const entry of watched.values()) {
      if (!entry.isAsked) at = Math.min(at, Math.max(entry.dueAt, now + (entry.dueAt < now ? TICK_MS : 0)));
      if (!entry.wasStale) at = Math.min(at, now + staleness.untilStaleMs(entry));
    }
    cancelTick();
    cancelTick = clock.after(Math.max(1, Math.ceil(at - now)), tick);
  }

  function askDue(now: number): void {
    while (inFlight < MAX_IN_FLIGHT) {
      const due = pickDue(now);
      if (due === null || !gate.mayPoll(priorityOf(due[1]))) break;
      if (due[1].attention === 'focused') takeAlong(now);
      void poll(...due, now);
    }
  }

  /**
   * Whoever would be due before the next focused poll goes with this one, so that a window draws both in one frame.
   * From then on its pace is kept by focused polls.
   */
  function takeAlong(now: number): void {
    if (stretch.focused + stretch.visible + stretch.background > UNSTRETCHED) return;
    for (const entry of watched.values()) {
      if (entry.attention === 'focused' || entry.isAsked || entry.isOver || entry.alongFrom > now) continue;
      if (entry.dueAt <= now || entry.dueAt > now + POLL_INTERVAL_MS.focused) continue;
      entry.dueByItselfAt = entry.dueAt;
      entry.dueAt = now;
    }
  }

  async function poll(name: string, entry: Watched, now: number): Promise<void> {
    entry.isAsked = true;
    const { ticker: formerly } = entry;
    inFlight += 1;
    forgetOldPolls();
    pollTimes.push(now);
    try {
      const priority = priorityOf(entry);
      const result = await client.call('public/ticker', { instrument_name: name }, { priority });
      entry.failure = result.ok ? null : toIpcError(result.error);
      if (entry.failure !== null && tellsOver(entry.failure)) entry.isOver = true;
      if (!result.ok && result.error.kind !== 'service_error') options.onAnswer(entry.failure);
      else options.onAnswer(null);
      if (result.ok) {
        serviceClock.observe(result.value.times);
        take(name, entry, result.value.value, result.value.times.roundTripMs);
      }
    } finally {
      inFlight -= 1;
      entry.isAsked = false;
      entry.formerLimitMs = 0;
      planNext(entry, entry.ticker !== formerly);
      entry.dueByItselfAt = null;
      markDirty(name);
      if (!isClosed) {
        askDue(clock.monotonic());
        planTick();
      }
    }
  }

  /**
   * Where stamps come about as often as polls, two polls may see one stamp. Before it counts as stale, it is asked
   * again sooner.
   */
  function planNext(entry: Watched, hasNews: boolean): void {
    const now = clock.monotonic();
    if (entry.isOver) {
      entry.dueAt = now + OVER_INTERVAL_MS;
      return;
    }
    const interval = intervalMs(entry);
    const wentAlong = entry.dueByItselfAt !== null;
    if (entry.dueByItselfAt !== null && !hasNews) {
      // It came too early for news: its own time holds, as if it had not been asked.
      entry.dueAt = Math.max(entry.dueByItselfAt, now + interval * AGAIN_INTERVALS);
      entry.alongFrom = now + OWN_TIME_MS;
      return;
    }
    const willBeStale = now - entry.advancedAt + interval > staleness.afterMs(entry);
    if (
      entry.ticker !== null &&
      entry.failure === null &&
      willBeStale &&
      !entry.wasAskedAgain &&
      entry.advancedAt < now
    ) {
      entry.wasAskedAgain = true;
      entry.dueAt = now + interval * AGAIN_INTERVALS;
      return;
    }
    entry.dueAt = Math.max(entry.dueAt + interval, now + interval / 2) + (wentAlong ? ALONG_MS : 0);
  }

  function forgetOldPolls(): void {
    const since = clock.monotonic() - RATE_WINDOW_MS;
    while ((pollTimes[0] ?? Number.POSITIVE_INFINITY) < since) pollTimes.shift();
  }

  /**
   * Keeps the newest ticker; one whose timestamp doesn't advance is no news (docs/faults.json, F31). A clock set back
   * is accepted.
   */
  function take(name: string, entry: Watched, ticker: Ticker, roundTripMs: number): void {
    if (ticker.instrument_name !== name) {
      entry.failure = ofAnother(ticker.instrument_name);
      return;
    }
    if (!serviceClock.isPlausible(ticker.timestamp)) {
      const message = `the service sent a ticker of ${new Date(ticker.timestamp).toISOString()}, which is not yet`;
      entry.failure = { code: 'InvalidResponse', message, params: {} };
      return;
    }
    serviceClock.observeTimestamp(ticker.timestamp, roundTripMs);
    entry.isOver = isLast(ticker);
    // What lives after all is not left waiting for its minute.
    if (!entry.isOver) entry.dueAt = Math.min(entry.dueAt, clock.monotonic() + intervalMs(entry));
    const held = entry.ticker;
    if (held !== null && ticker.timestamp <= held.timestamp && serviceClock.isPlausible(held.timestamp)) return;
    entry.ticker = ticker;
    entry.advancedAt = clock.monotonic();
    entry.wasStale = false;
    entry.wasAskedAgain = false;
    options.onTicker?.(ticker, intervalMs(entry));
  }

  cancelTick = clock.after(0, tick);

  return {
    watch: (windowId, wanted) => {
      const names = new Map<string, Attention>();
      for (const { instrument_name, attention } of wanted) {
        names.set(instrument_name, closer(names.get(instrument_name), attention));
      }
      windows.set(windowId, names);
      rebuild();
      planTick();
      for (const name of names.keys()) if (isKnown(watched.get(name))) markDirty(name);
    },
    forgetWindow: (windowId) => {
      windows.delete(windowId);
      rebuild();
    },
    latest: (name) => {
      const entry = watched.get(name);
      if (entry?.ticker == null) return null;
      return { ticker: entry.ticker, ageMs: staleness.ageMs(entry), isStale: staleness.isStale(entry) };
    },
    fetch: async (name) => {
      const result = await client.call('public/ticker', { instrument_name: name });
      if (!result.ok) return null;
      serviceClock.observe(result.value.times);
      const { value: ticker, times } = result.value;
      const entry = watched.get(name);
      if (entry !== undefined) take(name, entry, ticker, times.roundTripMs);
      if (ticker.instrument_name !== name || !serviceClock.isPlausible(ticker.timestamp)) return null;
      return { ticker, ...staleness.ofNew(ticker) };
    },
    pollsPerSecond: () => {
      forgetOldPolls();
      return pollTimes.length / (RATE_WINDOW_MS / 1000);
    },
    watchedCounts: () => countWatched(() => true),
    overdue: () => {
      const since = clock.monotonic() - TICK_MS;
      return countWatched(({ dueAt, isAsked }) => !isAsked && dueAt < since);
    },
    close: () => {
      isClosed = true;
      cancelTick();
      cancelFlush?.();
    },
  };
}
