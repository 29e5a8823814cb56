import { type ReactNode, useMemo } from 'react';
import type { PlanView } from '../../../../shared/execution/plan.ts';
import { useBackend } from '../../../api/backend.ts';
import { createPlaces } from '../../../api/known-places.ts';
import { Pill } from '../../../ui/controls/pill.tsx';
import { describeStepOrder, describeStepState, STEP_NAMES, toneOfStep } from '../../../ui/order-words/plan-text.ts';
import { describeStep } from '../forecast/forecast-text.ts';
import { IssueLine } from '../issues/issue-line.tsx';
import { describeIssueElsewhere } from '../issues/issue-text.ts';
import type { ShownStep } from './use-plan.ts';

interface StepTableProps {
  /** What its last column tells. */
  readonly last: string;
  readonly children: ReactNode;
}

function StepTable({ last, children }: StepTableProps) {
  return (
    <div className="plan-table" tabIndex={0} role="region" aria-label="Steps">
      <table>
        <thead>
          <tr>
            {['#', 'Step', 'Instrument', 'Order', last].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** The steps before the press, each with what is expected of it and what has to be accepted. */
export function PlanSteps({ steps }: { readonly steps: readonly ShownStep[] }) {
  const backend = useBackend();
  const places = useMemo(() => createPlaces(backend), [backend]);
  return (
    <StepTable last="Expected">
      {steps.map(({ step, check, issues, isLeftOut, dispatch }, index) => (
        <tbody key={`${step.does} ${step.instrument_name} ${index}`} className={isLeftOut ? 'plan-left-out' : ''}>
          <tr>
            <td className="number">{index + 1}</td>
            <td>{STEP_NAMES[step.does]}</td>
            <td className="number">{step.instrument_name}</td>
            <td className="number">{describeStepOrder(step, check ?? undefined)}</td>
            <td>{isLeftOut ? 'Left out' : <Expected check={check} places={places(step.instrument_name) ?? 2} />}</td>
          </tr>
          {issues === null || issues.warnings.length + (isLeftOut ? 1 : 0) === 0 ? null : (
            <tr>
              <td />
              <td colSpan={4}>
                {Object.values(issues.byField)
                  .flat()
                  .map((issue) => (
                    <IssueLine key={issue.place} issue={{ ...issue, fixes: [] }} dispatch={dispatch} />
                  ))}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </StepTable>
  );
}

/** What the order would trade at and cost, in a line; what asks for attention in full. */
function Expected({ check, places }: { readonly check: ShownStep['check']; readonly places: number }) {
  const steps = check?.check.forecast?.steps ?? [];
  const shown = steps.filter(({ code, tone }) => (tone !== 'good' || SHOWN.has(code)) && !KNOWN.has(code));
  if (check === null) return <span className="muted">Ends the order</span>;
  if (shown.length === 0) return <span className="muted">Not known</span>;
  return shown.map((step) => (
    <div key={step.code} className={`step-${step.tone}`}>
      {describeStep(step, places)
        .map(({ text }) => text)
        .join('')}
    </div>
  ));
}

/** What the plan itself says: its closes only reduce, and nothing of it rests. */
const KNOWN: ReadonlySet<string> = new Set(['remainder_cancelled', 'no_more_than_position']);
const SHOWN: ReadonlySet<string> = new Set(['fills_at_touch', 'fee_taker', 'fee_maker', 'touch_size_unknown']);

/** The steps of a started plan, each with how it stands. */
export function StartedSteps({ view }: { readonly view: PlanView }) {
  return (
    <StepTable last="State">
      <tbody>
        {view.plan.steps.map((step, index) => {
          const state = view.steps[index];
          return (
            <tr key={step.step_id}>
              <td className="number">{index + 1}</td>
              <td>{STEP_NAMES[step.does]}</td>
              <td className="number">{step.instrument_name}</td>
              <td className="number">{describeStepOrder(step, undefined)}</td>
              <td>
                {state === undefined ? null : <Pill tone={toneOfStep(state)}>{describeStepState(state)}</Pill>}
                {state?.issue == null ? null : <div>{describeIssueElsewhere(state.issue)}</div>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </StepTable>
  );
}
