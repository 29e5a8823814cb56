import type { CancelStep, OrderStep, PlanStyle, StepReason, StepState, StepView } from '../../shared/execution/plan.ts';
import { isCovered, styleDraft } from '../../shared/execution/plan.ts';
import { draftClose } from '../../shared/orders/close.ts';
import { type Acknowledgement, acknowledgementKey, listUnaccepted } from '../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import type { Issue } from '../../shared/orders/issue.ts';
import { isWorking } from '../../shared/orders/outcome/resting.ts';
import { oppositeTouchOf } from '../../shared/orders/side.ts';
import { assertDefined, assertNever } from '../../shared/result.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isForbidden, isNotOffered, ORDER_ENDED_CODES } from '../../shared/service/error-codes.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Clock } from '../clock.ts';
import type { Canceller } from '../orders/cancels/canceller.ts';
import type { Desk } from '../orders/desk-interface.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { describeRefusal, nameFailure } from '../service/failure.ts';
import { provesNothing } from '../service/retry.ts';
import type { ReadHoldings } from './holdings.ts';

/** Credits and cancelled orders show within this time, or not at all; milliseconds. */
const PATIENCE_MS = 15_000;
const AGAIN_MS = 500;
/** What keeps an order back and passes by itself: a list may still show orders that were just cancelled. */
const PASSING: readonly Issue['code'][] = [
  'no_order_credits',
  'ticker_stale',
  'would_meet_own_order',
  'would_fire_into_own_order',
];

export interface StepsOptions {
  readonly clock: Clock;
  /** Of the priority of orders. */
  readonly client: Pick<ServiceClient, 'callExtension'>;
  readonly budget: Pick<RateBudget, 'ordersOf'>;
  readonly desk: Pick<Desk, 'rows' | 'place' | 'factsFor'>;
  readonly canceller: Pick<Canceller, 'cancel'>;
  readonly holdings: Pick<ReadHoldings, 'positions'>;
  readonly instrumentOf: (instrumentName: string) => Instrument | null;
}

/** What became of a step. */
export type StepResult = Omit<StepView, 'step_id'>;

/** Carries single steps of a plan out; resolves with what is known then, never rejects. */
export interface Steps {
  readonly cancel: (step: CancelStep) => Promise<StepResult>;
  /** `isStopped` is asked before each try: true, and nothing more is sent. */
  readonly order: (
    step: OrderStep,
    style: PlanStyle,
    acknowledged: readonly Acknowledgement[],
    isStopped: () => boolean,
  ) => Promise<StepResult>;
  /** The draft as it would be sent now. */
  readonly draftNow: (draft: OrderDraft, style: PlanStyle) => Promise<{ draft: OrderDraft; facts: OrderFacts }>;
}

export function createSteps(options: StepsOptions): Steps {
  const { clock, client, budget, desk, canceller, holdings, instrumentOf } = options;
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  async function draftNow(draft: OrderDraft, style: PlanStyle): Promise<{ draft: OrderDraft; facts: OrderFacts }> {
    const facts = await desk.factsFor(draft);
    const touch = facts.ticker === null ? null : (oppositeTouchOf(draft.direction, facts.ticker)?.price ?? null);
    return { draft: styleDraft(draft, style, touch), facts };
  }

  /** The close of the position as it is now; null: it is flat. */
  async function closeNow({ draft, instrument_name }: OrderStep): Promise<OrderDraft | null> {
    const positions = await holdings.positions([instrument_name]);
    const held = positions.find((position) => position.instrument_name === instrument_name);
    const instrument = assertDefined(instrumentOf(instrument_name), 'a plan has steps in known instruments alone');
    const close = held === undefined ? null : draftClose(held, 100, instrument);
    // It turned over since: that is another position than the one that was to be closed.
    return close?.direction === draft.direction ? close : null;
  }

  async function placeInTime(
    step: OrderStep,
    draft: OrderDraft,
    given: readonly Acknowledgement[],
    isStopped: () => boolean,
  ): Promise<StepResult> {
    const { step_id, instrument_name } = step;
    let acknowledged = given;
    const until = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      const waitMs = budget.ordersOf(instrument_name).waitMs();
      if (waitMs > 0 && clock.monotonic() < until) await pause(Math.min(waitMs, PATIENCE_MS));
      if (isStopped()) return WAITING;
      const { row, check } = await desk.place(step_id, draft, acknowledged);
      if (row !== null) return readPlaced(row);
      const errors = check.issues.filter(({ severity }) => severity === 'error');
      const held = [...errors, ...listUnaccepted(check.issues, draft, acknowledged)];
      const covered = held.filter(isCovered);
      acknowledged = [...acknowledged, ...covered.map((found) => accept(found, draft))];
      const mayPass = held.every((found) => PASSING.includes(found.code) || covered.includes(found));
      if (!mayPass || clock.monotonic() >= until) return { ...fail('held_back'), issue: held[0] ?? null };
      if (covered.length < held.length) await pause(AGAIN_MS);
    }
  }

  return {
    draftNow,
    cancel: async ({ order_id }) => {
      const own = desk.rows().find(({ order }) => order?.order_id === order_id);
      if (own !== undefined)
        return canceller.cancel(own.intent_id).then(readCancelled, (error: unknown) => fail('unread', String(error)));
      const result = await client.callExtension('private/cancel', { order_id });
      if (result.ok) return isWorking(result.value.value) ? fail('still_open') : DONE;
      const { error } = result;
      if (error.kind === 'not_sent') return fail('not_sent', error.reason);
      if (error.kind === 'service_error' && ORDER_ENDED_CODES.includes(error.code)) return DONE;
      const isRefused = error.kind === 'service_error' && !provesNothing(error);
      if (!isRefused) return { ...WAITING, state: 'unknown', detail: nameFailure(error) };
      const isKnown = isNotOffered(error.code) || isForbidden(error.code);
      return fail('refused', isKnown ? nameFailure(error) : describeRefusal(error).name);
    },
    order: async (step, style, acknowledged, isStopped) => {
      try {
        const asked = step.does === 'close' ? await closeNow(step) : step.draft;
        if (asked === null) return DONE;
        const { draft } = await draftNow(asked, style);
        return await placeInTime(step, draft, acknowledged, isStopped);
      } catch (error) {
        // Nothing is written before `place` resolves or says so: the row of the step, if there is one, tells the rest.
        return fail('unread', error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function accept(warning: Issue, draft: OrderDraft): Acknowledgement {
  return { key: acknowledgementKey(warning, draft), typed: '' };
}

export const WAITING: StepResult = { state: 'waiting', reason: null, issue: null, detail: null };
const DONE: StepResult = { ...WAITING, state: 'done' };

function fail(reason: StepReason, detail: string | null = null): StepResult {
  return { ...WAITING, state: 'failed', reason, detail };
}

/** What the row of a plan's order says of its step. */
export function readPlaced(row: OrderRow): StepResult {
  switch (row.outcome) {
    case 'sending':
      return { ...WAITING, state: 'running' };
    case 'unknown':
      return { ...WAITING, state: 'unknown' };
    case 'accepted':
      return isFilled(row) ? DONE : fail('not_filled');
    case 'refused':
      return fail('refused', row.refusal?.reason ?? row.refusal?.name ?? null);
    case 'not_sent':
      return fail('not_sent', row.refusal?.name ?? null);
    case 'absent':
      return fail('absent');
    case 'closed':
      return fail('not_filled');
    default:
      return assertNever(row.outcome);
  }
}

function isFilled({ order }: OrderRow): boolean {
  return order?.order_state === 'filled';
}

/** What the row of a cancelled order says of the cancel. */
function readCancelled({ cancel, order }: OrderRow): StepResult {
  if (order !== null && !isWorking(order) && order.order_state !== 'triggered') return DONE;
  const states: Record<NonNullable<OrderRow['cancel']>['state'], StepState> = {
    requested: 'unknown',
    cancelled: 'done',
    ended: 'done',
    refused: 'failed',
    not_sent: 'failed',
    unknown: 'unknown',
    still_open: 'failed',
  };
  const state = cancel === null ? 'failed' : states[cancel.state];
  const reason = state === 'failed' ? (cancel?.state === 'refused' ? 'refused' : 'still_open') : null;
  return { ...WAITING, state, reason, detail: cancel?.reason ?? null };
}
