import { z } from 'zod';
import { LAST_MOMENT_MS } from '../../service/fields.ts';

/** What an entry of the journal tells of. */
export const JOURNAL_KINDS = [
  'intent',
  'sell_stopped',
  'outcome',
  'statement',
  'amend',
  'plan',
  'cancel',
  'account_cancelled',
  'instrument_locked',
  'instrument_unlocked',
  'trading_stopped',
  'trading_allowed',
  'ladder',
  'guards',
  'presets',
  'setting',
  'profile_opened',
  'profile_closed',
  'profile_changed',
  'login',
  'login_refused',
  'connection',
  'breaker',
  'file_set_aside',
  'cut_found',
  'cut_confirmed',
  'error',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** The only fields an entry may carry. Anything else is left out, so that no secret gets in by a new field. */
export const JOURNAL_FIELDS = [
  'acknowledged',
  'advanced',
  'amount',
  'average_price',
  'booked_price',
  'cancel_reason',
  'cancel_state',
  'code',
  'codes',
  'count',
  'direction',
  'event',
  'expires_in',
  'filled_amount',
  'from',
  'instrument_name',
  'intent_id',
  'is_kept',
  'kind',
  'label',
  'message',
  'notices',
  'online',
  'order_id',
  'order_state',
  'outcome',
  'path',
  'post_only',
  'press',
  'price',
  'profile',
  'reason',
  'reduce_only',
  'refusal',
  'rung',
  'scope',
  'service_origin',
  'setting',
  'stack',
  'time_in_force',
  'to',
  'trigger',
  'trigger_offset',
  'trigger_price',
  'type',
  'valid_until',
  'version',
] as const;
export type JournalField = (typeof JOURNAL_FIELDS)[number];

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

export const journalFieldsSchema = z.partialRecord(z.enum(JOURNAL_FIELDS), fieldValue);
export type JournalFields = z.infer<typeof journalFieldsSchema>;

/** Any clock setting that a date can hold, also before the epoch. */
const momentField = z.number().int().min(-LAST_MOMENT_MS).max(LAST_MOMENT_MS);

/** One entry of the journal, bound to those before it by its hash. */
export const journalEntrySchema = z.strictObject({
  /** 1 for the first; no number is left out. */
  sequence: z.number().int().min(1),
  /** Local time, milliseconds since the epoch. */
  at: momentField,
  /** The service's time, or null where it was not known. */
  service_at: momentField.nullable(),
  kind: z.enum(JOURNAL_KINDS),
  fields: journalFieldsSchema,
  /** SHA-256, in hex, of the hash before it and this entry in its canonical form. */
  hash: z.string(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/**
 * Why a journal fails verification. `cut_off`: it ends before the entry in the head file. `head_differs`: that entry is
 * another. `head_missing`: no head file.
 */
export const JOURNAL_FAULTS = [
  'changed',
  'out_of_order',
  'unreadable',
  'cut_off',
  'head_differs',
  'head_missing',
] as const;

/** What came of following the chain from the first entry to the last. */
export const journalVerificationSchema = z.strictObject({
  /** Entries that are proven: all of them, or those before the fault. */
  entries: z.number().int(),
  fault: z.strictObject({ code: z.enum(JOURNAL_FAULTS), sequence: z.number().int() }).nullable(),
  /** Entries that tell of a journal found cut short at an earlier start. */
  cuts: z.number().int(),
  /** Local time, milliseconds since the epoch. */
  at: z.number(),
});
export type JournalVerification = z.infer<typeof journalVerificationSchema>;

export const journalQuerySchema = z.strictObject({
  /** Only entries before this number; null: from the newest. */
  before: z.number().int().nullable(),
  /** Words that each must stand in what an entry says; empty: all. */
  text: z.string().max(200),
  /** Empty: every kind. */
  kinds: z.array(z.enum(JOURNAL_KINDS)).max(JOURNAL_KINDS.length),
  limit: z.number().int().min(1).max(500),
  /** Follows the whole chain as well. */
  verify: z.boolean(),
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;

export const journalPageSchema = z.strictObject({
  /** Newest first. */
  entries: z.array(journalEntrySchema),
  /** Ask on before this number; null: there is nothing older that fits. */
  next_before: z.number().int().nullable(),
  /** Entries in all, whatever fits the query. */
  total: z.number().int(),
  /** Null where it was not asked for. */
  verification: journalVerificationSchema.nullable(),
});
export type JournalPage = z.infer<typeof journalPageSchema>;
