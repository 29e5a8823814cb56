import type { Order } from '../../service/order.ts';
import { readShown } from '../chain.ts';
import type { EvidenceOf, QueryTimes } from '../evidence.ts';
import { MOST_LAG_MS } from '../lag.ts';
import { findOlderTwin, findUnlike, isAnothersByTerms, isPastWindow, isYounger, tradedIdOf } from '../match.ts';
import { type PlaceState } from '../state.ts';
import { acceptTraded, noteBeside } from './accept.ts';
import { isLongAwaited, mayBeMadeYet, mayBeReopened, reopen } from './change.ts';
import type { Read } from './absence.ts';
import { findForgotten, readTraded } from './traded.ts';

/** A query after the verdict did not show the order. What it does show may undo an absence, or confirm it. */
export function judgeLateEmpty(state: PlaceState, orders: readonly Order[], { times }: Read): PlaceState {
  const doubted = findDoubt(state, orders);
  if (doubted !== null) return doubted;
  // What queries may have forgotten, trades have to tell first.
  if (mayBeMadeYet(state) && isPastWindow(state, times.now_ms)) {
    const recent = { asked_at: times.asked_at, at: times.answered_at, service_ms: times.now_ms, orders };
    return { ...state, proof: { ...state.proof, recent } };
  }
  return confirm(state, times);
}

/** The command as undecided again, where a record under its label contradicts the verdict; null: none does. */
function findDoubt(state: PlaceState, orders: readonly Order[]): PlaceState | null {
  const tradedId = tradedIdOf(state);
  const isAnothers = (order: Order) => isAnothersByTerms(state, order) || isYounger(state, order, orders);
  if (orders.some((order) => order.order_id === tradedId && isAnothers(order))) return reopen(state, null);
  if (!mayBeReopened(state)) return null;
  const twin = findOlderTwin(state, orders);
  if (twin !== undefined) return reopen(state, { why: 'older', order_id: twin.order_id });
  const unlike = findUnlike(state, orders);
  return unlike === undefined ? null : reopen(state, { why: 'unlike', order_id: unlike.order_id });
}

/** An answer late enough, that shows nothing, pays what is owed. One that comes too late proves nothing any more. */
function confirm(state: PlaceState, times: QueryTimes): PlaceState {
  const { owed } = state;
  if (owed === null) return state;
  const { told_ms: toldMs } = times;
  if (owed.why === 'time_out') {
    const nowMs = toldMs ?? (times.is_clock_known ? times.now_ms : null);
    if (nowMs === null) return state;
    if (isPastWindow(state, nowMs)) return reopen(state, null);
    if (owed.until_ms === null) return { ...state, owed: { ...owed, until_ms: nowMs + MOST_LAG_MS } };
    return nowMs >= owed.until_ms ? { ...state, owed: null } : state;
  }
  return toldMs !== null && toldMs >= owed.until_ms ? { ...state, owed: null } : state;
}

/** A query after the verdict was not answered: a time-out that nobody could confirm in time is unknown. */
export function judgeLateFailure(state: PlaceState, times: QueryTimes): PlaceState {
  const isTimeOut = state.owed?.why === 'time_out';
  const isTooLate = isTimeOut && times.is_clock_known && isLongAwaited(state, times);
  return isTooLate ? reopen(state, null) : state;
}

/** Trades that were searched after the verdict, since queries by label may have forgotten the order. */
export function judgeLateTrades(state: PlaceState, evidence: EvidenceOf<'trades'>): PlaceState {
  const { trades, failed, of_others, at, times } = evidence;
  if (state.verdict === 'accepted') return noteBeside(state, [], findForgotten(state, trades, of_others));
  if (!mayBeMadeYet(state)) return state;
  const shown = state.proof.recent?.orders ?? [];
  const beside = { shown, of_others, set_back_ms: times.set_back_ms, is_forgotten: true };
  const { own, doubt } = readTraded(state, trades, beside);
  if (own.length > 0) return acceptTraded(state, own, at);
  // A person's word stands against what proves nothing.
  const isDoubtful = failed !== null || doubt !== null;
  if (isDoubtful && state.verdict !== 'resolved_by_operator') return reopen(state, doubt);
  return confirm(state, times);
}

/**
 * Keeps that a query was answered which would show a second order of the same request. Where its own order is not shown,
 * half a minute later that is no lag any more.
 */
export function noteLookedAgain(state: PlaceState, orders: readonly Order[], { times }: Read): PlaceState {
  const { verdict, command, is_looked_again: isDone } = state;
  const { proven_ms: provenMs, allowed_lag_ms: lagMs } = times;
  if (isDone || verdict !== 'accepted' || provenMs === null) return state;
  const sinceMs = provenMs - command.valid_until - lagMs;
  if (sinceMs < 0 || (sinceMs < MOST_LAG_MS && readShown(state, orders).chain.length === 0)) return state;
  return { ...state, is_looked_again: true };
}
