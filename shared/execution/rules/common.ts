import type { Evidence } from '../evidence.ts';
import { isUndecided, type State } from '../state.ts';

/** Past the deadline by so much, by the service's clock, its engine takes a request no more; milliseconds. */
export const DEADLINE_MARGIN_MS = 400;

/** Queries that fail for so long call a person: half a minute or more of growing pauses. */
const QUERIES_BEFORE_ESCALATION = 12;

/** What a command of any kind learns alike; null for other evidence. */
export function judgeAlike<S extends State>(state: S, evidence: Evidence): S | null {
  const { at } = evidence;
  switch (evidence.kind) {
    case 'rejected': {
      if (!isUndecided(state)) return state;
      const { code, name, reason } = evidence;
      return { ...state, verdict: 'rejected', decided_at: at, refusal: { code, name, reason }, is_escalated: false };
    }
    case 'not_sent': {
      if (state.verdict !== 'sending') return state;
      const refusal = { code: null, name: evidence.reason, reason: evidence.detail };
      return { ...state, verdict: 'not_sent', decided_at: at, refusal };
    }
    case 'no_reply':
    case 'restart':
      return state.verdict === 'sending' ? { ...state, verdict: 'unknown' } : state;
    default:
      return null;
  }
}

/** A query by order id failed: after many of them a person is told. */
export function countFailure<S extends State>(state: S): S {
  const queries = state.queries + 1;
  const isLong = isUndecided(state) && queries >= QUERIES_BEFORE_ESCALATION;
  if (!isLong) return { ...state, queries };
  return { ...state, queries, reason: state.reason ?? 'queries_fail', is_escalated: true };
}
