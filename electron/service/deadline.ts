import type { Clock } from '../clock.ts';

/** The moment at which a call ends, whatever it is doing: connecting, waiting, reading or backing off. */
export interface Deadline {
  /** Milliseconds left; zero or less when it has passed. */
  readonly remainingMs: () => number;
  readonly hasPassed: () => boolean;
  /** Runs `action` once when the deadline passes; gives back the function that forgets it. */
  readonly onPass: (action: () => void) => () => void;
  /** Stops the clock of a call that has ended. */
  readonly cancel: () => void;
  readonly limitMs: number;
}

/** A deadline `limitMs` from now by the clock that only goes forward: a jump of the wall clock moves nothing. */
export function startDeadline(clock: Clock, limitMs: number): Deadline {
  const endMs = clock.monotonic() + limitMs;
  const actions = new Set<() => void>();
  let passed = false;
  const cancel = clock.after(limitMs, () => {
    passed = true;
    for (const action of actions) action();
    actions.clear();
  });
  return {
    remainingMs: () => endMs - clock.monotonic(),
    hasPassed: () => passed,
    onPass: (action) => {
      if (passed) action();
      else actions.add(action);
      return () => actions.delete(action);
    },
    cancel,
    limitMs,
  };
}

/** Waits for `work`, but not past the deadline: null when that comes first. */
export function waitWithin<T>(deadline: Deadline, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const forget = deadline.onPass(() => resolve(null));
    work.then(resolve, reject).then(forget, forget);
  });
}
