import { assertNever } from '../../result.ts';
import { isWorking } from '../../orders/outcome/resting.ts';
import { ORDER_ENDED_CODES } from '../../service/error-codes.ts';
import type { Order } from '../../service/order.ts';
import type { Evidence } from '../evidence.ts';
import { mergeOrder } from '../order.ts';
import { type CancelState, isUndecided } from '../state.ts';
import { countFailure, judgeAlike } from './common.ts';

/**
 * What evidence says of a cancel. An order that works yet proves nothing: the request has no deadline, and may come to
 * the engine later. A second cancel can't do a second thing, so nobody needs that proof.
 */
export function judgeCancel(state: CancelState, evidence: Evidence): CancelState {
  const { at } = evidence;
  const { order_id: id } = state.command.target;
  switch (evidence.kind) {
    case 'reply':
      return judgeRecord(state.verdict === 'sending' ? { ...state, verdict: 'unknown' } : state, evidence.order, at);
    case 'rejected': {
      const judged = judgeAlike(state, evidence) ?? state;
      const isEnded = judged.verdict === 'rejected' && ORDER_ENDED_CODES.includes(evidence.code);
      return isEnded ? { ...judged, reason: 'order_ended' } : judged;
    }
    case 'answer': {
      const record = evidence.orders.find(({ order_id }) => order_id === id);
      const asked = countFailure(state);
      return record === undefined ? asked : judgeRecord(asked, record, at);
    }
    case 'shown': {
      const record = evidence.orders.find(({ order_id }) => order_id === id);
      return record === undefined ? state : judgeRecord(state, record, at);
    }
    case 'query_failed':
      return countFailure(state);
    case 'order_seen':
      return judgeRecord(state, evidence.order, at);
    case 'operator':
      return isUndecided(state) ? { ...state, verdict: 'resolved_by_operator', decided_at: at } : state;
    case 'not_sent':
    case 'no_reply':
    case 'restart':
      return judgeAlike(state, evidence) ?? state;
    case 'trades':
      return state;
    default:
      return assertNever(evidence);
  }
}

/** The order itself says how it ended: cancelled, which is what was asked for, or before the cancel came. */
function judgeRecord(state: CancelState, record: Order, at: number): CancelState {
  if (record.order_id !== state.command.target.order_id) return state;
  const order = state.order === null ? record : mergeOrder(state.order, record);
  const known = { ...state, order };
  // What a trigger made works on under another id: that is another order, and another cancel.
  const isOver = !isWorking(order) && order.order_state !== 'triggered';
  if (!isUndecided(state) || !isOver) return known;
  const decided = { ...known, decided_at: at, is_escalated: false };
  if (order.order_state === 'cancelled') return { ...decided, verdict: 'accepted', reason: null };
  return { ...decided, verdict: 'absent', reason: 'order_ended' };
}
