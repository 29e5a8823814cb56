import { ORDER_ENDED_CODES } from '../../shared/service/error-codes.ts';
import type { CallFailure } from './failure.ts';
import { SPENT_CODES } from './limits/spent-codes.ts';

/** Tries of a read in all, the first included. */
export const MAX_ATTEMPTS = 3;

const FIRST_STEP_MS = 100;
const STEP_CAP_MS = 2_000;

/** Repeats that each first try earns, and how many can be saved up. */
const EARNED = 0.05;
const MOST_SAVED = 3;

/** Bounds the repeats of all reads together: when much fails, repeating it all would only add to the trouble. */
export interface RetryBudget {
  /** A read was tried for the first time. */
  readonly earn: () => void;
  /** Takes one repeat; false when there is none. */
  readonly tryTake: () => boolean;
}

/** Over any stretch of reads, repeats come to a twentieth of them and three at most. */
export function createRetryBudget(): RetryBudget {
  let saved = MOST_SAVED;
  return {
    earn: () => {
      saved = Math.min(MOST_SAVED, saved + EARNED);
    },
    tryTake: () => {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}

/**
 * Whether a failed read may be asked again. Only for repeatable methods: an unclear failure must never repeat an order.
 */
export function mayRepeat(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'not_sent':
      return failure.reason === 'connection_refused' || failure.reason === 'host_unreachable';
    case 'service_error':
      // Asked again, a service that is out of credits is only angered (facts, section 7).
      return failure.class === 'transient' && !SPENT_CODES.includes(failure.code);
    case 'no_answer':
      if (failure.reason === 'http_status') return isPassingStatus(failure.httpStatus ?? 0);
      return ['connection_lost', 'answer_cut', 'not_json', 'wrong_id'].includes(failure.reason);
  }
}

/** Whether what was asked for may have been carried out all the same: a refusal without our id may be another request's. */
export function provesNothing(failure: CallFailure): boolean {
  if (failure.kind === 'service_error') return failure.class === 'unknown' || !failure.isOurs;
  return failure.kind === 'no_answer';
}

/** Whether a repeated cancel's rejection also decides the first: the order has ended. */
export function tellsOfEarlier(failure: CallFailure): boolean {
  return failure.kind === 'service_error' && ORDER_ENDED_CODES.includes(failure.code);
}

/**
 * Whether a failure shows that nobody answers: no connection, silence or a gateway. Any reply of the service shows
 * otherwise.
 */
export function isNobodyThere(failure: CallFailure): boolean {
  switch (failure.kind) {
    case 'not_sent':
      return ['connection_refused', 'host_unreachable', 'tls_failed'].includes(failure.reason);
    case 'service_error':
      return false;
    case 'no_answer':
      if (failure.reason === 'http_status') return isNobodysStatus(failure.httpStatus ?? 0);
      return ['connection_lost', 'answer_cut', 'deadline', 'not_json'].includes(failure.reason);
  }
}

/** A gateway that has nobody behind it, or that lets this machine through to nobody: the service itself answers in JSON. */
function isNobodysStatus(status: number): boolean {
  return status >= 500 || status === 403;
}

/** A page that says “too many” is no reason to ask again. */
function isPassingStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}

/** Milliseconds to wait after the given try (1 is the first): doubling, capped, half of it random in [0, 1). */
export function backoffMs(attempt: number, random: () => number): number {
  const step = Math.min(STEP_CAP_MS, FIRST_STEP_MS * 2 ** (attempt - 1));
  return step / 2 + (step / 2) * random();
}
