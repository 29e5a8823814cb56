import { PRIORITIES, type BreakerState, type Priority } from '../../../shared/ipc/schemas/session-schema.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Clock } from '../../clock.ts';
import { createBreaker, type Passage, type Probe } from './breaker.ts';
import type { RateBudget } from './budget.ts';
import type { Deadline } from '../deadline.ts';
import type { CallFailure, NotSent } from '../failure.ts';
import { createRetryBudget, isNobodyThere } from '../retry.ts';
import { SPENT_CODES } from './spent-codes.ts';

/** How many requests wait, by priority. */
export type Waiting = Readonly<Record<Priority, number>>;

/** A request that would be written. */
export interface Applicant {
  readonly method: string;
  readonly priority: Priority;
  readonly isRepeat: boolean;
}

/** A request that may be written, and what its end tells the gate. */
export interface Entry {
  /** What bounds the attempt besides the call's own deadline; null where nothing does. */
  readonly probe: Probe | null;
  /** Null: it was answered with a result. */
  readonly leave: (failure: CallFailure | null) => void;
}

/**
 * Holds every request but orders until a read credit is there and the service answers. The desk charges orders, which
 * never wait here.
 */
export interface RequestGate {
  /** Waits for a credit in the order of priorities, within the deadline. */
  readonly enter: (applicant: Applicant, deadline: Deadline) => Promise<Result<Entry, NotSent>>;
  /** Whether a poll would pass now without waiting. The poll itself is charged when it enters. */
  readonly mayPoll: (priority: Priority) => boolean;
  /** Takes one repeat of a read from the retry budget; none while the service is away. */
  readonly mayRepeat: () => boolean;
  /** What came of an order: an answer proves that the service is there. */
  readonly noteOrder: (instrumentName: unknown, failure: CallFailure | null) => void;
  readonly waiting: () => Waiting;
  readonly breakerState: () => BreakerState;
  /** How many reads in a row were refused as too many, though there were credits for them as far as is known. */
  readonly refusedAsTooMany: () => number;
}

interface Waiter {
  readonly priority: Priority;
  readonly admit: () => void;
}

/** The method that gives the limits. Asked at times even without credits: they may change. */
const LIMITS_METHOD = 'private/get_account_summaries';
const SHUT_PROBE_MS = 15_000;

/** `onBreaker` hears of every change of the breaker's state. */
export function createRequestGate(
  clock: Clock,
  budget: RateBudget,
  onBreaker?: (from: BreakerState, to: BreakerState) => void,
): RequestGate {
  const queue: Waiter[] = [];
  const retries = createRetryBudget();
  let cancelTimer: () => void = () => undefined;
  let tooMany = 0;
  let limitsAskedAt = Number.NEGATIVE_INFINITY;
  const breaker = createBreaker(clock.monotonic, (from, to) => {
    onBreaker?.(from, to);
    pump();
  });
  budget.onConfigure(pump);

  function takeNow(priority: Priority): Entry | null {
    const isLogin = priority === 'orders';
    if (!isLogin && !breaker.mayPass()) return null;
    if (!budget.reads.tryTake(budget.reserveFor(priority))) return null;
    return enterWith(isLogin ? null : breaker.pass());
  }

  function enterWith(passage: Passage | null): Entry {
    return {
      probe: passage?.probe ?? null,
      leave: (failure) => {
        if (isSpent(failure)) {
          tooMany += 1;
          budget.reads.drain();
        } else if (failure === null) tooMany = 0;
        const how = judge(failure);
        if (passage !== null) passage.end(how);
        else if (how === 'answered') breaker.noteAnswer();
      },
    };
  }

  /** Admits whom it can, first by priority and then by time of coming; and comes back when the next one can go. */
  function pump(): void {
    cancelTimer();
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      const delayMs = waitMs(head.priority);
      if (delayMs > 0) {
        if (Number.isFinite(delayMs)) cancelTimer = clock.after(Math.ceil(delayMs), pump);
        return;
      }
      queue.shift();
      head.admit();
    }
  }

  function waitMs(priority: Priority): number {
    const creditMs = budget.reads.waitMs(budget.reserveFor(priority));
    return priority === 'orders' ? creditMs : Math.max(creditMs, breaker.waitMs());
  }

  function mayAskForLimits(): boolean {
    if (budget.reads.burst() >= 1 || clock.monotonic() - limitsAskedAt < SHUT_PROBE_MS) return false;
    limitsAskedAt = clock.monotonic();
    return true;
  }

  function isBehind(priority: Priority): boolean {
    return queue.some((waiter) => rank(waiter.priority) <= rank(priority));
  }

  function wait(priority: Priority, deadline: Deadline): Promise<Result<Entry, NotSent>> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        priority,
        admit: () => {
          const entry = takeNow(priority);
          resolve(entry === null ? fail(heldBack('the service does not answer')) : ok(entry));
        },
      };
      const behind = queue.findIndex((other) => rank(other.priority) > rank(priority));
      queue.splice(behind === -1 ? queue.length : behind, 0, waiter);
      deadline.onPass(() => {
        const at = queue.indexOf(waiter);
        if (at === -1) return;
        queue.splice(at, 1);
        resolve(fail({ kind: 'not_sent', reason: 'no_credits', detail: 'the account’s limit of requests is used up' }));
        pump();
      });
      pump();
    });
  }

  return {
    enter: async ({ method, priority, isRepeat }, deadline) => {
      if (!isRepeat) retries.earn();
      if (method === LIMITS_METHOD && mayAskForLimits()) return ok(enterWith(null));
      if (!isBehind(priority)) {
        const entry = takeNow(priority);
        if (entry !== null) return ok(entry);
      }
      // Reads for the screen fail at once; those that decide an order wait.
      const isPatient = rank(priority) <= rank('reconciliation');
      if (!isPatient && !breaker.mayPass()) return fail(heldBack('the service does not answer; it is tried again'));
      return wait(priority, deadline);
    },
    mayPoll: (priority) => !isBehind(priority) && waitMs(priority) === 0,
    mayRepeat: () => breaker.state() === 'closed' && retries.tryTake(),
    noteOrder: (instrumentName, failure) => {
      if (isSpent(failure) && typeof instrumentName === 'string') budget.ordersOf(instrumentName).drain();
      if (judge(failure) === 'answered') breaker.noteAnswer();
    },
    refusedAsTooMany: () => tooMany,
    waiting: () => {
      const count = (priority: Priority): number => queue.filter((waiter) => waiter.priority === priority).length;
      return Object.fromEntries(PRIORITIES.map((priority) => [priority, count(priority)])) as Record<Priority, number>;
    },
    breakerState: breaker.state,
  };
}

function rank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

/** Told by the service's code, or by a page of whoever stands before it (facts, section 7). */
function isSpent(failure: CallFailure | null): boolean {
  if (failure?.kind === 'service_error') return SPENT_CODES.includes(failure.code);
  return failure?.kind === 'no_answer' && failure.reason === 'http_status' && failure.httpStatus === 429;
}

function judge(failure: CallFailure | null): 'answered' | 'nobody' | 'undecided' {
  if (failure === null || failure.kind === 'service_error') return 'answered';
  // Under our own id: the service, whatever became of its words.
  if (failure.kind === 'no_answer' && failure.reason === 'unreadable_result') return 'answered';
  return isNobodyThere(failure) ? 'nobody' : 'undecided';
}

function heldBack(detail: string): NotSent {
  return { kind: 'not_sent', reason: 'service_away', detail };
}
