import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/outcome/look-up-window.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import { readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { MOST_LAG_MS, readSight, type Sight } from './lineage.ts';
import { callByLabel } from './looks/look-up.ts';
import { endUnseen } from './looks/lost-sight.ts';
import { takeSight } from './looks/take-sight.ts';
import { tellBeside } from './traded-order.ts';
import { observeTimes } from './observe-times.ts';
import {
  BOTH_STORES_MS,
  type FoundTrades,
  joinFound,
  LASTING_FAILURES,
  mayMissTrade,
  RECENT_TRADES_MS,
  searchTrades,
} from './looks/trade-search.ts';

/** Longest pause between two look-ups of live orders; of many each is asked for within this time, as far as reads allow. */
const PAUSE_MS = 400;
const ROUND_MS = 3000;
/** Share of the account's reads that it may take for that. */
const READS_SHARE = 0.3;
/** The same order is not asked for more often than this. */
const LEAST_INTERVAL_MS = 1000;
/** An order found after it was lost isn't called lost again soon. */
const LONG_UNSEEN_MS = 10 * 60_000;
/** Look-ups that fail for less are soon made good. */
const UNREAD_AFTER_MS = 5000;

export interface TrackerOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** What the account may read, in requests a second. */
  readonly readRate: () => number;
  readonly liveRows: () => OrderRow[];
  /** Takes the row, and what a look-up shows under its label. */
  readonly update: (row: OrderRow, seen?: Sight) => void;
}

/** What a search for an order's trades found, and when by our monotonic clock. */
interface FirstSearch {
  readonly at: number;
  readonly found: FoundTrades;
}

export interface Tracker {
  /** For how long no look-up of a live order was answered; null while they are, or soon will be, or none is live. */
  readonly unreadMs: () => number | null;
  readonly stop: () => void;
}

/**
 * Follows live orders by their labels, longest unasked first, one look-up at a time, so
 * that fills and cancels reach the grid.
 */
export function startTracker(options: TrackerOptions): Tracker {
  const { client, clock, serviceClock } = options;
  const askedAt = new Map<string, number>();
  /** Since when neither kind of look-up shows what was shown before. */
  const unseenSince = new Map<string, number>();
  /** First searches for lost orders' trades, waiting for the second. */
  const searched = new Map<string, FirstSearch>();
  /** What this run has told as not known any more. */
  const toldLost = new Set<string>();
  let cancel: () => void = () => undefined;
  let isClosed = false;
  /** When a look-up was answered last, or there was none to make; since then they fail. */
  let readAt = clock.monotonic();

  function pickNext(): OrderRow | null {
    let oldest: OrderRow | null = null;
    let oldestAt = clock.monotonic() - LEAST_INTERVAL_MS;
    const live = options.liveRows();
    const ids = new Set(live.map(({ intent_id }) => intent_id));
    for (const known of [askedAt, unseenSince, searched])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    for (const row of live) {
      const at = askedAt.get(row.intent_id) ?? Number.NEGATIVE_INFINITY;
      if (at <= oldestAt) [oldest, oldestAt] = [row, at];
    }
    return oldest;
  }

  /** The row as it stands now, while it is live: a cancel may have come between. */
  function findLive({ intent_id: id }: OrderRow): OrderRow | null {
    return options.liveRows().find(({ intent_id }) => intent_id === id) ?? null;
  }

  async function turn(): Promise<void> {
    const row = pickNext();
    if (row === null) {
      if (askedAt.size === 0) readAt = clock.monotonic();
      return;
    }
    askedAt.set(row.intent_id, clock.monotonic());
    const result = await callByLabel(client, 'private/get_order_state_by_label', row);
    observeTimes(serviceClock, result);
    if (isClosed) return;
    if (!result.ok) return doubtUnseen(row);
    readAt = clock.monotonic();
    const latest = findLive(row);
    if (latest === null) return;
    const seen = readSight(latest, result.value.value, serviceClock.now());
    if (seen.way.length > 0) take(latest, seen);
    else {
      const beside = tellBeside(latest, seen);
      if (beside !== null) options.update(beside);
      // What its order became may not be shown yet.
      if (!seen.isBehind) await loseSight(row);
    }
  }

  /** Gaps before a failed look-up prove nothing together with later ones. */
  function doubtUnseen({ intent_id: id }: OrderRow): void {
    unseenSince.delete(id);
  }

  function take(row: OrderRow, seen: Sight): void {
    doubtUnseen(row);
    searched.delete(row.intent_id);
    const next = takeSight(row, seen, clock.now());
    if (next !== null) options.update(next, seen);
  }

  /** Look-ups show ended orders for half an hour. Later, an order that isn't open has ended, and its trades say how. */
  async function loseSight(row: OrderRow): Promise<void> {
    const open = await callByLabel(client, 'private/get_open_orders_by_label', row);
    if (isClosed) return;
    if (!open.ok) return doubtUnseen(row);
    const latest = findLive(row);
    if (latest === null) return;
    const seen = readSight(latest, open.value.value, serviceClock.now());
    if (seen.way.length > 0) return take(latest, seen);
    // Under the label of what may become others, those may be it yet.
    const mayBecome = readProvenId(latest) === null && (latest.trigger !== null || latest.child_of !== null);
    if ((mayBecome && open.value.value.length > 0) || isYetToCome(latest) || !isUnseenLong(latest)) return;
    if (waitsForSecond(latest)) return;
    const nowMs = serviceClock.provenMs() ?? serviceClock.now();
    const search = await searchTrades(client, latest, { nowMs, lastMs: nowMs });
    const still = findLive(row);
    if (isClosed || still === null) return;
    if (search.kind === 'failed' && !LASTING_FAILURES.includes(search.why)) return;
    if (search.kind === 'failed') return tellEnd(endUnseen(still, null));
    const first = searched.get(still.intent_id);
    const ended = endUnseen(still, first === undefined ? search : joinFound(first.found, search));
    const isWhole = first !== undefined || !mayMissTrade(changedAt(still), nowMs);
    if (isWhole || ended.order?.order_state === 'filled') tellEnd(ended);
    else searched.set(still.intent_id, { at: clock.monotonic(), found: search });
  }

  function tellEnd(ended: OrderRow): void {
    if (readLostSight(ended) !== null) toldLost.add(ended.intent_id);
    options.update(ended);
  }

  /** Whether its trades were searched, and it is too early for what that may have missed; too late, it begins anew. */
  function waitsForSecond({ intent_id: id }: OrderRow): boolean {
    const first = searched.get(id);
    if (first === undefined) return false;
    const ageMs = clock.monotonic() - first.at;
    if (ageMs > RECENT_TRADES_MS / 2) searched.delete(id);
    return ageMs < BOTH_STORES_MS;
  }

  /** The service's clock may have gone forward: the look-up window may not be over. */
  function isUnseenLong({ intent_id: id }: OrderRow): boolean {
    const sinceMs = unseenSince.get(id) ?? clock.monotonic();
    unseenSince.set(id, sinceMs);
    return clock.monotonic() - sinceMs >= (toldLost.has(id) ? LONG_UNSEEN_MS : MOST_LAG_MS);
  }

  /** A recent change may not show yet, as look-ups lag. A linked order may show only once its primary places it. */
  function isYetToCome(row: OrderRow): boolean {
    const { order, child_of } = row;
    // By the machine's clock nothing is forgotten.
    if (!serviceClock.isKnown()) return true;
    if (serviceClock.now() < changedAt(row) + LOOK_UP_WINDOW_MS) return true;
    if (order !== null || child_of === null) return false;
    return options.liveRows().some(({ intent_id }) => intent_id === child_of.intent_id);
  }

  function pauseMs(): number {
    const leastMs = 1000 / Math.max(1, READS_SHARE * options.readRate());
    return Math.min(PAUSE_MS, Math.max(leastMs, ROUND_MS / Math.max(1, options.liveRows().length)));
  }

  function schedule(): void {
    if (isClosed) return;
    cancel = clock.after(pauseMs(), () => void turn().finally(schedule));
  }

  schedule();
  return {
    unreadMs: () => {
      const unreadMs = clock.monotonic() - readAt;
      return askedAt.size > 0 && unreadMs > UNREAD_AFTER_MS ? unreadMs : null;
    },
    stop: () => {
      isClosed = true;
      cancel();
    },
  };
}

/** When it was last known to have changed, by the service's clock. */
function changedAt({ order, valid_until }: OrderRow): number {
  return order?.last_update_timestamp ?? valid_until;
}
