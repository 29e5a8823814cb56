import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../../shared/service/order.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import type { KeptLag, LagMemory } from '../../storage/lag-memory.ts';
import { MOST_SET_BACK_MS } from '../lineage.ts';
import { callByLabel } from './look-up.ts';
import { observeTimes } from '../observe-times.ts';

/** How long past `valid_until`, by the service's own clock, before an empty look-up counts toward absence. */
export const ABSENCE_MARGIN_MS = 400;
/** Least time between the look-ups that prove absence, however quick look-ups were seen to be. */
const LEAST_SPACING_MS = 1500;
/** What a service whose lag was not seen yet is given past the deadline. */
const LEAST_ALLOWED_MS = ABSENCE_MARGIN_MS + LEAST_SPACING_MS;
/** What an undecided sell of an earlier run is given before this one has seen how look-ups lag: nobody waits for it. */
const CAUTIOUS_MS = 10_000;
/** What was seen holds for so long. */
const RECENT_MS = 30 * 60_000;
/** An order is looked up for its lag alone no more often than this, and so many at a time. */
const MEASURE_EVERY_MS = 30_000;
const MOST_AT_ONCE = 2;
/** Between the look-ups that measure: what the measure is too large by. */
const MEASURE_PAUSE_MS = 100;
/** No lag is taken to be larger: what is not shown for so long has some other reason. */
const MOST_MEASURED_MS = 5 * 60_000;
/** An order hidden for this long is looked up seldom. */
const HURRY_MS = 4000;
const SELDOM_MS = 1000;
/** And for so long, more seldom yet. */
const LONG_MS = 30_000;
const RARELY_MS = 5000;
/**
 * A lag measured over more than this is loose: look-ups went unanswered in between. In ms, and as a share of the
 * order's age.
 */
const LOOSE_MS = 2000;
const LOOSE_SHARE = 0.5;
/** A lag that is known within this is measured. */
const FINE_MS = 400;
/** The service's clock was set if offsets differ by more. */
const CLOCK_SET_MS = 50;

export interface VisibilityLagOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** What an earlier run has seen; not given where nothing is kept. */
  readonly memory?: LagMemory;
  /**
   * Hears of the orders that a look-up for the lag alone shows of a row, where it shows others than its own; gives whether one
   * of them is its own then, which the reply named otherwise.
   */
  readonly onOthers: (row: OrderRow, orders: Order[]) => boolean;
}

/** How far the service's look-ups lag behind its book, as this terminal has seen it. */
export interface VisibilityLag {
  /** A sell is about to be written: its order can't be older. */
  readonly noteSent: (intentId: string) => void;
  /** A reply accepted the sell: look it up until shown, if due. */
  readonly measure: (row: OrderRow) => void;
  /** A look-up answered at that service time did not show the order. `isKnown`: the order was known to exist. */
  readonly noteMissed: (intentId: string, serviceMs: number | null, isKnown: boolean) => void;
  /** It was shown: an earlier look-up that missed it lagged. */
  readonly noteShown: (intentId: string, createdMs: number, serviceMs: number | null) => void;
  /** The largest that was seen lately, ms; null: none was. */
  readonly largestMs: () => number | null;
  /** What an order that was made at the deadline is given to be shown, before an empty look-up can be the last. */
  readonly allowedMs: (intentId: string) => number;
  /**
   * Milliseconds until an empty look-up may complete the proof of absence (docs/design/look-ups.md, "Proof of
   * absence").
   */
  readonly msUntilLast: (row: Deadline, first: FirstEmpty, serviceMs: number) => number;
  /** How far the service's clock may have gone back since, ms; earlier runs unknown. */
  readonly setBackMs: (intentId: string) => number;
  readonly close: () => void;
}

type Deadline = Pick<OrderRow, 'intent_id' | 'valid_until'>;

/** The first empty look-up that counts: when its answer was read by our monotonic clock, and when it was made by the service's. */
export interface FirstEmpty {
  readonly at: number;
  readonly serviceMs: number;
}

/** Times of a look-up: our monotonic one, and the service's where it told it. */
interface Moment {
  readonly at: number;
  readonly serviceMs: number | null;
  /** The order was known to be there before. */
  readonly isKnown: boolean;
}

/** A lag: no more than `lagMs`, and surely `leastMs`. */
interface Seen {
  readonly at: number;
  readonly lagMs: number;
  readonly leastMs: number;
}

/** Measures the lag on orders that the service surely has, and keeps the largest of the last half hour. */
export function createVisibilityLag(options: VisibilityLagOptions): VisibilityLag {
  const { client, clock, serviceClock, memory, onOthers } = options;
  let seen: Seen[] = remember();
  /** Whether this run has seen how look-ups lag. */
  let isSeen = false;
  /** When each sell of this run was written, and how far ahead of ours the service's clock was then. */
  const sent = new Map<string, { readonly at: number; readonly offsetMs: number }>();
  const missed = new Map<string, Moment>();
  const timers = new Map<string, () => void>();
  let isClosed = false;

  function keep(lagMs: number, leastMs: number): void {
    const at = clock.monotonic();
    const recent = seen.filter((older) => at - older.at < RECENT_MS);
    isSeen = true;
    seen = [...recent, { at, lagMs: Math.min(lagMs, MOST_MEASURED_MS), leastMs }];
    if (lagMs > LEAST_ALLOWED_MS) memory?.write(listNotable());
  }

  /** Those that matter to a run to come: none of which a later one was as large, the latest first. */
  function listNotable(): KeptLag[] {
    const wallMs = clock.now() - clock.monotonic();
    const notable: KeptLag[] = [];
    for (const { at, lagMs } of seen.toReversed()) {
      if (lagMs > (notable.at(-1)?.lag_ms ?? LEAST_ALLOWED_MS))
        notable.push({ lag_ms: Math.ceil(lagMs), at: wallMs + at });
    }
    return notable;
  }

  /** By the local wall clock, which may have been set meanwhile: what would be of the future is forgotten. */
  function remember(): Seen[] {
    const kept = (memory?.read() ?? []).map(({ lag_ms, at }) => ({
      lagMs: Math.min(lag_ms, MOST_MEASURED_MS),
      agoMs: clock.now() - at,
    }));
    return kept
      .filter(({ agoMs }) => agoMs >= 0 && agoMs < RECENT_MS)
      .map(({ lagMs, agoMs }) => ({ at: clock.monotonic() - agoMs, lagMs, leastMs: lagMs }))
      .toReversed();
  }

  function readOffset(): number {
    return serviceClock.now() - clock.monotonic();
  }

  /** A loose measure counts only where above every fine one. */
  function largestMs(): number | null {
    const recent = seen.filter(({ at }) => clock.monotonic() - at < RECENT_MS);
    if (recent.length === 0) return null;
    const fineMs = Math.max(0, ...recent.filter(isFine).map(({ lagMs }) => lagMs));
    return Math.max(fineMs, ...recent.filter(({ leastMs }) => leastMs > fineMs).map(({ lagMs }) => lagMs));
  }

  function allowedMs(intentId: string): number {
    const leastMs = isClockSet(intentId) ? LEAST_SPACING_MS : LEAST_ALLOWED_MS;
    return Math.max(leastMs, isSeen || sent.has(intentId) ? 0 : CAUTIOUS_MS, Math.ceil(largestMs() ?? 0));
  }

  /** The most that an order can have been there for: by the service's own times, where its clock was not set in between. */
  function mostAgeMs(intentId: string, createdMs: number, { at, serviceMs }: Moment): number | null {
    const begun = sent.get(intentId);
    if (begun === undefined) return null;
    return Math.min(at - begun.at, isClockSet(intentId) || serviceMs === null ? Infinity : serviceMs - createdMs);
  }

  function isClockSet(intentId: string): boolean {
    return Math.abs(readOffset() - (sent.get(intentId)?.offsetMs ?? Infinity)) > CLOCK_SET_MS;
  }

  function wasThere(intentId: string, createdMs: number, { serviceMs, isKnown }: Moment): boolean {
    return isKnown || (serviceMs !== null && serviceMs > createdMs && !isClockSet(intentId));
  }

  /** An order missed while there shows the lag; one shown at once, a bound. */
  function learn(intentId: string, createdMs: number, shown: Moment): void {
    const before = missed.get(intentId);
    missed.delete(intentId);
    const ageMs = mostAgeMs(intentId, createdMs, shown);
    if (ageMs === null) return;
    const isMissed = before !== undefined && wasThere(intentId, createdMs, before);
    const missedAgeMs = isMissed ? mostAgeMs(intentId, createdMs, before) : null;
    if (missedAgeMs !== null) keepMissed(missedAgeMs, ageMs);
    else if (ageMs <= LEAST_ALLOWED_MS) keep(ageMs, 0);
  }

  /** An order that was not shown at one age, and was at another: unless that is much larger, it is what surely suffices. */
  function keepMissed(missedAgeMs: number, shownAgeMs: number): void {
    keep(Math.min(shownAgeMs, missedAgeMs * (1 + LOOSE_SHARE) + LOOSE_MS), missedAgeMs);
  }

  async function look(row: OrderRow, createdMs: number, begunAt: number): Promise<void> {
    const { intent_id: id } = row;
    const found = await callByLabel(client, 'private/get_order_state_by_label', row);
    observeTimes(serviceClock, found);
    if (isClosed) return;
    timers.delete(id);
    const at = clock.monotonic();
    if (found.ok) {
      const moment: Moment = { at, serviceMs: found.value.times.serviceTimeMs, isKnown: true };
      const orders = found.value.value;
      const isShown = orders.some((order) => order.order_id === row.order?.order_id);
      // What is told of it tells nothing of the lag, and must not keep it from being learned.
      if (isShown) learn(id, createdMs, moment);
      const isOwn = orders.length > (isShown ? 1 : 0) && onOthers(row, orders);
      if (isShown) return;
      if (isOwn) return learn(id, createdMs, moment);
      missed.set(id, moment);
    }
    const sinceMs = at - begunAt;
    if (sinceMs > MOST_MEASURED_MS) {
      // Ends at the last answered look-up: unanswered ones show no lag.
      const last = missed.get(id);
      missed.delete(id);
      const ageMs = last === undefined ? null : mostAgeMs(id, createdMs, last);
      if (ageMs !== null) keepMissed(ageMs, MOST_MEASURED_MS);
      return;
    }
    const pauseMs = sinceMs < HURRY_MS ? MEASURE_PAUSE_MS : sinceMs < LONG_MS ? SELDOM_MS : RARELY_MS;
    timers.set(
      id,
      clock.after(pauseMs, () => void look(row, createdMs, begunAt)),
    );
  }

  return {
    noteSent: (intentId) => void sent.set(intentId, { at: clock.monotonic(), offsetMs: readOffset() }),
    measure: (row) => {
      const at = clock.monotonic();
      const isMeasured = seen.some((older) => at - older.at < MEASURE_EVERY_MS && isFine(older));
      if (isClosed || isMeasured || timers.size >= MOST_AT_ONCE || row.order === null) return;
      const createdMs = row.order.creation_timestamp;
      timers.set(
        row.intent_id,
        clock.after(MEASURE_PAUSE_MS, () => void look(row, createdMs, at)),
      );
    },
    noteMissed: (intentId, serviceMs, isKnown) =>
      void missed.set(intentId, { at: clock.monotonic(), serviceMs, isKnown }),
    noteShown: (intentId, createdMs, serviceMs) =>
      learn(intentId, createdMs, { at: clock.monotonic(), serviceMs, isKnown: false }),
    largestMs,
    allowedMs,
    msUntilLast: ({ intent_id: id, valid_until: validUntil }, first, serviceMs) => {
      if (isClockSet(id))
        return Math.max(first.at + allowedMs(id) - clock.monotonic(), validUntil + allowedMs(id) - serviceMs);
      return Math.max(first.serviceMs + LEAST_SPACING_MS, validUntil + allowedMs(id)) - serviceMs;
    },
    setBackMs: (intentId) => {
      const begun = sent.get(intentId);
      return begun === undefined ? MOST_SET_BACK_MS : Math.ceil(Math.max(0, begun.offsetMs - readOffset()));
    },
    close: () => {
      isClosed = true;
      for (const cancel of timers.values()) cancel();
    },
  };
}

/** Whether it is known closely enough: what is allowed anyway need not be. */
function isFine({ lagMs, leastMs }: Pick<Seen, 'lagMs' | 'leastMs'>): boolean {
  return lagMs <= LEAST_ALLOWED_MS || lagMs - leastMs <= FINE_MS;
}
