import { z } from 'zod';
import { decimalField } from '../../service/fields.ts';

/** What the service says that a sell takes of the account's margin. */
export const orderMarginSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('known'),
    /** Initial margin of the sell; less where it closes. In `currency`. */
    initial: decimalField,
    currency: z.string(),
    /** Free funds, in `currency`; null when the service doesn't say. */
    available: decimalField.nullable(),
  }),
  /** The service has no such method. */
  z.strictObject({ state: z.literal('not_offered') }),
  /** Reduce-only, or amount or price is still missing. */
  z.strictObject({ state: z.literal('not_asked') }),
]);
export type OrderMargin = z.infer<typeof orderMarginSchema>;
