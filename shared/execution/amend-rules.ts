import { compare, type DecimalString, largest, subtract, sum, ZERO } from '../decimal.ts';
import { type Issue, issue } from '../orders/issue.ts';
import { isWorking } from '../orders/outcome/resting.ts';
import { compareFor } from '../orders/side.ts';
import type { Order } from '../service/order.ts';
import { type AmendDraft, termsAsked } from './amend-draft.ts';
import { listChanges, type OrderTerms, readTerms } from './terms.ts';

/** What keeps an amend from being sent besides the rules of the order itself. */
export function checkAmend(order: Order, draft: AmendDraft): Issue[] {
  if (!isWorking(order)) return [issue('error', 'order', 'amend_order_ended', { state: order.order_state })];
  const before = readTerms(order);
  if (before === null) return [issue('error', 'order', 'amend_terms_unknown', {})];
  const asked = termsAsked(order, draft);
  // Filled since: some venues take a total of no more than that for a cancel.
  if (asked !== null && compare(asked.amount, order.filled_amount ?? ZERO) <= 0)
    return [issue('error', 'amount', 'amend_leaves_nothing', {})];
  if (asked !== null && listChanges(before, asked).length === 0)
    return [issue('error', 'order', 'amend_changes_nothing', {})];
  return [];
}

/** What becomes of the order's place in the queue of its price. */
export const PRIORITIES = ['kept', 'lost', 'none'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Kept at the same price and not larger (facts, section 6); `none`: what waits for its trigger stands in no queue. */
export function priorityAfter(
  { order_state }: Pick<Order, 'order_state'>,
  before: OrderTerms,
  asked: OrderTerms,
): Priority {
  if (order_state === 'untriggered') return 'none';
  const isSamePrice = !listChanges(before, asked).includes('price');
  return isSamePrice && compare(asked.amount, before.amount) <= 0 ? 'kept' : 'lost';
}

/** A side of a book, best first: price and amount. */
export type Levels = readonly (readonly [price: DecimalString, amount: DecimalString])[];

/**
 * The size that stands before an order at a price: all of the better levels and of its own, less the order's own part.
 * Null where the levels end before that price, so that more may stand there.
 */
export function sizeAhead(
  direction: Order['direction'],
  price: DecimalString,
  levels: Levels,
  own: { readonly price: DecimalString | null; readonly amount: DecimalString },
  isWhole: boolean,
): DecimalString | null {
  const isAhead = (at: DecimalString) => compareFor(direction, at, price) <= 0;
  const last = levels.at(-1);
  if (!isWhole && (last === undefined || isAhead(last[0]))) return null;
  const ahead = sum(levels.flatMap(([at, amount]) => (isAhead(at) ? [amount] : [])));
  const ownPart = own.price !== null && isAhead(own.price) ? own.amount : ZERO;
  return largest(ZERO, subtract(ahead, ownPart));
}
