import { z } from 'zod';
import { fail, ok, type Result } from '../result.ts';
import { ORDER_CURRENCIES } from '../service/methods.ts';

/** Kinds that trades can be asked for by, none within another (contract, `kind` of the trades by currency). */
export const TRADE_KINDS = ['future', 'option', 'spot', 'future_combo', 'option_combo'] as const;
export type TradeKind = (typeof TRADE_KINDS)[number];

/** Trades on one page: at most this many (contract, `count`). */
export const MAX_PAGE = 1000;
/** Earlier than this is a time in seconds, not in milliseconds: as milliseconds it would lie in 1973. */
const LEAST_MS = 1e11;
/** The last millisecond of the year 9999: what is later cannot be written as a date. */
const LATEST_MS = 253_402_300_799_999;

const scopeSchema = z.union([
  z.strictObject({
    by: z.literal('currency'),
    currency: z.enum(ORDER_CURRENCIES),
    /** Empty: trades of every kind. */
    kinds: z.array(z.enum(TRADE_KINDS)).max(TRADE_KINDS.length),
  }),
  z.strictObject({ by: z.literal('instrument'), instrument_name: z.string().min(1).max(128) }),
]);
export type HistoryScope = z.infer<typeof scopeSchema>;

/** A currency's or instrument's trades in a closed service-time window, ms. */
export const historyQuerySchema = z.strictObject({
  scope: scopeSchema,
  from_ms: z.number(),
  to_ms: z.number(),
  /** Trades on a page of the service. */
  count: z.number(),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const HISTORY_FIELDS = ['scope', 'from_ms', 'to_ms', 'count'] as const;
export const HISTORY_ISSUES = [
  'missing',
  'unknown',
  'not_whole',
  'in_seconds',
  'out_of_range',
  'reversed',
  'in_the_future',
] as const;

/** What is wrong with a field of a query, and what would be taken; `allowed` is words or a bound in milliseconds. */
export const historyIssueSchema = z.strictObject({
  field: z.enum(HISTORY_FIELDS),
  code: z.enum(HISTORY_ISSUES),
  allowed: z.string(),
});
export type HistoryIssue = z.infer<typeof historyIssueSchema>;

const WHOLE_MS = 'whole milliseconds since 1970, such as 1790000000000';

/**
 * Reads a query from outside. Rejects missing, reversed or future bounds, seconds, and pages outside 1 to 1000 trades.
 */
export function checkHistoryQuery(raw: unknown, nowMs: number): Result<HistoryQuery, HistoryIssue[]> {
  const given: Readonly<Record<string, unknown>> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  const { from_ms: from, to_ms: to, count } = given;
  const issues = [
    ...checkScope(given['scope']),
    ...checkTime('from_ms', from),
    ...checkTime('to_ms', to),
    ...checkCount(count),
  ];
  const areTimes = typeof from === 'number' && typeof to === 'number' && issues.every(({ field }) => !isTime(field));
  if (areTimes && from > to) issues.push({ field: 'from_ms', code: 'reversed', allowed: String(to) });
  if (areTimes && to > nowMs) issues.push({ field: 'to_ms', code: 'in_the_future', allowed: String(nowMs) });
  if (issues.length > 0) return fail(issues);
  const parsed = historyQuerySchema.safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  return fail([{ field: 'scope', code: 'unknown', allowed: 'scope, from_ms, to_ms and count, and nothing else' }]);
}

function isTime(field: HistoryIssue['field']): boolean {
  return field === 'from_ms' || field === 'to_ms';
}

function checkScope(scope: unknown): HistoryIssue[] {
  if (scopeSchema.safeParse(scope).success) return [];
  const isNone = scope === undefined || scope === null;
  const allowed = `one of ${ORDER_CURRENCIES.join(', ')} with kinds, or the name of an instrument`;
  return [{ field: 'scope', code: isNone ? 'missing' : 'unknown', allowed }];
}

function checkTime(field: 'from_ms' | 'to_ms', value: unknown): HistoryIssue[] {
  if (value === undefined || value === null) return [{ field, code: 'missing', allowed: WHOLE_MS }];
  if (!Number.isSafeInteger(value)) return [{ field, code: 'not_whole', allowed: WHOLE_MS }];
  if (Number(value) > LATEST_MS) return [{ field, code: 'out_of_range', allowed: 'a time before the year 10000' }];
  return Number(value) < LEAST_MS ? [{ field, code: 'in_seconds', allowed: WHOLE_MS }] : [];
}

function checkCount(value: unknown): HistoryIssue[] {
  const allowed = `a whole number from 1 to ${MAX_PAGE}`;
  if (value === undefined || value === null) return [{ field: 'count', code: 'missing', allowed }];
  if (!Number.isSafeInteger(value)) return [{ field: 'count', code: 'not_whole', allowed }];
  return Number(value) < 1 || Number(value) > MAX_PAGE ? [{ field: 'count', code: 'out_of_range', allowed }] : [];
}
