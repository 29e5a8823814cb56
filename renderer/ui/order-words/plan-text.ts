import { add, cutToDigits, type DecimalString, parseDecimal, ZERO } from '../../../shared/decimal.ts';
import {
  nameTarget,
  type PlanConflict,
  type PlanRequest,
  type PlanStep,
  type PlanStyle,
  type PlanView,
  type StepReason,
  type StepView,
} from '../../../shared/execution/plan.ts';
import type { PlanPreview, StepCheck } from '../../../shared/ipc/schemas/plan-schema.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import { formatDecimal } from '../words/shown.ts';
import { showForeign } from './foreign-text.ts';
import { sideWords } from './side-text.ts';

/** Why a plan is not begun. */
export const PLAN_CONFLICT_TEXTS: Readonly<Record<PlanConflict, string>> = {
  plan_running: 'The plan is running.',
  other_plan_running: 'Another plan is running. Wait for it, or stop it.',
  plan_undecided: 'An order of the plan has no outcome yet. Wait, or settle it in Orders.',
  plan_old: 'The plan is older than 30 s. Look at it again, then press.',
  plan_empty: 'Every step is left out. Nothing was sent.',
  plan_held_back: 'A step asks for something first. Nothing was sent. Look at the plan again.',
};

/** A plan by name: `Flatten BTC`. */
export function namePlan(request: PlanRequest): string {
  return `${request.kind === 'reverse' ? 'Reverse' : 'Flatten'} ${nameTarget(request)}`;
}

export const STYLE_CHOICES: readonly { readonly style: PlanStyle; readonly text: string; readonly title: string }[] = [
  { style: 'market', text: 'At market', title: 'Trades through the book until it is filled' },
  { style: 'touch', text: 'At the touch', title: 'A limit at the opposite touch; what is left is cancelled at once' },
];

/** What a step does, in words: `Sell 1,000 USD, reduce only`. */
export function describeStepOrder(step: PlanStep, check: StepCheck | undefined): string {
  const unit = amountUnitOfName(step.instrument_name);
  if (step.does === 'cancel') {
    const { direction, remaining, price } = step;
    const size = remaining === null ? '' : ` ${formatDecimal(remaining)} ${unit}`;
    return `${sideWords(direction).Name}${size}${price === null ? '' : ` at ${formatDecimal(price)}`}`;
  }
  const draft = check?.draft ?? step.draft;
  const amount = parseDecimal(draft.amount);
  const size = amount === null ? draft.amount : formatDecimal(amount);
  const price = parseDecimal(draft.price);
  const at = draft.type === 'market' || price === null ? 'at market' : `at ${formatDecimal(price)}`;
  return `${sideWords(draft.direction).Name} ${size} ${unit} ${at}`;
}

export const STEP_NAMES: Readonly<Record<PlanStep['does'], string>> = {
  cancel: 'Cancel',
  close: 'Close',
  open: 'Open',
};

const REASONS: Readonly<Record<StepReason, string>> = {
  held_back: 'Held back by the rules.',
  refused: 'Rejected by the service.',
  not_sent: 'Not sent.',
  not_filled: 'Not filled in whole.',
  absent: 'Never reached the service.',
  still_open: 'The order still works.',
  unread: 'The account can’t be read.',
};

/** How a step stands, in a few words. */
export function describeStepState({ state, reason, detail }: StepView): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'running':
      return 'On its way…';
    case 'done':
      return 'Done';
    case 'unknown':
      return 'Outcome unknown';
    case 'failed':
      return `${reason === null ? 'Failed.' : REASONS[reason]}${detail === null ? '' : ` ${showForeign(detail)}`}`;
  }
}

export function toneOfStep({ state }: StepView): 'good' | 'attention' | 'bad' | 'quiet' {
  return ({ waiting: 'quiet', running: 'quiet', done: 'good', unknown: 'attention', failed: 'bad' } as const)[state];
}

/** How a started plan stands, in a sentence that ends with what to do. */
export function describePlan({ state, stop, steps }: PlanView): string {
  const done = steps.filter((step) => step.state === 'done').length;
  const progress = `${done} of ${steps.length} steps done`;
  if (state === 'done') return `Done: all ${steps.length} steps.`;
  if (state === 'running') return `${progress}. It stops at the first step that fails.`;
  if (steps.some((step) => step.state === 'unknown'))
    return `Stopped, ${progress}. One outcome is unknown: wait for it, then go on.`;
  switch (stop) {
    case 'restarted':
      return `Interrupted, ${progress}. Look at what is left, then go on.`;
    case 'orders_left':
      return `Stopped, ${progress}. Orders still work there. Look at what is left.`;
    case 'asked':
      return `Stopped by you, ${progress}. Look at what is left, then go on.`;
    case 'step':
    case null:
      return `Stopped, ${progress}. Look at what is left, then go on.`;
  }
}

/** What the press does: `Flatten: 2 cancels, 3 closes`. */
export function describePlanPress(request: PlanRequest, steps: readonly PlanStep[]): string {
  const parts = (['cancel', 'close', 'open'] as const).flatMap((does) => {
    const count = steps.filter((step) => step.does === does).length;
    return count === 0 ? [] : [`${count} ${does}${count === 1 ? '' : does === 'open' ? '' : 's'}`];
  });
  return `${request.kind === 'reverse' ? 'Reverse' : 'Flatten'}: ${parts.join(', ')}`;
}

/** Fees and margins are estimates. */
const SHOWN_DIGITS = 5;

/** What the plan costs and frees: fees by currency, and the margin that its positions bind. */
export function describePlanCost({ checks, frees, resting_reduce_only: reducing, plan }: PlanPreview): string[] {
  const fees = new Map<string, DecimalString>();
  for (const { check } of checks) {
    for (const { code, params } of check.forecast?.steps ?? []) {
      const fee = code === 'fee_taker' || code === 'fee_maker' ? parseDecimal(params['fee'] ?? '') : null;
      const currency = params['currency'] ?? '';
      if (fee !== null) fees.set(currency, add(fees.get(currency) ?? ZERO, fee));
    }
  }
  const list = (amounts: Iterable<readonly [string, DecimalString]>): string =>
    [...amounts]
      .map(([currency, amount]) => `${formatDecimal(cutToDigits(amount, SHOWN_DIGITS))} ${currency}`)
      .join(', ');
  const isReverse = plan.request.kind === 'reverse';
  return [
    ...(fees.size === 0 ? [] : [`Fees about ${list(fees)}.`]),
    ...(frees.length === 0 || isReverse
      ? []
      : [`Frees about ${list(frees.map((one) => [one.currency, one.initial]))} of initial margin.`]),
    ...(isReverse && reducing > 0 ? [`${reducing} reduce-only orders keep resting there.`] : []),
  ];
}
