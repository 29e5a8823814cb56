import { z } from 'zod';
import { TIMES_IN_FORCE } from '../service/order.ts';

/** Longest text a ticket field may carry; far above anything valid, so that a bad entry can be explained. */
const FIELD_MAX = 512;

/** Order types that the ticket offers. */
export const TICKET_ORDER_TYPES = ['limit', 'market'] as const;

/**
 * A sell as the trader typed it: text, never coerced. Empty text means "not given".
 * `amount` in the instrument's amount unit, `price` in its quote.
 */
export const sellDraftSchema = z.strictObject({
  instrument_name: z.string().max(FIELD_MAX),
  type: z.enum(TICKET_ORDER_TYPES),
  amount: z.string().max(FIELD_MAX),
  price: z.string().max(FIELD_MAX),
  time_in_force: z.enum(TIMES_IN_FORCE),
  post_only: z.boolean(),
  reject_post_only: z.boolean(),
  reduce_only: z.boolean(),
  label: z.string().max(FIELD_MAX),
});
export type SellDraft = z.infer<typeof sellDraftSchema>;

export type DraftField = keyof SellDraft;

/** Post only is for limit orders that stay until cancelled (contract, `post_only`). */
export function isPostOnlyPossible(draft: Pick<SellDraft, 'type' | 'time_in_force'>): boolean {
  return draft.type === 'limit' && draft.time_in_force === 'good_til_cancelled';
}
