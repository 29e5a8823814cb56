import { compare } from '../../decimal.ts';
import type { OrderRow } from '../../ipc/schemas/order-schema.ts';
import type { Order } from '../../service/order.ts';
import { readLostSight } from './lost-sight.ts';
import { readKnownByTrades } from './known-by-trades.ts';

/** `triggered` is no end: what takes the place of the order whose trigger fired has yet to be seen. */
const ENDED_OR_FIRED: readonly string[] = ['filled', 'cancelled', 'rejected', 'triggered'];

/** Whether an order has not ended: on the book, or waiting for its trigger. Unknown states count as working. */
export function isWorking({ order_state }: Pick<Order, 'order_state'>): boolean {
  return !ENDED_OR_FIRED.includes(order_state);
}

type RestingFacts = Pick<OrderRow, 'outcome' | 'order' | 'notices' | 'child_of' | 'amount' | 'type' | 'time_in_force'>;

/** What is not traded at once is cancelled. */
const NEVER_REST: readonly string[] = ['immediate_or_cancel', 'fill_or_kill'];
const RESTING_TYPES: readonly string[] = ['limit', 'market_limit', 'stop_limit', 'take_limit'];

/** Whether its type and time in force let it rest. A trigger's order does, until it fires. */
export function mayRestByTerms({ time_in_force, type }: Pick<OrderRow, 'type' | 'time_in_force'>): boolean {
  return !NEVER_REST.includes(time_in_force) && RESTING_TYPES.includes(type);
}

/** Whether a sell known by trades has a resting rest. */
function isTradedInPart(row: RestingFacts): boolean {
  const traded = readKnownByTrades(row);
  if (traded === null || !mayRestByTerms(row)) return false;
  return compare(traded.amount, row.amount) < 0;
}

/**
 * Whether the order may rest: last shown as working, or a trigger's order, linked order or rest not seen yet
 * (docs/design/orders.md, "Triggers").
 */
export function isResting(row: RestingFacts): boolean {
  const { outcome, order, child_of } = row;
  if (outcome !== 'accepted' || readLostSight(row) !== null) return false;
  const isUnseen = order === null ? child_of !== null || isTradedInPart(row) : order.order_state === 'triggered';
  return isUnseen || (order !== null && isWorking(order));
}

/** Whether it may rest though nothing shows it: it has no outcome yet, or a person found an order of it that no look-up shows. */
export function mayRestUnseen({ outcome, closed }: Pick<OrderRow, 'outcome' | 'closed'>): boolean {
  if (outcome === 'closed') return closed !== null && closed.order_id !== null;
  return outcome === 'unknown' || outcome === 'sending';
}
