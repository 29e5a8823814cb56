import type { Evidence, QueryTimes } from '../evidence.ts';
import { MOST_LAG_MS } from '../lag.ts';
import { isPastWindow, MOST_SET_BACK_MS } from '../match.ts';
import { DEADLINE_MARGIN_MS } from '../rules/common.ts';
import type { Due, PlaceState } from '../state.ts';
import { firstEmpty, msUntilLast } from './absence.ts';
import { mayBeMadeYet } from './change.ts';

/** How far the estimate of the service's clock may be ahead of it; milliseconds, as all here. */
const CLOCK_DOUBT_MS = 1000;
const FIRST_PAUSE_MS = 250;
/** A query was due by the estimate but early by the service's clock: asked again so soon, for so long. */
const NEAR_PAUSE_MS = 100;
const NEAR_MS = 250;
/** How long a new order is asked for often, to measure the lag of queries. */
const OFTEN_FOR_MS = 2500;
const OFTEN_PAUSE_MS = 350;
const LONGEST_PAUSE_MS = 5000;

/** Between queries that measure the lag: what the measure is too large by. Seldom, once it is larger than so long. */
const MEASURE_PAUSE_MS = 100;
const HURRY_MS = 4000;
const SELDOM_MS = 1000;

const LATELY_MS = 24 * 3_600_000;

/** First pause after an absence. Close queries measure the lag better. */
const SOONEST_LOOK_MS = 1500;
/** Then a share of the time since the deadline, at most so long, for so long; later once a minute. */
const SOON_SHARE = 1 / 3;
const SOON_MS = 15_000;
const SOON_FOR_MS = 120_000;
const LATE_LOOK_MS = 60_000;

/** The query that is due after that evidence; null: nothing is to be asked. */
export function dueOfPlace(state: PlaceState, evidence: Evidence): Due | null {
  const times = timesOf(evidence);
  if (evidence.kind === 'restart' && isLongDecided(state, evidence.at)) return null;
  switch (state.verdict) {
    case 'sending':
    case 'not_sent':
      return null;
    case 'unknown':
      return state.is_left ? null : dueOfUnknown(state, times);
    case 'accepted':
      return dueOfAccepted(state, times);
    case 'rejected':
      return state.owed === null && !mayBeMadeYet(state) ? null : dueOfOwed(state, times);
    case 'absent':
    case 'resolved_by_operator':
      return dueOfOwed(state, times);
  }
}

/** A start asks for what was decided within a day: so long the trades of it are in the recent store. */
function isLongDecided({ decided_at: decidedAt, command }: PlaceState, nowMs: number): boolean {
  return decidedAt !== null && nowMs - Math.max(decidedAt, command.valid_until) >= LATELY_MS;
}

function timesOf(evidence: Evidence): QueryTimes | null {
  return 'times' in evidence ? (evidence.times ?? null) : null;
}

/** Growing pauses, but never past when an empty query counts. All parts of the proof are asked for together. */
function dueOfUnknown(state: PlaceState, times: QueryTimes | null): Due {
  const { command, proof, queries } = state;
  if (times === null) return { queries: ['orders_by_label'], after_ms: FIRST_PAUSE_MS };
  if (proof.shown_open !== null) return { queries: ['orders_by_label'], after_ms: 0 };
  const first = firstEmpty(state, times);
  const untilMs =
    first === null
      ? command.valid_until + DEADLINE_MARGIN_MS - times.now_ms
      : msUntilLast(command, first, times.now_ms, times);
  const afterMs = pauseMs(state, untilMs, times, queries);
  const mayConclude = first !== null && untilMs <= afterMs;
  return {
    queries: mayConclude ? ['orders_by_label', 'open_orders', 'user_trades'] : ['orders_by_label'],
    after_ms: afterMs,
  };
}

function pauseMs(
  { sent_ms: sentMs }: PlaceState,
  untilMs: number,
  { now_ms: nowMs }: QueryTimes,
  queries: number,
): number {
  const isNew = Math.abs(nowMs - sentMs) < OFTEN_FOR_MS;
  const growing = isNew ? OFTEN_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(queries, 10), LONGEST_PAUSE_MS);
  // Timers may be early by a part of a millisecond.
  if (untilMs > 0) return Math.min(growing, Math.ceil(untilMs) + 1);
  // Just passed by the estimate, not yet by the service's clock; later, queries fail, and there is no hurry.
  if (untilMs > -NEAR_MS) return NEAR_PAUSE_MS;
  return untilMs > -CLOCK_DOUBT_MS ? FIRST_PAUSE_MS : growing;
}

/** A second order of the same request would be shown by a query past the deadline and the lag. */
function dueOfAccepted(state: PlaceState, times: QueryTimes | null): Due | null {
  const { command, is_looked_again: isDone, order } = state;
  if (state.is_measuring && order !== null) {
    const ageMs = times === null ? 0 : times.now_ms - order.creation_timestamp;
    const afterMs = ageMs < HURRY_MS ? MEASURE_PAUSE_MS : ageMs < MOST_LAG_MS ? SELDOM_MS : LONGEST_PAUSE_MS;
    return { queries: ['orders_by_label'], after_ms: afterMs };
  }
  if (isDone && order !== null) return null;
  if (times === null)
    return {
      queries: ['orders_by_label'],
      after_ms: command.valid_until - command.submitted_at + 2 * LONGEST_PAUSE_MS,
    };
  const dueMs = command.valid_until + times.allowed_lag_ms - times.now_ms;
  const after_ms = dueMs > 0 ? Math.ceil(dueMs) + 1 : MOST_LAG_MS;
  return {
    queries: isPastWindow(state, times.now_ms + after_ms) ? ['orders_by_label', 'user_trades'] : ['orders_by_label'],
    after_ms,
  };
}

/** Found beats absent whenever it comes: asked for until it can't turn up, and what is owed until it is paid. */
function dueOfOwed(state: PlaceState, times: QueryTimes | null): Due | null {
  if (times === null) return { queries: ['orders_by_label'], after_ms: LONGEST_PAUSE_MS };
  const { valid_until: validUntil } = state.command;
  const isYetToCome = mayBeMadeYet(state) && times.now_ms < validUntil + MOST_SET_BACK_MS;
  if (!isYetToCome && state.owed === null) return null;
  const sinceMs = Math.abs(times.now_ms - validUntil);
  const soonMs =
    sinceMs > SOON_FOR_MS
      ? LATE_LOOK_MS
      : Math.min(SOON_MS, Math.max(SOONEST_LOOK_MS, Math.ceil(sinceMs * SOON_SHARE)));
  const owedMs = (state.owed?.until_ms ?? Infinity) - times.now_ms;
  const after_ms = owedMs > 0 ? Math.min(soonMs, Math.ceil(owedMs) + 1) : soonMs;
  const isForgotten = mayBeMadeYet(state) && isPastWindow(state, times.now_ms + after_ms);
  return { queries: isForgotten ? ['orders_by_label', 'user_trades'] : ['orders_by_label'], after_ms };
}
