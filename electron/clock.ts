/** Time for the back end, injected for tests. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. May jump. */
  readonly now: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Runs `action` once after the delay; gives back the function that cancels it. */
  readonly after: (delayMs: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};
