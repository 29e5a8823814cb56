import { z } from 'zod';
import { compare, type DecimalString, parseDecimal } from '../decimal.ts';
import { decimalField } from '../service/fields.ts';
import { ADVANCED_TYPES, type Order } from '../service/order.ts';

/**
 * What an amend may change of a working order (facts, section 9, `edit`). Decimals: in the instrument's amount unit, and
 * in its quote or what `advanced` says. Null: the order has none.
 */
export const orderTermsSchema = z.strictObject({
  /** The whole order, its filled part included, as on the wire. */
  amount: decimalField,
  price: decimalField.nullable(),
  trigger_price: decimalField.nullable(),
  trigger_offset: decimalField.nullable(),
  display_amount: decimalField.nullable(),
  post_only: z.boolean(),
  reject_post_only: z.boolean(),
  reduce_only: z.boolean(),
  advanced: z.enum(ADVANCED_TYPES).nullable(),
  mmp: z.boolean(),
});
export type OrderTerms = z.infer<typeof orderTermsSchema>;
export type OrderTerm = keyof OrderTerms;

const TERMS = Object.keys(orderTermsSchema.shape) as OrderTerm[];

/** The terms that a record of the service shows; null where it tells no amount. */
export function readTerms(order: Order): OrderTerms | null {
  if (order.amount === undefined) return null;
  const advanced = ADVANCED_TYPES.find((known) => known === order.advanced) ?? null;
  return {
    amount: order.amount,
    price: readPrice(order, advanced),
    trigger_price: order.trigger_price ?? null,
    trigger_offset: order.trigger_offset ?? null,
    display_amount: order.display_amount ?? order.max_show ?? null,
    post_only: order.post_only,
    reject_post_only: order.reject_post_only ?? false,
    reduce_only: order.reduce_only ?? false,
    advanced,
    mmp: order.mmp ?? false,
  };
}

/** Of an order by USD or volatility that figure: its price in coin goes with the market. */
function readPrice({ price, usd, implv }: Order, advanced: OrderTerms['advanced']): DecimalString | null {
  if (advanced === 'usd') return usd ?? null;
  if (advanced === 'implv') return implv ?? null;
  return price === undefined || price === null ? null : parseDecimal(price);
}

/** The terms that differ, in the order of the schema. */
export function listChanges(from: OrderTerms, to: OrderTerms): OrderTerm[] {
  return TERMS.filter((term) => !isSame(from[term], to[term]));
}

/** Whether a term has the same value: of decimals the same number, however it is written. */
export function isSame(a: OrderTerms[OrderTerm], b: OrderTerms[OrderTerm]): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left === null || right === null ? a === b : compare(left, right) === 0;
}
