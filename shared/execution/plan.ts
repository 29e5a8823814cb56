import { z } from 'zod';
import { decimal, type DecimalString, isPositive, isZero, subtract, sum } from '../decimal.ts';
import { draftClose } from '../orders/close.ts';
import { orderDraftSchema, type OrderDraft } from '../orders/draft.ts';
import { isWorking } from '../orders/outcome/resting.ts';
import { type Issue, type IssueCode, issueSchema } from '../orders/issue.ts';
import { decimalField, directionField } from '../service/fields.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Order } from '../service/order.ts';
import type { Position } from '../service/position.ts';
import { remainingOf } from './amend-draft.ts';
import { readTerms } from './terms.ts';

const instrumentName = z.string().min(1).max(128);
const underlying = z.string().min(1).max(32);

/** What is flattened: orders are cancelled and positions closed in it alone. `underlying` is a base currency. */
export const planScopeSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('instrument'), instrument_name: instrumentName }),
  z.strictObject({ of: z.literal('expiry'), underlying, expiration_timestamp: z.number() }),
  z.strictObject({ of: z.literal('underlying'), underlying }),
  z.strictObject({ of: z.literal('all') }),
]);
export type PlanScope = z.infer<typeof planScopeSchema>;

/** How orders of a plan trade: at market, or at the opposite touch, where the rest is cancelled at once. */
export const PLAN_STYLES = ['market', 'touch'] as const;
export type PlanStyle = (typeof PLAN_STYLES)[number];

/** What a trader wants of several commands together. */
export const planRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reverse'), instrument_name: instrumentName, style: z.enum(PLAN_STYLES) }),
  z.strictObject({ kind: z.literal('flatten'), scope: planScopeSchema, style: z.enum(PLAN_STYLES) }),
]);
export type PlanRequest = z.infer<typeof planRequestSchema>;

const step = { step_id: z.uuid(), instrument_name: instrumentName };

/** One command of a plan. The id of an order's step is its intent, so that the journal tells whether it was placed. */
export const planStepSchema = z.discriminatedUnion('does', [
  z.strictObject({
    ...step,
    does: z.literal('cancel'),
    order_id: z.string().min(1),
    label: z.string(),
    direction: directionField,
    /** What is left to fill, in the amount unit; null where its record tells no amount. */
    remaining: decimalField.nullable(),
    /** Null for an order without a price of its own, or one that is no number. */
    price: decimalField.nullable(),
  }),
  z.strictObject({ ...step, does: z.literal('close'), draft: orderDraftSchema }),
  z.strictObject({ ...step, does: z.literal('open'), draft: orderDraftSchema }),
]);
export type PlanStep = z.infer<typeof planStepSchema>;
export type CancelStep = Extract<PlanStep, { does: 'cancel' }>;
export type OrderStep = Exclude<PlanStep, CancelStep>;

/** A plan as it was shown before the press; the journal keeps it from then on. */
export const planSchema = z.strictObject({
  plan_id: z.uuid(),
  request: planRequestSchema,
  /** Local milliseconds. */
  created_at: z.number(),
  steps: z.array(planStepSchema),
  /** The stopped plan whose rest this is; null: none. */
  continues: z.uuid().nullable(),
});
export type Plan = z.infer<typeof planSchema>;

export const STEP_STATES = ['waiting', 'running', 'done', 'failed', 'unknown'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Why a step did not do what it was to do. */
export const STEP_REASONS = [
  /** The rules, a warning that was not accepted, or the stop; `issue` says which. */
  'held_back',
  /** The service refused it; `detail` is its reason. */
  'refused',
  'not_sent',
  /** Traded in part or not at all. */
  'not_filled',
  /** Proven never to have been accepted. */
  'absent',
  /** A cancel, and the order works on. */
  'still_open',
  /** The position or the orders can't be read; `detail` is why. */
  'unread',
] as const;
export type StepReason = (typeof STEP_REASONS)[number];

export const stepViewSchema = z.strictObject({
  step_id: z.uuid(),
  state: z.enum(STEP_STATES),
  reason: z.enum(STEP_REASONS).nullable(),
  issue: issueSchema.nullable(),
  detail: z.string().nullable(),
});
export type StepView = z.infer<typeof stepViewSchema>;

/** `stopped`: at a step that failed or is unknown, by a person, or by the end of the program. */
export const PLAN_STATES = ['running', 'stopped', 'done'] as const;
export const PLAN_STOPS = ['step', 'asked', 'restarted', 'orders_left'] as const;
export const planViewSchema = z.strictObject({
  plan: planSchema,
  state: z.enum(PLAN_STATES),
  /** Why it is stopped; null while it is not. */
  stop: z.enum(PLAN_STOPS).nullable(),
  steps: z.array(stepViewSchema),
});
export type PlanView = z.infer<typeof planViewSchema>;

/**
 * Warnings that the press of a plan accepts: the plan shows what the touch holds, and that moves while the steps before
 * are carried out.
 */
const COVERED: readonly IssueCode[] = ['amount_beyond_touch'];

/** Whether the plan's own press accepts a warning of one of its orders. */
export function isCovered({ code }: Pick<Issue, 'code'>): boolean {
  return COVERED.includes(code);
}

/** Why a plan is not begun; the window has a sentence for each. */
export const PLAN_CONFLICTS = [
  'plan_running',
  'other_plan_running',
  /** One of its orders has no outcome yet. */
  'plan_undecided',
  /** Its preview is of longer ago than 30 s. */
  'plan_old',
  'plan_empty',
  /** The rules refuse one of its orders, or a warning of it was not accepted. */
  'plan_held_back',
] as const;
export type PlanConflict = (typeof PLAN_CONFLICTS)[number];

/** What a plan is made of: the account as it is now. */
export interface PlanSources {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly instrumentOf: (instrumentName: string) => Instrument | null;
  readonly makeId: () => string;
}

/** What a plan is for, as its journal entry names it. */
export function nameTarget(request: PlanRequest): string {
  if (request.kind === 'reverse') return request.instrument_name;
  const { scope } = request;
  switch (scope.of) {
    case 'instrument':
      return scope.instrument_name;
    case 'expiry':
      return `${scope.underlying} ${new Date(scope.expiration_timestamp).toISOString().slice(0, 10)}`;
    case 'underlying':
      return scope.underlying;
    case 'all':
      return 'everything';
  }
}

/** Whether an instrument belongs to a scope; one that is not known belongs to its own name and to all. */
export function isInScope(scope: PlanScope, name: string, instrument: Instrument | null): boolean {
  switch (scope.of) {
    case 'all':
      return true;
    case 'instrument':
      return name === scope.instrument_name;
    case 'underlying':
      return instrument?.base_currency === scope.underlying;
    case 'expiry':
      return (
        instrument?.base_currency === scope.underlying && instrument.expiration_timestamp === scope.expiration_timestamp
      );
  }
}

/** The commands of a plan in their order: cancels before closes, a close before what opens. */
export function planSteps(request: PlanRequest, sources: PlanSources): PlanStep[] {
  if (request.kind === 'flatten') {
    const { scope } = request;
    const isWanted = (name: string) => isInScope(scope, name, sources.instrumentOf(name));
    const cancels = sources.orders.filter((order) => isWorking(order) && isWanted(order.instrument_name));
    const closes = sources.positions.filter(({ instrument_name }) => isWanted(instrument_name));
    return [
      ...cancels.map((order) => cancelStep(order, sources.makeId())),
      ...closes.flatMap((position) => closeStep(position, sources) ?? []),
    ];
  }
  const held = sources.positions.find(({ instrument_name }) => instrument_name === request.instrument_name);
  const close = held === undefined ? null : closeStep(held, sources);
  return close === null ? [] : [close, openAfter(close, sources.makeId())];
}

/**
 * What is left of a reverse that stopped: the close of what is still held on its side, and the order that opens, less what
 * was filled of it. `filledOf` and `isDone` tell of a step.
 */
export function restOfReverse(
  plan: Plan,
  sources: PlanSources,
  isDone: (step: PlanStep) => boolean,
  filledOf: (step: PlanStep) => DecimalString,
): PlanStep[] {
  return plan.steps.flatMap((one): PlanStep[] => {
    if (one.does === 'cancel' || isDone(one)) return [];
    if (one.does === 'open') {
      const left = subtract(decimal(one.draft.amount), filledOf(one));
      const draft = { ...one.draft, amount: left };
      return isPositive(left) ? [{ ...one, step_id: sources.makeId(), draft }] : [];
    }
    const held = sources.positions.find(({ instrument_name }) => instrument_name === one.instrument_name);
    const close = held === undefined ? null : closeStep(held, sources);
    return close?.draft.direction === one.draft.direction ? [close] : [];
  });
}

/** The order that opens as much on the other side as a close takes away. */
function openAfter({ draft, instrument_name }: OrderStep, stepId: string): OrderStep {
  return { step_id: stepId, instrument_name, does: 'open', draft: { ...draft, reduce_only: false } };
}

function closeStep(position: Position, { instrumentOf, makeId }: PlanSources): OrderStep | null {
  const { instrument_name } = position;
  const instrument = instrumentOf(instrument_name);
  const draft = instrument === null ? null : draftClose(position, 100, instrument);
  return draft === null ? null : { step_id: makeId(), instrument_name, does: 'close', draft };
}

function cancelStep(order: Order, stepId: string): CancelStep {
  const { order_id, instrument_name, direction, label = '' } = order;
  return {
    step_id: stepId,
    instrument_name,
    does: 'cancel',
    order_id,
    label,
    direction,
    remaining: remainingOf(order),
    price: readTerms(order)?.price ?? null,
  };
}

/** The draft as its style sends it; `touch` is what it would trade with now, null: nothing. */
export function styleDraft(draft: OrderDraft, style: PlanStyle, touch: DecimalString | null): OrderDraft {
  if (style === 'market' || touch === null) return draft;
  return { ...draft, type: 'limit', price: touch, time_in_force: 'immediate_or_cancel', post_only: false };
}

/** Initial margin that positions bind, by settlement currency: what flattening frees. */
export function marginBound(
  positions: readonly Position[],
  currencyOf: (instrumentName: string) => string,
): { readonly currency: string; readonly initial: DecimalString }[] {
  const told = positions.filter(({ size, initial_margin }) => !isZero(size) && initial_margin !== undefined);
  const grouped = Map.groupBy(told, ({ instrument_name }) => currencyOf(instrument_name));
  return [...grouped].map(([currency, held]) => ({
    currency,
    initial: sum(held.flatMap(({ initial_margin }) => initial_margin ?? [])),
  }));
}
