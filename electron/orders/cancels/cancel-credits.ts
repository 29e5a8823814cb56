import type { Clock } from '../../clock.ts';
import type { Bucket } from '../../service/limits/bucket.ts';
import type { RateBudget } from '../../service/limits/budget.ts';

/** Where the limits leave no order ever, a cancel goes once in this time; and so often limits that grew are seen. */
const LEAST_PAUSE_MS = 1000;
/** What a cancel that was refused for want of credits waits first; twice as long after each further refusal, to a limit. */
const REFUSED_PAUSE_MS = 250;
const MOST_DOUBLINGS = 5;

/** What cancels take of the account's limit on orders. */
export interface CancelCredits {
  /** Takes a credit where there is one and nobody waits for it. */
  readonly tryTake: (instrumentName: string) => boolean;
  /** Takes one though there may be none. Always true. */
  readonly force: (instrumentName: string) => true;
  /**
   * Takes a credit in the order of asking; false when closed. `refusals` counts earlier rejections for the rate, which
   * lengthen the wait.
   */
  readonly wait: (instrumentName: string, refusals: number, intentId: string) => Promise<boolean>;
  /** The cancel of that order, if it waits, waits no more: it takes a credit though there may be none. */
  readonly hurry: (intentId: string) => void;
  readonly close: () => void;
}

/** A cancel that waits. */
interface Waiter {
  readonly intentId: string;
  readonly instrumentName: string;
  readonly resolve: (hasCredit: boolean) => void;
}

/** One bucket's queue, its wake-up, and when the last one went. */
interface Line {
  readonly waiting: Waiter[];
  cancelTimer: () => void;
  goneAt: number;
}

/**
 * Queues cancels for credits: a rejection for the rate delays the rest. Where the limits allow none, they go one by
 * one.
 */
export function createCancelCredits(clock: Clock, budget: RateBudget): CancelCredits {
  const lines = new Map<Bucket, Line>();
  /** Those that were refused, until they stand in line again. */
  const pausing = new Map<Waiter, () => void>();
  let isClosed = false;

  function lineOf(bucket: Bucket): Line {
    const known = lines.get(bucket) ?? { waiting: [], cancelTimer: () => undefined, goneAt: -Infinity };
    lines.set(bucket, known);
    return known;
  }

  /** The limits may be read anew meanwhile: never waits for long. */
  function pauseOf(bucket: Bucket): number {
    const delayMs = bucket.waitMs();
    if (Number.isFinite(delayMs)) return Math.min(delayMs, LEAST_PAUSE_MS);
    return lineOf(bucket).goneAt + LEAST_PAUSE_MS - clock.monotonic();
  }

  function pump(bucket: Bucket): void {
    const line = lineOf(bucket);
    line.cancelTimer();
    while (line.waiting.length > 0) {
      const delayMs = pauseOf(bucket);
      if (delayMs > 0) {
        line.cancelTimer = clock.after(Math.ceil(delayMs), () => pump(bucket));
        return;
      }
      spend(bucket);
      line.waiting.shift()?.resolve(true);
    }
  }

  function spend(bucket: Bucket): void {
    lineOf(bucket).goneAt = clock.monotonic();
    bucket.spend();
  }

  function standInLine(waiter: Waiter): void {
    const bucket = budget.ordersOf(waiter.instrumentName);
    lineOf(bucket).waiting.push(waiter);
    pump(bucket);
  }

  function goAtOnce({ instrumentName, resolve }: Waiter): void {
    spend(budget.ordersOf(instrumentName));
    resolve(true);
  }

  return {
    tryTake: (instrumentName) => {
      const bucket = budget.ordersOf(instrumentName);
      return lineOf(bucket).waiting.length === 0 && bucket.tryTake();
    },
    force: (instrumentName) => {
      spend(budget.ordersOf(instrumentName));
      return true;
    },
    wait: (instrumentName, refusals, intentId) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(false);
        const waiter = { intentId, instrumentName, resolve };
        if (refusals === 0) return standInLine(waiter);
        const cancel = clock.after(REFUSED_PAUSE_MS * 2 ** Math.min(refusals - 1, MOST_DOUBLINGS), () => {
          pausing.delete(waiter);
          standInLine(waiter);
        });
        return void pausing.set(waiter, cancel);
      }),
    hurry: (intentId) => {
      for (const { waiting } of lines.values()) {
        for (const waiter of waiting.filter((one) => one.intentId === intentId)) {
          waiting.splice(waiting.indexOf(waiter), 1);
          goAtOnce(waiter);
        }
      }
      for (const [waiter, cancel] of pausing) {
        if (waiter.intentId !== intentId) continue;
        cancel();
        pausing.delete(waiter);
        goAtOnce(waiter);
      }
    },
    close: () => {
      isClosed = true;
      for (const { waiting, cancelTimer } of lines.values()) {
        cancelTimer();
        for (const { resolve } of waiting.splice(0)) resolve(false);
      }
      for (const [{ resolve }, cancel] of pausing) {
        cancel();
        resolve(false);
      }
      pausing.clear();
    },
  };
}
