import type { Clock } from '../../electron/clock.ts';

interface Timer {
  readonly at: number;
  readonly action: () => void;
  isOff: boolean;
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
  /** The next one last, and of those due at once the one that was set first behind the others. */
  const timers: Timer[] = [];

  function set(timer: Timer): void {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((timers[middle] as Timer).at > timer.at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
  }

  function next(): Timer | null {
    while (timers.at(-1)?.isOff === true) timers.pop();
    return timers.at(-1) ?? null;
  }

  function takeDue(until: number): Timer | null {
    const timer = next();
    if (timer === null || timer.at > until) return null;
    timers.pop();
    return timer;
  }

  return {
    now: () => wallOffset + monotonic,
    monotonic: () => monotonic,
    after: (delayMs, action) => {
      const timer = { at: monotonic + Math.max(0, delayMs), action, isOff: false };
      set(timer);
      return () => {
        timer.isOff = true;
      };
    },
    advance: async (milliseconds) => {
      const until = monotonic + milliseconds;
      await settle();
      for (let timer = takeDue(until); timer !== null; timer = takeDue(until)) {
        monotonic = Math.max(monotonic, timer.at);
        timer.action();
        await settle();
      }
      monotonic = until;
      await settle();
    },
    untilNext: () => {
      const timer = next();
      return timer === null ? null : Math.max(0, timer.at - monotonic);
    },
    jumpWall: (milliseconds) => {
      wallOffset += milliseconds;
    },
  };
}
