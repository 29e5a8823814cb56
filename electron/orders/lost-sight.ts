import { compare, decimal, isZero, largest, sum } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { UserTrade } from '../../shared/service/trade.ts';
import type { FoundTrades } from './trade-search.ts';
import { hasOwnLabel } from './label.ts';
import { isBeforeSell, MOST_SET_BACK_MS } from './lineage.ts';
import { addNotice } from './outcome.ts';

/**
 * The row of an order that is not among the open ones any more, and of whose end look-ups have forgotten: filled where its
 * trades say so, else over, nobody knows how. `found`: null where its trades can't be known.
 */
export function endUnseen(row: OrderRow, found: FoundTrades | null): OrderRow {
  const own = found?.trades.filter((trade) => isOwn(row, trade)) ?? [];
  const doubtful = found?.trades.filter((trade) => !isOwn(row, trade)).concat(found.unlabelled) ?? [];
  const isDoubtful = found === null || doubtful.some((trade) => mayBeOwn(row, trade));
  const [first] = own;
  const traded = sum(own.map(({ amount }) => amount));
  const known: OrderRow =
    first === undefined
      ? row
      : { ...row, notices: addNotice(row, 'known_by_trades', { order_id: first.order_id, amount: traded }) };
  const ofLast = sum(own.filter((trade) => isOfLast(row, trade)).map(({ amount }) => amount));
  const amount = row.order?.amount ?? row.amount;
  const isFilled = compare(ofLast, amount) >= 0 || (row.child_of !== null && compare(traded, row.amount) >= 0);
  if (row.order !== null && first !== undefined && isFilled) {
    const { average_price: _outdated, ...order } = row.order;
    return { ...known, order: { ...order, order_state: 'filled', filled_amount: largest(ofLast, amount) } };
  }
  // Trades may be forgotten, fills that were seen are not.
  const filled = largest(ofLast, row.order?.filled_amount ?? decimal(0));
  const order = row.order === null || isZero(ofLast) ? row.order : { ...row.order, filled_amount: filled };
  return { ...known, order, notices: addNotice(known, 'no_longer_known', isDoubtful ? {} : { traded }) };
}

/**
 * What a trigger, or the fill of a sell, made of an order bears its label and an id of its own. Under a typed label, what
 * traded before the sell is another's.
 */
function isOwn(row: OrderRow, trade: UserTrade): boolean {
  const { order_id: id, timestamp } = trade;
  if (id === row.order?.order_id || row.earlier_order_ids.includes(id)) return true;
  return mayBeOwn(row, trade) && (hasOwnLabel(row) || !isBeforeSell(row, timestamp));
}

/**
 * Whether it is a trade of the row's last order, or of what a trigger made of that. A linked order may be placed in pieces:
 * what traded under an id that was never seen may be of another of them.
 */
function isOfLast({ order, earlier_order_ids: earlier, child_of }: OrderRow, { order_id: id }: UserTrade): boolean {
  return id === order?.order_id || (child_of === null && !earlier.includes(id));
}

/** Whether its order may have become what traded: where the service's clock was set back, its time tells nothing. */
function mayBeOwn(row: OrderRow, { timestamp }: UserTrade): boolean {
  const mayBeMade = row.trigger !== null || row.child_of !== null;
  return mayBeMade && timestamp >= row.submitted_at - MOST_SET_BACK_MS;
}
