import type { IpcError } from '../../shared/ipc/error.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { RequestGate } from '../service/limits/gate.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { TakeTicker } from './newest-ticker.ts';
import { OVER_INTERVAL_MS } from './poll-rates.ts';
import type { QuoteNews } from './quote-news.ts';
import type { Staleness } from './staleness.ts';
import { isMoreUrgent, priorityOf, tellsOver, type Watched } from './watched.ts';

/** Part of its interval after which an unchanged ticker is asked for again. */
const AGAIN_INTERVALS = 1 / 8;
const MAX_IN_FLIGHT = 6;
const RATE_WINDOW_MS = 5000;
/** What is due and may not be asked for yet is tried again this soon. */
export const TICK_MS = 20;
/** At least this often is looked whether a price has become stale: a clock that was set announces nothing. */
const LOOK_MS = 100;

export interface PollerOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, 'observe'>;
  readonly gate: RequestGate;
  readonly watched: ReadonlyMap<string, Watched>;
  readonly intervalMs: (entry: Watched) => number;
  readonly staleness: Pick<Staleness, 'afterMs' | 'isStale' | 'untilStaleMs'>;
  readonly news: Pick<QuoteNews, 'note'>;
  readonly take: TakeTicker;
  /** Called at the beginning of every look at what is due. */
  readonly onTick: () => void;
  /** Whether calls get answers; told at every change. */
  readonly onAnswer: (failure: IpcError | null) => void;
}

/** Asks for the ticker of every watched instrument when it is due. */
export interface Poller {
  readonly pollsPerSecond: () => number;
  /** What is watched has changed: looks when that is due. */
  readonly wake: () => void;
  readonly close: () => void;
}

/** Begins at once. The most urgent goes first, as far as the gate lets it. */
export function createPoller(options: PollerOptions): Poller {
  const { client, clock, serviceClock, gate, watched, staleness, news } = options;
  const pollTimes: number[] = [];
  let inFlight = 0;
  let isClosed = false;
  let cancelTick = clock.after(0, tick);

  function tick(): void {
    if (isClosed) return;
    options.onTick();
    const now = clock.monotonic();
    for (const [name, entry] of watched) {
      const stale = staleness.isStale(entry);
      if (stale !== entry.wasStale) news.note(name);
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
      if (!entry.isAsked) at = Math.min(at, entry.dueAt < now ? now + TICK_MS : entry.dueAt);
      if (!entry.wasStale) at = Math.min(at, now + staleness.untilStaleMs(entry));
    }
    cancelTick();
    cancelTick = clock.after(Math.max(1, Math.ceil(at - now)), tick);
  }

  function askDue(now: number): void {
    while (inFlight < MAX_IN_FLIGHT) {
      const due = pickDue(watched, now);
      if (due === null || !gate.mayPoll(priorityOf(due[1]))) break;
      void poll(...due, now);
    }
  }

  async function poll(name: string, entry: Watched, now: number): Promise<void> {
    entry.isAsked = true;
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
        options.take(name, entry, result.value.value, result.value.times.roundTripMs);
      }
    } finally {
      inFlight -= 1;
      entry.isAsked = false;
      entry.formerLimitMs = 0;
      planNext(entry);
      news.note(name);
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
  function planNext(entry: Watched): void {
    const now = clock.monotonic();
    if (entry.isOver) {
      entry.dueAt = now + OVER_INTERVAL_MS;
      return;
    }
    const interval = options.intervalMs(entry);
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
    entry.dueAt = Math.max(entry.dueAt + interval, now + interval / 2);
  }

  function forgetOldPolls(): void {
    const since = clock.monotonic() - RATE_WINDOW_MS;
    while ((pollTimes[0] ?? Number.POSITIVE_INFINITY) < since) pollTimes.shift();
  }

  return {
    pollsPerSecond: () => {
      forgetOldPolls();
      return pollTimes.length / (RATE_WINDOW_MS / 1000);
    },
    wake: planTick,
    close: () => {
      isClosed = true;
      cancelTick();
    },
  };
}

function pickDue(watched: ReadonlyMap<string, Watched>, now: number): [string, Watched] | null {
  let best: [string, Watched] | null = null;
  for (const [name, entry] of watched) {
    if (entry.isAsked || entry.dueAt > now) continue;
    if (best === null || isMoreUrgent(entry, best[1])) best = [name, entry];
  }
  return best;
}
