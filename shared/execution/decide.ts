import { assertNever } from '../result.ts';
import { isWorking } from '../orders/outcome/resting.ts';
import type { Order } from '../service/order.ts';
import type { Command } from './command.ts';
import type { Evidence, QueryKind } from './evidence.ts';
import { matchEdit } from './match.ts';
import { CANCELLED_BY_AMEND, mergeOrder } from './order.ts';

/**
 * What is known of a command. `sending`: journaled, no reply yet. `unknown`: it may have been carried out. `absent`:
 * proven not to have been carried out. The others are final as well.
 */
export const VERDICTS = [
  'sending',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
  'absent',
  'resolved_by_operator',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Past the deadline by so much, by the service's clock, its engine takes a request no more; milliseconds. */
export const DEADLINE_MARGIN_MS = 400;

/** Why a verdict is what it is; the window has a sentence for each. */
export const REASONS = [
  /** The order ended before the amend came to it. */
  'order_ended',
  /** The engine cancelled the order, since the amended price would have taken. */
  'cancelled_by_amend',
  /** The order shows its old terms after the deadline. */
  'unchanged_past_deadline',
  /** It shows neither the old nor the asked terms. */
  'other_terms',
  /** The service shows no such order. */
  'order_not_shown',
  /** Queries are not answered. */
  'queries_fail',
] as const;
export type Reason = (typeof REASONS)[number];

export interface State {
  readonly command: Command;
  readonly verdict: Verdict;
  /** Local milliseconds; null while undecided. */
  readonly decided_at: number | null;
  /** The newest record of the order that the evidence holds. */
  readonly order: Order | null;
  /** The service's refusal, or why nothing was sent. */
  readonly refusal: { readonly code: number | null; readonly name: string; readonly reason: string | null } | null;
  readonly reason: Reason | null;
  /** A person has to look: queries go on, more seldom. */
  readonly is_escalated: boolean;
  /** Queries since the command became unknown, answered or not. */
  readonly queries: number;
}

/** A question that is due `after_ms` from now. */
export interface Due {
  readonly query: QueryKind;
  readonly after_ms: number;
}

export interface Decision {
  readonly state: State;
  /** The next query; null where nothing is to be asked. */
  readonly due: Due | null;
}

/** A command before anything is learned of it. */
export function begin(command: Command): State {
  return {
    command,
    verdict: 'sending',
    decided_at: null,
    order: null,
    refusal: null,
    reason: null,
    is_escalated: false,
    queries: 0,
  };
}

/** Whether the command still needs evidence. */
export function isUndecided({ verdict }: Pick<State, 'verdict'>): boolean {
  return verdict === 'sending' || verdict === 'unknown';
}

/** Folds one more piece of evidence: the only place that makes a verdict. */
export function decide(state: State, evidence: Evidence): Decision {
  const next = fold(state, evidence);
  return { state: next, due: isUndecided(next) && next.verdict !== 'sending' ? nextQuery(next) : null };
}

/** The state of a command from all its evidence, oldest first: how a restart, and a test from a report, read it. */
export function replay(command: Command, evidence: readonly Evidence[]): Decision {
  return evidence.reduce<Decision>(({ state }, one) => decide(state, one), { state: begin(command), due: null });
}

function fold(state: State, evidence: Evidence): State {
  const { at } = evidence;
  switch (evidence.kind) {
    case 'reply':
      return judgeReply(state, evidence.order, at);
    case 'rejected': {
      if (!isUndecided(state)) return state;
      const { code, name, reason } = evidence;
      return { ...state, verdict: 'rejected', decided_at: at, refusal: { code, name, reason } };
    }
    case 'not_sent': {
      if (state.verdict !== 'sending') return state;
      const refusal = { code: null, name: evidence.reason, reason: evidence.detail };
      return { ...state, verdict: 'not_sent', decided_at: at, refusal };
    }
    case 'no_reply':
    case 'restart':
      return state.verdict === 'sending' ? { ...state, verdict: 'unknown' } : state;
    case 'answer':
      return judgeAnswer(state, evidence);
    case 'query_failed': {
      const queries = state.queries + 1;
      const isLong = queries >= QUERIES_BEFORE_ESCALATION;
      return isUndecided(state) && isLong
        ? { ...state, queries, reason: state.reason ?? 'queries_fail', is_escalated: true }
        : { ...state, queries };
    }
    case 'order_seen':
      return judgeRecord(state, evidence.order, at, false);
    case 'operator':
      return isUndecided(state) ? { ...state, verdict: 'resolved_by_operator', decided_at: at } : state;
    default:
      return assertNever(evidence);
  }
}

/** The command's own reply: what it books is what was asked, and a record of another order proves nothing. */
function judgeReply(state: State, order: Order, at: number): State {
  if (order.order_id !== state.command.target.order_id) return { ...state, verdict: 'unknown' };
  if (isCancelledByAmend(order)) return cancelledByAmend(state, order, at);
  return { ...state, verdict: 'accepted', decided_at: at, order: newest(state.order, order), reason: null };
}

function judgeAnswer(state: State, answer: Extract<Evidence, { kind: 'answer' }>): State {
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
function judgeRecord(state: State, record: Order, at: number, isLate: boolean): State {
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

function absent(state: State, reason: Reason, at: number): State {
  return { ...state, verdict: 'absent', decided_at: at, reason, is_escalated: false };
}

function isCancelledByAmend(order: Order): boolean {
  return order.order_state === 'cancelled' && order.cancel_reason === CANCELLED_BY_AMEND;
}

function cancelledByAmend(state: State, order: Order, at: number): State {
  const refusal = { code: null, name: CANCELLED_BY_AMEND, reason: null };
  return { ...state, verdict: 'rejected', decided_at: at, order, refusal, reason: 'cancelled_by_amend' };
}

function newest(known: Order | null, record: Order): Order {
  return known === null ? record : mergeOrder(known, record);
}

const FIRST_QUERY_MS = 150;
const LONGEST_PAUSE_MS = 5000;
const ESCALATED_PAUSE_MS = 30_000;
/** Queries that fail for so long call a person: half a minute or more of growing pauses. */
const QUERIES_BEFORE_ESCALATION = 12;

/** Growing pauses: an unknown amend is soon decided, and a service that is away is not pressed. */
function nextQuery({ queries, is_escalated }: State): Due {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_QUERY_MS * 2 ** queries);
  return { query: 'order_by_id', after_ms: is_escalated ? ESCALATED_PAUSE_MS : growing };
}
