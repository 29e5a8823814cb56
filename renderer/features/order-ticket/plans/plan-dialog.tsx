import { useState } from 'react';
import type { PlanRequest, PlanView } from '../../../../shared/execution/plan.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure } from '../../../api/failure-text.ts';
import { closePlan, type OpenedPlan, usePlans } from '../../../stores/orders/plans-store.ts';
import { Choices } from '../../../ui/controls/choices.tsx';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { PressButton } from '../../../ui/controls/press-button.tsx';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import {
  describePlan,
  describePlanCost,
  describePlanPress,
  namePlan,
  STYLE_CHOICES,
} from '../../../ui/order-words/plan-text.ts';
import { WorkingBar } from '../../../ui/working.tsx';
import { PlanSteps, StartedSteps } from './plan-steps.tsx';
import { ScopeChoices } from './scope-choices.tsx';
import { type Planned, usePlan, withStyle } from './use-plan.ts';
import './plan.css';

/** The dialog of a plan, wherever it was asked for: what it would do, and what it does. */
export function Planning() {
  const opened = usePlans((state) => state.opened);
  if (opened === null) return null;
  return opened.of === 'plan' ? (
    <StartedPlan key={opened.planId} planId={opened.planId} />
  ) : (
    <NewPlan key={JSON.stringify(opened.request)} opened={opened} />
  );
}

function NewPlan({ opened }: { readonly opened: Extract<OpenedPlan, { of: 'request' }> }) {
  const [request, setRequest] = useState(opened.request);
  const planned = usePlan(opened, request);
  return (
    <Dialog title={namePlan(request)} className="plan" isWide onClose={closePlan}>
      <div className="plan-choices">
        {request.kind === 'flatten' ? (
          <ScopeChoices request={request} around={opened.instrumentName} onChoose={setRequest} />
        ) : null}
        <StyleChoices request={request} onChoose={setRequest} />
      </div>
      <PlanBody planned={planned} request={request} />
    </Dialog>
  );
}

interface StyleChoicesProps {
  readonly request: PlanRequest;
  readonly onChoose: (request: PlanRequest) => void;
}

function StyleChoices({ request, onChoose }: StyleChoicesProps) {
  const [first] = STYLE_CHOICES;
  const chosen = STYLE_CHOICES.find(({ style }) => style === request.style) ?? first;
  return chosen === undefined ? null : (
    <Choices
      label="How to trade"
      items={STYLE_CHOICES}
      chosen={chosen}
      onChoose={({ style }) => onChoose(withStyle(request, style))}
    />
  );
}

/** The steps, what they cost, and the press. */
function PlanBody({ planned, request }: { readonly planned: Planned; readonly request: PlanRequest }) {
  const { preview, failure, steps, problem, isStarting, acceptAll, start } = planned;
  if (preview === null)
    return failure === null ? (
      <p className="muted">
        The account is being read… <WorkingBar text="The account is being read" />
      </p>
    ) : (
      <p className="dialog-problem" role="alert">
        {describeFailure(failure)}
      </p>
    );
  if (steps.length === 0) return <p className="muted">Nothing to do: no position and no order there.</p>;
  const meant = steps.filter(({ isLeftOut }) => !isLeftOut).map(({ step }) => step);
  const unaccepted = steps.flatMap(({ issues, isLeftOut }) => (isLeftOut ? [] : (issues?.unaccepted ?? [])));
  const ticks = unaccepted.filter(({ mustType }) => mustType === null).length;
  const leftOut = steps.length - meant.length;
  const isBroken = request.kind === 'reverse' && leftOut > 0;
  const blocked =
    meant.length === 0 || isBroken
      ? 'The rules refuse what is marked.'
      : unaccepted.length > 0
        ? askToAccept(unaccepted.length)
        : null;
  const side = steps.find(({ check }) => check !== null)?.check?.draft.direction ?? 'sell';
  return (
    <>
      <PlanSteps steps={steps} />
      <div className="plan-cost">
        <span>
          {describePlanCost(preview).join(' ')} {leftOut === 0 ? '' : `${leftOut} left out: the rules refuse them.`}
        </span>
        {ticks > 1 ? (
          <button type="button" className="button" onClick={acceptAll}>
            Accept all {ticks} warnings
          </button>
        ) : null}
      </div>
      {[problem, failure === null ? null : describeFailure(failure)].map((text) =>
        text === null ? null : (
          <p key={text} className="dialog-problem" role="alert">
            {text}
          </p>
        ),
      )}
      <PressButton
        side={side}
        text={describePlanPress(request, meant)}
        detail={blocked ?? 'One step after the other. It stops at the first that fails or is unknown.'}
        isDisabled={blocked !== null}
        isInFlight={isStarting}
        isArmed={false}
        onPress={() => (blocked === null ? start() : undefined)}
      />
    </>
  );
}

/** A plan that was started: how each step stands, and what can be done. */
function StartedPlan({ planId }: { readonly planId: string }) {
  const { client } = useBackend();
  const view = usePlans(({ views }) => views.find(({ plan }) => plan.plan_id === planId) ?? null);
  const [isLookingOn, setLookingOn] = useState(false);
  if (view === null) return null;
  const { request } = view.plan;
  const ask = (channel: 'plans.stop' | 'plans.dismiss'): void =>
    void client.request(channel, { plan_id: planId }).catch(() => undefined);
  return (
    <Dialog title={namePlan(request)} className="plan" isWide onClose={closePlan}>
      <p role="status" className={`plan-state plan-${view.state}`}>
        {describePlan(view)}
      </p>
      {isLookingOn ? <RestOfPlan view={view} /> : <StartedSteps view={view} />}
      <div className="dialog-end">
        {view.state === 'running' ? (
          <button type="button" className="button" onClick={() => ask('plans.stop')}>
            Stop after this step
          </button>
        ) : (
          <>
            {view.state === 'stopped' && !isLookingOn ? (
              <button type="button" className="button" onClick={() => setLookingOn(true)}>
                Show what is left…
              </button>
            ) : null}
            <button
              type="button"
              className="button"
              onClick={() => {
                ask('plans.dismiss');
                closePlan();
              }}
            >
              {view.state === 'done' ? 'Done' : 'Dismiss'}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What is left of a stopped plan, as the account is now. */
function RestOfPlan({ view }: { readonly view: PlanView }) {
  const { request } = view.plan;
  const planned = usePlan({ of: 'plan', planId: view.plan.plan_id }, request);
  return <PlanBody planned={planned} request={request} />;
}
