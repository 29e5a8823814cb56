import type { CancelCounts, CancelState, OrderRow } from '../../shared/ipc/order-schema.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { isResting } from '../../shared/orders/resting.ts';
import { SERVICE_ERROR_CODES } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { SPENT_CODES } from '../service/spent-codes.ts';
import type { CancelProbe } from './cancel-offers.ts';
import { createCancelCredits } from './cancel-credits.ts';
import { createCancelSearch, isNext, isOver, nameEnd } from './cancel-search.ts';
import { acceptSight } from './outcome.ts';

/** Why an order that no look-up shows was not asked to be cancelled. */
const UNSEEN = 'no look-up shows it yet';
/** How a cancel stands whose outcome has yet to be seen, where its order still rests. */
const OPEN_STATES: readonly CancelState[] = ['requested', 'unknown', 'ended'];
/** Refusals that say the order is at its end, or not among those that can be cancelled any more. */
const ENDED_CODES: readonly number[] = [10_004, 10_010, 11_008, 11_044];

/** What the wish to cancel waits for, and what an answer to it left open. */
const NO_CREDITS = 'no_credits';
const NOT_ENDED = 'not_ended';
/** So long a cancel that the service refuses for want of credits is sent again: less risk is never held back. */
const PATIENCE_MS = 60_000;

/** The order that was asked to be cancelled, and until when (monotonic milliseconds) the wish waits for credits. */
interface Asked {
  readonly id: string;
  readonly until: number;
}

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
  const search = createCancelSearch({
    client,
    clock,
    serviceClock,
    find,
    tell,
    cancelNext: (row, order) => cancelOne(row, order),
  });
  const { lookUp, lookOn } = search;
  const credits = createCancelCredits(clock, budget);

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

  async function judgeFailure(row: OrderRow, failure: CallFailure, { id: askedId, until }: Asked): Promise<OrderRow> {
    if (failure.kind === 'not_sent') return tell(row, 'not_sent', failure.reason);
    if (failure.kind === 'no_answer' || failure.class === 'unknown') {
      return lookOn(row, 'unknown', failure.kind === 'no_answer' ? failure.reason : failure.message, askedId);
    }
    if (SPENT_CODES.includes(failure.code) && clock.monotonic() < until) {
      budget.ordersOf(row.instrument_name).drain();
      return cancelWithCredit(row, until);
    }
    if (!ENDED_CODES.includes(failure.code)) {
      return tell(row, 'refused', SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message);
    }
    // It ended before this cancel came, or by a try of it whose answer was lost: the order itself says how.
    const way = await lookUp(row);
    const order = way.at(-1);
    // Its end is not shown yet; or its trigger has fired, or its sell filled, and what it became is not.
    if (order === undefined) return lookOn(row, 'ended', null, askedId);
    if (isOver(order)) return tell(row, nameEnd(order), null, way);
    if (isNext(order, askedId)) return cancelOne(tell(row, 'requested', null, way), order);
    return lookOn(row, order.order_state === 'triggered' ? 'unknown' : 'ended', null, askedId, way);
  }

  async function cancelById(row: OrderRow, asked: Asked): Promise<OrderRow> {
    const { id: order_id } = asked;
    const result = await client.callExtension('private/cancel', { order_id });
    probe.learn('by_id', result.ok ? null : result.error);
    if (!result.ok) return judgeFailure(row, result.error, asked);
    serviceClock.observe(result.value.times);
    const ended = result.value.value;
    // A reply that names another order says nothing of ours.
    if (ended.order_id !== order_id) return lookOn(row, 'unknown', 'wrong_order', order_id);
    const isPiece = row.child_of !== null && ended.trigger_order_id !== undefined;
    if (isPiece) return cancelRest(row, order_id);
    // The order as it was: whether it has ended, or what it became when its trigger fired, is seen by looking.
    if (!isOver(ended)) return lookOn(row, 'unknown', NOT_ENDED, order_id, [ended]);
    return tell(row, nameEnd(ended), null, [ended]);
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

  async function cancelByLabel(row: OrderRow, asked: Asked): Promise<OrderRow> {
    const currency = row.currency as 'BTC';
    const result = await client.callExtension('private/cancel_by_label', { label: row.label, currency });
    probe.learn('by_label', result.ok ? null : result.error);
    if (!result.ok) return judgeFailure(row, result.error, asked);
    serviceClock.observe(result.value.times);
    // A number of orders names none: the order itself says what became of it.
    const way = await lookUp(row);
    const order = way.at(-1);
    if (order !== undefined && isOver(order)) return tell(row, nameEnd(order), null, way);
    return lookOn(row, 'unknown', null, asked.id);
  }

  async function cancelOne(row: OrderRow, known: Order, until = clock.monotonic() + PATIENCE_MS): Promise<OrderRow> {
    const told = tell(row, 'requested', null);
    search.forget(row.intent_id);
    // A look-up may have seen its trigger fire meanwhile.
    const asked = { id: (told.order ?? known).order_id, until };
    return mayUse(probe.offers().by_id) ? cancelById(told, asked) : cancelByLabel(told, asked);
  }

  /** Once there is a credit: as one of many, or after the service said that there is none. */
  async function cancelWithCredit(row: OrderRow, until = clock.monotonic() + PATIENCE_MS): Promise<OrderRow> {
    const waiting = tell(row, 'requested', NO_CREDITS);
    if (!(await credits.wait(row.instrument_name))) return waiting;
    const now = find(row.intent_id) ?? row;
    return isResting(now) ? cancelKnown(now, until) : now;
  }

  function cancelKnown(row: OrderRow, until?: number): Promise<OrderRow> {
    return row.order === null ? cancelUnseen(row) : cancelOne(row, row.order, until);
  }

  /** A linked order that no look-up has shown yet is looked up first. */
  async function cancelUnseen(row: OrderRow): Promise<OrderRow> {
    const way = await lookUp(tell(row, 'requested', null));
    const order = way.at(-1);
    if (order === undefined) return tell(row, 'not_sent', UNSEEN);
    const seen = tell(row, 'requested', null, way);
    return isOver(order) ? tell(seen, nameEnd(order), null) : cancelOne(seen, order);
  }

  /** A single cancel is sent even without a credit: the service has the last word. Of many, those there is a credit for. */
  function start(row: OrderRow, isOneOfMany: boolean): Promise<OrderRow> {
    const under = running.get(row.intent_id);
    if (under !== undefined) return under;
    if (row.order === null && row.child_of === null) {
      throw refuse('NotFound', 'the service has shown no order of this intent');
    }
    const mayGo = isOneOfMany ? credits.tryTake(row.instrument_name) : credits.force(row.instrument_name);
    const cancelling = (mayGo ? cancelKnown(row) : cancelWithCredit(row)).finally(() => running.delete(row.intent_id));
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
      return isResting(row) ? await start(row, false) : row;
    },
    cancelResting: async () => {
      const { by_id, by_label } = probe.offers();
      demandOffer(mayUse(by_id) || mayUse(by_label));
      const rows = options.rows();
      const cancelled = await Promise.all(rows.filter(isResting).map((row) => start(row, true)));
      const undecided = rows.filter(({ outcome }) => outcome === 'unknown' || outcome === 'sending').length;
      const counts: CancelCounts = undecided === 0 ? {} : { undecided };
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
        const id = row.order?.order_id ?? '';
        if (result.ok) lookOn(row, 'unknown', null, id);
        else void judgeFailure(row, result.error, { id, until: 0 });
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
      search.close();
      credits.close();
    },
  };
}

/** What is not known to be missing may be tried: the answer will tell. */
function mayUse(offer: 'unknown' | 'offered' | 'not_offered' | 'not_permitted'): boolean {
  return offer === 'unknown' || offer === 'offered';
}

function refuse(code: 'NotFound' | 'NotSupported' | 'ReadOnly', message: string): IpcFailure {
  return new IpcFailure({ code, message, params: {} });
}
