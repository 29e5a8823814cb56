import { z } from 'zod';
import { amendDraftSchema } from '../execution/amend-draft.ts';
import { planRequestSchema, planViewSchema } from '../execution/plan.ts';
import { acknowledgementSchema } from '../orders/acknowledgement.ts';
import { ladderSchema, PRESS_KINDS } from '../orders/confirmation.ts';
import { orderDraftSchema } from '../orders/draft.ts';
import { guardSettingsSchema } from '../orders/limits/guard-settings.ts';
import { orderMarginSchema } from './schemas/margin-schema.ts';
import { planPreviewSchema } from './schemas/plan-schema.ts';
import { presetListSchema } from '../orders/presets.ts';
import {
  amendCheckSchema,
  amendResultSchema,
  amendStatementSchema,
  commandStateSchema,
} from './schemas/amend-schema.ts';
import { adoptedLabelsSchema, followedSchema, journeyStepSchema } from './schemas/follow-schema.ts';
import { cancelCountsSchema, orderCheckSchema, orderRowSchema, orderStatementSchema } from './schemas/order-schema.ts';

const nothing = z.null();
const orderId = z.string().min(1).max(64);

/** Calls about orders, amends, and what guards them. */
export const TRADE_REQUESTS = {
  /** The rules and the forecast for a draft; changes nothing. */
  'orders.check': { params: z.strictObject({ draft: orderDraftSchema }), result: orderCheckSchema },
  /**
   * The first press of two: `armed` by the button, `confirmed` in a dialog. Holds for this draft and window, one sell,
   * `holds_ms`.
   */
  'orders.arm': {
    params: z.strictObject({ draft: orderDraftSchema, press: z.enum(['armed', 'confirmed']) }),
    result: z.strictObject({ holds_ms: z.number() }),
  },
  /**
   * Sells, at most once an `intent_id`. `acknowledged` lists accepted warnings; `press` must satisfy the ladder.
   * Stopped orders have a null `row` (docs/design/presses.md).
   */
  'orders.place': {
    params: z.strictObject({
      intent_id: z.uuid(),
      draft: orderDraftSchema,
      acknowledged: z.array(acknowledgementSchema).max(64),
      /** Not given: a press alone. */
      press: z.enum(PRESS_KINDS).optional(),
    }),
    result: z.strictObject({ row: orderRowSchema.nullable(), check: orderCheckSchema }),
  },
  /** What the service says that the sell takes of the account's margin. Throws when it can't be asked. */
  'orders.margin': { params: z.strictObject({ draft: orderDraftSchema }), result: orderMarginSchema },
  'orders.list': { params: nothing, result: z.array(orderRowSchema) },
  /** Looks an unknown or open order up again, now. */
  'orders.recheck': { params: z.strictObject({ intent_id: z.uuid() }), result: nothing },
  /**
   * What a person has seen at the service (docs/design/look-ups.md, "Settled by hand"). `NotFound` when nothing waits
   * for it; `ReadOnly` in a reading instance.
   */
  'orders.confirm': {
    params: z.discriminatedUnion('seen', [
      z.strictObject({ seen: z.literal('two_orders'), intent_id: z.uuid() }),
      orderStatementSchema.extend({ seen: z.literal('statement') }),
      z.strictObject({ seen: z.literal('journal_cut') }),
    ]),
    result: nothing,
  },
  /**
   * Cancels the order of an intent; gives the row with the result. `NotSupported`: no cancel offered. `NotFound`: no
   * such order.
   */
  'orders.cancel': { params: z.strictObject({ intent_id: z.uuid() }), result: orderRowSchema },
  /** The same for every order of this terminal that rests. */
  'orders.cancel_resting': { params: nothing, result: cancelCountsSchema },
  /**
   * Cancels all of the account; gives how many, or null unanswered, and sells without an outcome. `failed`: instruments
   * the service couldn't. A last resort.
   */
  'orders.cancel_account': {
    params: nothing,
    result: z.strictObject({
      cancelled: z.number().int().nullable(),
      undecided: z.number().int(),
      failed: z.array(z.string()).optional(),
    }),
  },
  /**
   * Orders placed elsewhere, as last seen. `labels` replaces the followed ones; null keeps them. `base`: those read
   * before; `Conflict` when changed.
   */
  'orders.follow': {
    params: z.strictObject({ labels: adoptedLabelsSchema.nullable(), base: adoptedLabelsSchema.optional() }),
    result: followedSchema,
  },
  /** Every step of an intent that the journal keeps, oldest first. `NotFound` for an intent of another account. */
  'orders.steps': { params: z.strictObject({ intent_id: z.uuid() }), result: z.array(journeyStepSchema) },
  /** Checks an amend of a working order, wherever it was placed. `NotFound`: no such order is known. */
  'amends.check': {
    params: z.strictObject({ order_id: orderId, draft: amendDraftSchema }),
    result: amendCheckSchema,
  },
  /**
   * Amends at most once a command id, behind an amend of the order that is on its way. The press is a confirmed one.
   * Throws as `orders.place`.
   */
  'amends.send': {
    params: z.strictObject({
      command_id: z.uuid(),
      order_id: orderId,
      draft: amendDraftSchema,
      acknowledged: z.array(acknowledgementSchema).max(64),
    }),
    result: amendResultSchema,
  },
  /** Amends of this run and of late, oldest first. */
  'amends.list': { params: nothing, result: z.array(commandStateSchema) },
  /** Settles an amend by hand, or asks the service now (`said` null). */
  'amends.settle': {
    params: z.strictObject({ command_id: z.uuid(), said: amendStatementSchema.shape.said.nullable() }),
    result: nothing,
  },
  /** A command and its evidence as JSON text, for a report. `NotFound`: no such command. */
  'amends.report': { params: z.strictObject({ command_id: z.uuid() }), result: z.string() },
  /** The steps of a plan as the account is now; changes nothing. `NotSupported`: the service lists no positions or orders. */
  'plans.preview': { params: z.strictObject({ request: planRequestSchema }), result: planPreviewSchema },
  /** The rest of a stopped plan. `Conflict` while one of its orders is undecided. */
  'plans.rest': { params: z.strictObject({ plan_id: z.uuid() }), result: planPreviewSchema },
  /**
   * Carries a preview out, once, within 30 s of it. The press is a confirmed one. `left_out`: steps not to be done.
   * `Conflict` beside a plan that is running.
   */
  'plans.start': {
    params: z.strictObject({
      plan_id: z.uuid(),
      left_out: z.array(z.uuid()).max(1000),
      acknowledged: z
        .array(z.strictObject({ step_id: z.uuid(), given: z.array(acknowledgementSchema).max(64) }))
        .max(1000),
    }),
    result: planViewSchema,
  },
  /** Sends nothing more after the step that is under way. */
  'plans.stop': { params: z.strictObject({ plan_id: z.uuid() }), result: nothing },
  /** Takes a plan that is not running off the list. */
  'plans.dismiss': { params: z.strictObject({ plan_id: z.uuid() }), result: nothing },
  'plans.list': { params: nothing, result: z.array(planViewSchema) },
  'presets.read': { params: nothing, result: presetListSchema },
  /** Replaces all presets. `base`: those read before; `Conflict` when changed since. */
  'presets.save': {
    params: z.strictObject({ presets: presetListSchema, base: presetListSchema }),
    result: nothing,
  },
  'guards.read': { params: nothing, result: guardSettingsSchema },
  /** `base`: the guards as they were read before they were changed. `Conflict` where others are in force by now. */
  'guards.save': {
    params: z.strictObject({ guards: guardSettingsSchema, base: guardSettingsSchema }),
    result: nothing,
  },
  /**
   * Stops trading in every window at once, or allows it again; kept over restarts. Nothing that rests at the
   * service is touched: see `orders.cancel_resting`.
   */
  'trading.stop': { params: z.strictObject({ stopped: z.boolean() }), result: nothing },
  /**
   * Sets the confirmation. One click needs `is_deliberate`. `base`: the ladder that was shown; `Conflict` when another
   * is in force.
   */
  'trading.ladder': {
    params: z.strictObject({ ladder: ladderSchema, base: ladderSchema, is_deliberate: z.boolean() }),
    result: nothing,
  },
} as const;
