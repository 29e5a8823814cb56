import type { CallFailure } from './failure.ts';
import { SPENT_CODES } from './spent-codes.ts';

/** Tries of a read in all, the first included. */
export const MAX_ATTEMPTS = 3;

const FIRST_STEP_MS = 100;
const STEP_CAP_MS = 2_000;

/**
 * Whether a read that failed like this may succeed when asked again. Only for methods that are safe to
 * repeat: a failure that says nothing about the outcome is exactly the one after which an order must not be.
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

function isPassingStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** Milliseconds to wait after the given try (1 is the first): doubling, capped, half of it random in [0, 1). */
export function backoffMs(attempt: number, random: () => number): number {
  const step = Math.min(STEP_CAP_MS, FIRST_STEP_MS * 2 ** (attempt - 1));
  return step / 2 + (step / 2) * random();
}
