import { z } from 'zod';
import { tickerSchema } from '../../service/ticker.ts';
import { ipcErrorSchema } from './error-schema.ts';

/** The last known ticker of an instrument. `age_ms` is its age when the batch left the back end. */
export const quoteSchema = z.strictObject({
  instrument_name: z.string(),
  ticker: tickerSchema.nullable(),
  age_ms: z.number(),
  /** Older than it should be at the rate it is polled. */
  is_stale: z.boolean(),
  /** Why there is no newer one; null when the last poll worked. */
  failure: ipcErrorSchema.nullable(),
});
export type Quote = z.infer<typeof quoteSchema>;
