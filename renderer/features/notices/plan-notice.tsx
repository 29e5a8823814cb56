import { showPlan, usePlans } from '../../stores/orders/plans-store.ts';
import { describePlan, namePlan } from '../../ui/order-words/plan-text.ts';

/** A plan that stopped before its end: it stays until it is gone on with or dismissed. */
export function PlanNotice() {
  const views = usePlans((state) => state.views);
  return views
    .filter(({ state }) => state === 'stopped')
    .map((view) => (
      <div key={view.plan.plan_id} className="notice" role="alert">
        <span>
          <strong>{namePlan(view.plan.request)}</strong> {describePlan(view)}
        </span>
        <button type="button" className="button" onClick={() => showPlan(view.plan.plan_id)}>
          Open the plan…
        </button>
      </div>
    ));
}
