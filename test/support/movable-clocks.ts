import { type Clock, systemClock } from '../../electron/clock.ts';

/** A clock that can be put forward. */
export interface MovableClock extends Clock {
  /** Puts both readings forward. Waits are not shortened by it. */
  readonly pass: (milliseconds: number) => void;
}

/**
 * A clock that stands still until it is put forward, while what waits by it is woken in real time: over real sockets ages are
 * exact, however busy the machine is.
 */
export function createHeldClock(startMs = Date.UTC(2026, 10, 21, 9)): MovableClock {
  let passedMs = 0;
  return {
    now: () => startMs + passedMs,
    monotonic: () => passedMs,
    after: systemClock.after,
    pass: (milliseconds) => {
      passedMs += milliseconds;
    },
  };
}

/** The clock of the machine, which can be put forward. */
export function createLeapingClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => systemClock.now() + aheadMs,
    monotonic: () => systemClock.monotonic() + aheadMs,
    after: systemClock.after,
    pass: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}
