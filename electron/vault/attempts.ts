const FREE_ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Slows down who tries passphrases: three at once, then ever longer waits, until one is right. */
export interface Attempts {
  /** How long until the next may be made; 0 when now. */
  readonly waitMs: () => number;
  readonly failed: () => void;
  readonly succeeded: () => void;
}

/** `monotonicMs` is a clock that only goes forward. */
export function createAttempts(monotonicMs: () => number): Attempts {
  let failures = 0;
  let openAtMs = Number.NEGATIVE_INFINITY;
  return {
    waitMs: () => Math.max(0, openAtMs - monotonicMs()),
    failed: () => {
      failures += 1;
      if (failures < FREE_ATTEMPTS) return;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS));
      openAtMs = monotonicMs() + waitMs;
    },
    succeeded: () => {
      failures = 0;
      openAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
