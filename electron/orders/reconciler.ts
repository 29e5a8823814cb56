import { sum } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/look-up-window.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { StepKind } from './journal.ts';
import { describeOrder, noticeTwoOrders } from './instrument-lock.ts';
import { observeTimes } from './observe-times.ts';
import { readSight } from './lineage.ts';
import { acceptSight, addNotice } from './outcome.ts';
import { noticeOverruled } from './statement.ts';

/** How long past `valid_until`, by the service's own clock, before an empty look-up counts toward absence. */
export const ABSENCE_MARGIN_MS = 400;
/**
 * Least time between the look-ups that prove absence. With the margin: more than the service's look-ups lag
 * behind its book.
 */
export const LOOK_UP_SPACING_MS = 1500;
/** Trades are in the recent store for a day, then in the historical one (contract, `historical`). */
const RECENT_TRADES_MS = 24 * 60 * 60_000;
/** Undecided this long, an intent is shown to a person, with time left in the window to act. */
export const ESCALATE_AFTER_MS = 20 * 60_000;

/** After absence is proven, or a time-out told, one more look: should the verdict ever be wrong, it is seen. */
const LAST_LOOK_MS = 30_000;

/** Between last looks that are not answered, when by our clock look-ups tell nothing any more. */
const LATE_LOOK_MS = 60_000;

/** How far the estimate of the service's clock may be ahead of it. */
const CLOCK_DOUBT_MS = 1000;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

export interface ReconcilerOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Persists and shows the row's new state. */
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  /** The row as it stands now: an answer that came late may have decided it meanwhile. */
  readonly current: (intentId: string) => OrderRow | null;
}

export interface Reconciler {
  /** Begins to look the intent up, and goes on until it is found or proven absent. */
  readonly start: (row: OrderRow) => void;
  /** Looks now instead of at the next turn; begins again with an intent that was left to a person. */
  readonly hurry: (row: OrderRow) => void;
  /** Looks for an order that should not exist, after the pause and once later: found beats refused and absent. */
  readonly verify: (row: OrderRow, pauseMs: number) => void;
  readonly close: () => void;
}

/** The first empty look-up that counts toward proof of absence: when it was answered. */
interface Evidence {
  readonly countedAt: number;
}

type LookUp =
  | { readonly kind: 'orders'; readonly orders: Order[]; readonly evidenceMs: number | null }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Resolves unknown sells by their label: found beats absent, whenever it comes. Absence is proven only
 * when the service's own clock has passed `valid_until` and a margin, and then two look-ups of recent
 * orders and one of open orders, spaced by more than the look-up lag, are empty. Nothing is ever sent again.
 */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { client, clock, serviceClock, advance, current } = options;
  const cancels = new Map<string, () => void>();
  const evidenceOf = new Map<string, Evidence>();
  let isClosed = false;

  async function lookUp(
    method: 'private/get_order_state_by_label' | 'private/get_open_orders_by_label',
    row: OrderRow,
  ): Promise<LookUp> {
    const currency = row.currency as 'BTC';
    const result = await client.call(method, { currency, label: row.label });
    observeTimes(serviceClock, result);
    if (!result.ok) return { kind: 'failed', why: result.error.kind };
    // A time that the clock does not believe proves nothing.
    const toldMs = result.value.times.serviceTimeMs;
    const isBelieved = toldMs !== null && toldMs <= (serviceClock.provenMs() ?? 0);
    return { kind: 'orders', orders: result.value.value, evidenceMs: isBelieved ? toldMs : null };
  }

  function settle(row: OrderRow, orders: readonly Order[]): boolean {
    const latest = current(row.intent_id) ?? row;
    const { way, distinct } = readSight(latest, orders);
    if (way.length === 0) return false;
    const found = acceptSight(latest, way, clock.now());
    const notices = distinct.length > 1 ? noticeTwoOrders(found, distinct.map(describeOrder)) : found.notices;
    const ids = new Set([...way, ...distinct].map(({ order_id }) => order_id));
    advance({ ...found, notices }, 'look_up', { found: [...ids] });
    return true;
  }

  /** One turn; true when the intent is decided. */
  async function turn(intentId: string): Promise<boolean> {
    const row = current(intentId);
    if (row === null || !isUndecided(row)) return true;
    const evidence = evidenceOf.get(intentId);
    // The look-up that may complete the proof goes together with the one of open orders.
    const mayConclude = evidence !== undefined && msUntilSpaced(evidence) <= 0;
    const [states, open] = await Promise.all([
      lookUp('private/get_order_state_by_label', row),
      mayConclude ? lookUp('private/get_open_orders_by_label', row) : null,
    ]);
    if (states.kind === 'failed') return reportFailure(intentId, states.why);
    if (settle(row, states.orders)) return true;
    const evidenceMs = states.evidenceMs ?? serviceClock.provenMs();
    if (evidenceMs === null || evidenceMs < row.valid_until + ABSENCE_MARGIN_MS) return false;
    if (evidence === undefined) evidenceOf.set(intentId, { countedAt: clock.monotonic() });
    if (open === null) return false;
    return concludeAbsence(row, open, evidenceMs);
  }

  function msUntilSpaced({ countedAt }: Evidence): number {
    return countedAt + LOOK_UP_SPACING_MS - clock.monotonic();
  }

  async function concludeAbsence(row: OrderRow, open: LookUp, evidenceMs: number): Promise<boolean> {
    if (open.kind === 'failed') return reportFailure(row.intent_id, open.why);
    if (settle(row, open.orders)) return true;
    const latest = current(row.intent_id);
    if (latest === null || !isUndecided(latest)) return true;
    // A reply named an order: whatever the look-ups don't show, it is there.
    const named = latest.notices.find(({ code }) => code === 'label_mismatch');
    if (named !== undefined) return leaveToPerson(latest, named.params);
    if (evidenceMs > latest.valid_until + LOOK_UP_WINDOW_MS) return await searchTrades(latest, evidenceMs);
    const absent: OrderRow = { ...latest, outcome: 'absent', decided_at: clock.now(), notices: [] };
    advance(absent, 'outcome', { absent_at_service_time: evidenceMs, valid_until: latest.valid_until });
    verify(absent, LAST_LOOK_MS);
    return true;
  }

  /**
   * Past the window in which look-ups tell of closed orders, an empty answer proves nothing. Trades can still
   * show that the order was executed; when they don't, a person has to decide, and the intent stays unknown.
   */
  async function searchTrades(row: OrderRow, serviceNowMs: number): Promise<boolean> {
    const result = await client.call('private/get_user_trades_by_instrument_and_time', {
      instrument_name: row.instrument_name,
      start_timestamp: row.submitted_at === 0 ? row.valid_until - LOOK_UP_WINDOW_MS : row.submitted_at,
      end_timestamp: Math.min(serviceNowMs, row.valid_until + LOOK_UP_WINDOW_MS),
      count: 1000,
      sorting: 'asc',
      historical: serviceNowMs - row.valid_until > RECENT_TRADES_MS,
    });
    if (!result.ok) return reportFailure(row.intent_id, result.error.kind);
    const traded = result.value.value.trades.filter(
      ({ label, direction }) => label === row.label && direction === row.direction,
    );
    const [first] = traded;
    // A person may have spoken while the answer was on its way.
    const latest = current(row.intent_id) ?? row;
    if (first === undefined) return isUndecided(latest) ? leaveToPerson(latest, {}) : true;
    if (!isUndecided(latest) && latest.outcome !== 'closed') return true;
    const byOrder = Object.entries(Object.groupBy(traded, ({ order_id }) => order_id));
    const params = { order_id: first.order_id, amount: sum(traded.map(({ amount }) => amount)) };
    const overruled = noticeOverruled(latest, first);
    const known = { ...latest, notices: addNotice({ ...latest, notices: overruled }, 'known_by_trades', params) };
    const describe = ([id, trades = []]: (typeof byOrder)[number]) =>
      `${id} (${sum(trades.map(({ amount }) => amount))} traded)`;
    const notices = byOrder.length > 1 ? noticeTwoOrders(known, byOrder.map(describe)) : known.notices;
    advance({ ...known, outcome: 'accepted', decided_at: clock.now(), notices }, 'look_up', params);
    return true;
  }

  /** Nothing more can be proven here: the intent stays unknown until somebody has looked at the service. */
  function leaveToPerson(row: OrderRow, params: Record<string, string>): boolean {
    advance({ ...row, outcome: 'unknown', notices: callPerson(row, params) }, 'look_up', params);
    return true;
  }

  /** Telling of a person's turn replaces telling of failing look-ups. */
  function callPerson(row: OrderRow, params: Record<string, string>): OrderRow['notices'] {
    const notices = row.notices.filter(({ code }) => code !== 'look_up_failing');
    return addNotice({ ...row, notices }, 'needs_a_person', params);
  }

  function reportFailure(intentId: string, why: string): boolean {
    const row = current(intentId);
    if (row === null || !isUndecided(row)) return true;
    const undecidedMs = serviceClock.now() - row.valid_until;
    const code = undecidedMs >= ESCALATE_AFTER_MS ? 'needs_a_person' : 'look_up_failing';
    if (row.notices.some((notice) => notice.code === code || notice.code === 'needs_a_person')) return false;
    const notices = code === 'needs_a_person' ? callPerson(row, { why }) : addNotice(row, code, { why });
    advance({ ...row, notices }, 'look_up', { failed: why });
    return false;
  }

  function schedule(intentId: string, pauseMs: number): void {
    if (isClosed) return;
    cancels.get(intentId)?.();
    const cancel = clock.after(pauseMs, () => {
      void turn(intentId).then(
        (isDecided) => {
          if (isDecided) forget(intentId);
          else schedule(intentId, nextPause(intentId, pauseMs));
        },
        () => schedule(intentId, LONGEST_PAUSE_MS),
      );
    });
    cancels.set(intentId, cancel);
  }

  /** Longer each time, but never past the moment from which an empty look-up counts. */
  function nextPause(intentId: string, lastMs: number): number {
    const doubled = Math.min(Math.max(lastMs, FIRST_PAUSE_MS) * 2, LONGEST_PAUSE_MS);
    const row = current(intentId);
    if (row === null) return doubled;
    const untilMs = msUntilItCounts(row);
    // Timers may be early by a part of a millisecond.
    if (untilMs > 0) return Math.min(doubled, Math.ceil(untilMs) + 1);
    // Just passed by our estimate, not yet by the service's clock; later, look-ups fail, and there is no hurry.
    return untilMs > -CLOCK_DOUBT_MS ? FIRST_PAUSE_MS : doubled;
  }

  function msUntilItCounts(row: OrderRow): number {
    const evidence = evidenceOf.get(row.intent_id);
    return evidence === undefined ? row.valid_until + ABSENCE_MARGIN_MS - serviceClock.now() : msUntilSpaced(evidence);
  }

  /**
   * Looks after the pause and, when that was short and found nothing, for the last time later. What is not answered is
   * asked again until it is: often as long as look-ups tell something by our clock, then seldom, since a clock that was set
   * while the service was away can't be trusted until it answers.
   */
  function verify(row: OrderRow, pauseMs: number): void {
    const key = `verify ${row.intent_id}`;
    cancels.get(key)?.();
    const cancel = clock.after(pauseMs, () => {
      cancels.delete(key);
      void lookUp('private/get_order_state_by_label', row).then((found) => {
        if (isClosed) return;
        if (found.kind === 'orders') {
          if (!settle(row, found.orders) && pauseMs < LAST_LOOK_MS) verify(row, LAST_LOOK_MS);
        } else verify(row, serviceClock.now() < row.valid_until + LOOK_UP_WINDOW_MS ? LONGEST_PAUSE_MS : LATE_LOOK_MS);
      });
    });
    cancels.set(key, cancel);
  }

  function forget(intentId: string): void {
    cancels.delete(intentId);
    evidenceOf.delete(intentId);
  }

  return {
    start: (row) => {
      const pauseMs = Math.min(FIRST_PAUSE_MS, Math.max(0, msUntilItCounts(row)));
      if (!cancels.has(row.intent_id)) schedule(row.intent_id, pauseMs);
    },
    hurry: (row) => schedule(row.intent_id, 0),
    verify,
    close: () => {
      isClosed = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}

/**
 * Whether an intent was decided so lately, by an absence, a time-out or a person's word, that its order may yet turn up: a
 * terminal that starts anew takes the last look that the one before it may have owed. By the local wall clock, ms,
 * which may have been set meanwhile: so for as long as look-ups tell of orders that traded.
 */
export function mayTurnUp(row: OrderRow, nowMs: number): boolean {
  const isProvenByTime = row.outcome === 'absent' || row.refusal?.code === ERROR_CODE.timedOut;
  return (
    (isProvenByTime || row.outcome === 'closed') && row.decided_at !== null && nowMs - row.decided_at < RECENT_TRADES_MS
  );
}

/** Whether an intent still needs the service's word. */
export function isUndecided(row: OrderRow): boolean {
  return row.outcome === 'sending' || row.outcome === 'unknown';
}
