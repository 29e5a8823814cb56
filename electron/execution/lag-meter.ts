import type { QueryTimes } from '../../shared/execution/evidence.ts';
import {
  allowedLagMs,
  beginLag,
  isClockSet,
  isMeasured,
  type Lag,
  largestLagMs,
  LEAST_ALLOWED_MS,
  type Moment,
  noteLag,
  noteSent,
  setBackMs,
} from '../../shared/execution/lag.ts';
import type { LagNote } from '../../shared/execution/state.ts';
import type { Clock } from '../clock.ts';
import type { CallTimes } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { KeptLag, LagMemory } from '../storage/lag-memory.ts';

export interface LagMeterOptions {
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** What an earlier run has seen; not given where nothing is kept. */
  readonly memory?: LagMemory;
}

/** A query that is on its way. */
export interface Asked {
  readonly asked_at: number;
  /** A time that the service had shown by then. */
  readonly proven_ms: number | null;
}

/** Measures how late queries show orders, and says where their answers stand in time. */
export interface LagMeter {
  /** A command is about to be written: its order can't be older. */
  readonly noteSent: (commandId: string) => void;
  readonly note: (commandId: string, note: LagNote) => void;
  /** Whether an order that was just accepted is to be asked for until it is shown. */
  readonly isMeasureDue: () => boolean;
  /** Before the first byte of a query. `askedAt`: monotonic; the same for all that are asked together. */
  readonly ask: (askedAt: number) => Asked;
  /** After its answer was read and the service's clock has heard its times; null: it was not answered. */
  readonly read: (commandId: string, asked: Asked, told: CallTimes | null) => QueryTimes;
}

export function createLagMeter({ clock, serviceClock, memory }: LagMeterOptions): LagMeter {
  let lag = beginLag(
    (memory?.read() ?? []).map(({ lag_ms, at }) => ({ lag_ms, ago_ms: clock.now() - at })).toReversed(),
    clock.monotonic(),
  );

  function readNow(): Moment {
    const at = clock.monotonic();
    return { at, offset_ms: serviceClock.now() - at };
  }

  return {
    noteSent: (commandId) => {
      lag = noteSent(lag, commandId, readNow());
    },
    note: (commandId, note) => {
      const before = lag.seen;
      lag = noteLag(lag, commandId, note, readNow());
      const newest = lag.seen.at(-1);
      if (lag.seen !== before && newest !== undefined && newest.lag_ms > LEAST_ALLOWED_MS)
        memory?.write(listNotable(lag, clock.now() - clock.monotonic()));
    },
    isMeasureDue: () => !isMeasured(lag, clock.monotonic()),
    ask: (askedAt) => ({ asked_at: askedAt, proven_ms: serviceClock.provenMs() }),
    read: (commandId, { asked_at, proven_ms }, told) => {
      const now = readNow();
      const toldMs = told?.serviceTimeMs ?? null;
      // A time that the clock does not believe proves nothing.
      const isBelieved = toldMs !== null && toldMs <= (serviceClock.provenMs() ?? 0);
      return {
        asked_at,
        answered_at: now.at,
        now_ms: serviceClock.now(),
        is_clock_known: serviceClock.isKnown(),
        earliest_ms: serviceClock.earliestMs(),
        told_ms: isBelieved ? toldMs : null,
        proven_ms,
        allowed_lag_ms: allowedLagMs(lag, commandId, now),
        seen_lag_ms: largestLagMs(lag, now.at),
        is_clock_set: isClockSet(lag, commandId, now),
        set_back_ms: setBackMs(lag, commandId, now),
      };
    },
  };
}

/** Those that matter to a run to come: none of which a later one was as large, the latest first. */
function listNotable({ seen }: Lag, wallMs: number): KeptLag[] {
  const notable: KeptLag[] = [];
  for (const { at, lag_ms: lagMs } of seen.toReversed()) {
    if (lagMs > (notable.at(-1)?.lag_ms ?? LEAST_ALLOWED_MS))
      notable.push({ lag_ms: Math.ceil(lagMs), at: wallMs + at });
  }
  return notable;
}
