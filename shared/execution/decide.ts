import { assertNever } from '../result.ts';
import type { Command } from './command.ts';
import type { Evidence } from './evidence.ts';
import { dueOfPlace } from './place/pace.ts';
import { judgeCancel } from './rules/cancel.ts';
import { judgeEdit } from './rules/edit.ts';
import { judgePlace } from './rules/place.ts';
import { begin, type Due, isCancel, isEdit, isPlace, isUndecided, type LagNote, type State } from './state.ts';

export interface Decision {
  readonly state: State;
  /** The next queries; null where nothing is to be asked. */
  readonly due: Due | null;
  /** What the evidence told of the lag of queries. */
  readonly lag: LagNote | null;
}

/** Folds one more piece of evidence: the only place that makes a verdict. */
export function decide(state: State, evidence: Evidence): Decision {
  if (isPlace(state)) {
    const { state: next, lag } = judgePlace(state, evidence);
    return { state: next, due: dueOfPlace(next, evidence), lag };
  }
  if (isEdit(state)) return decided(judgeEdit(state, evidence));
  if (isCancel(state)) return decided(judgeCancel(state, evidence));
  return assertNever(state);
}

function decided(state: State): Decision {
  const isAsked = isUndecided(state) && state.verdict !== 'sending';
  return { state, due: isAsked ? nextQuery(state) : null, lag: null };
}

/** The state of a command from all its evidence, oldest first: how a restart, and a test from a report, read it. */
export function replay(command: Command, evidence: readonly Evidence[]): Decision {
  const start: Decision = { state: begin(command), due: null, lag: null };
  return evidence.reduce<Decision>(({ state }, one) => decide(state, one), start);
}

const FIRST_QUERY_MS = 150;
const LONGEST_PAUSE_MS = 5000;
const ESCALATED_PAUSE_MS = 30_000;

/** Growing pauses: an unknown command is soon decided, and a service that is away is not pressed. */
function nextQuery({ queries, is_escalated }: State): Due {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_QUERY_MS * 2 ** queries);
  return { queries: ['order_by_id'], after_ms: is_escalated ? ESCALATED_PAUSE_MS : growing };
}
