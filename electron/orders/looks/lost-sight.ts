import { compare, decimal, type DecimalString, isZero, largest, sum } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isKnownBy, readKnownByTrades, readProvenId } from '../../../shared/orders/outcome/known-by-trades.ts';
import { nameLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import type { UserTrade } from '../../../shared/service/trade.ts';
import type { FoundTrades } from './trade-search.ts';
import { hasOwnLabel } from '../label.ts';
import { isBeforeOrder, MOST_SET_BACK_MS } from '../lineage.ts';
import { addNotice } from '../outcome.ts';

/**
 * The row of an order that look-ups have forgotten: filled where its trades say so, else no longer known. `found` is
 * null without trades.
 */
export function endUnseen(row: OrderRow, found: FoundTrades | null): OrderRow {
  const own = found?.trades.filter((trade) => isOwn(row, trade)) ?? [];
  const doubtful = found?.trades.filter((trade) => !isOwn(row, trade)).concat(found.unlabelled) ?? [];
  const isDoubtful = found === null || doubtful.some((trade) => mayBeOwn(row, trade));
  if (readProvenId(row) !== null) return endTraded(row, own, isDoubtful);
  const [first] = own;
  const traded = sumOf(own);
  const known: OrderRow =
    first === undefined
      ? row
      : { ...row, notices: addNotice(row, 'known_by_trades', { order_id: first.order_id, amount: traded }) };
  const ofLast = sumOf(own.filter((trade) => isOfLast(row, trade)));
  const amount = row.order?.amount ?? row.amount;
  const isFilled = compare(ofLast, amount) >= 0 || (row.child_of !== null && compare(traded, row.amount) >= 0);
  if (row.order !== null && first !== undefined && isFilled) {
    const { average_price: _outdated, ...order } = row.order;
    return { ...known, order: { ...order, order_state: 'filled', filled_amount: largest(ofLast, amount) } };
  }
  // Trades may be forgotten, fills that were seen are not.
  const filled = largest(ofLast, row.order?.filled_amount ?? decimal(0));
  const order = row.order === null || isZero(ofLast) ? row.order : { ...row.order, filled_amount: filled };
  return { ...known, order, notices: noticeLost(known, isDoubtful ? undefined : traded) };
}

function noticeLost(row: OrderRow, traded: DecimalString | undefined): OrderRow['notices'] {
  return addNotice(row, 'no_longer_known', nameLostSight(row, traded));
}

/** The same for a sell known by trades alone, which stay on record. */
function endTraded(row: OrderRow, own: readonly UserTrade[], isDoubtful: boolean): OrderRow {
  const told = readKnownByTrades(row);
  if (told === null) return row;
  const traded = largest(sumOf(own), told.amount);
  const known = { ...row, notices: addNotice(row, 'known_by_trades', { order_id: told.orderId, amount: traded }) };
  if (compare(traded, row.amount) >= 0) return known;
  return { ...known, notices: noticeLost(known, isDoubtful ? undefined : traded) };
}

function sumOf(trades: readonly UserTrade[]): DecimalString {
  return sum(trades.map(({ amount }) => amount));
}

/**
 * What a trigger or fill made has the row's label and its own id. Under a typed label, earlier trades are another's.
 */
function isOwn(row: OrderRow, trade: UserTrade): boolean {
  const { order_id: id, timestamp } = trade;
  if (isKnownBy(row, id)) return true;
  return mayBeOwn(row, trade) && (hasOwnLabel(row) || !isBeforeOrder(row, timestamp));
}

/** Whether it is a trade of the row's last order or its triggered order. An unseen id may be another piece. */
function isOfLast({ order, earlier_order_ids: earlier, child_of }: OrderRow, { order_id: id }: UserTrade): boolean {
  return id === order?.order_id || (child_of === null && !earlier.includes(id));
}

/** Whether the trades may be its order's; a clock set back proves nothing. */
function mayBeOwn(row: OrderRow, { timestamp }: UserTrade): boolean {
  const mayBeMade = row.child_of !== null || (row.trigger !== null && readProvenId(row) === null);
  return mayBeMade && timestamp >= row.submitted_at - MOST_SET_BACK_MS;
}
