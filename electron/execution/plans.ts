import { ZERO } from '../../shared/decimal.ts';
import {
  isCovered,
  type PlanConflict,
  type OrderStep,
  type Plan,
  type PlanRequest,
  type PlanSources,
  type PlanStep,
  planSteps,
  type PlanView,
  restOfReverse,
  type StepView,
} from '../../shared/execution/plan.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { PlanPreview, StepCheck } from '../../shared/ipc/schemas/plan-schema.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { type Acknowledgement, listUnaccepted } from '../../shared/orders/acknowledgement.ts';
import type { Clock } from '../clock.ts';
import type { Desk } from '../orders/desk-interface.ts';
import { explainUnwritten } from '../orders/unwritten.ts';
import { describeHeld, type PlanAccount } from './plan-account.ts';
import type { PlanJournal } from './plan-journal.ts';
import { readPlaced, type StepResult, type Steps, WAITING } from './plan-steps.ts';

/** A plan is started within this time of its preview, or made anew; milliseconds. */
const FRESH_MS = 30_000;
/** Previews that are kept for their press. */
const MOST_PREVIEWS = 16;
/** After the last cancel orders may be listed for so long yet; milliseconds. */
const LISTED_MS = 5000;
const AGAIN_MS = 500;

export interface PlansOptions {
  readonly clock: Clock;
  readonly journal: PlanJournal;
  /** False: another instance writes the journal. */
  readonly isWritable: boolean;
  readonly steps: Steps;
  readonly account: PlanAccount;
  readonly desk: Pick<Desk, 'check' | 'rows'>;
  readonly makeId: () => string;
  readonly onChange: (views: readonly PlanView[]) => void;
  /** Hears that a plan began or ended, for the journal of everything. */
  readonly onTurn: (view: PlanView) => void;
  readonly onJournalFailure: (error: unknown) => void;
}

/** Makes plans of several commands, and carries them out one by one. */
export interface Plans {
  /** What would be done now, each order checked. Throws `IpcFailure` where the account can't be read. */
  readonly preview: (request: PlanRequest) => Promise<PlanPreview>;
  /** The rest of a stopped plan, as the account is now. `Conflict` while one of its orders is undecided. */
  readonly previewRest: (planId: string) => Promise<PlanPreview>;
  /**
   * Carries a preview out: once, within 30 s of it, and never beside another. Steps that the rules refuse are left out by
   * the caller. Throws `IpcFailure` where nothing was begun.
   */
  readonly start: (
    planId: string,
    leftOut: readonly string[],
    acknowledged: ReadonlyMap<string, readonly Acknowledgement[]>,
  ) => PlanView;
  /** Sends nothing more after the step that is under way. */
  readonly stop: (planId: string) => void;
  /** Takes a plan that is not running off the list. */
  readonly dismiss: (planId: string) => void;
  readonly views: () => PlanView[];
  /** Rows have changed: what they say of plans is told. */
  readonly noteRows: (rows: readonly OrderRow[]) => void;
  /** Shows the plans that an earlier run left. None goes on by itself. */
  readonly resume: () => void;
  readonly close: () => void;
}

/** A started plan. Where its orders stand is in their rows; `results` has what rows can't say. */
interface Started {
  readonly plan: Plan;
  readonly results: Map<string, StepResult>;
  /** Null while it runs, and once it is done. */
  stop: PlanView['stop'];
  isRunning: boolean;
  isStopAsked: boolean;
}

export function createPlans(options: PlansOptions): Plans {
  const { clock, journal, isWritable, steps, account, desk, makeId } = options;
  const previews = new Map<string, { readonly preview: PlanPreview; readonly madeAt: number }>();
  const started = new Map<string, Started>();
  let isClosed = false;

  async function preview(request: PlanRequest, before: Started | null): Promise<PlanPreview> {
    const held = await account.read(request);
    const sources = { ...held, makeId };
    const found = request.kind === 'reverse' && before !== null ? restOf(before, sources) : planSteps(request, sources);
    const continues = before?.plan.plan_id ?? null;
    const plan: Plan = { plan_id: makeId(), request, created_at: clock.now(), steps: found, continues };
    const checks: StepCheck[] = [];
    for (const step of found) if (step.does !== 'cancel') checks.push(await checkStep(step, request));
    const shown: PlanPreview = { plan, checks, ...describeHeld(request, held) };
    previews.set(plan.plan_id, { preview: shown, madeAt: clock.monotonic() });
    for (const oldest of [...previews.keys()].slice(0, -MOST_PREVIEWS)) previews.delete(oldest);
    return shown;
  }

  /** By what the rows of its orders say: what was filled is not asked for again. */
  function restOf(of: Started, sources: PlanSources): PlanStep[] {
    const states = new Map(viewOf(of).steps.map(({ step_id, state }) => [step_id, state]));
    const rows = new Map(desk.rows().map((row) => [row.intent_id, row]));
    return restOfReverse(
      of.plan,
      sources,
      ({ step_id }) => states.get(step_id) === 'done',
      ({ step_id }) => rows.get(step_id)?.order?.filled_amount ?? ZERO,
    );
  }

  /** By the rules as they will hold: a flatten has cancelled the account's own orders by then. */
  async function checkStep(step: OrderStep, request: PlanRequest): Promise<StepCheck> {
    const { draft } = await steps.draftNow(step.draft, request.style);
    const alone = request.kind === 'flatten' ? { ownBuys: [], ownSells: [], areOwnOrdersUnread: false } : {};
    return { step_id: step.step_id, draft, check: await desk.check(draft, alone) };
  }

  function viewOf({ plan, results, stop, isRunning }: Started): PlanView {
    const rows = new Map(desk.rows().map((row) => [row.intent_id, row]));
    const views = plan.steps.map((step): StepView => {
      const row = rows.get(step.step_id);
      const result = results.get(step.step_id) ?? WAITING;
      return { step_id: step.step_id, ...(row === undefined ? result : readPlaced(row)) };
    });
    const isDone = !isRunning && views.every(({ state }) => state === 'done');
    return {
      plan,
      state: isRunning ? 'running' : isDone ? 'done' : 'stopped',
      stop: isDone ? null : stop,
      steps: views,
    };
  }

  const views = (): PlanView[] => [...started.values()].map(viewOf);
  const tell = (): void => options.onChange(views());

  /** Runs the steps in their order until one is not done. */
  async function run(of: Started, acknowledged: ReadonlyMap<string, readonly Acknowledgement[]>): Promise<void> {
    const { plan, results } = of;
    const { style } = plan.request;
    const isStopped = (): boolean => of.isStopAsked || isClosed;
    let isProven = plan.request.kind === 'reverse';
    for (const step of plan.steps) {
      if (isStopped()) return end(of, 'asked');
      if (!isProven && step.does !== 'cancel') {
        isProven = await areCancelsProven(plan);
        if (!isProven) return end(of, 'orders_left');
      }
      results.set(step.step_id, { ...WAITING, state: 'running' });
      tell();
      const result =
        step.does === 'cancel'
          ? await steps.cancel(step)
          : await steps.order(step, style, acknowledged.get(step.step_id) ?? [], isStopped);
      results.set(step.step_id, result);
      if (result.state === 'waiting' && isStopped()) return end(of, 'asked');
      if (result.state !== 'done') return end(of, 'step');
    }
    end(of, null);
  }

  /** Nothing rests in the scope any more: what is closed would be filled anew. */
  async function areCancelsProven({ request }: Plan): Promise<boolean> {
    const until = clock.monotonic() + LISTED_MS;
    for (;;) {
      const left = await account.ordersLeft(request).catch(() => null);
      if (left !== null && left.length === 0) return true;
      if (isClosed || clock.monotonic() >= until) return false;
      await new Promise<void>((resolve) => void clock.after(AGAIN_MS, resolve));
    }
  }

  function end(of: Started, stop: PlanView['stop']): void {
    of.isRunning = false;
    of.stop = stop;
    options.onTurn(viewOf(of));
    if (stop === null) endInJournal(of.plan.plan_id);
    tell();
  }

  function endInJournal(planId: string): void {
    try {
      journal.end(planId);
    } catch (error) {
      options.onJournalFailure(error);
    }
  }

  return {
    preview: (request) => preview(request, null),
    previewRest: async (planId) => {
      const of = demand(started.get(planId), 'no plan of that id was started');
      if (of.isRunning) throw conflict('plan_running', 'the plan is running');
      // A cancel can be asked for again; an order can't.
      const orders = new Set(of.plan.steps.flatMap(({ does, step_id }) => (does === 'cancel' ? [] : [step_id])));
      const isUndecided = viewOf(of).steps.some(({ step_id, state }) => orders.has(step_id) && OPEN.includes(state));
      if (isUndecided) throw conflict('plan_undecided', 'an order of the plan is undecided; settle it first');
      return preview(of.plan.request, of);
    },
    start: (planId, leftOut, acknowledged) => {
      if (!isWritable) throw new IpcFailure({ code: 'ReadOnly', message: 'another instance trades here', params: {} });
      if (started.values().some(({ isRunning }) => isRunning))
        throw conflict('other_plan_running', 'another plan is running');
      const made = demand(previews.get(planId), 'no plan of that id was shown, or it was started already');
      previews.delete(planId);
      if (clock.monotonic() - made.madeAt > FRESH_MS)
        throw conflict('plan_old', 'the plan is older than 30 s; look at it anew');
      const { plan: whole, checks } = made.preview;
      const plan: Plan = { ...whole, steps: whole.steps.filter(({ step_id }) => !leftOut.includes(step_id)) };
      if (plan.steps.length === 0) throw conflict('plan_empty', 'the plan has nothing to do');
      // Without its close a reverse would double the position.
      const isCut = plan.request.kind === 'reverse' && plan.steps.length < whole.steps.length;
      if (isCut || plan.steps.some((step) => isHeldBack(step, checks, acknowledged)))
        throw conflict('plan_held_back', 'the rules refuse a step of it, or a warning was not accepted');
      try {
        journal.begin(plan);
        if (plan.continues !== null) journal.end(plan.continues);
      } catch (error) {
        throw explainUnwritten(error, 'the order journal', options.onJournalFailure);
      }
      if (plan.continues !== null) started.delete(plan.continues);
      const of: Started = { plan, results: new Map(), stop: null, isRunning: true, isStopAsked: false };
      started.set(plan.plan_id, of);
      options.onTurn(viewOf(of));
      void run(of, acknowledged);
      return viewOf(of);
    },
    stop: (planId) => {
      demand(started.get(planId), 'no plan of that id was started').isStopAsked = true;
    },
    dismiss: (planId) => {
      if (demand(started.get(planId), 'no plan of that id was started').isRunning)
        throw conflict('plan_running', 'the plan is running');
      endInJournal(planId);
      started.delete(planId);
      tell();
    },
    views,
    noteRows: (rows) => {
      const ids = new Set(rows.map(({ intent_id }) => intent_id));
      const isOf = started.values().some(({ plan }) => plan.steps.some(({ step_id }) => ids.has(step_id)));
      if (isOf) tell();
    },
    resume: () => {
      for (const plan of journal.open())
        started.set(plan.plan_id, {
          plan,
          results: new Map(),
          stop: 'restarted',
          isRunning: false,
          isStopAsked: false,
        });
    },
    close: () => {
      isClosed = true;
    },
  };
}

/** Whether the rules stop a step as it was shown: nothing of its plan is sent then. */
function isHeldBack(
  step: PlanStep,
  checks: readonly StepCheck[],
  acknowledged: ReadonlyMap<string, readonly Acknowledgement[]>,
): boolean {
  const shown = checks.find(({ step_id }) => step_id === step.step_id);
  if (shown === undefined) return false;
  const { draft, check } = shown;
  const unaccepted = listUnaccepted(check.issues, draft, acknowledged.get(step.step_id) ?? []);
  return check.issues.some(({ severity }) => severity === 'error') || unaccepted.some((found) => !isCovered(found));
}

/** States of an order that has no outcome yet. */
const OPEN: readonly StepView['state'][] = ['running', 'unknown'];

function demand<T>(found: T | undefined, message: string): T {
  if (found === undefined) throw new IpcFailure({ code: 'NotFound', message, params: {} });
  return found;
}

/** `reason` is what the window has a sentence for. */
function conflict(reason: PlanConflict, message: string): IpcFailure {
  return new IpcFailure({ code: 'Conflict', message, params: { reason } });
}
