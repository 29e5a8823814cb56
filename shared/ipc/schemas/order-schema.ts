import { z } from 'zod';
import { expectationSchema } from '../../orders/outcome/expectation.ts';
import { forecastSchema } from '../../orders/forecast/forecast-schema.ts';
import { issueSchema } from '../../orders/issue.ts';
import { decimalField } from '../../service/fields.ts';
import {
  ADVANCED_TYPES,
  LINKED_ORDER_TYPES,
  ORDER_TYPES,
  orderSchema,
  TIMES_IN_FORCE,
  TRIGGERS,
} from '../../service/order.ts';

/** What the rules say of a draft, by main's own facts. */
export const orderCheckSchema = z.strictObject({
  issues: z.array(issueSchema),
  /** Null where an error makes it meaningless. */
  forecast: forecastSchema.nullable(),
  /** The request's params exactly as they would be sent, as JSON text; null where an error stops the order. */
  request: z.string().nullable(),
});
export type OrderCheck = z.infer<typeof orderCheckSchema>;

/**
 * `sending`: journaled, no answer. `not_sent`: no byte written. `unknown`: being looked up. `absent`: proven never
 * accepted. `closed`: settled by hand.
 */
export const OUTCOMES = ['sending', 'accepted', 'refused', 'not_sent', 'unknown', 'absent', 'closed'] as const;

/** What a person says of a sell that look-ups could not resolve. */
export const orderStatementSchema = z.strictObject({
  intent_id: z.uuid(),
  /** Its order at the service; null: there is none. */
  order_id: z.string().trim().min(1, 'must be the id of the order at the service, or null').max(64).nullable(),
  /** The label, typed by the person: it is what they looked for. */
  typed: z.string().max(256),
});
export type OrderStatement = z.infer<typeof orderStatementSchema>;

/** A difference between request and booking, or another notice for the trader. */
export const orderNoticeSchema = z.strictObject({
  code: z.enum([
    'price_moved',
    'amount_differs',
    /** Changed since it was booked, the last time `from` one value `to` another; `by`: `linked_fill`, where it says so. */
    'price_changed',
    'amount_changed',
    /** `field`, `expected` and `actual`, once a surprising field. */
    'forecast_missed',
    /** The same where the forecast was an estimate and the market went on: a difference, but no surprise. */
    'market_moved',
    'label_mismatch',
    /** The reply was a refusal, `code` and `name`, that no id ties to this sell: it may be another request's. */
    'refusal_without_id',
    /** The reply named order `replied`, and look-ups show `order_id` in its place. */
    'other_id_than_replied',
    'two_orders_under_label',
    'two_orders_confirmed',
    'look_up_failing',
    'needs_a_person',
    'known_by_trades',
    /** Open orders show it, but look-ups by label did not. */
    'known_by_open',
    /** `order_id` appeared after a person said otherwise: `said`, empty for none. */
    'statement_overruled',
    /** It had been called absent, or not found yet, before its order or a trade of it was shown. */
    'absence_overruled',
    /** `traded`: what its trades tell, where they surely tell all; `shown`: `never`, where no look-up has shown it ever. */
    'no_longer_known',
    /**
     * What an absence rests on: look-ups `allowed_ms` past the deadline, with the measured lag `lag_ms`. Without a lag:
     * not found yet until `last_look_at`, service clock; proven then, `waited_ms` past the deadline.
     */
    'absence_proof',
    /** A time-out of the service: looked up to be sure. */
    'look_up_owed',
    /** It was looked up in time, and no order showed. */
    'looked_up_since',
    /** Cancelled by its label, where nothing finer is offered: `count` orders bore it. */
    'cancelled_under_label',
    /** A linked order that was placed piece by piece, with each fill of its sell: `orders` names the pieces. */
    'placed_in_parts',
  ]),
  params: z.record(z.string(), z.string()),
});

/**
 * The outcome of a cancel. `ended`: the order had ended before. `unknown`: being looked up. `still_open`: unanswered,
 * and the order works on; press again.
 */
export const CANCEL_STATES = [
  'requested',
  'cancelled',
  'ended',
  'refused',
  'not_sent',
  'unknown',
  'still_open',
] as const;
export type CancelState = (typeof CANCEL_STATES)[number];

/**
 * Results of orders cancelled together. `undecided`: sells without an outcome, or settled by hand and unseen, which may
 * rest.
 */
export const cancelCountsSchema = z.partialRecord(z.enum([...CANCEL_STATES, 'undecided']), z.number().int());
export type CancelCounts = z.infer<typeof cancelCountsSchema>;

/** One row of the orders grid: an intent of this terminal and what became of it. */
export const orderRowSchema = z.strictObject({
  intent_id: z.string(),
  /** Of an order that a sell of this terminal placed beside itself: that sell, and its place among its linked orders, from 1. */
  child_of: z
    .strictObject({ intent_id: z.string(), label: z.string(), place: z.number().int() })
    .nullable()
    .default(null),
  /** Of a second order under the label of a sell that was sent once: the intent of that sell. */
  second_of: z.string().optional(),
  label: z.string(),
  instrument_name: z.string(),
  currency: z.string(),
  direction: z.enum(['buy', 'sell']),
  type: z.enum(ORDER_TYPES),
  time_in_force: z.enum(TIMES_IN_FORCE),
  post_only: z.boolean(),
  reduce_only: z.boolean(),
  /** As asked; what the service booked is in `order`. */
  amount: decimalField,
  /** In the quote or as `advanced` says; null without a price. */
  price: decimalField.nullable(),
  advanced: z.enum(ADVANCED_TYPES).nullable().default(null),
  display_amount: decimalField.nullable().default(null),
  trigger: z.enum(TRIGGERS).nullable().default(null),
  trigger_price: decimalField.nullable().default(null),
  trigger_offset: decimalField.nullable().default(null),
  linked_order_type: z.enum(LINKED_ORDER_TYPES).nullable().default(null),
  /** What the forecast of the moment said; null where it said nothing. */
  expected: expectationSchema.nullable().default(null),
  outcome: z.enum(OUTCOMES),
  order: orderSchema.nullable(),
  /** Only the reply to its sell has told of `order`: no look-up has shown it yet. */
  known_by_reply: z.literal(true).optional(),
  /** Its fired trigger orders, oldest first; `order` is the last result. */
  earlier_order_ids: z.array(z.string()).default([]),
  /** Of a linked order that was placed in pieces: what these have filled, by their ids, as far as that was seen. */
  earlier_fills: z.record(z.string(), decimalField).optional(),
  /** Of such an order: which of its earlier ones are known to be over. */
  ended_order_ids: z.array(z.string()).optional(),
  /** Of an accepted sell: it was looked up again, once a second order of its request would have been shown. */
  looked_again: z.boolean().optional(),
  /** The service's refusal, or why nothing was sent; null otherwise. */
  refusal: z.strictObject({ code: z.number().nullable(), name: z.string(), reason: z.string().nullable() }).nullable(),
  notices: z.array(orderNoticeSchema),
  /** Settled by hand: order id, or null for none; `at` is local time. */
  closed: z.strictObject({ order_id: z.string().nullable(), at: z.number() }).nullable().default(null),
  /**
   * The last cancel; `reason` is the service's when it rejects. `at`: local time; `service_at`: the service's, missing
   * in earlier versions.
   */
  cancel: z
    .strictObject({
      state: z.enum(CANCEL_STATES),
      reason: z.string().nullable(),
      at: z.number(),
      service_at: z.number().optional(),
    })
    .nullable()
    .default(null),
  /** Local times, milliseconds since the epoch. */
  created_at: z.number(),
  decided_at: z.number().nullable(),
  /** Service time of its deadline; older orders under the label are another's. */
  submitted_at: z.number().default(0),
  /** Service time after which the engine will not take the order. */
  valid_until: z.number(),
});
export type OrderRow = z.infer<typeof orderRowSchema>;
