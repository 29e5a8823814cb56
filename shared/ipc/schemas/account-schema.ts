import { z } from 'zod';
import { positionSchema } from '../../service/position.ts';
import { accountFieldsSchema, currencySummarySchema } from '../../service/account.ts';
import { decimalField, directionField, timestampField } from '../../service/fields.ts';
import { ipcErrorSchema } from './error-schema.ts';
import { RECORDING_STATES } from './history-schema.ts';

/** More than this would take the reads that prices need. */
export const MOST_SUBACCOUNTS = 8;

/** User ids of the subaccounts whose summaries are read besides the account's own. */
export const subaccountIdsSchema = z
  .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
  .max(MOST_SUBACCOUNTS);

const reading = {
  /** The fields that belong to no currency; null before the first answer. */
  account: accountFieldsSchema.nullable(),
  summaries: z.array(currencySummarySchema),
  /** Unreadable summaries of the last answer, not among the others. */
  unreadable_summaries: z.number().int(),
  /** Null before the first answer. */
  age_ms: z.number().nullable(),
  /** Why there is no newer one; null when the last poll worked. */
  failure: ipcErrorSchema.nullable(),
};

export const subaccountReadingSchema = z.strictObject({ subaccount_id: z.number().int(), ...reading });
export type SubaccountReading = z.infer<typeof subaccountReadingSchema>;

/** The last good summaries of the account and of the subaccounts that are followed. */
export const accountSnapshotSchema = z.strictObject({
  ...reading,
  subaccounts: z.array(subaccountReadingSchema),
  /** Subaccounts that the service names; empty where it doesn't offer that. */
  offered: z.array(z.strictObject({ subaccount_id: z.number().int(), name: z.string() })),
});
export type AccountSnapshot = z.infer<typeof accountSnapshotSchema>;

/** A summary's recorded figures, in table order. */
export const HISTORY_FIELDS = [
  'equity',
  'margin_balance',
  'initial_margin',
  'maintenance_margin',
  'delta_total',
  'options_delta',
  'options_gamma',
  'options_vega',
  'options_theta',
] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** A currency's figures at one moment of the service's time, milliseconds; what the service did not send is missing. */
export const historyPointSchema = z.strictObject({
  at: timestampField,
  /** Whether polls failed just before, or nobody asked: nothing is known of the time since the point before. */
  after_gap: z.boolean(),
  values: z.partialRecord(z.enum(HISTORY_FIELDS), decimalField),
});
export type HistoryPoint = z.infer<typeof historyPointSchema>;

/** An order of this terminal traded: how much since it was last seen, in the instrument's amount unit. */
export const historyFillSchema = z.strictObject({
  at: timestampField,
  instrument_name: z.string(),
  label: z.string(),
  direction: directionField,
  amount: decimalField,
});
export type HistoryFill = z.infer<typeof historyFillSchema>;

/** The most points of a currency that one answer holds. */
export const MOST_ACCOUNT_POINTS = 2000;

/** How far back, ms; null: since this start. Points begin at `after_ms`. */
export const accountHistoryRequestSchema = z.strictObject({
  currency: z.string().min(1).max(16),
  span_ms: z.number().int().positive().max(604_800_000).nullable(),
  after_ms: timestampField,
});
export type AccountHistoryRequest = z.infer<typeof accountHistoryRequestSchema>;

/** A currency's record, never averaged; older points are sparser. */
export const accountHistorySchema = z.strictObject({
  points: z.array(historyPointSchema).max(MOST_ACCOUNT_POINTS),
  fills: z.array(historyFillSchema),
  /** The first reading of this start; null before it. */
  started_at: timestampField.nullable(),
  /** The oldest that is kept of this currency; null when there is none. */
  recorded_since: timestampField.nullable(),
  recording: z.enum(RECORDING_STATES),
  /** Why it is not kept, in the words of the storage; null otherwise. */
  failure: z.string().nullable(),
});
export type AccountHistory = z.infer<typeof accountHistorySchema>;

/** A position in one instrument; `not_offered`: the service does not tell it. */
export const positionViewSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('known'), position: positionSchema }),
  z.strictObject({ state: z.literal('not_offered') }),
]);
export type PositionView = z.infer<typeof positionViewSchema>;
