import { assertNever } from '../../result.ts';
import { isWorking } from '../../orders/outcome/resting.ts';
import type { Order } from '../../service/order.ts';
import type { Evidence, EvidenceOf } from '../evidence.ts';
import { matchEdit } from '../match.ts';
import { CANCELLED_BY_AMEND, mergeOrder } from '../order.ts';
import { type EditState, isUndecided, type Reason } from '../state.ts';
import { countFailure, DEADLINE_MARGIN_MS, judgeAlike } from './common.ts';

/** What evidence says of an amend. */
export function judgeEdit(state: EditState, evidence: Evidence): EditState {
  const { at } = evidence;
  switch (evidence.kind) {
    case 'reply':
      return judgeReply(state, evidence.order, at);
    case 'answer':
      return judgeAnswer(state, evidence);
    case 'query_failed':
      return countFailure(state);
    case 'order_seen':
      return judgeRecord(state, evidence.order, at, false);
    case 'operator':
      return isUndecided(state) ? { ...state, verdict: 'resolved_by_operator', decided_at: at } : state;
    case 'rejected':
    case 'not_sent':
    case 'no_reply':
    case 'restart':
      return judgeAlike(state, evidence) ?? state;
    case 'shown':
    case 'trades':
      return state;
    default:
      return assertNever(evidence);
  }
}

/** The command's own reply: what it books is what was asked, and a record of another order proves nothing. */
function judgeReply(state: EditState, order: Order, at: number): EditState {
  if (order.order_id !== state.command.target.order_id) return { ...state, verdict: 'unknown' };
  if (isCancelledByAmend(order)) return cancelledByAmend(state, order, at);
  return { ...state, verdict: 'accepted', decided_at: at, order: newest(state.order, order), reason: null };
}

function judgeAnswer(state: EditState, answer: EvidenceOf<'answer'>): EditState {
  const { command } = state;
  const asked = { ...state, queries: state.queries + 1 };
  const record = answer.orders.find(({ order_id }) => order_id === command.target.order_id);
  const lateMs = command.valid_until + DEADLINE_MARGIN_MS + answer.lag_ms;
  const isLate = answer.asked_ms !== null && answer.asked_ms >= lateMs;
  if (record !== undefined) return judgeRecord(asked, record, answer.at, isLate);
  if (!isUndecided(asked) || !isLate) return asked;
  return { ...asked, reason: 'order_not_shown', is_escalated: true };
}

/** `isLate`: the record was read after the engine could last have taken the amend, and after what look-ups lag by. */
function judgeRecord(state: EditState, record: Order, at: number, isLate: boolean): EditState {
  const match = matchEdit(state.command, record);
  if (match === 'foreign') return state;
  const known = { ...state, order: newest(state.order, record) };
  // A proof of absence yields to the order itself; every other verdict stands.
  if (!isUndecided(state) && !(state.verdict === 'absent' && match === 'asked')) return known;
  if (isCancelledByAmend(record)) return cancelledByAmend(known, record, at);
  if (match === 'asked') return { ...known, verdict: 'accepted', decided_at: at, reason: null, is_escalated: false };
  if (!isWorking(record)) return absent(known, 'order_ended', at);
  if (!isLate) return known;
  if (match === 'before') return absent(known, 'unchanged_past_deadline', at);
  return { ...known, reason: 'other_terms', is_escalated: true };
}

function absent(state: EditState, reason: Reason, at: number): EditState {
  return { ...state, verdict: 'absent', decided_at: at, reason, is_escalated: false };
}

function isCancelledByAmend(order: Order): boolean {
  return order.order_state === 'cancelled' && order.cancel_reason === CANCELLED_BY_AMEND;
}

function cancelledByAmend(state: EditState, order: Order, at: number): EditState {
  const refusal = { code: null, name: CANCELLED_BY_AMEND, reason: null };
  return { ...state, verdict: 'rejected', decided_at: at, order, refusal, reason: 'cancelled_by_amend' };
}

function newest(known: Order | null, record: Order): Order {
  return known === null ? record : mergeOrder(known, record);
}
