import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCovered, type PlanRequest, type PlanStep, type PlanStyle } from '../../../../shared/execution/plan.ts';
import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { PlanPreview, StepCheck } from '../../../../shared/ipc/schemas/plan-schema.ts';
import type { Acknowledgement } from '../../../../shared/orders/acknowledgement.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useOrders } from '../../../stores/orders/orders-store.ts';
import { notePlan, type OpenedPlan } from '../../../stores/orders/plans-store.ts';
import type { TicketAction } from '../form/ticket-action.ts';
import { sortIssues, type TicketIssues } from '../issues/ticket-issues.ts';

/** The account moves: the plan is made anew this often while it is looked at; milliseconds. */
const AGAIN_MS = 4000;

/** A step as it is shown before the press. */
export interface ShownStep {
  readonly step: PlanStep;
  /** Null for a cancel. */
  readonly check: StepCheck | null;
  readonly issues: TicketIssues | null;
  /** The rules refuse it: it is left out. */
  readonly isLeftOut: boolean;
  readonly dispatch: (action: TicketAction) => void;
}

/** A plan that is being looked at. */
export interface Planned {
  /** Null while it is being made. */
  readonly preview: PlanPreview | null;
  readonly failure: IpcError | null;
  readonly steps: readonly ShownStep[];
  /** Why the press came to nothing; null: it did not. */
  readonly problem: string | null;
  readonly isStarting: boolean;
  /** Accepts every warning that a tick is enough for. */
  readonly acceptAll: () => void;
  readonly start: () => void;
}

/** Has a plan made, keeps what was accepted of its warnings, and starts it once a press. */
export function usePlan(opened: OpenedPlan, request: PlanRequest): Planned {
  const { client } = useBackend();
  const revision = useOrders((state) => state.revision);
  const planId = opened.of === 'plan' ? opened.planId : null;
  const { data, error } = useQuery({
    queryKey: ['plan', planId, request, revision],
    queryFn: () =>
      planId === null
        ? client.request('plans.preview', { request })
        : client.request('plans.rest', { plan_id: planId }),
    refetchInterval: AGAIN_MS,
    placeholderData: (before) =>
      before !== undefined && JSON.stringify(before.plan.request) === JSON.stringify(request) ? before : undefined,
    gcTime: 0,
    retry: false,
  });
  const preview = data ?? null;
  // Steps get new ids each time: what was accepted is of an instrument's order.
  const [given, setGiven] = useState<ReadonlyMap<string, readonly Acknowledgement[]>>(new Map());
  const [pressedAtMs, setPressedAtMs] = useState(Number.NEGATIVE_INFINITY);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);

  function acknowledge(key: string, action: TicketAction): void {
    if (action.type !== 'acknowledge') return;
    const others = (given.get(key) ?? []).filter((one) => one.key !== action.key);
    const next = action.typed === null ? others : [...others, { key: action.key, typed: action.typed }];
    setGiven(new Map(given).set(key, next));
  }

  const steps = (preview?.plan.steps ?? []).map((step): ShownStep => {
    const key = keyOf(step);
    const found = preview?.checks.find(({ step_id }) => step_id === step.step_id) ?? null;
    const check = found === null ? null : withoutCovered(found);
    const issues =
      check === null
        ? null
        : sortIssues(check.check, check.draft, given.get(key) ?? [], { ...NOTHING_KNOWN, pressedAtMs });
    const isLeftOut = issues !== null && issues.firstError !== null;
    return { step, check, issues, isLeftOut, dispatch: (action) => acknowledge(key, action) };
  });

  function acceptAll(): void {
    const next = new Map(given);
    for (const { step, issues, isLeftOut } of steps) {
      const ticks = isLeftOut ? [] : (issues?.unaccepted ?? []).filter(({ mustType }) => mustType === null);
      const added = ticks.map(({ acceptedBy }) => ({ key: acceptedBy, typed: '' }));
      next.set(keyOf(step), [...(next.get(keyOf(step)) ?? []), ...added]);
    }
    setGiven(next);
  }

  function start(): void {
    if (preview === null) return;
    setPressedAtMs(performance.now());
    setStarting(true);
    setProblem(null);
    const params = {
      plan_id: preview.plan.plan_id,
      left_out: steps.filter(({ isLeftOut }) => isLeftOut).map(({ step }) => step.step_id),
      acknowledged: steps.map(({ step }) => ({ step_id: step.step_id, given: [...(given.get(keyOf(step)) ?? [])] })),
    };
    client
      .request('plans.start', params)
      .then(notePlan, (thrown: unknown) => setProblem(describeFailure(readFailure(thrown))))
      .finally(() => setStarting(false));
  }

  return { preview, failure: error === null ? null : readFailure(error), steps, problem, isStarting, acceptAll, start };
}

/** The ticket's steps and units: a plan shows issues as the rules give them. */
const NOTHING_KNOWN = { instrument: null, sizeUnit: 'amount', isCurrent: true, isMissingTold: true } as const;

/** Without what the plan's own press accepts. */
function withoutCovered(found: StepCheck): StepCheck {
  const issues = found.check.issues.filter((issue) => !isCovered(issue));
  return { ...found, check: { ...found.check, issues } };
}

function keyOf({ does, instrument_name }: PlanStep): string {
  return `${does} ${instrument_name}`;
}

/** The request with another way to trade. */
export function withStyle(request: PlanRequest, style: PlanStyle): PlanRequest {
  return { ...request, style };
}
