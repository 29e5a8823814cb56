import { z } from 'zod';
import { compare, ZERO } from '../decimal.ts';
import { decimalField } from '../service/fields.ts';

export const MOST_ALERTS = 100;
/** Escalation repeats between once a minute and once a day. */
export const REPEAT_MINUTES = { least: 1, most: 1440 } as const;

const path = z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);

/** What a rule looks at: figures of the account in a currency, or of an instrument's ticker. */
export const alertSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), currency: z.string().regex(/^[A-Z0-9]{2,16}$/) }),
  z.strictObject({ kind: z.literal('ticker'), instrument_name: z.string().min(1).max(128) }),
]);
export type AlertSource = z.infer<typeof alertSourceSchema>;

/** Compares a figure, or its share of another, with a limit. */
export const alertConditionSchema = z.strictObject({
  source: alertSourceSchema,
  /** Path of a number of the record: `equity`, `greeks.delta`, `delta_total_map.btc_usd`. */
  field: path,
  /** Divisor of the figure, with the limit in percent; null without one. */
  divided_by: path.nullable(),
  /** Whether the sign is left out. */
  is_absolute: z.boolean(),
  comparison: z.enum(['above', 'below']),
  limit: decimalField,
});
export type AlertCondition = z.infer<typeof alertConditionSchema>;

/** An alert as its trader set it. */
export const alertRuleSchema = z.strictObject({
  id: z.uuid(),
  condition: alertConditionSchema,
  /** How far the figure must come back behind the limit before the alert is over; in the limit's unit. */
  hysteresis: decimalField.refine((value) => compare(value, ZERO) >= 0, 'must be 0 or more'),
  /** How often it repeats, one level higher each time; null: once. */
  repeat_minutes: z.number().int().min(REPEAT_MINUTES.least).max(REPEAT_MINUTES.most).nullable(),
  /** Not told before this moment, local milliseconds since the epoch; null: not snoozed. */
  snoozed_until: z.number().nullable(),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

export const alertRulesSchema = z
  .array(alertRuleSchema)
  .max(MOST_ALERTS)
  .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'ids must differ');

/**
 * How a rule stands. `raised` is by the last good value. `input`: `waiting` before the first, `stale` too old,
 * `missing` not in the record.
 */
export const alertStatusSchema = z.strictObject({
  id: z.string(),
  is_raised: z.boolean(),
  /** Since when it has been raised, or quiet; null before the first value. Local milliseconds since the epoch. */
  since: z.number().nullable(),
  /** The last good value, in the limit's unit; null before the first, and for the part of a whole that is used up. */
  value: decimalField.nullable(),
  input: z.enum(['waiting', 'fresh', 'stale', 'missing']),
  /** How often it was told since it was raised. */
  level: z.number().int(),
  /** How often bad input was reported since it began. */
  told_blind: z.number().int(),
});
export type AlertStatus = z.infer<typeof alertStatusSchema>;

/** News: an alert raised or over, or its input bad or good again. */
export const alertNewsSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['raised', 'over', 'input_lost', 'input_back']),
  /** 1 when it is first told, then one more at each repeat. */
  level: z.number().int(),
  value: decimalField.nullable(),
  /** The value is one of before: it stood, and nothing newer is known. */
  is_old: z.exactOptional(z.literal(true)),
});
export type AlertNews = z.infer<typeof alertNewsSchema>;

export const alertsViewSchema = z.strictObject({
  rules: z.array(alertRuleSchema),
  statuses: z.array(alertStatusSchema),
});
export type AlertsView = z.infer<typeof alertsViewSchema>;

export const alertsChangeSchema = z.strictObject({ ...alertsViewSchema.shape, news: z.array(alertNewsSchema) });
export type AlertsChange = z.infer<typeof alertsChangeSchema>;
