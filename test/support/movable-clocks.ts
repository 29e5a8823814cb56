import { type Clock, systemClock } from '../../electron/clock.ts';

/** A clock that can be put forward. */
export interface MovableClock extends Clock {
  /** Puts both readings forward. Waits are not shortened by it. */
  readonly pass: (milliseconds: number) => void;
}

/** A clock that moves only when told, while timers run in real time: ages stay exact over sockets. */
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
