import { z } from 'zod';
import { directionField } from '../service/fields.ts';
import { orderSchema } from '../service/order.ts';
import { orderTermsSchema } from './terms.ts';

/** An order of the service that a command is for, by its id, and the revision of it that the trader saw. */
export const orderTargetSchema = z.strictObject({
  order_id: z.string().min(1),
  instrument_name: z.string().min(1),
  direction: directionField,
  label: z.string(),
  seen: orderSchema,
});
export type OrderTarget = z.infer<typeof orderTargetSchema>;

/**
 * What a trader asked for: the journal keeps it, on disk before the first byte leaves. Times in milliseconds since the
 * epoch: `created_at` local, the others by the service's clock.
 */
export const commandSchema = z.strictObject({
  command_id: z.uuid(),
  kind: z.literal('edit'),
  target: orderTargetSchema,
  /** The terms of the revision seen, and those asked for. */
  before: orderTermsSchema,
  asked: orderTermsSchema,
  /** The engine may book a less aggressive price: it moves what is post only, or lies beyond the band. */
  may_move_price: z.boolean(),
  created_at: z.number(),
  submitted_at: z.number(),
  /** The engine takes it no later. */
  valid_until: z.number(),
});
export type Command = z.infer<typeof commandSchema>;
