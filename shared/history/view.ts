import { z } from 'zod';
import { ipcErrorSchema } from '../ipc/schemas/error-schema.ts';
import { decimalField } from '../service/fields.ts';
import { userTradeSchema } from '../service/trade.ts';
import { historyIssueSchema, historyQuerySchema } from './query.ts';

/**
 * `complete`: every trade is proven to be there. `not_indexed`: neither store could prove it when asked. `gap`: trades
 * may be missing.
 */
export const COVERAGE_STATES = ['complete', 'not_indexed', 'gap'] as const;
/**
 * `not_fetched`: not asked for yet. `same_millisecond`: more trades share one than pages reach. `contradiction`:
 * answers don't fit the question.
 */
export const GAP_REASONS = ['not_fetched', 'same_millisecond', 'contradiction'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

export const coverageSchema = z.strictObject({
  from: z.number(),
  to: z.number(),
  state: z.enum(COVERAGE_STATES),
  reason: z.enum(GAP_REASONS).nullable(),
});
export type Coverage = z.infer<typeof coverageSchema>;

/**
 * The latest walk of a profile; times by the local clock. `interrupted`: the terminal ended meanwhile. `elsewhere`:
 * another instance runs it.
 */
export const walkSchema = z.strictObject({
  query: historyQuerySchema,
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'interrupted', 'elsewhere']),
  failure: ipcErrorSchema.nullable(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  /** Of this run. */
  requests: z.number(),
  trades: z.number(),
  trades_per_second: z.number(),
  /** Part of the window that is settled, 0 to 1. */
  fraction: z.number(),
  /** Null where it can't be told yet. */
  remaining_ms: z.number().nullable(),
});
export type Walk = z.infer<typeof walkSchema>;

/** One row of the trades grid. */
export const tradeRowSchema = z.strictObject({
  key: z.string(),
  kind: z.string(),
  currency: z.string(),
  /** This trade's share of the fee that the terminal forecast for its order; null where it forecast none. */
  predicted_fee: decimalField.nullable(),
  trade: userTradeSchema,
});
export type TradeRow = z.infer<typeof tradeRowSchema>;

const moneySchema = z.strictObject({ currency: z.string(), value: decimalField });

/** Trades that have something in common, added up exactly. What is missing in a record is counted, never taken for 0. */
export const totalSchema = z.strictObject({
  /** An instrument, a day (`2026-11-21`, UTC) or a label; empty for trades without a label. */
  name: z.string(),
  trades: z.number(),
  /** Of these, those whose figures others have: a combo's record beside its legs'. Only their forecast fee is added. */
  within_others: z.number(),
  volume: z.array(moneySchema),
  fees: z.array(moneySchema),
  /** What the terminal forecast, and what was charged for those same trades. */
  predicted: z.array(z.strictObject({ currency: z.string(), value: decimalField, charged: decimalField })),
  /** Realised profit and loss. */
  profit: z.array(moneySchema),
  without_fee: z.number(),
  without_profit: z.number(),
});
export type Total = z.infer<typeof totalSchema>;

export const historySummarySchema = z.strictObject({
  coverage: z.array(coverageSchema),
  /** Records that could not be read as trades, as they came. */
  unreadable: z.number(),
  all: totalSchema,
  by_instrument: z.array(totalSchema),
  by_day: z.array(totalSchema),
  by_label: z.array(totalSchema),
});
export type HistorySummary = z.infer<typeof historySummarySchema>;

/** What a window asks of stored trades; nothing of it calls the service. */
export const historyReadSchema = z.strictObject({
  /** As typed: judged by the rules of queries. Null: the latest walk's. */
  query: z.unknown(),
  /** Where the last page ended; null for the newest trades. */
  after: z.string().max(400).nullable(),
  limit: z.number().int().min(1).max(2000),
});

export const historyPageSchema = z.strictObject({
  issues: z.array(historyIssueSchema),
  query: historyQuerySchema.nullable(),
  rows: z.array(tradeRowSchema),
  next: z.string().nullable(),
  /** With the first page alone. */
  summary: historySummarySchema.nullable(),
  walk: walkSchema.nullable(),
  /** Where a file of trades that was found damaged is now, one begun anew in its place; null where none was. */
  set_aside: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;
