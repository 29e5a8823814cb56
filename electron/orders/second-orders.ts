import { createHash } from 'node:crypto';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { makeRowId } from './children.ts';
import { isAnothersByTerms, type Sight } from './lineage.ts';

/**
 * The orders of a look-up that are under the row's label beside its own, and that no row has yet. Under a typed label, what
 * no engine makes of its request is another's.
 */
export function findSeconds(
  row: OrderRow,
  { way, distinct }: Pick<Sight, 'way' | 'distinct'>,
  isKnown: (orderId: string) => boolean,
): Order[] {
  if (way.length === 0 && row.order !== null) return [];
  return distinct.filter((order) => {
    const isNew = !way.includes(order) && !isKnown(order.order_id);
    return isNew && order.order_state !== 'rejected' && !isAnothersByTerms(row, order);
  });
}

/**
 * The row of a second order under the label of a sell that was asked for once: it rests, and is cancelled, by itself.
 * Its id is always the same: no order has two rows.
 */
export function makeSecond(row: OrderRow, order: Order, nowMs: number): OrderRow {
  const first = row.second_of ?? row.intent_id;
  const { earlier_fills: _fills, ended_order_ids: _ended, known_by_reply: _reply, ...asked } = row;
  return {
    ...asked,
    intent_id: makeRowId(() => createHash('sha256').update(`${first} ${order.order_id}`).digest().subarray(0, 16)),
    second_of: first,
    child_of: null,
    linked_order_type: null,
    expected: null,
    outcome: 'accepted',
    order,
    earlier_order_ids: [],
    looked_again: true,
    refusal: null,
    notices: [],
    closed: null,
    cancel: null,
    decided_at: nowMs,
  };
}
