import type { CancelState, OrderRow } from '../../shared/ipc/order-schema.ts';
import { isResting } from '../../shared/orders/resting.ts';
import { isNotOffered, ORDER_ENDED_CODES, SERVICE_ERROR_CODES } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { SPENT_CODES } from '../service/spent-codes.ts';
import type { CancelCredits } from './cancel-credits.ts';
import { type CancelProbe, mayUse } from './cancel-offers.ts';
import { type CancelSearch, createCancelSearch, isNext, isOver, nameEnd } from './cancel-search.ts';
import { lookUpCurrencies } from './currency.ts';

/** Why an order that no look-up shows was not asked to be cancelled. */
const UNSEEN = 'no look-up shows it yet';

/** What the wish to cancel waits for, and what an answer to it left open. */
export const NO_CREDITS = 'no_credits';
const NOT_ENDED = 'not_ended';
/** It ended as far as is shown; it is placed piece by piece, and look-ups may lack the last of them. */
const MAY_GO_ON = 'may_go_on';
/** So long a cancel that the service refuses for want of credits is sent again: less risk is never held back. */
const PATIENCE_MS = 60_000;

/** The wish as it was first sent: how often it was refused for want of credits since, and until when it is sent again. */
interface Patience {
  readonly refusals: number;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** The order that was asked to be cancelled. */
interface Asked extends Patience {
  readonly id: string;
}

export interface CancelAttemptsOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly probe: CancelProbe;
  readonly credits: CancelCredits;
  /** The row as it stands now. */
  readonly find: (intentId: string) => OrderRow | null;
  /** Keeps how the cancel stands, and what was seen of the order; gives the row as it stands then. */
  readonly tell: (row: OrderRow, state: CancelState, reason: string | null, way?: readonly Order[]) => OrderRow;
  /** Keeps that so many orders were cancelled by the label of the row. */
  readonly noteOthers: (row: OrderRow, count: number) => void;
  /** See `CancelSearchOptions`. */
  readonly piecesLagMs: (row: OrderRow) => number;
}

/** One wish to cancel, by id or else by label, to its end. */
export interface CancelAttempts extends Pick<CancelSearch, 'lookOn' | 'close'> {
  /** Sends it now. */
  readonly cancel: (row: OrderRow) => Promise<OrderRow>;
  /** Sends it once there is a credit for it. */
  readonly cancelWithCredit: (row: OrderRow) => Promise<OrderRow>;
  /** What a failed cancel says of the order. */
  readonly judgeFailure: (row: OrderRow, failure: CallFailure, askedId: string) => Promise<OrderRow>;
}

/**
 * Carries wishes to cancel out. A cancel may be repeated: it names one order, whose id is never given again, and an order
 * that has ended can't be ended twice.
 */
export function createCancelAttempts(options: CancelAttemptsOptions): CancelAttempts {
  const { client, clock, serviceClock, budget, probe, credits, find, tell, piecesLagMs } = options;
  const search = createCancelSearch({ client, clock, serviceClock, find, piecesLagMs, tell, cancelNext });
  const { lookUp, lookOn } = search;

  async function judgeFailure(row: OrderRow, failure: CallFailure, asked: Asked): Promise<OrderRow> {
    if (failure.kind === 'not_sent') return tell(row, 'not_sent', failure.reason);
    if (failure.kind === 'no_answer' || failure.class === 'unknown') {
      return lookOn(row, 'unknown', failure.kind === 'no_answer' ? failure.reason : failure.message, asked.id);
    }
    if (SPENT_CODES.includes(failure.code) && clock.monotonic() < asked.until) {
      budget.ordersOf(row.instrument_name).drain();
      return waitForCredit(row, { refusals: asked.refusals + 1, until: asked.until });
    }
    if (!ORDER_ENDED_CODES.includes(failure.code)) {
      return tell(row, 'refused', SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message);
    }
    // It ended before this cancel came, or by a try of it whose answer was lost: the order itself says how.
    return goOn(row, asked.id, 'ended');
  }

  /**
   * What is to be done by what the order has become: `state` says how the cancel stands while that is not shown. What a
   * trigger made, or the next piece, is meant by the same wish. `isLate`: a further piece would be shown by now.
   */
  async function goOn(row: OrderRow, askedId: string, state: 'ended' | 'unknown', isLate = false): Promise<OrderRow> {
    const way = await lookUp(row);
    const order = way.at(-1);
    const reason = state === 'ended' ? null : NOT_ENDED;
    // Its end is not shown yet; or its trigger has fired, or its sell filled, and what it became is not.
    if (order === undefined) return lookOn(row, state, reason, askedId);
    if (isNext(order, askedId)) return cancelNext(tell(row, 'requested', null, way), order);
    if (isOver(order)) return isLate ? tell(row, nameEnd(order), null, way) : tellEnd(row, way, order);
    return lookOn(row, order.order_state === 'triggered' ? 'unknown' : state, reason, askedId, way);
  }

  /** What may have further pieces has ended once they would be shown. */
  async function tellEnd(row: OrderRow, way: readonly Order[], order: Order): Promise<OrderRow> {
    const lagMs = piecesLagMs(row);
    if (lagMs === 0) return tell(row, nameEnd(order), null, way);
    const waiting = tell(row, 'requested', MAY_GO_ON);
    await search.pause(lagMs);
    return goOn(waiting, order.order_id, 'unknown', true);
  }

  async function cancelById(row: OrderRow, asked: Asked): Promise<OrderRow> {
    const { id: order_id } = asked;
    const result = await client.callExtension('private/cancel', { order_id });
    probe.learn('by_id', result.ok ? null : result.error);
    if (!result.ok) {
      const { error } = result;
      const isElsewhere = error.kind === 'service_error' && isNotOffered(error.code) && mayUse(probe.offers().by_label);
      return isElsewhere ? cancelByLabel(row, asked) : judgeFailure(row, error, asked);
    }
    serviceClock.observe(result.value.times);
    const ended = result.value.value;
    // A reply that names another order says nothing of ours.
    if (ended.order_id !== order_id) return lookOn(row, 'unknown', 'wrong_order', order_id);
    // That a piece of a linked order has ended, or what waited of it, says nothing of the rest.
    const isPiece = row.child_of !== null && ended.trigger_order_id !== undefined;
    if (isPiece || (piecesLagMs(row) > 0 && isOver(ended))) return goOn(row, order_id, 'unknown');
    // The order as it was: whether it has ended, or what it became when its trigger fired, is seen by looking.
    if (!isOver(ended)) return lookOn(row, 'unknown', NOT_ENDED, order_id, [ended]);
    return tell(row, nameEnd(ended), null, [ended]);
  }

  /** In each currency by which the service may know the order. */
  async function cancelByLabel(row: OrderRow, asked: Asked): Promise<OrderRow> {
    const { label } = row;
    const asking = lookUpCurrencies(row).map((currency) =>
      client.callExtension('private/cancel_by_label', { label, currency }),
    );
    let count = 0;
    for (const result of await Promise.all(asking)) {
      probe.learn('by_label', result.ok ? null : result.error);
      if (!result.ok) return judgeFailure(row, result.error, asked);
      serviceClock.observe(result.value.times);
      count += result.value.value;
    }
    // A label may be on others' orders too: those were cancelled with it.
    if (count > 1 && row.child_of === null) options.noteOthers(row, count);
    return goOn(row, asked.id, 'unknown');
  }

  async function cancelKnown(row: OrderRow, known: Order, patience?: Patience): Promise<OrderRow> {
    const told = tell(row, 'requested', null);
    search.forget(row.intent_id);
    // A look-up may have seen its trigger fire meanwhile.
    const asked: Asked = {
      ...(patience ?? { refusals: 0, until: clock.monotonic() + PATIENCE_MS }),
      id: (told.order ?? known).order_id,
    };
    const { by_id, by_label } = probe.offers();
    if (mayUse(by_id)) return cancelById(told, asked);
    return mayUse(by_label) ? cancelByLabel(told, asked) : tell(told, 'still_open', null);
  }

  function cancelNext(row: OrderRow, order: Order): Promise<OrderRow> {
    credits.force(row.instrument_name);
    return cancelKnown(row, order);
  }

  async function waitForCredit(row: OrderRow, patience?: Patience): Promise<OrderRow> {
    const waiting = tell(row, 'requested', NO_CREDITS);
    if (!(await credits.wait(row.instrument_name, patience?.refusals ?? 0))) return waiting;
    const now = find(row.intent_id) ?? row;
    return isResting(now) ? send(now, patience) : now;
  }

  function send(row: OrderRow, patience?: Patience): Promise<OrderRow> {
    return row.order === null ? cancelUnseen(row) : cancelKnown(row, row.order, patience);
  }

  /** A linked order that no look-up has shown yet is looked up first. */
  async function cancelUnseen(row: OrderRow): Promise<OrderRow> {
    const way = await lookUp(tell(row, 'requested', null));
    const order = way.at(-1);
    if (order === undefined) return tell(row, 'not_sent', UNSEEN);
    if (isOver(order)) return tellEnd(row, way, order);
    return cancelKnown(tell(row, 'requested', null, way), order);
  }

  return {
    lookOn,
    cancel: (row) => send(row),
    cancelWithCredit: (row) => waitForCredit(row),
    judgeFailure: (row, failure, id) => judgeFailure(row, failure, { id, refusals: 0, until: 0 }),
    close: search.close,
  };
}
