import type { LagNote } from './state.ts';

/** Least time between the queries that prove absence, however quick queries were seen to be; milliseconds, as all here. */
export const LEAST_SPACING_MS = 1500;
/** A lag of more is not waited for. */
export const MOST_LAG_MS = 30_000;
/** What a service whose lag was not seen yet is given past the deadline. */
export const LEAST_ALLOWED_MS = 400 + LEAST_SPACING_MS;
/** What an undecided command of an earlier run is given before this one has seen how queries lag: nobody waits for it. */
const CAUTIOUS_MS = 10_000;
/** What was seen holds for so long. */
const RECENT_MS = 30 * 60_000;
/** No lag is taken to be larger: what is not shown for so long has some other reason. */
export const MOST_MEASURED_MS = 5 * 60_000;
/** A lag measured over more than this is loose: queries went unanswered in between. And as a share of the order's age. */
const LOOSE_MS = 2000;
const LOOSE_SHARE = 0.5;
/** An order is asked for to measure the lag no more often than this. */
const MEASURE_EVERY_MS = 30_000;
/** A lag that is known within this is measured. */
const FINE_MS = 400;
/** The service's clock was set if offsets differ by more. */
const CLOCK_SET_MS = 50;
/** How far back a service's clock may have been set in an earlier run. */
const MOST_SET_BACK_MS = 10 * 60_000;

/** Where things stand: the monotonic clock of this run, and how far ahead of it the service's is. */
export interface Moment {
  readonly at: number;
  readonly offset_ms: number;
}

/** A lag: no more than `lag_ms`, and surely `least_ms`. */
interface Seen {
  readonly at: number;
  readonly lag_ms: number;
  readonly least_ms: number;
}

/** A query that did not show an order. */
interface Missed {
  readonly at: number;
  readonly service_ms: number | null;
  readonly is_known: boolean;
}

/** How late queries show orders, as this run has seen it on the terminal's own. */
export interface Lag {
  readonly seen: readonly Seen[];
  /** Whether this run has seen any; what an earlier one kept is in `seen` alone. */
  readonly is_seen: boolean;
  /** When each command of this run was written: its order can't be older. */
  readonly sent: ReadonlyMap<string, Moment>;
  readonly missed: ReadonlyMap<string, Missed>;
}

/** What a run begins with: lags that an earlier one kept, and how long ago. */
export function beginLag(kept: readonly { readonly lag_ms: number; readonly ago_ms: number }[], at: number): Lag {
  const seen = kept
    .filter(({ ago_ms: agoMs }) => agoMs >= 0 && agoMs < RECENT_MS)
    .map(({ lag_ms: lagMs, ago_ms: agoMs }) => {
      const most = Math.min(lagMs, MOST_MEASURED_MS);
      return { at: at - agoMs, lag_ms: most, least_ms: most };
    });
  return { seen, is_seen: false, sent: new Map(), missed: new Map() };
}

/** A command is about to be written. */
export function noteSent(lag: Lag, commandId: string, now: Moment): Lag {
  return { ...lag, sent: new Map(lag.sent).set(commandId, now) };
}

/** Folds what a query told of one command's order. */
export function noteLag(lag: Lag, commandId: string, note: LagNote, now: Moment): Lag {
  const missed = new Map(lag.missed);
  if (note.kind === 'missed') {
    missed.set(commandId, { at: now.at, service_ms: note.service_ms, is_known: note.is_known });
    return { ...lag, missed };
  }
  missed.delete(commandId);
  const before = lag.missed.get(commandId);
  const known = { ...lag, missed };
  const ageMs = mostAgeMs(lag, commandId, note.created_ms, { at: now.at, service_ms: note.service_ms }, now);
  if (ageMs === null) return known;
  const wasThere = before !== undefined && mustHaveBeen(lag, commandId, note.created_ms, before, now);
  const missedAgeMs = wasThere ? mostAgeMs(lag, commandId, note.created_ms, before, now) : null;
  if (missedAgeMs !== null) {
    // Unless it is much larger than the age at which it was missed, the age at which it was shown surely suffices.
    return keep(known, Math.min(ageMs, missedAgeMs * (1 + LOOSE_SHARE) + LOOSE_MS), missedAgeMs, now.at);
  }
  return ageMs <= LEAST_ALLOWED_MS ? keep(known, ageMs, 0, now.at) : known;
}

function keep(lag: Lag, lagMs: number, leastMs: number, at: number): Lag {
  const recent = lag.seen.filter((older) => at - older.at < RECENT_MS);
  const seen = [...recent, { at, lag_ms: Math.min(lagMs, MOST_MEASURED_MS), least_ms: leastMs }];
  return { ...lag, seen, is_seen: true };
}

/** The most that an order can have been there for: by the service's own times, where its clock was not set in between. */
function mostAgeMs(
  lag: Lag,
  commandId: string,
  createdMs: number,
  { at, service_ms: serviceMs }: Pick<Missed, 'at' | 'service_ms'>,
  now: Moment,
): number | null {
  const sent = lag.sent.get(commandId);
  if (sent === undefined) return null;
  return Math.min(
    at - sent.at,
    isClockSet(lag, commandId, now) || serviceMs === null ? Infinity : serviceMs - createdMs,
  );
}

function mustHaveBeen(lag: Lag, commandId: string, createdMs: number, missed: Missed, now: Moment): boolean {
  const { service_ms: serviceMs, is_known: isKnown } = missed;
  return isKnown || (serviceMs !== null && serviceMs > createdMs && !isClockSet(lag, commandId, now));
}

/** Whether the service's clock was set since the command was written, or that was in an earlier run. */
export function isClockSet(lag: Lag, commandId: string, now: Moment): boolean {
  const sentMs = lag.sent.get(commandId)?.offset_ms ?? Infinity;
  return Math.abs(now.offset_ms - sentMs) > CLOCK_SET_MS;
}

/** How far the service's clock may have gone back since the command was written. */
export function setBackMs(lag: Lag, commandId: string, now: Moment): number {
  const sent = lag.sent.get(commandId);
  return sent === undefined ? MOST_SET_BACK_MS : Math.ceil(Math.max(0, sent.offset_ms - now.offset_ms));
}

/** The largest that was seen lately; null: none was. A loose measure counts only where above every fine one. */
export function largestLagMs(lag: Lag, at: number): number | null {
  const recent = lag.seen.filter((one) => at - one.at < RECENT_MS);
  if (recent.length === 0) return null;
  const fineMs = Math.max(0, ...recent.filter(isFine).map(({ lag_ms: lagMs }) => lagMs));
  return Math.max(
    fineMs,
    ...recent.filter(({ least_ms: leastMs }) => leastMs > fineMs).map(({ lag_ms: lagMs }) => lagMs),
  );
}

/** What an order that was made at the deadline is given to be shown, before an empty query can be the last. */
export function allowedLagMs(lag: Lag, commandId: string, now: Moment): number {
  const leastMs = isClockSet(lag, commandId, now) ? LEAST_SPACING_MS : LEAST_ALLOWED_MS;
  const cautiousMs = lag.is_seen || lag.sent.has(commandId) ? 0 : CAUTIOUS_MS;
  return Math.max(leastMs, cautiousMs, Math.ceil(largestLagMs(lag, now.at) ?? 0));
}

/** Whether a lag was measured closely of late: another measure would tell little more. */
export function isMeasured(lag: Lag, at: number): boolean {
  return lag.seen.some((one) => at - one.at < MEASURE_EVERY_MS && isFine(one));
}

/** Whether it is known closely enough: what is allowed anyway need not be. */
function isFine({ lag_ms: lagMs, least_ms: leastMs }: Seen): boolean {
  return lagMs <= LEAST_ALLOWED_MS || lagMs - leastMs <= FINE_MS;
}
