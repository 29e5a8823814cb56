import type { CancelCounts, CancelState, OrderRow } from '../../shared/ipc/order-schema.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { isResting, isWorking } from '../../shared/orders/resting.ts';
import { SERVICE_ERROR_CODES } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { CancelProbe } from './cancel-offers.ts';
import { readSight } from './lineage.ts';
import { callByLabel } from './look-up.ts';
import { acceptSight } from './outcome.ts';

/** Pauses before the look-ups that follow a cancel without an answer. */
const LOOK_UP_PAUSES_MS = [300, 1000, 2500] as const;
/** Before each after those: it goes on until one shows the order. */
const LATER_PAUSE_MS = 5000;
/** Why an order that no look-up shows was not asked to be cancelled. */
const UNSEEN = 'no look-up shows it yet';
/** How a cancel stands whose outcome has yet to be seen, where its order still rests. */
const OPEN_STATES: readonly CancelState[] = ['requested', 'unknown', 'ended'];
/** Refusals that say the order is at its end, or not among those that can be cancelled any more. */
const ENDED_CODES: readonly number[] = [10_004, 10_010, 11_008, 11_044];

export interface CancellerOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly probe: CancelProbe;
  /** False: another instance writes this account's journal. */
  readonly isWritable: boolean;
  readonly rows: () => OrderRow[];
  /** Journals and shows the row. */
  readonly note: (row: OrderRow) => void;
}

export interface Canceller {
  /** Throws `IpcFailure`: `NotFound`, `NotSupported`, `ReadOnly`. */
  readonly cancel: (intentId: string) => Promise<OrderRow>;
  readonly cancelResting: () => Promise<CancelCounts>;
  /** Throws `IpcFailure` as the call failed. */
  readonly cancelAccount: () => Promise<number>;
  /** Looks up what became of cancels that an earlier run left open. None is sent again by itself. */
  readonly resume: () => void;
  readonly close: () => void;
}

/**
 * Cancels orders where the service offers it, by id or else by label, and says what became of each. A cancel may
 * be repeated: it names one order, whose id and label are never given again, and an order that has ended can't
 * be ended twice. A cancel without an answer is unknown until the order was looked up.
 */
export function createCanceller(options: CancellerOptions): Canceller {
  const { client, clock, serviceClock, budget, probe, note } = options;
  const running = new Map<string, Promise<OrderRow>>();
  /** The latest cancel of each order that is looked for: those before it are not. */
  const sought = new Map<string, symbol>();
  const timers = new Set<() => void>();
  let isClosed = false;

  function find(intentId: string): OrderRow | null {
    return options.rows().find((row) => row.intent_id === intentId) ?? null;
  }

  /** The row as it stands now with what became of its cancel; a newer state of the order comes with it. */
  function tell(row: OrderRow, state: CancelState, reason: string | null, way: readonly Order[] = []): OrderRow {
    const told = acceptSight(find(row.intent_id) ?? row, way, clock.now());
    const next: OrderRow = { ...told, cancel: { state, reason, at: clock.now() } };
    note(next);
    return next;
  }

  /** The order as it stands, behind those it came of; empty where the answer does not show it. */
  async function lookUp(row: OrderRow): Promise<readonly Order[]> {
    const found = await callByLabel(client, 'private/get_order_state_by_label', row);
    if (!found.ok) return [];
    serviceClock.observe(found.value.times);
    return readSight(find(row.intent_id) ?? row, found.value.value, serviceClock.now()).way;
  }

  /**
   * Looks until the order is seen at its end; resting a while after, the cancel did not reach it. Where its trigger
   * fired before the cancel came, what it became is meant by the same wish. Ends, too, with a later cancel of it, and
   * once the order is known to rest no more.
   */
  async function resolve(row: OrderRow, askedId: string | null): Promise<void> {
    const search = Symbol(row.intent_id);
    sought.set(row.intent_id, search);
    for (let looks = 1; ; looks += 1) {
      await pause(LOOK_UP_PAUSES_MS[looks - 1] ?? LATER_PAUSE_MS);
      const isOn = (): boolean =>
        !isClosed && sought.get(row.intent_id) === search && isResting(find(row.intent_id) ?? row);
      if (!isOn()) return;
      const way = await lookUp(row);
      const order = way.at(-1);
      if (order === undefined || !isOn()) continue;
      if (isOver(order)) return void tell(row, nameEnd(order), null, way);
      if (isNext(order, askedId)) return void (await cancelOne(tell(row, 'requested', null, way), order));
      const isLast = looks >= LOOK_UP_PAUSES_MS.length;
      tell(row, isLast ? 'still_open' : 'unknown', null, way);
      if (isLast) return;
    }
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

  async function judgeFailure(row: OrderRow, failure: CallFailure, askedId: string): Promise<OrderRow> {
    if (failure.kind === 'not_sent') return tell(row, 'not_sent', failure.reason);
    if (failure.kind === 'no_answer' || failure.class === 'unknown') {
      return lookOn(row, 'unknown', failure.kind === 'no_answer' ? failure.reason : failure.message, askedId);
    }
    if (!ENDED_CODES.includes(failure.code)) {
      return tell(row, 'refused', SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message);
    }
    // It ended before this cancel came, or by a try of it whose answer was lost: the order itself says how.
    const way = await lookUp(row);
    const order = way.at(-1);
    // Its trigger may have fired, or its sell filled, and what it became is not shown yet.
    const mayBecome = row.trigger !== null || row.child_of !== null;
    if (order === undefined && mayBecome) return lookOn(row, 'ended', null, askedId);
    if (order === undefined || isOver(order))
      return tell(row, order === undefined ? 'ended' : nameEnd(order), null, way);
    if (isNext(order, askedId)) return cancelOne(tell(row, 'requested', null, way), order);
    return lookOn(row, order.order_state === 'triggered' ? 'unknown' : 'ended', null, askedId, way);
  }

  /** Tells how the cancel stands and looks for what becomes of the order. */
  function lookOn(
    row: OrderRow,
    state: CancelState,
    reason: string | null,
    askedId: string | null,
    way: readonly Order[] = [],
  ): OrderRow {
    const told = tell(row, state, reason, way);
    void resolve(told, askedId);
    return told;
  }

  async function cancelById(row: OrderRow, order: Order): Promise<OrderRow> {
    const { order_id } = order;
    const result = await client.callExtension('private/cancel', { order_id });
    probe.learn('by_id', result.ok ? null : result.error);
    if (!result.ok) return judgeFailure(row, result.error, order_id);
    serviceClock.observe(result.value.times);
    const ended = result.value.value;
    // A reply that names another order says nothing of ours.
    if (ended.order_id !== order_id) return lookOn(row, 'unknown', 'wrong_order', order_id);
    const isPiece = row.child_of !== null && ended.trigger_order_id !== undefined;
    return isPiece ? cancelRest(row, order_id) : tell(row, nameEnd(ended), null, [ended]);
  }

  /**
   * Of a linked order that is placed in pieces, the next that rests. That a piece has ended says nothing of the rest: the
   * order has ended once a look-up shows none that rests.
   */
  async function cancelRest(row: OrderRow, askedId: string): Promise<OrderRow> {
    const way = await lookUp(row);
    const order = way.at(-1);
    if (order === undefined) return lookOn(row, 'unknown', null, askedId);
    if (isOver(order)) return tell(row, nameEnd(order), null, way);
    if (isNext(order, askedId)) return cancelOne(tell(row, 'requested', null, way), order);
    return lookOn(row, 'unknown', null, askedId, way);
  }

  async function cancelByLabel(row: OrderRow, { order_id }: Order): Promise<OrderRow> {
    const currency = row.currency as 'BTC';
    const result = await client.callExtension('private/cancel_by_label', { label: row.label, currency });
    probe.learn('by_label', result.ok ? null : result.error);
    if (!result.ok) return judgeFailure(row, result.error, order_id);
    serviceClock.observe(result.value.times);
    // A number of orders names none: the order itself says what became of it.
    const way = await lookUp(row);
    const order = way.at(-1);
    if (order !== undefined && isOver(order)) return tell(row, nameEnd(order), null, way);
    return lookOn(row, 'unknown', null, order_id);
  }

  async function cancelOne(row: OrderRow, known: Order): Promise<OrderRow> {
    const asked = tell(row, 'requested', null);
    sought.delete(row.intent_id);
    // A look-up may have seen its trigger fire meanwhile.
    const order = asked.order ?? known;
    // Sent even without a credit: less risk is never held back here, and the service has the last word.
    budget.ordersOf(row.instrument_name).spend();
    return mayUse(probe.offers().by_id) ? cancelById(asked, order) : cancelByLabel(asked, order);
  }

  /** A linked order that no look-up has shown yet is looked up first. */
  async function cancelUnseen(row: OrderRow): Promise<OrderRow> {
    const way = await lookUp(tell(row, 'requested', null));
    const order = way.at(-1);
    if (order === undefined) return tell(row, 'not_sent', UNSEEN);
    const seen = tell(row, 'requested', null, way);
    return isOver(order) ? tell(seen, nameEnd(order), null) : cancelOne(seen, order);
  }

  function start(row: OrderRow): Promise<OrderRow> {
    const { order } = row;
    const under = running.get(row.intent_id);
    if (under !== undefined) return under;
    if (order === null && row.child_of === null) {
      throw refuse('NotFound', 'the service has shown no order of this intent');
    }
    const cancelling = (order === null ? cancelUnseen(row) : cancelOne(row, order)).finally(() =>
      running.delete(row.intent_id),
    );
    running.set(row.intent_id, cancelling);
    return cancelling;
  }

  function demandOffer(isOffered: boolean): void {
    if (!options.isWritable) throw refuse('ReadOnly', 'another instance of the terminal holds this profile');
    if (!isOffered) throw refuse('NotSupported', 'the service offers no cancel');
  }

  return {
    cancel: async (intentId) => {
      const { by_id, by_label } = probe.offers();
      demandOffer(mayUse(by_id) || mayUse(by_label));
      const row = find(intentId);
      if (row === null) throw refuse('NotFound', 'no such order');
      return isResting(row) ? await start(row) : row;
    },
    cancelResting: async () => {
      const { by_id, by_label } = probe.offers();
      demandOffer(mayUse(by_id) || mayUse(by_label));
      const cancelled = await Promise.all(options.rows().filter(isResting).map(start));
      const counts: Partial<Record<CancelState, number>> = {};
      for (const { cancel } of cancelled) {
        if (cancel !== null) counts[cancel.state] = (counts[cancel.state] ?? 0) + 1;
      }
      return counts;
    },
    cancelAccount: async () => {
      demandOffer(mayUse(probe.offers().account));
      const resting = options.rows().filter(isResting);
      for (const row of resting) tell(row, 'requested', null);
      for (const { bucket } of budget.orderBuckets().slice(0, 1)) bucket.spend();
      const result = await client.callExtension('private/cancel_all', {});
      probe.learn('account', result.ok ? null : result.error);
      for (const row of resting) {
        const askedId = row.order?.order_id ?? '';
        if (result.ok) lookOn(row, 'unknown', null, askedId);
        else void judgeFailure(row, result.error, askedId);
      }
      if (!result.ok) throw new IpcFailure(toIpcError(result.error));
      return typeof result.value.value === 'number' ? result.value.value : resting.length;
    },
    resume: () => {
      if (!options.isWritable) return;
      for (const row of options.rows().filter(isResting)) {
        const isOpen = row.cancel !== null && OPEN_STATES.includes(row.cancel.state);
        if (isOpen) lookOn(row, 'unknown', null, null);
      }
    },
    close: () => {
      isClosed = true;
      for (const stop of timers) stop();
    },
  };
}

/** What is not known to be missing may be tried: the answer will tell. */
function mayUse(offer: 'unknown' | 'offered' | 'not_offered' | 'not_permitted'): boolean {
  return offer === 'unknown' || offer === 'offered';
}

/** Whether the order has ended and nothing took its place. */
function isOver(order: Order): boolean {
  return !isWorking(order) && order.order_state !== 'triggered';
}

/** Whether it is what the order that was asked to be cancelled in this run has become, and rests. */
function isNext(order: Order, askedId: string | null): boolean {
  return isWorking(order) && askedId !== null && order.order_id !== askedId;
}

/** The end of an order that is not resting any more. */
function nameEnd(order: Order): CancelState {
  return order.order_state === 'cancelled' ? 'cancelled' : 'ended';
}

function refuse(code: 'NotFound' | 'NotSupported' | 'ReadOnly', message: string): IpcFailure {
  return new IpcFailure({ code, message, params: {} });
}
