import type { Clock } from '../clock.ts';
import type { Bucket } from '../service/bucket.ts';
import type { RateBudget } from '../service/budget.ts';

/** What cancels take of the account's limit on orders. */
export interface CancelCredits {
  /** Takes a credit where there is one and nobody waits for it. */
  readonly tryTake: (instrumentName: string) => boolean;
  /** Takes one though there may be none. Always true. */
  readonly force: (instrumentName: string) => true;
  /** Takes one once there is one, in the order of asking; false when closed before. */
  readonly wait: (instrumentName: string) => Promise<boolean>;
  readonly close: () => void;
}

/** Those of one bucket that wait, and what wakes the first. */
interface Line {
  readonly waiting: ((hasCredit: boolean) => void)[];
  cancelTimer: () => void;
}

/**
 * Many cancels at once ask for more than an account may send at once: sent all the same, those beyond would be refused, and
 * each refusal puts off the rest. They follow each other as credits come back. Where the limits leave none ever, they go.
 */
export function createCancelCredits(clock: Clock, budget: RateBudget): CancelCredits {
  const lines = new Map<Bucket, Line>();
  let isClosed = false;

  function lineOf(bucket: Bucket): Line {
    const known = lines.get(bucket) ?? { waiting: [], cancelTimer: () => undefined };
    lines.set(bucket, known);
    return known;
  }

  function pump(bucket: Bucket): void {
    const line = lineOf(bucket);
    line.cancelTimer();
    while (line.waiting.length > 0) {
      const delayMs = bucket.waitMs();
      if (delayMs > 0 && Number.isFinite(delayMs)) {
        line.cancelTimer = clock.after(Math.ceil(delayMs), () => pump(bucket));
        return;
      }
      bucket.spend();
      line.waiting.shift()?.(true);
    }
  }

  return {
    tryTake: (instrumentName) => {
      const bucket = budget.ordersOf(instrumentName);
      return lineOf(bucket).waiting.length === 0 && bucket.tryTake();
    },
    force: (instrumentName) => {
      budget.ordersOf(instrumentName).spend();
      return true;
    },
    wait: (instrumentName) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(false);
        const bucket = budget.ordersOf(instrumentName);
        lineOf(bucket).waiting.push(resolve);
        return pump(bucket);
      }),
    close: () => {
      isClosed = true;
      for (const { waiting, cancelTimer } of lines.values()) {
        cancelTimer();
        for (const resolve of waiting.splice(0)) resolve(false);
      }
    },
  };
}
