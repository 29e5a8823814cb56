import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isKnownBy, readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import type { Order } from '../../shared/service/order.ts';
import { readSight } from './lineage.ts';
import { isUndecided } from './outcome.ts';
import { mayBeMadeYet } from './looks/owed-look.ts';
import { findSeconds } from './second-orders.ts';
import { tellBeside } from './traded-order.ts';

/** Allowance for clocks past the deadline, after which no order is made. */
const CLOCK_DOUBT_MS = 5000;

/**
 * Ids of the service's orders that are this terminal's, also by trades or for an unknown or absent sell. Ambiguous ones
 * wait for a look-up.
 */
export function findOwn(rows: readonly OrderRow[], orders: readonly Order[]): ReadonlySet<string> {
  const own = new Set(
    rows.flatMap((row) => [
      ...row.earlier_order_ids,
      ...[row.order?.order_id ?? [], row.closed?.order_id ?? [], readProvenId(row) ?? []].flat(),
    ]),
  );
  // A triggered order is its own before a look-up follows it.
  for (const order of orders) if (own.has(order.trigger_order_id ?? '')) own.add(order.order_id);
  for (const row of rows.filter(mayHaveBecome)) {
    const { way, distinct } = readSight(row, candidatesOf(row, orders, own), Infinity);
    if (distinct.length === 1) for (const order of way) own.add(order.order_id);
  }
  return own;
}

/**
 * A sell that is known by no order, or whose order is over or not known any more, and the open orders that may be its own; or
 * one that has an order beside its own.
 */
export interface Sighting {
  readonly row: OrderRow;
  readonly orders: Order[];
}

/** Finds those among the account's open orders: found beats absent, however it comes. */
export function findSightings(rows: readonly OrderRow[], orders: readonly Order[]): Sighting[] {
  const known = new Set(
    rows.flatMap((row) => [...row.earlier_order_ids, row.order?.order_id ?? '', readProvenId(row) ?? '']),
  );
  const became = rows
    .filter((row) => row.outcome === 'accepted' && row.order !== null && !isResting(row))
    .map((row) => ({
      row,
      orders: orders.filter((order) => isLost(row, order) || (!known.has(order.order_id) && cameOf(row, order))),
    }))
    .filter(({ orders: made }) => made.length > 0);
  const found = rows
    .filter((row) => row.order === null && (row.child_of === null || readLostSight(row) !== null))
    .filter((row) => mayHaveBecome(row) && row.outcome !== 'sending')
    .map((row) => ({ row, orders: candidatesOf(row, orders, known) }))
    .filter(({ row, orders: candidates }) => {
      const sight = readSight(row, candidates, Infinity);
      return sight.way.length > 0 || tellBeside(row, sight) !== null;
    });
  const doubled = rows
    .filter((row) => row.outcome === 'accepted' && row.child_of === null && row.second_of === undefined)
    .map((row) => ({ row, orders: orders.filter(({ label }) => label === row.label) }))
    .filter(({ row, orders: shown }) => shown.length > 1 && isDoubled(row, shown, known));
  return [...became, ...found, ...doubled];
}

/** Whether one that no row has is shown beside the row's own. */
function isDoubled(row: OrderRow, shown: readonly Order[], known: ReadonlySet<string>): boolean {
  const isKnown = (orderId: string) => known.has(orderId) || row.closed?.order_id === orderId;
  return findSeconds(row, readSight(row, shown, Infinity), isKnown).length > 0;
}

/** Whether it is the row's lost order, which exists after all. */
function isLost(row: OrderRow, { order_id: id }: Order): boolean {
  return readLostSight(row) !== null && row.order?.order_id === id;
}

/** Whether a trigger of the row's own made it, or the fill of its sell a piece of it. */
function cameOf(row: OrderRow, { trigger_order_id: of }: Order): boolean {
  return of !== undefined && isKnownBy(row, of);
}

function candidatesOf(row: OrderRow, orders: readonly Order[], known: ReadonlySet<string>): Order[] {
  const proven = readProvenId(row);
  return orders.filter((order) => {
    const isFree = order.order_id === proven || !known.has(order.order_id);
    return isFree && order.creation_timestamp <= latestOf(row, order);
  });
}

/** Whether an order that is seen may be the row's, which is not known by any. */
function mayHaveBecome(row: OrderRow): boolean {
  return isUndecided(row) || (row.order === null && (row.outcome === 'accepted' || mayBeMadeYet(row)));
}

/** Until when it may have been made; a trigger fires, and a sell is filled, at any time. */
function latestOf({ valid_until, child_of }: OrderRow, { trigger_order_id }: Order): number {
  return trigger_order_id === undefined && child_of === null ? valid_until + CLOCK_DOUBT_MS : Number.POSITIVE_INFINITY;
}
