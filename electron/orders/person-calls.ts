import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isLookUpOwed } from '../../shared/orders/outcome/look-up-owed.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { StepKind } from './journal.ts';
import { addNotice, isUndecided } from './outcome.ts';
import { callPerson, lastingNotices } from './statement.ts';

/** Undecided this long, an intent is shown to a person, with time left in the window to act. */
const ESCALATE_AFTER_MS = 20 * 60_000;

interface PersonCallsOptions {
  readonly serviceClock: Pick<ServiceClock, 'now'>;
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  readonly current: (intentId: string) => OrderRow | null;
  /** Begins to look an intent up again that had been decided. */
  readonly lookAgain: (intentId: string) => void;
}

/** Asks a person where look-ups can't decide, once all have ended. */
export interface PersonCalls {
  /** Whether the intent has been undecided for so long that a person is asked. */
  readonly isLongAwaited: (row: OrderRow) => boolean;
  /** A look-up was not answered, or its answer proves nothing; a person is called in time. */
  readonly reportFailure: (intentId: string, why: string) => boolean;
  /** Waits for the service's time; without a clear one, a person is asked. */
  readonly awaitTime: (intentId: string, why: string) => boolean;
  /** A person is called, and look-ups go on: they may yet show the order, or that the service's clock was set. */
  readonly askMeanwhile: (row: OrderRow, params: Record<string, string>) => boolean;
  /** Nothing more can be proven: unknown until a person has looked. */
  readonly leaveToPerson: (row: OrderRow, params: Record<string, string>) => boolean;
  /** Called absent or refused, and there may be its order after all: until that is known, nothing equal is sent. */
  readonly reopen: (decided: OrderRow, asked?: Record<string, string>) => void;
}

/** Whether it was decided by what look-ups did not show, or is looked up yet to be sure: what they show may make it undecided. */
export function mayBeReopened(row: OrderRow): boolean {
  return row.outcome === 'absent' || isLookUpOwed(row);
}

export function createPersonCalls({ serviceClock, advance, current, lookAgain }: PersonCallsOptions): PersonCalls {
  function isLongAwaited({ valid_until: untilMs }: OrderRow): boolean {
    return serviceClock.now() >= untilMs + ESCALATE_AFTER_MS;
  }

  function reportFailure(intentId: string, why: string): boolean {
    const row = current(intentId);
    if (row === null || !isUndecided(row)) return true;
    const code = isLongAwaited(row) ? 'needs_a_person' : 'look_up_failing';
    if (row.notices.some((notice) => notice.code === code || notice.code === 'needs_a_person')) return false;
    const notices = code === 'needs_a_person' ? callPerson(row, { why }) : addNotice(row, code, { why });
    advance({ ...row, notices }, 'look_up', { failed: why });
    return false;
  }

  function askMeanwhile(row: OrderRow, params: Record<string, string>): boolean {
    const isAsked = row.notices.some(({ params: told }) => Object.keys(params).every((key) => told[key] !== undefined));
    if (mayBeReopened(row)) reopen(row, params);
    else if (!isAsked) advance({ ...row, notices: callPerson(row, params) }, 'look_up', params);
    return false;
  }

  function reopen(decided: OrderRow, asked?: Record<string, string>): void {
    const notices = lastingNotices(decided);
    // The record of a rejection that is doubted may be another's.
    const order = decided.outcome === 'refused' ? null : decided.order;
    const unknown: OrderRow = { ...decided, outcome: 'unknown', order, refusal: null, decided_at: null, notices };
    if (asked === undefined) advance(unknown, 'look_up', { reopened: true });
    else askMeanwhile(unknown, asked);
    lookAgain(decided.intent_id);
  }

  return {
    isLongAwaited,
    reportFailure,
    askMeanwhile,
    reopen,
    awaitTime: (intentId, why) => {
      const row = current(intentId);
      return row !== null && isLongAwaited(row) && reportFailure(intentId, why);
    },
    leaveToPerson: (row, params) => {
      advance({ ...row, outcome: 'unknown', notices: callPerson(row, params) }, 'look_up', params);
      return true;
    },
  };
}
