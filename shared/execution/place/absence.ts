import type { Order } from '../../service/order.ts';
import { readShown } from '../chain.ts';
import type { QueryTimes } from '../evidence.ts';
import { LEAST_SPACING_MS, MOST_LAG_MS } from '../lag.ts';
import { findOlderTwin, findUnlike, isPastWindow } from '../match.ts';
import { DEADLINE_MARGIN_MS } from '../rules/common.ts';
import type { Doubt, PlaceState } from '../state.ts';
import { acceptTraded, settle } from './accept.ts';
import { ask, decided, fail, isLongAwaited, leave } from './change.ts';
import { type Empty, newest, NO_PROOF, withEmpty } from './proof.ts';
import { readTraded, type Traded } from './traded.ts';

/** When an answer was read: local milliseconds, and where it stands in the service's time. */
export interface Read {
  readonly at: number;
  readonly times: QueryTimes;
}

/** A query of recent orders did not show the order of an undecided command: counts it toward the proof of absence. */
export function weighEmpty(state: PlaceState, orders: readonly Order[], { at, times }: Read): PlaceState {
  const { command, proof } = state;
  const serviceMs = times.told_ms ?? times.proven_ms;
  if (serviceMs === null) return fail(state, times);
  // The deadline is ahead, or is again since the service's clock was set: no query counts yet.
  if (serviceMs < command.valid_until + DEADLINE_MARGIN_MS) return beginAnew(state, times);
  const empty = { at: times.answered_at, service_ms: serviceMs };
  if (mayPrecedeDeadline(state, empty, times)) return fail(state, times);
  const recent = newest(proof.recent, { ...empty, asked_at: times.asked_at, orders });
  const empties = withEmpty(proof.empties, empty);
  return conclude({ ...state, proof: { ...proof, empties, recent } }, { at, times });
}

function beginAnew(state: PlaceState, times: QueryTimes): PlaceState {
  return fail({ ...state, proof: NO_PROOF }, times);
}

/** Whether the deadline may have been ahead at that query, by the clock as known now or an answer that contradicts it. */
function mayPrecedeDeadline({ command }: PlaceState, { at }: Empty, times: QueryTimes): boolean {
  return times.earliest_ms - (times.answered_at - at) < command.valid_until + DEADLINE_MARGIN_MS;
}

/** The first that counts by the clock as it is known now: an answer that contradicts it may have come since. */
export function firstEmpty(state: PlaceState, times: QueryTimes): Empty | null {
  return state.proof.empties.find((empty) => !mayPrecedeDeadline(state, empty, times)) ?? null;
}

/** Milliseconds until an empty query, answered at that time of the service, may complete the proof. */
export function msUntilLast(
  { valid_until: validUntil }: PlaceState['command'],
  first: Empty,
  serviceMs: number,
  times: QueryTimes,
): number {
  const { allowed_lag_ms: lagMs } = times;
  const untilMs = validUntil + lagMs - serviceMs;
  // A clock that was set spaces nothing: the two are apart by the whole lag then.
  if (times.is_clock_set) return Math.max(first.at + lagMs - times.answered_at, untilMs);
  return Math.max(first.service_ms + LEAST_SPACING_MS - serviceMs, untilMs);
}

/** Concludes an absence, or what stands against it, where all parts of the proof were answered. */
export function conclude(state: PlaceState, { at, times }: Read): PlaceState {
  const { recent, open, trades } = state.proof;
  if (recent === null || open === null || trades === null) return state;
  // Parts of different rounds prove less: in between, the order may have come.
  if (open.asked_at !== recent.asked_at || trades.asked_at !== recent.asked_at) return state;
  const first = firstEmpty(state, times);
  if (first === null || first.at >= recent.at) return fail(state, times);
  if (msUntilLast(state.command, first, recent.service_ms, times) > 0) {
    const isLong = times.answered_at - first.at > MOST_LAG_MS && isLongAwaited(state, times);
    return isLong ? fail(state, times) : state;
  }
  const shown = joined(open.orders, recent.orders);
  const openIds = new Set(open.orders.map(({ order_id }) => order_id));
  // An ended order may be the command's: recent orders are asked for again before an open one is believed.
  if (readShown(state, shown).chain.some(({ order_id }) => openIds.has(order_id)))
    return { ...state, proof: { ...state.proof, shown_open: open.orders } };
  const isForgotten = isPastWindow(state, recent.service_ms);
  const traded = readTraded(state, trades.trades, {
    shown,
    of_others: trades.of_others,
    set_back_ms: times.set_back_ms,
    is_forgotten: isForgotten,
  });
  if (traded.older === undefined && traded.own.length > 0) return acceptTraded(state, traded.own, at);
  return findUnclear(state, { shown, traded, isForgotten }, times) ?? concludeAbsence(state, { at, times });
}

/** Both answers' orders; the second's version where both have one. */
export function joined(first: readonly Order[], second: readonly Order[]): Order[] {
  return [...new Map([...first, ...second].map((order) => [order.order_id, order])).values()];
}

interface Seen {
  readonly shown: readonly Order[];
  readonly traded: Traded;
  readonly isForgotten: boolean;
}

/** What keeps a command from being absent, though neither its order nor trades of it are shown; null: nothing. */
function findUnclear(state: PlaceState, { shown, traded, isForgotten }: Seen, times: QueryTimes): PlaceState | null {
  // A reply named an order: whatever the queries don't show, it is there.
  if (state.misnamed_order_id !== null) return leave(state, null);
  // Made before the command, by a clock that may have been set since: no proof that it is another's.
  const olderId = findOlderTwin(state, shown)?.order_id ?? traded.older?.order_id;
  if (olderId !== undefined) return ask(state, { why: 'older', order_id: olderId });
  const unlike = findUnlike(state, shown);
  if (unlike !== undefined) return ask(state, { why: 'unlike', order_id: unlike.order_id });
  // Shown before, it is forgotten by now: that proves as little.
  if (state.doubt !== null && state.doubt.why !== 'unlabelled') return leave(state, state.doubt);
  if (state.proof.trades?.failed !== null) return fail(state, times);
  const unsure = unsureOf(traded);
  // Past the window of queries an empty answer proves nothing: a person decides.
  if (isForgotten) return leave(state, traded.doubt ?? unsure);
  return unsure === null ? null : ask(state, unsure);
}

/** Without labels, the order's own trades look like this. */
function unsureOf({ unlabelled }: Traded): Doubt | null {
  return unlabelled === undefined ? null : { why: 'unlabelled', order_id: unlabelled.order_id };
}

function concludeAbsence(state: PlaceState, { at, times }: Read): PlaceState {
  const rejected = settle(state, state.proof.recent?.orders ?? [], { at, times, isLast: true });
  if (rejected !== null) return rejected.state;
  const untilMs = state.command.valid_until + DEADLINE_MARGIN_MS + MOST_LAG_MS;
  const owed = times.seen_lag_ms === null ? ({ why: 'lag', until_ms: untilMs } as const) : null;
  return { ...decided(state), verdict: 'absent', decided_at: at, owed };
}
