import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PlanRequest, PlanView } from '../../../shared/execution/plan.ts';

/** What the dialog is opened for: a plan to be made, or one that was started. */
export type OpenedPlan =
  | { readonly of: 'request'; readonly request: PlanRequest; readonly instrumentName: string | null }
  | { readonly of: 'plan'; readonly planId: string };

interface PlansState {
  /** Those that were started and not dismissed, oldest first. */
  readonly views: readonly PlanView[];
  /** Null: the dialog is closed. */
  readonly opened: OpenedPlan | null;
}

/** Plans as the back end knows them. */
export const plansStore = createStore<PlansState>(() => ({ views: [], opened: null }));

export function receivePlans(views: readonly PlanView[]): void {
  plansStore.setState({ views });
}

/** A plan whose start was answered, perhaps before it was announced. */
export function notePlan(view: PlanView): void {
  const others = plansStore.getState().views.filter(({ plan }) => plan.plan_id !== view.plan.plan_id);
  const known = plansStore.getState().views.find(({ plan }) => plan.plan_id === view.plan.plan_id);
  plansStore.setState({ views: [...others, known ?? view], opened: { of: 'plan', planId: view.plan.plan_id } });
}

/** Opens the dialog; nothing is sent by that. `instrumentName`: what scopes are offered around; null: nothing is selected. */
export function openPlan(request: PlanRequest, instrumentName: string | null): void {
  plansStore.setState({ opened: { of: 'request', request, instrumentName } });
}

export function showPlan(planId: string): void {
  plansStore.setState({ opened: { of: 'plan', planId } });
}

export function closePlan(): void {
  plansStore.setState({ opened: null });
}

export function usePlans<T>(select: (state: PlansState) => T): T {
  return useStore(plansStore, select);
}
