import { add, compare, type DecimalString, isPositive, sum, ZERO } from '../../decimal.ts';
import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

/** What a row has filled, and of how much. */
export interface Filled {
  /** Of its order, and of earlier pieces known to have filled. */
  readonly amount: DecimalString;
  readonly of: DecimalString;
  readonly isInPieces: boolean;
}

/** Fills in words: never one order's fill of another's amount. */
export function readFills(row: OrderRow): Filled {
  const earlier = sumEarlier(row);
  const amount = row.order?.filled_amount ?? ZERO;
  if (isPositive(earlier) && areEarlierKnown(row)) {
    return { amount: add(earlier, amount), of: row.amount, isInPieces: true };
  }
  return { amount, of: row.order?.amount ?? row.amount, isInPieces: false };
}

/** All known fills; `isWhole`: no piece was lost before its fill was known. */
export function readAllFilled(row: OrderRow): { readonly amount: DecimalString; readonly isWhole: boolean } {
  const amount = add(sumEarlier(row), row.order?.filled_amount ?? ZERO);
  return { amount, isWhole: areEarlierKnown(row) || compare(amount, row.amount) >= 0 };
}

/** Whether more is filled than was known before, by whichever of its orders; what another order had filled is no measure. */
export function hasFilledMore(before: OrderRow | null, row: OrderRow): boolean {
  const known = before === null ? new Map<string, DecimalString>() : fillsOf(before);
  return [...fillsOf(row)].some(([id, filled]) => {
    // Fills from before it was found again are no news.
    const isOld = before?.earlier_order_ids.includes(id) === true && !known.has(id);
    return !isOld && compare(filled, known.get(id) ?? ZERO) > 0;
  });
}

function fillsOf({ order, earlier_fills: earlier = {} }: OrderRow): Map<string, DecimalString> {
  const fills = new Map(Object.entries(earlier));
  if (order?.filled_amount !== undefined) fills.set(order.order_id, order.filled_amount);
  return fills;
}

function sumEarlier({ order, earlier_fills: earlier = {} }: OrderRow): DecimalString {
  return sum(Object.entries(earlier).flatMap(([id, filled]) => (id === order?.order_id ? [] : [filled])));
}

/** Whether it is known what each order before the row's has filled: of a trigger that fired, nothing. */
function areEarlierKnown({ child_of, order, earlier_order_ids: ids, earlier_fills: earlier = {} }: OrderRow): boolean {
  return child_of === null || ids.every((id) => id === order?.order_id || earlier[id] !== undefined);
}
