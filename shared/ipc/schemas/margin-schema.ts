import { z } from 'zod';
import { decimalField } from '../../service/fields.ts';

/** What the service says that a sell takes of the account's margin. */
export const orderMarginSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('known'),
    /** Initial margin of the sell by itself: less where it closes a position. In `currency`. */
    initial: decimalField,
    currency: z.string(),
    /** Funds that are not bound yet, in `currency`; null where the service does not say. */
    available: decimalField.nullable(),
  }),
  /** The service has no such method. */
  z.strictObject({ state: z.literal('not_offered') }),
  /** It reduces a position alone, or there is no amount or price yet to ask about. */
  z.strictObject({ state: z.literal('not_asked') }),
]);
export type OrderMargin = z.infer<typeof orderMarginSchema>;
