import type { QueryTimes } from '../evidence.ts';
import type { Doubt, PlaceState } from '../state.ts';
import { NO_PROOF } from './proof.ts';

/** Undecided for so long past its deadline, a command is shown to a person, with time left in the window of queries. */
const ESCALATE_AFTER_MS = 20 * 60_000;

/** What a refusal is called that a record of the service tells. */
export const REJECTED = 'rejected';

/** A state without what only an undecided one holds. */
export function decided(state: PlaceState): PlaceState {
  return {
    ...state,
    reason: null,
    is_escalated: false,
    is_left: false,
    doubt: null,
    misnamed_order_id: null,
    traded: null,
    owed: null,
    proof: NO_PROOF,
  };
}

/**
 * Whether a service whose clock is set back could still make the order: only time, a person or a doubtful rejection
 * speaks against it.
 */
export function mayBeMadeYet({ verdict, refusal, command, is_named_by_reply: isByReply }: PlaceState): boolean {
  const isRejectedByRecord = verdict === 'rejected' && refusal?.name === REJECTED && refusal.code === null;
  const isByRecord = isRejectedByRecord && !command.target.is_own_label && !isByReply;
  return isByRecord || verdict === 'absent' || verdict === 'resolved_by_operator';
}

/** Whether it was decided by what queries did not show, or is asked for yet to be sure: what they show may undo it. */
export function mayBeReopened({ verdict, owed }: PlaceState): boolean {
  return verdict === 'absent' || owed !== null;
}

/** Called absent or rejected, and there may be its order after all: until that is known, nothing equal is sent. */
export function reopen(state: PlaceState, doubt: Doubt | null): PlaceState {
  // The record of a rejection that is doubted may be another's.
  const order = state.verdict === 'rejected' ? null : state.order;
  const unknown: PlaceState = { ...decided(state), verdict: 'unknown', order, refusal: null, decided_at: null };
  return doubt === null ? unknown : { ...unknown, doubt, is_escalated: true };
}

/** A person is asked of an order, and queries go on: they may yet show the command's, or that the clock was set. */
export function ask(state: PlaceState, doubt: Doubt): PlaceState {
  if (mayBeReopened(state)) return reopen(state, doubt);
  return state.doubt?.why === doubt.why ? state : { ...state, doubt, is_escalated: true };
}

/** Nothing more can be proven: unknown until a person has looked. */
export function leave(state: PlaceState, doubt: Doubt | null): PlaceState {
  return { ...state, doubt, is_escalated: true, is_left: true, proof: NO_PROOF };
}

/** Whether it has been undecided for so long that a person is asked. */
export function isLongAwaited({ command }: PlaceState, { now_ms: nowMs }: QueryTimes): boolean {
  return nowMs >= command.valid_until + ESCALATE_AFTER_MS;
}

/** A query was not answered, or its answer proves nothing; a person is called in time. */
export function fail(state: PlaceState, times: QueryTimes): PlaceState {
  return isLongAwaited(state, times) ? { ...state, reason: 'queries_fail', is_escalated: true } : state;
}
