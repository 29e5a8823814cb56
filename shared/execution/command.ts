import { z } from 'zod';
import { directionField } from '../service/fields.ts';
import { orderParamsSchema } from '../service/methods.ts';
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

/** The order that a command places: the service has no id for it yet, so it is known by its label. */
export const labelTargetSchema = z.strictObject({
  label: z.string().min(1),
  /** The terminal made the label for this command, so it proves whose an order is. A typed one may be used twice. */
  is_own_label: z.boolean(),
  instrument_name: z.string().min(1),
  direction: directionField,
});
export type LabelTarget = z.infer<typeof labelTargetSchema>;

/**
 * What a trader asked for: the journal keeps it, on disk before the first byte leaves. Times in milliseconds since the
 * epoch: `created_at` local, the others by the service's clock.
 */
const common = { command_id: z.uuid(), created_at: z.number(), submitted_at: z.number() };

export const editCommandSchema = z.strictObject({
  ...common,
  kind: z.literal('edit'),
  target: orderTargetSchema,
  /** The terms of the revision seen, and those asked for. */
  before: orderTermsSchema,
  asked: orderTermsSchema,
  /** The engine may book a less aggressive price: it moves what is post only, or lies beyond the band. */
  may_move_price: z.boolean(),
  /** The engine takes it no later. */
  valid_until: z.number(),
});
export type EditCommand = z.infer<typeof editCommandSchema>;

export const placeCommandSchema = z.strictObject({
  ...common,
  kind: z.literal('place'),
  target: labelTargetSchema,
  /** Exactly what is written, linked orders included. */
  params: orderParamsSchema,
  /** The engine takes it no later. */
  valid_until: z.number(),
});
export type PlaceCommand = z.infer<typeof placeCommandSchema>;

/** A cancel has no deadline: its method takes none. */
export const cancelCommandSchema = z.strictObject({
  ...common,
  kind: z.literal('cancel'),
  target: orderTargetSchema,
});
export type CancelCommand = z.infer<typeof cancelCommandSchema>;

export const commandSchema = z.discriminatedUnion('kind', [editCommandSchema, placeCommandSchema, cancelCommandSchema]);
export type Command = z.infer<typeof commandSchema>;
