import type { Clock } from '../../electron/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

export interface VirtualClock extends Clock {
  /** Moves time forward, running each timer at its own moment and letting promises settle between. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Milliseconds until the next timer is due; null when none waits. */
  readonly untilNext: () => number | null;
  /** Moves the wall clock alone, as when a person sets it. */
  readonly jumpWall: (milliseconds: number) => void;
}

/** Lets every promise that can settle do so: the next tick begins once no microtask is left. */
export function settle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** A clock that only moves when told to. */
export function createVirtualClock(startMs = Date.UTC(2026, 10, 21, 9)): VirtualClock {
  let monotonic = 0;
  let wallOffset = startMs;
  let order = 0;
  const timers = new Set<Timer>();

  function nextDue(until: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.at > until) continue;
      if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }

  return {
    now: () => wallOffset + monotonic,
    monotonic: () => monotonic,
    after: (delayMs, action) => {
      const timer = { at: monotonic + Math.max(0, delayMs), order: (order += 1), action };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: async (milliseconds) => {
      const until = monotonic + milliseconds;
      await settle();
      for (let timer = nextDue(until); timer !== null; timer = nextDue(until)) {
        timers.delete(timer);
        monotonic = Math.max(monotonic, timer.at);
        timer.action();
        await settle();
      }
      monotonic = until;
      await settle();
    },
    untilNext: () => {
      const next = nextDue(Number.POSITIVE_INFINITY);
      return next === null ? null : Math.max(0, next.at - monotonic);
    },
    jumpWall: (milliseconds) => {
      wallOffset += milliseconds;
    },
  };
}
