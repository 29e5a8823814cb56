import { z } from 'zod';
import { orderSchema } from '../service/order.ts';

/** What is asked to decide a command. */
export const QUERIES = ['order_by_id', 'orders_by_label'] as const;
export type QueryKind = (typeof QUERIES)[number];

/** A service time, milliseconds since the epoch; null where the service told none that is believed. */
const serviceTime = z.number().nullable();

/**
 * One thing that was learned of a command, as data. `at`: local milliseconds. A verdict rests on these and on nothing
 * else, so a command and its evidence replay anywhere.
 */
export const evidenceSchema = z.discriminatedUnion('kind', [
  /** The reply of the service to the command itself. */
  z.strictObject({ kind: z.literal('reply'), at: z.number(), order: orderSchema }),
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
   * A query's answer: `orders` are what it showed. `asked_ms`: a service time that had passed before it was asked;
   * `lag_ms`: how late such answers were seen to be.
   */
  z.strictObject({
    kind: z.literal('answer'),
    at: z.number(),
    query: z.enum(QUERIES),
    orders: z.array(orderSchema),
    asked_ms: serviceTime,
    lag_ms: z.number(),
  }),
  z.strictObject({ kind: z.literal('query_failed'), at: z.number(), query: z.enum(QUERIES), reason: z.string() }),
  /** The service sent a record of the order by itself, or another part of the terminal read it. */
  z.strictObject({ kind: z.literal('order_seen'), at: z.number(), order: orderSchema }),
  /** The terminal ended before it was decided, and starts again. */
  z.strictObject({ kind: z.literal('restart'), at: z.number() }),
  /** A person has looked at the order and says what became of the command. */
  z.strictObject({ kind: z.literal('operator'), at: z.number(), said: z.enum(['applied', 'not_applied']) }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;
