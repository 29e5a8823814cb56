import { assertNever } from '../../result.ts';
import { ERROR_CODE } from '../../service/error-codes.ts';
import { readShown } from '../chain.ts';
import type { Evidence, EvidenceOf, QueryTimes } from '../evidence.ts';
import { MOST_MEASURED_MS } from '../lag.ts';
import { mayBeOrderOf } from '../match.ts';
import { conclude, joined, weighEmpty } from '../place/absence.ts';
import { acceptFirst, noteBeside, settle } from '../place/accept.ts';
import { judgeLateEmpty, judgeLateFailure, judgeLateTrades, noteLookedAgain } from '../place/after.ts';
import { decided, fail } from '../place/change.ts';
import { newest, NO_PROOF } from '../place/proof.ts';
import { isUndecided, type Judged, type PlaceState } from '../state.ts';
import { judgeAlike } from './common.ts';

/** What evidence says of a command that places an order. */
export function judgePlace(state: PlaceState, evidence: Evidence): Judged<PlaceState> {
  switch (evidence.kind) {
    case 'reply':
      return only(judgeReply(state, evidence));
    case 'rejected':
      return only(judgeRejection(state, evidence));
    case 'restart':
      // Monotonic times are of the run that ended.
      return only({ ...(judgeAlike(state, evidence) ?? state), proof: NO_PROOF, is_left: false, is_measuring: false });
    case 'not_sent':
    case 'no_reply':
      return only(judgeAlike(state, evidence) ?? state);
    case 'shown':
      return judgeShown({ ...state, queries: state.queries + 1 }, evidence);
    case 'trades':
      return only(judgeTrades(state, evidence));
    case 'query_failed':
      return only(judgeFailure({ ...state, queries: state.queries + 1 }, evidence));
    case 'order_seen':
      return judgeSeen(state, evidence);
    case 'operator':
      return only(judgeOperator(state, evidence));
    case 'answer':
      return only(state);
    default:
      return assertNever(evidence);
  }
}

function only(state: PlaceState): Judged<PlaceState> {
  return { state, lag: null };
}

/**
 * Whether a record under the label may change anything. Nothing was written, or the closed list proves that nothing was
 * done: then a typed label is on another's order.
 */
function mayBeShown({ verdict, refusal, owed, command }: PlaceState): boolean {
  const isProven = verdict === 'not_sent' || (verdict === 'rejected' && refusal?.code != null && owed === null);
  return !isProven || command.target.is_own_label;
}

/** A reply that shows an order of another label, instrument or side is not the command's: it stays unknown. */
function judgeReply(state: PlaceState, { order, at, measures = false }: EvidenceOf<'reply'>): PlaceState {
  if (!isUndecided(state) && state.verdict !== 'absent') return state;
  if (mayBeOrderOf(state, order)) {
    const accepted = acceptFirst(state, order, at);
    return { ...accepted, is_named_by_reply: true, is_measuring: measures && accepted.verdict === 'accepted' };
  }
  return isUndecided(state) ? { ...state, verdict: 'unknown', misnamed_order_id: order.order_id } : state;
}

/** A time-out proves a rejection by the contract, and is asked for all the same. */
function judgeRejection(state: PlaceState, evidence: EvidenceOf<'rejected'>): PlaceState {
  const judged = judgeAlike(state, evidence) ?? state;
  if (!isUndecided(state) || evidence.code !== ERROR_CODE.timedOut) return judged;
  return { ...judged, owed: { why: 'time_out', until_ms: null } };
}

/** A person's word is no proof: queries go on, and an order that turns up beats it. */
function judgeOperator(state: PlaceState, { at, said, order_id: id }: EvidenceOf<'operator'>): PlaceState {
  if (!isUndecided(state)) return state;
  const said_order_id = said === 'applied' ? (id ?? null) : null;
  return { ...decided(state), said_order_id, verdict: 'resolved_by_operator', decided_at: at };
}

/** A record that the service sent by itself, or that another part of the terminal read. */
function judgeSeen(state: PlaceState, { order, at }: EvidenceOf<'order_seen'>): Judged<PlaceState> {
  return (mayBeShown(state) ? settle(state, [order], { at, times: null }) : null) ?? only(state);
}

/** What a query by label shows, of recent orders or of open ones. */
function judgeShown(state: PlaceState, shown: EvidenceOf<'shown'>): Judged<PlaceState> {
  // Its reply is on the way yet.
  if (state.verdict === 'sending' || !mayBeShown(state)) return only(state);
  const { orders, times } = shown;
  if (shown.query === 'orders_by_label') return judgeRecent(state, shown);
  if (!isUndecided(state)) return settle(state, orders, shown) ?? only(state);
  // Open orders count toward an absence; one that may be the command's waits for the next query of recent ones.
  const open = newest(state.proof.open, { asked_at: times.asked_at, orders });
  return only(conclude({ ...state, proof: { ...state.proof, open } }, shown));
}

function judgeRecent(known: PlaceState, shown: EvidenceOf<'shown'>): Judged<PlaceState> {
  const { orders, times } = shown;
  const state = noteLookedAgain(endMeasure(known, times), orders, shown);
  const open = state.proof.shown_open;
  const found = settle(state, orders, shown) ?? (open === null ? null : settle(state, joined(open, orders), shown));
  if (found !== null) return { ...found, state: { ...found.state, is_measuring: false } };
  const beside = noteBeside(state, readShown(state, orders).distinct);
  return {
    state: isUndecided(beside) ? weighEmpty(beside, orders, shown) : judgeLateEmpty(beside, orders, shown),
    lag: { kind: 'missed', service_ms: times.told_ms, is_known: state.verdict === 'accepted' },
  };
}

/** What is not shown for five minutes has some other reason than lag. */
function endMeasure(state: PlaceState, { now_ms: nowMs }: QueryTimes): PlaceState {
  const madeMs = state.order?.creation_timestamp ?? nowMs;
  return state.is_measuring && nowMs - madeMs > MOST_MEASURED_MS ? { ...state, is_measuring: false } : state;
}

function judgeTrades(state: PlaceState, evidence: EvidenceOf<'trades'>): PlaceState {
  if (state.verdict === 'sending') return state;
  if (!isUndecided(state)) return judgeLateTrades(state, evidence);
  const { trades, failed, of_others, times } = evidence;
  const searched = newest(state.proof.trades, { asked_at: times.asked_at, trades, failed, of_others });
  return conclude({ ...state, proof: { ...state.proof, trades: searched } }, evidence);
}

/** A query that is not answered proves nothing; of the parts of a proof, trades that are not known keep it open. */
function judgeFailure(state: PlaceState, { query, reason, at, times }: EvidenceOf<'query_failed'>): PlaceState {
  if (times === undefined || state.verdict === 'sending') return state;
  if (!isUndecided(state)) return query === 'orders_by_label' ? judgeLateFailure(state, times) : state;
  const { proof, command } = state;
  if (query === 'user_trades') {
    const trades = newest(proof.trades, { asked_at: times.asked_at, trades: [], failed: reason, of_others: [] });
    return conclude({ ...state, proof: { ...proof, trades } }, { at, times });
  }
  // Under the terminal's own label an open order is the command's in any case.
  if (query === 'orders_by_label' && proof.shown_open !== null && command.target.is_own_label)
    return settle(state, proof.shown_open, { at, times: null })?.state ?? fail(state, times);
  return fail(state, times);
}
