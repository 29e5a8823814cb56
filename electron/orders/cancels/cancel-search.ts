import { isDeepStrictEqual } from 'node:util';
import type { CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { MAY_GO_ON, mayGoOn } from '../../../shared/orders/outcome/may-go-on.ts';
import { LOOK_UP_WINDOW_MS } from '../../../shared/orders/outcome/look-up-window.ts';
import { isResting, isWorking } from '../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../shared/service/order.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { withPriority } from '../../service/with-priority.ts';
import { MOST_LAG_MS, readSight } from '../lineage.ts';
import { callByLabel } from '../looks/look-up.ts';
import { acceptSight } from '../outcome.ts';

/** Pauses before the look-ups that follow a cancel without an answer. */
const LOOK_UP_PAUSES_MS = [300, 1000, 2500] as const;
/** Before each after those: it goes on until one shows the order at its end, or resting for longer than look-ups lag. */
const LATER_PAUSE_MS = 5000;
/** How often results of others' look-ups are checked while it waits. */
const MIND_MS = 300;
/** Pieces are looked for as long, however little look-ups were seen to lag: records need not come into view together. */
const LEAST_FOR_PIECES_MS = 5000;
/** A piece that appears this soon after the shown end is cancelled too. */
const LATE_PIECE_MS = MOST_LAG_MS;
/** Between the looks for it. */
const LATE_LOOK_MS = LATE_PIECE_MS / 4;

export interface CancelSearchOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** The row as it stands now. */
  readonly find: (intentId: string) => OrderRow | null;
  /** How long after its cancel a look-up may lack the order's next piece, ms; 0 for an order without pieces. */
  readonly piecesLagMs: (row: OrderRow) => number;
  /** How far look-ups may lag behind the book, as far as is known, ms. */
  readonly lookUpLagMs: (intentId: string) => number;
  /** Stores the cancel's result and what was seen; gives the current row. */
  readonly tell: (row: OrderRow, state: CancelState, reason: string | null, way?: readonly Order[]) => OrderRow;
  /** Cancels what the order that was meant has become. */
  readonly cancelNext: (row: OrderRow, order: Order) => Promise<OrderRow>;
}

/** The state of a cancel being resolved, and what it asked for. */
export interface OpenCancel {
  readonly state: CancelState;
  readonly reason: string | null;
  /** The order that was meant; null where an earlier run asked. */
  readonly askedId: string | null;
  /** By label or account: it covered what the order became meanwhile. */
  readonly isWide: boolean;
}

/** Finds out what became of orders whose cancel has no end yet. */
export interface CancelSearch {
  /** The order behind its chain; empty when not shown, null without an answer. */
  readonly lookUp: (row: OrderRow) => Promise<readonly Order[] | null>;
  /** Tells how the cancel stands and looks for what becomes of the order. */
  readonly lookOn: (row: OrderRow, open: OpenCancel, way?: readonly Order[]) => OrderRow;
  /** The cancel of an order whose end is looked for; null where there is none. */
  readonly openOf: (intentId: string) => OpenCancel | null;
  /** Ends the search for an order, which is cancelled anew; gives the cancel that was looked for, as `openOf`. */
  readonly forget: (intentId: string) => OpenCancel | null;
  readonly close: () => void;
}

export function createCancelSearch({
  client,
  clock,
  serviceClock,
  find,
  piecesLagMs,
  lookUpLagMs,
  tell,
  cancelNext,
}: CancelSearchOptions): CancelSearch {
  /** The latest cancel of each order that is looked for: those before it are not. */
  const sought = new Map<string, OpenCancel>();
  const timers = new Set<() => void>();
  const urgent = withPriority(client, 'reconciliation');
  let isClosed = false;

  /** Null: not answered. */
  async function look(row: OrderRow): Promise<readonly Order[] | null> {
    const found = await callByLabel(urgent, 'private/get_order_state_by_label', row);
    if (!found.ok) return null;
    serviceClock.observe(found.value.times);
    const orders = found.value.value.length > 0 ? found.value.value : await lookAmongOpen(row);
    return readSight(find(row.intent_id) ?? row, orders, serviceClock.now()).way;
  }

  /** What rests for long may be told of among the open orders alone. */
  async function lookAmongOpen(row: OrderRow): Promise<Order[]> {
    if (!isResting(find(row.intent_id) ?? row)) return [];
    const open = await callByLabel(urgent, 'private/get_open_orders_by_label', row);
    return open.ok ? open.value.value : [];
  }

  /** How long after its cancel a shown end is not final, ms. */
  function openEndMs(row: OrderRow): number {
    const lagMs = piecesLagMs(row);
    return lagMs === 0 ? 0 : Math.max(lagMs, LEAST_FOR_PIECES_MS);
  }

  function isSought({ intent_id: id }: OrderRow, open: OpenCancel): boolean {
    return !isClosed && sought.get(id) === open;
  }

  /** What the order has become, as far as the desk was shown. */
  function nextKnown(row: OrderRow, { askedId }: OpenCancel): Order | null {
    const known = find(row.intent_id) ?? row;
    return known.order !== null && isResting(known) && isNext(known.order, askedId) ? known.order : null;
  }

  /** Waits, or until the desk sees what the order became; gives that. */
  async function mind(row: OrderRow, open: OpenCancel, pauseMs: number): Promise<Order | null> {
    for (let leftMs = pauseMs; leftMs > 0; leftMs -= MIND_MS) {
      await pause(Math.min(MIND_MS, leftMs));
      const next = isSought(row, open) ? nextKnown(row, open) : null;
      if (next !== null || !isSought(row, open)) return next;
    }
    return null;
  }

  /**
   * Looks until the order has ended, also what its trigger or pieces made. Resting beyond the look-up lag: an
   * unanswered cancel missed it (docs/design/cancels.md).
   */
  async function resolve(row: OrderRow, open: OpenCancel, begun: readonly Order[]): Promise<void> {
    const { state, reason, askedId } = open;
    const since = clock.monotonic();
    // When a look-up showed the end first, and nothing else since: pieces are given their time from then on.
    let endedAt = isEnd(begun) ? since : null;
    for (let looks = 0; ; looks += 1) {
      const pauseMs = LOOK_UP_PAUSES_MS[looks] ?? LATER_PAUSE_MS;
      const leftMs = endedAt === null ? 0 : endedAt + openEndMs(row) - clock.monotonic();
      const next = await mind(row, open, leftMs > 0 ? Math.min(pauseMs, leftMs) : pauseMs);
      if (!isSought(row, open)) return;
      if (next !== null) return void (await cancelNext(tell(row, 'requested', null), next));
      const before = find(row.intent_id) ?? row;
      if (!isResting(before) && openEndMs(row) === 0) return void tell(row, nameEndOf(before), null);
      const agoMs = clock.monotonic() - since;
      const way = await look(row);
      if (!isSought(row, open)) return;
      const order = way?.at(-1);
      const known = find(row.intent_id) ?? row;
      // A look-up may lag behind what is known.
      const reached = acceptSight(known, way ?? [], clock.now());
      if (reached.order !== null && isNext(reached.order, askedId))
        return void (await cancelNext(tell(row, 'requested', null, way ?? []), reached.order));
      if (!isResting(reached)) {
        // What tells of it no more is not behind.
        if (way?.length === 0) endedAt ??= since;
        else if (way !== null && isEnd(way)) endedAt ??= clock.monotonic();
        const dueMs = openEndMs(row);
        // A look-up that still shows the old state is waited for the lag.
        const dueAt = (endedAt ?? since + mostLagMs(row)) + dueMs;
        if (dueMs === 0 || (way !== null && clock.monotonic() >= dueAt)) return tellEnd(row, open, way ?? []);
        if (isResting(known) || !mayGoOn(known)) tell(row, 'unknown', MAY_GO_ON, way ?? []);
        continue;
      }
      endedAt = null;
      if (way === null || order === undefined) continue;
      // The service said that it is gone, so a resting record lags. An earlier run may have asked it of the order's
      // predecessor.
      const isSaidGone = state === 'ended' && askedId !== null;
      if (agoMs >= (isSaidGone ? LOOK_UP_WINDOW_MS : mostLagMs(row))) return void tell(row, 'still_open', null, way);
      // What stands so already is not written again with each look.
      if (!isToldSo(known, open) || !isDeepStrictEqual(reached, known)) tell(row, state, reason, way);
    }
  }

  /** The end, as far as look-ups can lag; should more of it come into view all the same, that is cancelled too. */
  async function tellEnd(row: OrderRow, open: OpenCancel, way: readonly Order[]): Promise<void> {
    const last = way.at(-1);
    const isShown = last !== undefined && isOver(last);
    const told = tell(row, isShown ? nameEnd(last) : nameEndOf(find(row.intent_id) ?? row), null, isShown ? way : []);
    if (openEndMs(row) === 0) return;
    for (let leftMs = LATE_PIECE_MS; leftMs > 0; leftMs -= LATE_LOOK_MS) {
      const late = await mind(told, open, LATE_LOOK_MS);
      if (late !== null) return void (await cancelNext(tell(row, 'requested', null), late));
      const found = isSought(row, open) ? await look(row) : null;
      if (!isSought(row, open)) return;
      const order = found?.at(-1);
      if (found === null || order === undefined || !isNewTo(find(row.intent_id) ?? row, order)) continue;
      // Of what an earlier run asked, none is sent again by itself.
      if (!isNext(order, open.askedId)) return void tell(row, 'still_open', null, found);
      return void (await cancelNext(tell(row, 'requested', null, found), order));
    }
  }

  /** Look-ups that lag by more are not waited for. */
  function mostLagMs({ intent_id }: OrderRow): number {
    return Math.max(MOST_LAG_MS, lookUpLagMs(intent_id));
  }

  function openOf(intentId: string): OpenCancel | null {
    return sought.get(intentId) ?? null;
  }

  /** Never ends once this is closed. */
  function pause(pauseMs: number): Promise<void> {
    return new Promise((done) => {
      const stop = clock.after(pauseMs, () => {
        timers.delete(stop);
        done();
      });
      timers.add(stop);
    });
  }

  return {
    lookUp: look,
    lookOn: (row, asked, way = []) => {
      const { intent_id: id } = row;
      const open = { ...asked };
      const told = tell(row, open.state, open.reason, way);
      sought.set(id, open);
      void resolve(told, open, way).finally(() => {
        if (sought.get(id) === open) sought.delete(id);
      });
      return told;
    },
    openOf,
    forget: (intentId) => {
      const open = openOf(intentId);
      sought.delete(intentId);
      return open;
    },
    close: () => {
      isClosed = true;
      for (const stop of timers) stop();
    },
  };
}

/** Whether the order has ended and nothing took its place. */
export function isOver(order: Order): boolean {
  return !isWorking(order) && order.order_state !== 'triggered';
}

/** Whether it is what the order that was asked to be cancelled in this run has become, and rests. */
export function isNext(order: Order, askedId: string | null): boolean {
  return isWorking(order) && askedId !== null && order.order_id !== askedId;
}

/** Whether the row says of its cancel what that has come to. */
function isToldSo({ cancel }: OrderRow, { state, reason }: OpenCancel): boolean {
  return cancel?.state === state && cancel.reason === reason;
}

/** Whether a look-up shows that nothing of the order works. */
function isEnd(way: readonly Order[]): boolean {
  const last = way.at(-1);
  return last !== undefined && isOver(last);
}

/** Whether it rests, and is none of those that the row has known. */
function isNewTo({ order, earlier_order_ids: earlier }: OrderRow, shown: Order): boolean {
  return isWorking(shown) && shown.order_id !== order?.order_id && !earlier.includes(shown.order_id);
}

function nameEndOf({ order }: OrderRow): CancelState {
  return order === null ? 'ended' : nameEnd(order);
}

/** The end of an order that is not resting any more. */
export function nameEnd(order: Order): CancelState {
  return order.order_state === 'cancelled' ? 'cancelled' : 'ended';
}
