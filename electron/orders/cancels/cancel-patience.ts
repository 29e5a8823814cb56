import { SERVICE_ERROR_CODES } from '../../../shared/service/error-codes.ts';
import type { Clock } from '../../clock.ts';
import type { CallFailure } from '../../service/failure.ts';
import type { OpenCancel } from './cancel-search.ts';

/** What the wish to cancel waits for. */
export const NO_CREDITS = 'no_credits';
/** It waits for those to be asked for again: what an earlier press, or cancelling the account, came to is open. */
export const NO_CREDITS_AGAIN = 'no_credits_again';
/** So long a cancel that the service refuses for now is sent again: less risk is never held back. */
const PATIENCE_MS = 60_000;
/** Such refusals, but for want of credits: books are in settlement, seconds each day; or too much is asked at once. */
const PASSING_CODES: readonly number[] = [10_040, 10_041, 10_047];

/** What the service says that a cancel waits for, where that is over by itself within seconds; null: nothing of the kind. */
export function readPassing(failure: CallFailure): string | null {
  if (failure.kind !== 'service_error' || !PASSING_CODES.includes(failure.code)) return null;
  return SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message;
}

/** The first sending of the cancel: its temporary rejections since, and when to give up. */
export interface Patience {
  readonly refusals: number;
  /** Monotonic milliseconds. */
  readonly until: number;
  /** What it waits for besides a credit, as the service named it. */
  readonly passing: string | null;
  /** What an earlier press came to, where that was open as this one came: it may be carried out yet, or have been. */
  readonly earlier: OpenCancel | null;
  /** It is one of what the order became, sent by the search for the end of an earlier one. */
  readonly isFollowing: boolean;
}

/** The order that was asked to be cancelled. */
export interface Named {
  readonly id: string;
  /** See `OpenCancel`. */
  readonly isWide: boolean;
}

export interface Asked extends Patience, Named {}

/** For a new cancel: the earlier one's state, and whether it follows the order. */
export function beginPatience(clock: Clock, earlier: OpenCancel | null, isFollowing: boolean): Patience {
  return { refusals: 0, until: clock.monotonic() + PATIENCE_MS, passing: null, earlier, isFollowing };
}
