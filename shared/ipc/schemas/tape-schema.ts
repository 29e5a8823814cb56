import { z } from 'zod';
import { blockRfqTradeSchema } from '../../service/block-rfq.ts';
import { ipcErrorSchema } from './error-schema.ts';

export const TAPE_CURRENCIES = ['any', 'BTC', 'ETH', 'USDC', 'USDT', 'EURR'] as const;
export type TapeCurrency = (typeof TAPE_CURRENCIES)[number];

/** What a window wants of the tape; reading keeps it polled. */
export const tapeReadSchema = z.strictObject({
  currency: z.enum(TAPE_CURRENCIES),
  limit: z.number().int().min(1).max(5000),
  /**
   * Fetch back to this service time, ms since the epoch, at most 30 days. `stop` ends the walk; null changes nothing.
   */
  fetch: z.union([z.number().int().nonnegative(), z.literal('stop')]).nullable(),
});
export type TapeRead = z.infer<typeof tapeReadSchema>;

export const tapeSpanSchema = z.strictObject({
  newest: z.strictObject({ timestamp: z.number(), id: z.number() }),
  oldest: z.strictObject({ timestamp: z.number(), id: z.number() }),
  continuation: z.string().nullable(),
});

/** How the tape stands. Times are the service's, milliseconds since the epoch. */
export const tapeSchema = z.strictObject({
  /** Newest first. */
  prints: z.array(blockRfqTradeSchema),
  /** Stored prints of the currency, shown or not. */
  stored: z.number().int(),
  /** Stretches known whole, newest first, with gaps between. */
  spans: z.array(tapeSpanSchema),
  /** When its newest page was last read; null before that. */
  read_at: z.number().nullable(),
  /** A walk back that is under way. */
  walk: z.strictObject({ until: z.number(), pages: z.number().int() }).nullable(),
  /** Why the last page could not be had, or what of any could not be read; null when nothing is missing. */
  failure: ipcErrorSchema.nullable(),
  /** Prints that the service told differently than before; the newer telling is kept. */
  changed: z.number().int(),
});
export type Tape = z.infer<typeof tapeSchema>;
