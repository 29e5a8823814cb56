import { z } from 'zod';
import { findAdoptProblem, MOST_ADOPTED_LABELS } from '../../orders/outcome/adopted-label.ts';
import { orderSchema } from '../../service/order.ts';
import { ipcErrorSchema } from './error-schema.ts';
import { offerSchema } from './session-schema.ts';

/** Labels that a profile follows, each a possible one and none twice. */
export const adoptedLabelsSchema = z
  .array(z.string())
  .max(MOST_ADOPTED_LABELS)
  .refine((labels) => labels.every((label, at) => findAdoptProblem(label, labels.slice(0, at)) === null), {
    error: 'must be labels of 1 to 64 characters, none twice',
  });

/** An account order placed elsewhere, and how it is known. */
export const followedOrderSchema = z.strictObject({
  source: z.enum(['label', 'account']),
  order: orderSchema,
  /** When an order that no answer holds any more was last seen open, local clock; its end is unknown. Else null. */
  last_seen_at: z.number().nullable(),
});
export type FollowedOrder = z.infer<typeof followedOrderSchema>;

/** What is known of orders that were placed elsewhere. */
export const followedSchema = z.strictObject({
  labels: z.array(
    z.strictObject({
      label: z.string(),
      /** Age of the last complete round over every currency; null before the first. */
      age_ms: z.number().nullable(),
      /** Why the last look-up told nothing; null when it did. */
      failure: ipcErrorSchema.nullable(),
    }),
  ),
  /** Whether the service lists the open orders of the account. */
  open_orders: offerSchema,
  open_orders_failure: ipcErrorSchema.nullable(),
  orders: z.array(followedOrderSchema),
});
export type Followed = z.infer<typeof followedSchema>;

/** One step of an order chain from the journal; `detail` is JSON. */
export const journeyStepSchema = z.strictObject({ at: z.number(), kind: z.string(), detail: z.string() });
export type JourneyStep = z.infer<typeof journeyStepSchema>;
