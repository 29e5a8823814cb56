import { z } from 'zod';
import { planSchema } from '../../execution/plan.ts';
import { orderDraftSchema } from '../../orders/draft.ts';
import { decimalField } from '../../service/fields.ts';
import { orderCheckSchema } from './order-schema.ts';

/** An order of a plan as it would be sent now, with what the rules say of it. */
export const stepCheckSchema = z.strictObject({
  step_id: z.uuid(),
  draft: orderDraftSchema,
  check: orderCheckSchema,
});
export type StepCheck = z.infer<typeof stepCheckSchema>;

/** A plan before its press. */
export const planPreviewSchema = z.strictObject({
  plan: planSchema,
  /** Of each order. */
  checks: z.array(stepCheckSchema),
  /** Initial margin that the positions bind now, by settlement currency. */
  frees: z.array(z.strictObject({ currency: z.string(), initial: decimalField })),
  /** Working orders that only reduce, in what the plan is for. */
  resting_reduce_only: z.number().int(),
});
export type PlanPreview = z.infer<typeof planPreviewSchema>;
