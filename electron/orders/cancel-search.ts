import type { CancelState, OrderRow } from '../../shared/ipc/order-schema.ts';
import { isResting, isWorking } from '../../shared/orders/resting.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { withPriority } from '../service/with-priority.ts';
import { MOST_LAG_MS, readSight } from './lineage.ts';
import { callByLabel } from './look-up.ts';

/** Pauses before the look-ups that follow a cancel without an answer. */
const LOOK_UP_PAUSES_MS = [300, 1000, 2500] as const;
/** Before each after those: it goes on until one shows the order at its end, or resting for longer than look-ups lag. */
const LATER_PAUSE_MS = 5000;

export interface CancelSearchOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** The row as it stands now. */
  readonly find: (intentId: string) => OrderRow | null;
  /**
   * How long after its cancel a look-up may lack a further piece of the order, ms: 0 where it has none. Until then an end
   * that is shown is not the last word.
   */
  readonly piecesLagMs: (row: OrderRow) => number;
  /** Keeps what became of the cancel and what was seen of the order; gives the row as it stands then. */
  readonly tell: (row: OrderRow, state: CancelState, reason: string | null, way?: readonly Order[]) => OrderRow;
  /** Cancels what the order that was meant has become. */
  readonly cancelNext: (row: OrderRow, order: Order) => Promise<OrderRow>;
}

/** How a cancel stands whose end is looked for, and what it asked for. */
export interface OpenCancel {
  readonly state: CancelState;
  readonly reason: string | null;
  /** The order that was meant; null where an earlier run asked. */
  readonly askedId: string | null;
  /** It went by label, or for the whole account: what that order became meanwhile was asked for, too. */
  readonly isWide: boolean;
}

/** Finds out what became of orders whose cancel has no end yet. */
export interface CancelSearch {
  /** The order as it stands, behind those it came of; empty where the answer does not show it. */
  readonly lookUp: (row: OrderRow) => Promise<readonly Order[]>;
  /** Tells how the cancel stands and looks for what becomes of the order. */
  readonly lookOn: (row: OrderRow, open: OpenCancel, way?: readonly Order[]) => OrderRow;
  /** The cancel of an order whose end is looked for; null where there is none. */
  readonly openOf: (intentId: string) => OpenCancel | null;
  /** Never ends once this is closed. */
  readonly pause: (pauseMs: number) => Promise<void>;
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
  tell,
  cancelNext,
}: CancelSearchOptions): CancelSearch {
  /** The latest cancel of each order that is looked for: those before it are not. */
  const sought = new Map<string, OpenCancel>();
  const timers = new Set<() => void>();
  const urgent = withPriority(client, 'reconciliation');
  let isClosed = false;

  async function lookUp(row: OrderRow): Promise<readonly Order[]> {
    const found = await callByLabel(urgent, 'private/get_order_state_by_label', row);
    if (!found.ok) return [];
    serviceClock.observe(found.value.times);
    return readSight(find(row.intent_id) ?? row, found.value.value, serviceClock.now()).way;
  }

  /**
   * Looks until the order is seen at its end; resting for longer than look-ups lag, a cancel without an answer did not reach
   * it. Where its trigger fired before the cancel came, what it became is meant by the same wish. Ends, too, with a later
   * cancel of it, and once the order is known to rest no more.
   */
  async function resolve(row: OrderRow, open: OpenCancel): Promise<void> {
    const { state, reason, askedId } = open;
    const since = clock.monotonic();
    let agoMs = 0;
    const mayRest = (): boolean => isResting(find(row.intent_id) ?? row) || agoMs < piecesLagMs(row);
    const isOn = (): boolean => !isClosed && sought.get(row.intent_id) === open && mayRest();
    for (let looks = 0; ; looks += 1) {
      await pause(LOOK_UP_PAUSES_MS[looks] ?? LATER_PAUSE_MS);
      if (!isOn()) return;
      agoMs = clock.monotonic() - since;
      const way = await lookUp(row);
      const order = way.at(-1);
      if (isClosed || sought.get(row.intent_id) !== open) return;
      if (order === undefined) continue;
      if (isNext(order, askedId)) return void (await cancelNext(tell(row, 'requested', null, way), order));
      if (isOver(order)) {
        if (agoMs >= piecesLagMs(row)) return void tell(row, nameEnd(order), null, way);
        continue;
      }
      // The service said that it is gone: what shows it resting lags, however long. Of what an earlier run asked it may have
      // been said of the order before this one.
      const isLeft = (state !== 'ended' || askedId === null) && agoMs >= MOST_LAG_MS;
      tell(row, isLeft ? 'still_open' : state, isLeft ? null : reason, way);
      if (isLeft) return;
    }
  }

  function openOf(intentId: string): OpenCancel | null {
    return sought.get(intentId) ?? null;
  }

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
    lookUp,
    pause,
    lookOn: (row, asked, way = []) => {
      const { intent_id: id } = row;
      const open = { ...asked };
      const told = tell(row, open.state, open.reason, way);
      sought.set(id, open);
      void resolve(told, open).finally(() => {
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

/** The end of an order that is not resting any more. */
export function nameEnd(order: Order): CancelState {
  return order.order_state === 'cancelled' ? 'cancelled' : 'ended';
}
