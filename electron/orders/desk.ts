import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderCheck, OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { type Acknowledgement, listUnaccepted } from '../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import { labelChildren } from '../../shared/orders/child-labels.ts';
import { buildOrderParams } from '../../shared/orders/request.ts';
import { isKnownBy, isSaid } from '../../shared/orders/outcome/known-by-trades.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import { traitsOf } from '../../shared/orders/side.ts';
import { assertDefined } from '../../shared/result.ts';
import type { OrderParams } from '../../shared/service/methods.ts';
import { replyDeadlineMs } from '../service/deadline.ts';
import { createStepWriter } from '../storage/held-steps.ts';
import { createWaitingChildren, isChild, isShown, makeChildren, makeRowId } from './children.ts';
import { createFactGatherer } from './desk-facts.ts';
import type { Desk, DeskOptions } from './desk-interface.ts';
import { examine, withoutCredits } from './examine.ts';
import { isSurprise } from './forecast-check.ts';
import { confirmTwoOrders, locksInstrument } from './instrument-lock.ts';
import { makeIntent } from './intent.ts';
import type { StepKind } from './journal.ts';
import { makeLabel } from './label.ts';
import type { Sight } from './lineage.ts';
import { createLostLooks, MOST_LOST } from './looks/lost-looks.ts';
import { judgeFailure, judgePlaced, type Verdict, isUndecided } from './outcome.ts';
import { observeTimes } from './observe-times.ts';
import { findSightings } from './own-orders.ts';
import { createReconciler } from './reconciler.ts';
import { createResumedLooks } from './looks/resumed-looks.ts';
import { isSecondLookOwed } from './looks/second-looks.ts';
import { findSeconds, makeSecond } from './second-orders.ts';
import { closeByStatement } from './statement.ts';
import { explainUnwritten, failedUnsent } from './unwritten.ts';
import { createVisibilityLag } from './looks/visibility-lag.ts';

/** An order that timed out at the engine is looked up so much later, and once more later. */
const VERIFY_AFTER_MS = 5000;
/** The grid opens with this many rows. */
const LISTED_ROWS = 2000;

/** What came of checking a sell: an intent on disk and the request for it, or neither. */
type Prepared =
  | { readonly intent: OrderRow; readonly params: OrderParams; readonly check: OrderCheck }
  | { readonly intent: null; readonly params: null; readonly check: OrderCheck };

/** The order desk: rules, journal, one call, one named outcome. */
export function createDesk(options: DeskOptions): Desk {
  const { client, clock, serviceClock, budget, journal, isWritable, lagMemory: memory } = options;
  const rows = new Map<string, OrderRow>();
  const placing = new Map<string, Promise<{ row: OrderRow | null; check: OrderCheck }>>();
  /** Sells that are being checked: not journaled yet, and not stopped either. */
  const preparing = new Set<Promise<unknown>>();
  const flagged = journal.withNotice('two_orders_under_label').filter(locksInstrument);
  const gatherFacts = createFactGatherer(options, rows);
  const children = createWaitingChildren();
  const stored = [
    ...flagged,
    ...journal.lost(MOST_LOST),
    ...journal.live(),
    ...journal.list(LISTED_ROWS).toReversed(),
    ...journal.undecided().filter(isChild),
  ];
  for (const row of children.sift(stored)) rows.set(row.intent_id, row);
  const steps = createStepWriter(clock, journal.advance, options.onJournalFailure);

  const lag = createVisibilityLag({
    client,
    clock,
    serviceClock,
    ...(memory === undefined ? {} : { memory }),
    onOthers: (row, orders) => {
      reconciler.sighted(row, orders);
      const now = rows.get(row.intent_id)?.order?.order_id;
      return orders.some(({ order_id }) => order_id === now);
    },
  });
  const reconciler = createReconciler({
    client,
    clock,
    serviceClock,
    lag,
    isOfAnother: (id, of) => rows.values().some((row) => row.intent_id !== of && isKnownBy(row, id)),
    advance,
    current,
    onSight: noteSeconds,
  });

  const resumedLooks = createResumedLooks({ clock, serviceClock, reconciler, current });
  const lostLooks = createLostLooks({ client, clock, serviceClock, current, update });
  function current(intentId: string): OrderRow | null {
    return rows.get(intentId) ?? null;
  }

  /** No order is left alone because somebody could not be told of it. */
  function onRows(changed: OrderRow[]): void {
    try {
      options.onRows(changed);
    } catch (error) {
      options.onTellFailure(error);
    }
  }

  /** Memory first: windows see the truth even when the disk fails. */
  function advance(row: OrderRow, kind: StepKind, detail: unknown): void {
    const before = rows.get(row.intent_id);
    if (isShown(row)) rows.set(row.intent_id, row);
    if (isWritable) steps.write(row, kind, detail);
    if (isShown(row)) onRows([row]);
    for (const child of children.follow(row)) advance(child, 'outcome', { as: row.label, outcome: row.outcome });
    // Of a linked order more may have been placed than is shown yet.
    if (isChild(row) && before !== undefined && isResting(before) && !isResting(row))
      reconciler.verify(row, VERIFY_AFTER_MS);
    if (before !== undefined && readLostSight(before) === null && readLostSight(row) !== null) lostLooks.begin(row);
    if (before?.outcome !== 'accepted' && isSecondLookOwed(row)) reconciler.lookOnceMore(row);
    if (before !== undefined && before.submitted_at !== row.submitted_at) correctChildren(row);
  }

  /** Orders linked to a sell were sent when that turns out to have been, as long as none of them was seen. */
  function correctChildren({ intent_id: id, label, submitted_at }: OrderRow): void {
    const unseen = [...rows.values()].filter(({ child_of, order }) => child_of?.intent_id === id && order === null);
    for (const child of unseen) advance({ ...child, submitted_at }, 'outcome', { as: label, submitted_at });
  }

  /** A look-up began before the wish to cancel may come after it. */
  function update(row: OrderRow, seen?: Pick<Sight, 'way' | 'distinct'>): void {
    const cancel = rows.get(row.intent_id)?.cancel ?? row.cancel;
    advance({ ...row, cancel }, 'look_up', { order_state: row.order?.order_state ?? null });
    if (seen !== undefined) noteSeconds(row, seen);
  }

  /** What is beside the order of a row under its label becomes a row: it rests, counts and can be cancelled like any other. */
  function noteSeconds(row: OrderRow, seen: Pick<Sight, 'way' | 'distinct'>): void {
    if (!isWritable) return;
    for (const order of findSeconds(row, seen, isKnown)) {
      const second = makeSecond(row, order, clock.now());
      advance(second, 'look_up', { second_of: row.label, found: [order.order_id] });
    }
  }

  function isKnown(orderId: string): boolean {
    return rows.values().some((row) => isKnownBy(row, orderId) || isSaid(row, orderId));
  }

  function demandWritable(): void {
    if (isWritable) return;
    const message = 'another instance writes the order journal; do it there';
    throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
  }

  function paramsFor(typed: OrderDraft, label: string, facts: OrderFacts): OrderParams {
    const instrument = assertDefined(facts.instrument, 'the rules refuse a draft without a known instrument');
    const draft = labelChildren(typed, label, facts.isLabelInUse);
    return buildOrderParams(draft, label, serviceClock.now() + draft.valid_for_ms, instrument);
  }

  async function placeOnce(intentId: string, draft: OrderDraft, acknowledged: readonly Acknowledgement[]) {
    const prepared = prepare(intentId, draft, acknowledged);
    preparing.add(prepared);
    const { intent, params, check } = await prepared
      .catch((error: unknown) => {
        throw failedUnsent(error);
      })
      .finally(() => preparing.delete(prepared));
    return { row: intent === null ? null : await send(intent, params, draft.valid_for_ms), check };
  }

  /** Checks a sell and journals it; `intent` is null when the rules, a warning or the budget stop it. */
  async function prepare(
    intentId: string,
    draft: OrderDraft,
    acknowledged: readonly Acknowledgement[],
  ): Promise<Prepared> {
    const facts = await gatherFacts(draft);
    // Read once: a label is the sell's own by its time.
    const nowMs = clock.now();
    const label = draft.label === '' ? makeLabel(nowMs, options.randomBytes) : draft.label;
    const check = examine(draft, facts, () => paramsFor(draft, label, facts));
    const isHeld = listUnaccepted(check.issues, draft, acknowledged).length > 0;
    if (check.request === null || isHeld) return { intent: null, params: null, check };
    if (!budget.ordersOf(draft.instrument_name).tryTake())
      return { intent: null, params: null, check: withoutCredits(check, facts.orderLimit) };
    const params = paramsFor(draft, label, facts);
    return { intent: begin(intentId, draft, params, check, nowMs), params, check };
  }

  /** Journals the intent; the disk has it when this returns. */
  function begin(
    intentId: string,
    draft: OrderDraft,
    params: OrderParams,
    { forecast }: OrderCheck,
    nowMs: number,
  ): OrderRow {
    const row = makeIntent(draft, {
      intentId,
      params,
      forecast,
      currency: options.currencyOf(draft.instrument_name),
      nowMs,
      serviceNowMs: serviceClock.now(),
    });
    const linked = makeChildren(draft, params, row, () => makeRowId(options.randomBytes));
    try {
      if (!isWritable) throw new Error('another instance writes this journal');
      journal.begin(row, params, linked);
    } catch (error) {
      throw explainUnwritten(error, 'the order journal', options.onJournalFailure);
    }
    children.sift(linked);
    rows.set(intentId, row);
    onRows([row]);
    return row;
  }

  async function send(intent: OrderRow, params: OrderParams, validForMs: number): Promise<OrderRow> {
    const mayWrite = (): boolean => !options.isStopped();
    lag.noteSent(intent.intent_id);
    const result = await client.call(traitsOf(intent.direction).method, params, {
      deadlineMs: replyDeadlineMs(validForMs, serviceClock.roundTripMs()),
      mayWrite,
    });
    observeTimes(serviceClock, result);
    const latest = rows.get(intent.intent_id) ?? intent;
    if (!isUndecided(latest)) return latest;
    const verdict: Verdict = result.ok
      ? judgePlaced(latest, result.value.value, clock.now())
      : judgeFailure(latest, result.error, clock.now());
    advance(verdict.row, 'reply', result.ok ? { order_id: result.value.value.order.order_id } : result.error);
    if (verdict.row.outcome === 'accepted') lag.measure(verdict.row);
    if (verdict.row.outcome === 'unknown') reconciler.start(verdict.row);
    else if (verdict.mustLookUp) reconciler.verify(verdict.row, VERIFY_AFTER_MS);
    return verdict.row;
  }

  return {
    factsFor: gatherFacts,
    check: async (draft, assuming = {}) => {
      const facts = { ...(await gatherFacts(draft)), ...assuming };
      const label = draft.label === '' ? makeLabel(clock.now(), options.randomBytes) : draft.label;
      return examine(draft, facts, () => paramsFor(draft, label, facts));
    },
    place: (intentId, draft, acknowledged) => {
      const known = rows.get(intentId) ?? journal.find(intentId);
      if (known !== null) return Promise.resolve({ row: known, check: { issues: [], forecast: null, request: null } });
      const running = placing.get(intentId);
      if (running !== undefined) return running;
      const placed = placeOnce(intentId, draft, acknowledged).finally(() => placing.delete(intentId));
      placing.set(intentId, placed);
      return placed;
    },
    rows: () => [...rows.values()],
    settledRows: async () => {
      await Promise.allSettled(preparing);
      return [...rows.values()];
    },
    recheck: (intentId) => {
      demandWritable();
      const row = rows.get(intentId);
      // One that is being sent has its reply to come.
      if (row?.outcome === 'unknown') reconciler.hurry(row);
      else if (row?.outcome === 'closed') reconciler.verify(row, 0);
      else if (row !== undefined && readLostSight(row) !== null) lostLooks.hurry(row);
    },
    confirmTwoOrders: (intentId) => {
      demandWritable();
      const row = rows.get(intentId);
      if (row !== undefined && locksInstrument(row)) advance(confirmTwoOrders(row), 'confirmed', {});
    },
    state: (statement) => {
      demandWritable();
      const closed = closeByStatement(rows, statement, clock.now());
      advance(closed, 'statement', { order_id: statement.order_id });
      reconciler.verify(closed, VERIFY_AFTER_MS);
    },
    liveRows: () => [...rows.values()].filter(isResting),
    sighted: (orders) => {
      if (!isWritable) return;
      for (const seen of findSightings([...rows.values()], orders)) reconciler.sighted(seen.row, seen.orders);
    },
    update,
    follow: (changed) => {
      const shown = children.sift(changed);
      for (const row of shown) rows.set(row.intent_id, row);
      onRows(shown);
    },
    noteCancel: (row) => advance(row, 'cancel', { cancel: row.cancel, order_state: row.order?.order_state ?? null }),
    together: (run) => steps.together(journal.together, run),
    lookUpLagMs: lag.allowedMs,
    preparingCount: () => preparing.size,
    unknownCount: () => [...rows.values()].filter((row) => row.outcome === 'unknown').length,
    missedForecastCount: () => rows.values().filter(isSurprise).toArray().length,
    resume: () => {
      if (!isWritable) return;
      // The end before may have come between a sell's outcome and its children's.
      for (const row of rows.values()) {
        for (const child of children.follow(row)) advance(child, 'outcome', { as: row.label, outcome: row.outcome });
      }
      resumedLooks.begin([...rows.values()], VERIFY_AFTER_MS);
      lostLooks.resume([...rows.values()]);
      for (const row of journal.undecided().filter((one) => !isChild(one))) {
        const unknown: OrderRow = { ...row, outcome: 'unknown' };
        advance(unknown, 'outcome', { resumed_after: row.outcome });
        reconciler.start(unknown);
      }
    },
    close: () => {
      reconciler.close();
      resumedLooks.close();
      lostLooks.close();
      steps.close();
    },
  };
}
