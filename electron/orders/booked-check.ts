import { compare, type DecimalString } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';

type Notice = OrderRow['notices'][number];

/** A price or amount as it was to be and as the order has it. */
interface Difference {
  readonly field: 'price' | 'amount';
  readonly from: DecimalString;
  readonly to: DecimalString;
}

/**
 * Differences in price and amount. The first record is compared with the request, later ones with the last: those are
 * edits.
 */
export function compareBooked(row: OrderRow, order: Order): Notice[] {
  const known = row.order;
  if (known?.order_id === order.order_id) {
    // What waits of a linked order gets less as its pieces are placed.
    const isWhole = order.is_secondary_oto !== true;
    return differences(row, known, order, isWhole).map((one) => changed(one, order, known));
  }
  // What is left of a linked order, behind the pieces that were placed: it was compared as it was first seen.
  if (row.earlier_order_ids.includes(order.order_id)) return [];
  // What a trigger made was asked for as that trigger's order stood.
  const asked = known !== null && order.trigger_order_id === known.order_id ? known : row;
  // A linked order may be placed in pieces.
  const isWhole = row.child_of === null || order.trigger_order_id === undefined;
  return differences(row, asked, order, isWhole).map((one) => {
    return hasChanged(one, order) ? changed(one, order, null) : booked(one);
  });
}

/** A price in USD or volatility is not to be compared with the coin price it was booked at, which goes with the market. */
function differences(
  { advanced }: OrderRow,
  before: Pick<Order, 'price' | 'amount'>,
  { price, amount }: Order,
  isWhole: boolean,
): Difference[] {
  const found: Difference[] = [];
  const was = advanced === null ? before.price : null;
  if (isDecimal(was) && isDecimal(price)) found.push({ field: 'price', from: was, to: price });
  if (isWhole && before.amount !== undefined && amount !== undefined) {
    found.push({ field: 'amount', from: before.amount, to: amount });
  }
  return found.filter(({ from, to }) => compare(from, to) !== 0);
}

function isDecimal(price: Order['price']): price is DecimalString {
  return price !== undefined && price !== null && price !== 'market_price';
}

/** Whether the record itself says that the order, seen for the first time, was changed since it was booked. */
function hasChanged(difference: Difference, order: Order): boolean {
  if (order.replaced === true) return true;
  return order.last_update_timestamp > order.creation_timestamp && isCutByPartner(difference, order, null);
}

function booked({ field, from, to }: Difference): Notice {
  return { code: field === 'price' ? 'price_moved' : 'amount_differs', params: { asked: from, booked: to } };
}

function changed(difference: Difference, order: Order, known: Order | null): Notice {
  const { field, from, to } = difference;
  const by = isCutByPartner(difference, order, known) ? { by: 'linked_fill' } : {};
  return { code: field === 'price' ? 'price_changed' : 'amount_changed', params: { from, to, ...by } };
}

/** Fills of one such order cut the other (contract: `incremental`); edits are reported as edits. */
function isCutByPartner({ field, from, to }: Difference, order: Order, known: Order | null): boolean {
  const condition = order.trigger_fill_condition ?? known?.trigger_fill_condition;
  const isPaired = order.oco_ref !== undefined && condition === 'incremental' && order.replaced !== true;
  return isPaired && field === 'amount' && compare(to, from) < 0;
}
