import { z } from 'zod';

/**
 * Everything the rules can find wrong with a sell. The text for a trader is elsewhere
 * (`renderer/features/sell-ticket/issue-text.ts`).
 */
export const ISSUE_CODES = [
  'instrument_unknown',
  'instrument_not_open',
  'instrument_inactive',
  'instrument_expired',
  'instrument_expires_soon',
  'instrument_stale',
  'amount_missing',
  'amount_not_decimal',
  'amount_not_positive',
  'amount_too_precise',
  'amount_below_minimum',
  'amount_off_step',
  'price_missing',
  'price_not_used',
  'price_not_decimal',
  'price_not_positive',
  'price_too_precise',
  'price_off_tick',
  'price_below_band',
  'price_above_band',
  'price_far_from_mark',
  'ticker_missing',
  'ticker_stale',
  'post_only_needs_gtc',
  'post_only_needs_limit',
  'reject_needs_post_only',
  'reduce_only_on_spot',
  'label_too_long',
  'label_control_character',
  'label_in_use',
  'duplicate_sell',
  'trading_not_ready',
] as const;

export const issueSchema = z.strictObject({
  code: z.enum(ISSUE_CODES),
  /** `error` stops the order; `warning` needs the trader's acknowledgement; `notice` is only shown. */
  severity: z.enum(['error', 'warning', 'notice']),
  field: z.enum([
    'instrument_name',
    'type',
    'amount',
    'price',
    'time_in_force',
    'post_only',
    'reject_post_only',
    'reduce_only',
    'label',
    'order',
  ]),
  params: z.record(z.string(), z.string()),
  /** Values that would be accepted, best first, for the field named. */
  fixes: z.array(z.strictObject({ field: z.string(), value: z.string() })),
});
export type Issue = z.infer<typeof issueSchema>;
export type IssueCode = Issue['code'];
