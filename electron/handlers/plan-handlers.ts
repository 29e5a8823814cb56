import type { Handlers } from '../../shared/ipc/contract.ts';
import type { Plans } from '../execution/plans.ts';

type PlanChannel = 'plans.preview' | 'plans.rest' | 'plans.start' | 'plans.stop' | 'plans.dismiss' | 'plans.list';

/** Answers what a window asks about plans of several commands. */
export function createPlanHandlers(plans: Plans): Pick<Handlers, PlanChannel> {
  return {
    'plans.preview': ({ request }) => plans.preview(request),
    'plans.rest': ({ plan_id }) => plans.previewRest(plan_id),
    'plans.start': async ({ plan_id, left_out, acknowledged }) =>
      plans.start(plan_id, left_out, new Map(acknowledged.map(({ step_id, given }) => [step_id, given]))),
    'plans.stop': async ({ plan_id }) => {
      plans.stop(plan_id);
      return null;
    },
    'plans.dismiss': async ({ plan_id }) => {
      plans.dismiss(plan_id);
      return null;
    },
    'plans.list': () => Promise.resolve(plans.views()),
  };
}
