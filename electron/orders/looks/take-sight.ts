import { isDeepStrictEqual } from 'node:util';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { keepEarlierFills } from '../earlier-fills.ts';
import { describeOrder, noticeTwoOrders, spellOrder } from '../instrument-lock.ts';
import type { Sight } from '../lineage.ts';
import { acceptSight, addNotice } from '../outcome.ts';

/** The row by what a look-up shows of its order; null where that is nothing new. */
export function takeSight(row: OrderRow, { way, distinct, parts }: Sight, nowMs: number): OrderRow | null {
  const reached = acceptSight(row, way, nowMs);
  let next = { ...reached, notices: noticeTwoOrders(reached, distinct.map(describeOrder)) };
  if (parts.length > 1) {
    const orders = parts.map((part) => spellOrder(describeOrder(part))).join(', ');
    const notices = addNotice(next, 'placed_in_parts', { orders });
    next = { ...next, notices, ...keepEarlierFills(next, parts) };
  }
  return isDeepStrictEqual(tellable(next), tellable(row)) ? null : next;
}

/** What a look-up may change of a row. A row out of the journal has its fields in another order. */
function tellable({ order, notices, earlier_fills: fills, known_by_reply: isByReply }: OrderRow): unknown {
  return [order, notices, fills, isByReply];
}
