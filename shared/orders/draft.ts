import { z } from 'zod';
import { directionField } from '../service/fields.ts';
import {
  ADVANCED_TYPES,
  FILL_CONDITIONS,
  LINKED_ORDER_TYPES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  TRIGGERS,
} from '../service/order.ts';

/** Longest text a ticket field may carry; far above anything valid, so that a bad entry can be explained. */
const FIELD_MAX = 512;
const text = z.string().max(FIELD_MAX);

/** What an order and a child of a linked order have in common, as typed. Empty text means "not given". */
const terms = {
  type: z.enum(ORDER_TYPES),
  /** In the instrument's amount unit. */
  amount: text,
  /** Only for limit kinds: in the instrument's quote, or what `advanced` says. */
  price: text,
  time_in_force: z.enum(TIMES_IN_FORCE),
  post_only: z.boolean(),
  reject_post_only: z.boolean(),
  reduce_only: z.boolean(),
  /** The price that is watched; null for orders without a trigger. */
  trigger: z.enum(TRIGGERS).nullable(),
  trigger_price: text,
  /** Of a trailing stop: distance from the peak, in the unit of the price watched. */
  trigger_offset: text,
  label: text,
};

/** An order that a linked order places or cancels (facts, section 4, `otoco_config`). Same instrument. */
export const childDraftSchema = z.strictObject({ ...terms, direction: directionField });
export type ChildDraft = z.infer<typeof childDraftSchema>;

/** What an order and one that is linked to it have in common, but for size, side and label. */
export type OrderTerms = Omit<ChildDraft, 'amount' | 'direction' | 'label'>;

/** An order as the trader typed it: text, never coerced. */
export const orderDraftSchema = z.strictObject({
  ...terms,
  direction: directionField,
  instrument_name: text,
  /** Whole contracts, in place of the amount or beside it. */
  contracts: text,
  /** Price in USD or as implied volatility in percent; null: in the instrument's quote. Options only. */
  advanced: z.enum(ADVANCED_TYPES).nullable(),
  /** Visible part of an iceberg; empty: all of it shows. */
  display_amount: text,
  mmp: z.boolean(),
  /** How long after the press the engine may still take it, milliseconds. */
  valid_for_ms: z.number().int(),
  linked_order_type: z.enum(LINKED_ORDER_TYPES).nullable(),
  trigger_fill_condition: z.enum(FILL_CONDITIONS).nullable(),
  children: z.array(childDraftSchema).max(8),
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

/** What is meant where no side was kept: earlier versions only sold. */
export const KEPT_SIDE = 'sell';

/** A draft that was kept. */
export const keptDraftSchema = orderDraftSchema.extend({ direction: directionField.default(KEPT_SIDE) });

/** An order before anything is typed: a limit that sells and never takes. */
export const EMPTY_DRAFT: OrderDraft = {
  direction: 'sell',
  instrument_name: '',
  type: 'limit',
  amount: '',
  contracts: '',
  price: '',
  advanced: null,
  time_in_force: 'good_til_cancelled',
  post_only: true,
  reject_post_only: false,
  reduce_only: false,
  display_amount: '',
  trigger: null,
  trigger_price: '',
  trigger_offset: '',
  mmp: false,
  valid_for_ms: 5000,
  linked_order_type: null,
  trigger_fill_condition: null,
  children: [],
  label: '',
};
