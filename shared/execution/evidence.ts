import { z } from 'zod';
import { orderSchema } from '../service/order.ts';
import { userTradeSchema } from '../service/trade.ts';

/** What is asked to decide a command. */
export const QUERIES = ['order_by_id', 'orders_by_label', 'open_orders', 'user_trades'] as const;
export type QueryKind = (typeof QUERIES)[number];

/** A service time, milliseconds since the epoch; null where the service told none that is believed. */
const serviceTime = z.number().nullable();

/**
 * Where a query stands in time. `_at`: monotonic milliseconds of this run. `_ms`: milliseconds since the epoch, by the
 * service's clock.
 */
export const timesSchema = z.strictObject({
  asked_at: z.number(),
  answered_at: z.number(),
  /** The service's time as it is estimated when the answer was read; the local clock's while nothing is known of it. */
  now_ms: z.number(),
  is_clock_known: z.boolean(),
  /** The least that it may be then: by answers that contradict the estimate, too. */
  earliest_ms: z.number(),
  /** What the answer itself told. */
  told_ms: serviceTime,
  /** A time that the service had shown before it was asked. */
  proven_ms: serviceTime,
  /** How late an order may be shown, and the most that one was seen to be lately; milliseconds. */
  allowed_lag_ms: z.number(),
  seen_lag_ms: z.number().nullable(),
  /** Whether the service's clock was set since the command was written, and back by how much at most, milliseconds. */
  is_clock_set: z.boolean(),
  set_back_ms: z.number(),
});
export type QueryTimes = z.infer<typeof timesSchema>;

/** Orders of an answer that other commands know to be theirs. */
const ofOthers = z.array(z.string());

/**
 * One thing that was learned of a command, as data. `at`: local milliseconds. A verdict rests on these and on nothing
 * else, so a command and its evidence replay anywhere.
 */
export const evidenceSchema = z.discriminatedUnion('kind', [
  /** The reply of the service to the command itself. `measures`: queries are to show how late they show its order. */
  z.strictObject({
    kind: z.literal('reply'),
    at: z.number(),
    order: orderSchema,
    measures: z.boolean().optional(),
  }),
  /** An error reply that proves that nothing was done: its code is on the closed list. */
  z.strictObject({
    kind: z.literal('rejected'),
    at: z.number(),
    code: z.number(),
    name: z.string(),
    reason: z.string().nullable(),
  }),
  /** No byte left this machine. */
  z.strictObject({ kind: z.literal('not_sent'), at: z.number(), reason: z.string(), detail: z.string() }),
  /** The request may have been carried out: no reply, or one that proves nothing. */
  z.strictObject({ kind: z.literal('no_reply'), at: z.number(), reason: z.string() }),
  /**
   * The answer of a query by order id: `orders` are what it showed. `asked_ms`: a service time that had passed before it
   * was asked; `lag_ms`: how late such answers were seen to be.
   */
  z.strictObject({
    kind: z.literal('answer'),
    at: z.number(),
    query: z.enum(['order_by_id', 'orders_by_label']),
    orders: z.array(orderSchema),
    asked_ms: serviceTime,
    lag_ms: z.number(),
  }),
  /** What the service shows under a label, of recent orders or of open ones. */
  z.strictObject({
    kind: z.literal('shown'),
    at: z.number(),
    query: z.enum(['orders_by_label', 'open_orders']),
    orders: z.array(orderSchema),
    of_others: ofOthers,
    times: timesSchema,
  }),
  /** The account's trades since before the command that may be of its order. `failed`: some could not be read. */
  z.strictObject({
    kind: z.literal('trades'),
    at: z.number(),
    trades: z.array(userTradeSchema),
    failed: z.string().nullable(),
    of_others: ofOthers,
    times: timesSchema,
  }),
  z.strictObject({
    kind: z.literal('query_failed'),
    at: z.number(),
    query: z.enum(QUERIES),
    reason: z.string(),
    times: timesSchema.optional(),
  }),
  /** The service sent a record of the order by itself, or another part of the terminal read it. */
  z.strictObject({ kind: z.literal('order_seen'), at: z.number(), order: orderSchema }),
  /** The terminal ended before it was decided, and starts again. */
  z.strictObject({ kind: z.literal('restart'), at: z.number() }),
  /** A person has looked at the order and says what became of the command. `order_id`: the order that it is. */
  z.strictObject({
    kind: z.literal('operator'),
    at: z.number(),
    said: z.enum(['applied', 'not_applied']),
    order_id: z.string().min(1).optional(),
  }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;
export type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;
