import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { Order } from '../../shared/service/order.ts';
import type { StepKind } from './journal.ts';
import { createDoubt } from './doubt.ts';
import { findUnlinked, isPastWindow } from './forgotten.ts';
import { describeOrder, type DescribedOrder, noticeTwoOrders } from './instrument-lock.ts';
import { createLastLooks, LAST_LOOK_MS, SOONEST_LOOK_MS } from './looks/last-looks.ts';
import { hasOwnLabel } from './label.ts';
import { createLookUp, type Found, joined, type LookUp } from './looks/look-up.ts';
import { createLookUpPace, LONGEST_PAUSE_MS } from './looks/look-up-pace.ts';
import { findOlderTwin, findTwins, findUnlike, MOST_LAG_MS, readSight, type Sight } from './lineage.ts';
import { acceptSight, addNotice, callAbsent, describeLags, isRefusal, isUndecided } from './outcome.ts';
import { createPersonCalls, mayBeReopened } from './person-calls.ts';
import { createSecondLooks, type SecondLooks } from './looks/second-looks.ts';
import { readAsked } from './statement.ts';
import { confirmsTimeOuts } from './time-outs.ts';
import { observing } from './observe-times.ts';
import { searchTrades, type TradeSearch } from './looks/trade-search.ts';
import { createSettleTraded } from './settle-traded.ts';
import { findForgotten, tellBeside, notAmong } from './traded-order.ts';
import { ABSENCE_MARGIN_MS, type FirstEmpty, type VisibilityLag } from './looks/visibility-lag.ts';

/** Why an absence is not proven yet: the service’s clock was set back, or its answers contradict each other. */
const CLOCK_IN_DOUBT = 'clock_in_doubt';

export interface ReconcilerOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Ends with the reconciler. */
  readonly lag: Omit<VisibilityLag, 'noteSent' | 'measure'>;
  /** Whether the order is known to be another intent's: labels can be typed twice. */
  readonly isOfAnother: (orderId: string, intentId: string) => boolean;
  /** Persists and shows the row's new state. */
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  /** Hears what a look-up shows under the label of the row. */
  readonly onSight: (row: OrderRow, seen: Pick<Sight, 'way' | 'distinct'>) => void;
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
  /** Looks an accepted sell up again after the pause, to find a repeat. */
  readonly lookOnceMore: SecondLooks['owe'];
  /** Takes an open order that was seen by another way as a sell's that no look-up had shown; what has ended is looked for first. */
  readonly sighted: (row: OrderRow, open: Order[]) => void;
  readonly close: () => void;
}

/** How it was found, unless by a full look-up. */
type By = 'open orders' | 'all that is shown' | 'once more';

/** What is asked together once it may complete a proof of absence. */
interface Proof {
  readonly first: FirstEmpty;
  readonly states: Found;
  readonly open: LookUp;
  readonly trades: TradeSearch;
  readonly evidenceMs: number;
}

/**
 * Resolves unknown sells by label: found beats absent, whenever it comes. Nothing is sent again
 * (docs/design/look-ups.md, "Proof of absence").
 */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { client, clock, serviceClock, lag, advance, current, onSight } = options;
  const cancels = new Map<string, () => void>();
  const evidenceOf = new Map<string, FirstEmpty>();
  const timed = observing(client, serviceClock);
  const lookUp = createLookUp(client, serviceClock);
  const pace = createLookUpPace(serviceClock, lag);
  const persons = createPersonCalls({ serviceClock, advance, current, lookAgain });
  const { reportFailure, awaitTime, askMeanwhile, leaveToPerson, reopen } = persons;
  const doubt = createDoubt({ current, reopen });
  const confirmTimeOut = confirmsTimeOuts({ serviceClock, advance, current, persons });
  const traded = createSettleTraded({ ...options, reopen, verify: (row, pauseMs) => looks.verify(row, pauseMs) });
  const looks = createLastLooks({
    client: timed,
    clock,
    serviceClock,
    lookUp,
    settle,
    settleForgotten: traded.forgotten,
    doubt,
    confirmTimeOut,
    advance,
    current,
  });
  const { verify } = looks;
  const secondLooks = createSecondLooks({ client, clock, serviceClock, lag, settle: settleOnceMore, advance, current });
  let isClosed = false;

  function settleOnceMore(row: OrderRow, found: Found, trades: TradeSearch): boolean {
    const by = trades.kind === 'failed' ? undefined : 'once more';
    return settle(row, found, by, findForgotten(current(row.intent_id) ?? row, trades, options.isOfAnother));
  }

  /** `forgotten`: other orders under the label that look-ups may have forgotten. */
  function settle(row: OrderRow, { orders, evidenceMs }: Found, by?: By, forgotten: DescribedOrder[] = []): boolean {
    const latest = current(row.intent_id) ?? row;
    const { way, distinct } = readSight(latest, orders, serviceClock.now());
    const [first] = way;
    // Under a typed label, what was rejected may be another's: the sell's own may not be shown yet.
    const mayBeAnothers = first !== undefined && isRefusal(latest, way) && !hasOwnLabel(latest);
    if (first === undefined || (mayBeAnothers && by === undefined)) {
      lag.noteMissed(row.intent_id, evidenceMs, latest.outcome === 'accepted');
      const beside = tellBeside(latest, { way, distinct }, forgotten);
      if (beside !== null) advance(beside, 'look_up', { found: distinct.map(({ order_id }) => order_id) });
      if (beside !== null) onSight(beside, { way, distinct });
      return false;
    }
    const unlinked = findUnlinked(latest, way, serviceClock.now());
    if (unlinked !== undefined && (isUndecided(latest) || mayBeReopened(latest)))
      return askMeanwhile(latest, { unlinked_order_id: unlinked.order_id });
    // A record that was not believed until now was shown before.
    if (by !== 'all that is shown') lag.noteShown(row.intent_id, first.creation_timestamp, evidenceMs);
    const found = acceptSight(latest, way, clock.now());
    const alike = [...distinct, ...findTwins(latest, orders, lag.setBackMs(row.intent_id))];
    const told = noticeTwoOrders(found, [...alike.map(describeOrder), ...notAmong(forgotten, [...way, ...alike])]);
    const notices = by === 'open orders' ? addNotice({ ...found, notices: told }, 'known_by_open', {}) : told;
    const ids = new Set([...way, ...alike].map(({ order_id }) => order_id));
    const looked = by === 'once more' ? { looked_again: true } : {};
    advance({ ...found, notices, ...looked }, 'look_up', { found: [...ids] });
    onSight(found, { way, distinct });
    return true;
  }

  /** One turn; true when the intent is decided. */
  async function turn(intentId: string): Promise<boolean> {
    const row = current(intentId);
    if (row === null || !isUndecided(row)) return true;
    const evidence = evidenceOf.get(intentId);
    // The look-up that may complete the proof goes together with those of open orders and of trades.
    const mayConclude = evidence !== undefined && lag.msUntilLast(row, evidence, serviceClock.now()) <= 0;
    const [states, open, trades] = await Promise.all([
      lookUp('private/get_order_state_by_label', row),
      mayConclude ? lookUp('private/get_open_orders_by_label', row) : null,
      mayConclude ? searchTrades(timed, row, { nowMs: serviceClock.provenMs() ?? serviceClock.now() }) : null,
    ]);
    if (isClosed) return true;
    if (states.kind === 'failed') return reportFailure(intentId, states.why);
    if (settle(row, states)) return true;
    const evidenceMs = states.evidenceMs ?? states.provenMs;
    if (evidenceMs === null) return reportFailure(intentId, 'no_service_time');
    if (evidenceMs < row.valid_until + ABSENCE_MARGIN_MS) return beginAnew(intentId);
    if (evidence === undefined) return noteFirst(row, evidenceMs);
    if (mayPrecedeDeadline(row, evidence)) return beginAnew(intentId, CLOCK_IN_DOUBT);
    if (open === null || trades === null) return false;
    if (lag.msUntilLast(row, evidence, evidenceMs) > 0)
      return clock.monotonic() - evidence.at > MOST_LAG_MS && awaitTime(row.intent_id, 'no_service_time');
    return concludeAbsence(row, { first: evidence, states, open, trades, evidenceMs });
  }

  function noteFirst(row: OrderRow, serviceMs: number): boolean {
    const first = { at: clock.monotonic(), serviceMs };
    if (mayPrecedeDeadline(row, first)) return beginAnew(row.intent_id, CLOCK_IN_DOUBT);
    evidenceOf.set(row.intent_id, first);
    return false;
  }

  /** Whether the deadline may have been ahead at that look-up, by the clock as known now or a contradicting answer. */
  function mayPrecedeDeadline({ valid_until: untilMs }: OrderRow, { at }: FirstEmpty): boolean {
    return serviceClock.earliestMs() - (clock.monotonic() - at) < untilMs + ABSENCE_MARGIN_MS;
  }

  /** The deadline is ahead, or was again since the service's clock was set: no look-up counts yet. */
  function beginAnew(intentId: string, why = 'no_service_time'): boolean {
    evidenceOf.delete(intentId);
    return awaitTime(intentId, why);
  }

  /**
   * Checks recent orders before an open order is believed: an ended one may be the sell's. True when the intent is
   * decided.
   */
  async function settleByOpen(row: OrderRow, open: Found): Promise<boolean> {
    const states = await lookUp('private/get_order_state_by_label', row);
    if (isClosed) return true;
    if (states.kind === 'failed') {
      // Under the desk's own label it is the sell's in any case.
      if (hasOwnLabel(row)) return settleByOpenAlone(row, open);
      const latest = current(row.intent_id);
      if (latest?.outcome === 'absent') reopen(latest);
      return reportFailure(row.intent_id, states.why);
    }
    return settle(row, states) || settleByOpenAlone(row, joined(open, states));
  }

  function settleByOpenAlone(row: OrderRow, open: Found): boolean {
    if (!settle(row, open, 'open orders')) return false;
    verify(row, LONGEST_PAUSE_MS);
    return true;
  }

  async function concludeAbsence(row: OrderRow, { first, states, open, trades, evidenceMs }: Proof): Promise<boolean> {
    if (open.kind === 'failed') return reportFailure(row.intent_id, open.why);
    const shown = joined(open, states).orders;
    const openIds = new Set(open.orders.map(({ order_id }) => order_id));
    const { way } = readSight(row, shown, serviceClock.now());
    if (way.some(({ order_id }) => openIds.has(order_id))) return settleByOpen(row, open);
    const isForgotten = isPastWindow(row, evidenceMs);
    const {
      own,
      older,
      asked: ofTrades,
      unlabelled,
    } = traded.read(current(row.intent_id) ?? row, trades, { shown, isForgotten });
    if (older === undefined && traded.byOwn(row, own)) return true;
    // A person or late answer may have decided meanwhile.
    const latest = current(row.intent_id);
    if (latest === null || !isUndecided(latest)) return true;
    // A reply named an order: whatever the look-ups don't show, it is there.
    const named = latest.notices.find(({ code }) => code === 'label_mismatch');
    if (named !== undefined) {
      // A person isn't asked about an order of another own sell.
      const isOwnOther = options.isOfAnother(named.params['order_id'] ?? '', latest.intent_id);
      return leaveToPerson(latest, isOwnOther ? {} : named.params);
    }
    // Made before the sell, by a clock that may have been set since: no proof that it is another's.
    const olderId = findOlderTwin(latest, shown)?.order_id ?? older?.order_id;
    if (olderId !== undefined) return askMeanwhile(latest, { older_order_id: olderId });
    const unlike = findUnlike(latest, shown);
    if (unlike !== undefined) return askMeanwhile(latest, { unlike_order_id: unlike.order_id });
    // Shown before, it is forgotten by now: that proves as little.
    const asked = readAsked(latest);
    if (asked !== undefined) return leaveToPerson(latest, asked);
    if (trades.kind === 'failed') return reportFailure(row.intent_id, trades.why);
    // Without labels, the sell's own trades look like this.
    const unsure = unlabelled === undefined ? {} : { unlabelled_order_id: unlabelled.order_id };
    // Past the look-up window an empty answer proves nothing: a person decides.
    if (isForgotten) return leaveToPerson(latest, ofTrades ?? unsure);
    if (unlabelled !== undefined) return askMeanwhile(latest, unsure);
    if (mayPrecedeDeadline(latest, first)) return beginAnew(latest.intent_id, CLOCK_IN_DOUBT);
    if (settle(latest, states, 'all that is shown')) {
      verify(latest, LAST_LOOK_MS);
      return true;
    }
    const seenMs = lag.largestMs();
    const lastLookAt = latest.valid_until + ABSENCE_MARGIN_MS + MOST_LAG_MS;
    const untilThen = seenMs === null ? { last_look_at: String(lastLookAt) } : {};
    const params = { ...describeLags(lag.allowedMs(row.intent_id), seenMs), ...untilThen };
    const absent = callAbsent(latest, params, clock.now());
    advance(absent, 'outcome', { absent_at_service_time: evidenceMs, valid_until: latest.valid_until, ...params });
    verify(absent, SOONEST_LOOK_MS);
    return true;
  }

  function lookAgain(intentId: string): void {
    schedule(intentId, LONGEST_PAUSE_MS);
  }

  function schedule(intentId: string, pauseMs: number): void {
    if (isClosed) return;
    cancels.get(intentId)?.();
    const cancel = clock.after(pauseMs, () => void takeTurn());
    async function takeTurn(): Promise<void> {
      const isDecided = await turn(intentId).catch(() => null);
      // Another turn was asked for meanwhile: that one goes on.
      if (cancels.get(intentId) !== cancel) return;
      if (isDecided === true) forget(intentId);
      else
        schedule(
          intentId,
          isDecided === null ? LONGEST_PAUSE_MS : pace.nextPause(current(intentId), evidenceOf.get(intentId), pauseMs),
        );
    }
    cancels.set(intentId, cancel);
  }

  function forget(intentId: string): void {
    cancels.delete(intentId);
    evidenceOf.delete(intentId);
  }

  return {
    start: (row) => {
      if (!cancels.has(row.intent_id)) schedule(row.intent_id, pace.firstPause(row, evidenceOf.get(row.intent_id)));
    },
    hurry: (row) => schedule(row.intent_id, 0),
    verify,
    lookOnceMore: secondLooks.owe,
    sighted: (row, orders) => {
      const found: Found = { kind: 'orders', orders, evidenceMs: null, provenMs: null };
      // What its own order became needs no other look.
      if (row.order !== null) settle(row, found);
      else void settleByOpen(row, found).catch(() => undefined);
    },
    close: () => {
      isClosed = true;
      lag.close();
      looks.close();
      secondLooks.close();
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
