import { z } from 'zod';
import { parseDecimal, subtract, ZERO, add, type DecimalString } from '../decimal.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../orders/draft.ts';
import { ORDER_TYPE_TRAITS } from '../orders/order-types.ts';
import { ORDER_TYPES, type Order, TIMES_IN_FORCE, TRIGGERS } from '../service/order.ts';
import { type OrderTerms, readTerms } from './terms.ts';

const text = z.string().max(512);

/** An amend as the trader typed it: text, never coerced. Empty text in an optional field: none. */
export const amendDraftSchema = z.strictObject({
  /** What is to be left to fill, in the instrument's amount unit, of the order as it was when that was typed … */
  remaining: text,
  /** … with so much of it filled. */
  filled: text,
  /** In the instrument's quote, or what the order's `advanced` says. */
  price: text,
  trigger_price: text,
  trigger_offset: text,
  display_amount: text,
  post_only: z.boolean(),
  reject_post_only: z.boolean(),
  reduce_only: z.boolean(),
  /** How long after the press the engine may still take it, milliseconds. */
  valid_for_ms: z.number().int(),
});
export type AmendDraft = z.infer<typeof amendDraftSchema>;

/** What an order has left to fill; null where its record tells no amount. */
export function remainingOf({ amount, filled_amount }: Order): DecimalString | null {
  return amount === undefined ? null : subtract(amount, filled_amount ?? ZERO);
}

/** An amend that changes nothing yet: the order as it is. */
export function seedAmend(order: Order): AmendDraft {
  const terms = readTerms(order);
  return {
    remaining: remainingOf(order) ?? '',
    filled: order.filled_amount ?? ZERO,
    price: terms?.price ?? '',
    trigger_price: terms?.trigger_price ?? '',
    trigger_offset: terms?.trigger_offset ?? '',
    display_amount: terms?.display_amount ?? '',
    post_only: order.post_only,
    reject_post_only: order.reject_post_only ?? false,
    reduce_only: order.reduce_only ?? false,
    valid_for_ms: EMPTY_DRAFT.valid_for_ms,
  };
}

/**
 * The terms that an amend asks for: the total is what was filled as the trader typed, and what was to be left then. A
 * fill since makes what is left smaller, never larger. Null where a number can't be read.
 */
export function termsAsked(order: Order, draft: AmendDraft): OrderTerms | null {
  const before = readTerms(order);
  const [remaining, filled] = [parseDecimal(draft.remaining), parseDecimal(draft.filled)];
  if (before === null || remaining === null || filled === null) return null;
  const optional = (typed: string): DecimalString | null | undefined =>
    typed.trim() === '' ? null : (parseDecimal(typed) ?? undefined);
  const [price, trigger_price] = [optional(draft.price), optional(draft.trigger_price)];
  const [trigger_offset, display_amount] = [optional(draft.trigger_offset), optional(draft.display_amount)];
  if (
    price === undefined ||
    trigger_price === undefined ||
    trigger_offset === undefined ||
    display_amount === undefined
  )
    return null;
  return {
    amount: add(filled, remaining),
    price,
    trigger_price,
    trigger_offset,
    display_amount,
    post_only: draft.post_only,
    reject_post_only: draft.post_only && draft.reject_post_only,
    reduce_only: draft.reduce_only,
    advanced: before.advanced,
    mmp: before.mmp,
  };
}

/**
 * The amended order as a draft of what is left, for the rules, guards and forecast that hold for new orders. Null for an
 * order of a kind that this version does not know.
 */
export function draftOfAmend(order: Order, amend: AmendDraft): OrderDraft | null {
  const named = order.original_order_type ?? order.order_type;
  const type = ORDER_TYPES.find((known) => known === named);
  const time_in_force = TIMES_IN_FORCE.find((known) => known === order.time_in_force);
  if (type === undefined || time_in_force === undefined) return null;
  const { hasPrice, triggeredBy } = ORDER_TYPE_TRAITS[type];
  return {
    ...EMPTY_DRAFT,
    direction: order.direction,
    instrument_name: order.instrument_name,
    type,
    time_in_force,
    amount: amend.remaining,
    price: hasPrice ? amend.price : '',
    advanced: readTerms(order)?.advanced ?? null,
    trigger: triggeredBy === null ? null : (TRIGGERS.find((known) => known === order.trigger) ?? null),
    trigger_price: triggeredBy === 'price' ? amend.trigger_price : '',
    trigger_offset: triggeredBy === 'offset' ? amend.trigger_offset : '',
    display_amount: amend.display_amount,
    post_only: amend.post_only,
    reject_post_only: amend.post_only && amend.reject_post_only,
    reduce_only: amend.reduce_only,
    mmp: order.mmp ?? false,
    valid_for_ms: amend.valid_for_ms,
  };
}
