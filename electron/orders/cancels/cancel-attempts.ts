import type { CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readProvenId } from '../../../shared/orders/outcome/known-by-trades.ts';
import { MAY_GO_ON } from '../../../shared/orders/outcome/may-go-on.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import { isNotOffered, ORDER_ENDED_CODES, SERVICE_ERROR_CODES } from '../../../shared/service/error-codes.ts';
import type { Order } from '../../../shared/service/order.ts';
import type { Clock } from '../../clock.ts';
import type { RateBudget } from '../../service/limits/budget.ts';
import type { CallOptions, ServiceClient } from '../../service/client-interface.ts';
import type { CallFailure } from '../../service/failure.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { provesNothing } from '../../service/retry.ts';
import { SPENT_CODES } from '../../service/limits/spent-codes.ts';
import type { CancelCredits } from './cancel-credits.ts';
import {
  type Asked,
  beginPatience,
  type Named,
  NO_CREDITS,
  NO_CREDITS_AGAIN,
  type Patience,
  readPassing,
} from './cancel-patience.ts';
import { acceptSight } from '../outcome.ts';
import { type CancelProbe, mayUse } from './cancel-offers.ts';
import { type CancelSearch, createCancelSearch, isNext, isOver, nameEnd, type OpenCancel } from './cancel-search.ts';
import { lookUpCurrencies } from '../currency.ts';

/** Why a cancel of an unknown order wasn't sent. */
const UNSEEN = 'no look-up shows it yet';
const UNANSWERED = 'look-ups are not answered';

/** What an answer to it left open. */
const NOT_ENDED = 'not_ended';

export interface CancelAttemptsOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly probe: CancelProbe;
  readonly credits: CancelCredits;
  /** The row as it stands now. */
  readonly find: (intentId: string) => OrderRow | null;
  /** Stores the cancel's state and what was seen; gives the current row. */
  readonly tell: (row: OrderRow, state: CancelState, reason: string | null, way?: readonly Order[]) => OrderRow;
  /** Keeps that so many orders were cancelled by the label of the row. */
  readonly noteOthers: (row: OrderRow, count: number) => void;
  /** See `CancelSearchOptions`. */
  readonly piecesLagMs: (row: OrderRow) => number;
  /** See `CancelSearchOptions`. */
  readonly lookUpLagMs: (intentId: string) => number;
  /** Whether a cancel of the whole account is unanswered. */
  readonly isAccountAsked: (intentId: string) => boolean;
}

/** One wish to cancel, by id or else by label, to its end. */
export interface CancelAttempts extends Pick<CancelSearch, 'lookOn' | 'close'> {
  /** Sends it now. */
  readonly cancel: (row: OrderRow) => Promise<OrderRow>;
  /** Sends it once there is a credit for it. */
  readonly cancelWithCredit: (row: OrderRow) => Promise<OrderRow>;
  /** An earlier cancel, on its way, of what the order became; null: none. */
  readonly underWay: (intentId: string) => Promise<OrderRow> | null;
  /** What a failed cancel of the whole account says of the order. */
  readonly judgeFailure: (row: OrderRow, failure: CallFailure, askedId: string) => Promise<OrderRow>;
}

/** Sends cancels. A cancel may be repeated: it names one order id, and an ended order can't end twice. */
export function createCancelAttempts(options: CancelAttemptsOptions): CancelAttempts {
  const { client, clock, serviceClock, budget, probe, credits, find, piecesLagMs } = options;
  const search = createCancelSearch({ ...options, tell, cancelNext: (row, order) => cancelNext(row, order) });
  const { lookUp, lookOn } = search;
  /** Cancels of what an order became, which its search has sent. */
  const following = new Map<string, Promise<OrderRow>>();
  /** Orders with an unanswered cancel, which may still work. */
  const unanswered = new Set<string>();

  function tell(row: OrderRow, state: CancelState, reason: string | null, way?: readonly Order[]): OrderRow {
    const told = options.tell(row, state, reason, way);
    // Look-ups have said that it was not carried out.
    if (state === 'still_open' && told.order !== null) unanswered.delete(told.order.order_id);
    return told;
  }

  async function judgeFailure(row: OrderRow, failure: CallFailure, asked: Asked): Promise<OrderRow> {
    if (failure.kind === 'not_sent') return tellInVain(row, 'not_sent', failure.reason, asked);
    const isUnproven = provesNothing(failure);
    if (isUnproven) unanswered.add(asked.id);
    const mayRest = isResting(find(row.intent_id) ?? row);
    const isSpent = failure.kind === 'service_error' && SPENT_CODES.includes(failure.code);
    const passing = readPassing(failure);
    if ((isSpent || passing !== null) && mayRest && clock.monotonic() < asked.until) {
      if (isSpent) budget.ordersOf(row.instrument_name).drain();
      return waitForCredit(row, { ...asked, refusals: asked.refusals + 1, passing });
    }
    if (failure.kind === 'no_answer') return lookOn(row, openAs(row, 'unknown', failure.reason, asked));
    if (isUnproven) return lookOn(row, openAs(row, 'unknown', failure.message, asked));
    if (!ORDER_ENDED_CODES.includes(failure.code)) {
      return tellInVain(row, 'refused', SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message, asked);
    }
    // It ended before this cancel came, or by a try of it whose answer was lost: the order itself says how.
    return goOn(row, asked, 'ended');
  }

  /** A cancel that ended nothing gives the result of another cancel. */
  function tellInVain(row: OrderRow, state: CancelState, reason: string, asked: Asked): OrderRow {
    const { id, earlier, isFollowing } = asked;
    const now = find(row.intent_id) ?? row;
    // This one stands as requested until now: its end was told by another.
    if (!isResting(now) && now.cancel !== null && now.cancel.state !== 'requested') return now;
    const since = search.openOf(row.intent_id);
    if (since !== null) return tell(row, since.state, since.reason);
    if (earlier?.askedId === null || earlier?.askedId === id) return lookOn(row, earlier);
    if (earlier?.isWide === true) return lookOn(row, { ...earlier, state: 'unknown', askedId: id });
    if (unanswered.has(id)) return lookOn(row, { state: 'unknown', reason, askedId: id, isWide: false });
    const isElseAsked = options.isAccountAsked(row.intent_id) || (!isFollowing && following.has(row.intent_id));
    if (isElseAsked) return tell(row, 'requested', null);
    return tell(row, state, reason);
  }

  /**
   * The next step by what the order has become; until that shows, `state` holds. The cancel follows to the triggered
   * order or next piece.
   */
  async function goOn(row: OrderRow, asked: Named, state: 'ended' | 'unknown'): Promise<OrderRow> {
    const way = (await lookUp(row)) ?? [];
    const order = way.at(-1);
    const reason = state === 'ended' ? null : NOT_ENDED;
    const { order: now, ...rest } = acceptSight(find(row.intent_id) ?? row, way, clock.now());
    const isGone = now !== null && !isResting({ ...rest, order: now });
    // Its end is known already: what shows it as it was lags.
    if (isGone && piecesLagMs(row) > 0) return tellEnd(row, way, now);
    // Its end is not shown yet; or its trigger has fired, or its sell filled, and what it became is not.
    if (order === undefined) return lookOn(row, openAs(row, state, reason, asked));
    if (now !== null && isNext(now, asked.id)) {
      // A cancel by label was sent; a late look-up may miss it.
      const earlier = asked.isWide ? openAs(row, 'unknown', null, asked) : null;
      return cancelNext(tell(row, 'requested', null, way), now, earlier);
    }
    if (isOver(order)) return tellEnd(row, way, order);
    return lookOn(row, openAs(row, order.order_state === 'triggered' ? 'unknown' : state, reason, asked), way);
  }

  /** What may have further pieces has ended once they would be shown: nobody waits for that, they are looked for. */
  function tellEnd(row: OrderRow, way: readonly Order[], order: Order): OrderRow {
    if (piecesLagMs(row) === 0) return tell(row, nameEnd(order), null, way);
    return lookOn(row, { state: 'unknown', reason: MAY_GO_ON, askedId: order.order_id, isWide: false }, way);
  }

  /** An open cancel of several stays one, whatever a single cancel is answered. */
  function openAs(row: OrderRow, state: CancelState, reason: string | null, { id, isWide }: Named): OpenCancel {
    return { state, reason, askedId: id, isWide: isWide || search.openOf(row.intent_id)?.isWide === true };
  }

  async function cancelById(row: OrderRow, asked: Asked): Promise<OrderRow> {
    const { id: order_id } = asked;
    const result = await client.callExtension('private/cancel', { order_id }, repeatsOf(row));
    probe.learn('by_id', result.ok ? null : result.error);
    if (!result.ok) {
      const { error } = result;
      const isElsewhere = error.kind === 'service_error' && isNotOffered(error.code) && mayUse(probe.offers().by_label);
      if (!isElsewhere) return judgeFailure(row, error, asked);
      credits.force(row.instrument_name);
      return cancelByLabel(row, asked);
    }
    serviceClock.observe(result.value.times);
    const ended = result.value.value;
    // A reply that names another order says nothing of ours.
    if (ended.order_id !== order_id) return lookOn(row, openAs(row, 'unknown', 'wrong_order', asked));
    // That a piece of a linked order has ended, or what waited of it, says nothing of the rest.
    const isPiece = row.child_of !== null && ended.trigger_order_id !== undefined;
    const mayBeMore = isPiece || piecesLagMs(row) > 0;
    if (mayBeMore && isOver(ended)) return goOn(tell(row, 'requested', null, [ended]), asked, 'unknown');
    if (isPiece) return goOn(row, asked, 'unknown');
    // The order as it was: whether it has ended, or what it became when its trigger fired, is seen by looking.
    if (!isOver(ended)) return lookOn(row, openAs(row, 'unknown', NOT_ENDED, asked), [ended]);
    return tell(row, nameEnd(ended), null, [ended]);
  }

  /** Each further request takes a credit, as the first has. */
  function repeatsOf({ instrument_name: name }: OrderRow): Pick<CallOptions, 'onRepeat'> {
    return { onRepeat: () => credits.force(name) };
  }

  /** In each currency by which the service may know the order. */
  async function cancelByLabel(row: OrderRow, named: Asked): Promise<OrderRow> {
    const { label } = row;
    const asked: Asked = { ...named, isWide: true };
    const asking = lookUpCurrencies(row).map((currency, index) => {
      if (index > 0) credits.force(row.instrument_name);
      return client.callExtension('private/cancel_by_label', { label, currency }, repeatsOf(row));
    });
    let count = 0;
    const failures: CallFailure[] = [];
    for (const result of await Promise.all(asking)) {
      probe.learn('by_label', result.ok ? null : result.error);
      if (!result.ok) {
        failures.push(result.error);
        continue;
      }
      serviceClock.observe(result.value.times);
      count += result.value.value;
    }
    // A rejection in one currency doesn't decide the other.
    const failure = failures.find(provesNothing) ?? failures[0];
    if (failure !== undefined && count === 0) return judgeFailure(row, failure, asked);
    // A label may be on others' orders too: those were cancelled with it.
    if (count > 1 && row.child_of === null) options.noteOthers(row, count);
    return goOn(row, asked, 'unknown');
  }

  async function cancelKnown(row: OrderRow, knownId: string, patience?: Patience): Promise<OrderRow> {
    const told = tell(row, 'requested', null);
    const begun = patience ?? begin();
    const earlier = search.forget(row.intent_id) ?? begun.earlier;
    // A look-up may have seen its trigger fire meanwhile.
    const id = told.order?.order_id ?? knownId;
    const asked: Asked = { ...begun, earlier, id, isWide: earlier?.isWide ?? false };
    const { by_id, by_label } = probe.offers();
    if (mayUse(by_id)) return cancelById(told, asked);
    return mayUse(by_label) ? cancelByLabel(told, asked) : tell(told, 'still_open', null);
  }

  const begin = (earlier: OpenCancel | null = null, isFollowing = false) => beginPatience(clock, earlier, isFollowing);

  function cancelNext(row: OrderRow, order: Order, earlier: OpenCancel | null = null): Promise<OrderRow> {
    credits.force(row.instrument_name);
    const { intent_id: id } = row;
    const cancelling = cancelKnown(row, order.order_id, begin(earlier, true)).finally(() => {
      if (following.get(id) === cancelling) following.delete(id);
    });
    following.set(id, cancelling);
    return cancelling;
  }

  async function waitForCredit(row: OrderRow, patience?: Patience): Promise<OrderRow> {
    const isAlone = (search.openOf(row.intent_id) ?? patience?.earlier ?? null) === null;
    const isFirst = isAlone && !options.isAccountAsked(row.intent_id);
    const passing = patience?.passing ?? null;
    const waiting = tell(row, 'requested', passing ?? (isFirst ? NO_CREDITS : NO_CREDITS_AGAIN));
    if (!(await credits.wait(row.instrument_name, patience?.refusals ?? 0, row.intent_id))) return waiting;
    const now = find(row.intent_id) ?? row;
    if (isResting(now)) return send(now, patience);
    // It ended before this was sent: by another cancel, unless otherwise known.
    const asked: Asked = { ...(patience ?? begin()), id: now.order?.order_id ?? '', isWide: false };
    return passing === null
      ? tellInVain(now, 'not_sent', NO_CREDITS, asked)
      : tellInVain(now, 'refused', passing, asked);
  }

  function send(row: OrderRow, patience?: Patience): Promise<OrderRow> {
    const id = row.order?.order_id ?? readProvenId(row);
    return id === null ? cancelUnseen(row) : cancelKnown(row, id, patience);
  }

  /** A linked order that no look-up has shown yet is looked up first. */
  async function cancelUnseen(row: OrderRow): Promise<OrderRow> {
    const begun = begin(search.forget(row.intent_id));
    const way = await lookUp(tell(row, 'requested', null));
    const order = way?.at(-1);
    const nothing: Asked = { ...begun, id: '', isWide: false };
    if (way === null || order === undefined)
      return tellInVain(row, 'not_sent', way === null ? UNANSWERED : UNSEEN, nothing);
    if (isOver(order)) return tellEnd(row, way, order);
    return cancelKnown(tell(row, 'requested', null, way), order.order_id, begun);
  }

  return {
    lookOn,
    underWay: (intentId) => following.get(intentId) ?? null,
    cancel: (row) => send(row),
    cancelWithCredit: (row) => waitForCredit(row),
    judgeFailure: (row, failure, id) => judgeFailure(row, failure, { ...begin(), id, isWide: true, until: 0 }),
    close: search.close,
  };
}
