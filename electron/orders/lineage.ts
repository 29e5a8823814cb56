import { compare, sum } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import { isWorking } from '../../shared/orders/outcome/resting.ts';
import type { Order } from '../../shared/service/order.ts';
import { hasOwnLabel } from './label.ts';
import { hasOtherTerms, isOfOtherKind } from '../../shared/execution/other-terms.ts';

/** An order this much older may be the intent's: clocks differ. */
export const CREATED_BEFORE_MS = 5000;
/** The longest from the deadline check to the order's stamp. */
const MADE_AFTER_MS = 60_000;
/** A service's clock is not set back by more. */
export const MOST_SET_BACK_MS = 10 * 60_000;
/** Look-ups that lag by more are not waited for. */
export const MOST_LAG_MS = 30_000;

/** Whether it has the row's label and isn't another order's linked order. */
function isUnderLabelOf(row: OrderRow, order: Order): boolean {
  return (
    order.label === row.label &&
    order.instrument_name === row.instrument_name &&
    order.direction === row.direction &&
    (row.child_of !== null || !isPlacedByAnother(order))
  );
}

/** Whether it was made before the row's sell, by the service's clock. Only a typed label needs that proof. */
function isOlder(row: OrderRow, order: Order, shown: readonly Order[]): boolean {
  return isByLabelAlone(row, order, shown) && isBeforeOrder(row, bornAt(order, shown));
}

/** Whether it was made after the row's deadline, by the service's clock. What a trigger or fill makes may be later. */
export function isYounger(row: OrderRow, order: Order, shown: readonly Order[]): boolean {
  const [first = order] = wayTo(order, shown);
  const isPlacedLater = row.child_of !== null || first.trigger_order_id !== undefined;
  const isLate = first.creation_timestamp > row.valid_until + MADE_AFTER_MS;
  return isLate && !isPlacedLater && isByLabelAlone(row, order, shown);
}

/** Whether its label was typed and is all that speaks for it: neither its id nor one that it came of is known. */
function isByLabelAlone(row: OrderRow, order: Order, shown: readonly Order[]): boolean {
  if (hasOwnLabel(row)) return false;
  const known = [row.order?.order_id, row.closed?.order_id, ...row.earlier_order_ids];
  const way = wayTo(order, shown).flatMap(({ order_id, trigger_order_id: of }) => [
    order_id,
    ...(of === undefined ? [] : [of]),
  ]);
  return !way.some((id) => known.includes(id));
}

/** A triggered order is as old as its trigger's order, where shown. */
function bornAt(order: Order, shown: readonly Order[]): number {
  return (wayTo(order, shown)[0] ?? order).creation_timestamp;
}

/** Whether the service time is before the sell by more than clocks differ. */
export function isBeforeOrder({ submitted_at: submittedMs }: OrderRow, timestampMs: number): boolean {
  return timestampMs < submittedMs - CREATED_BEFORE_MS;
}

/** Whether an order may be the row's by label, age and kind. A typed label alone is no proof: it may be reused. */
function bearsLabelOf(row: OrderRow, order: Order, shown: readonly Order[]): boolean {
  return isUnderLabelOf(row, order) && !isOlder(row, order, shown) && !isYounger(row, order, shown);
}

/**
 * Whether only its age speaks against the order, by no more than a clock that was set explains. Then it is unclear
 * whose it is.
 */
function isOlderTwin(row: OrderRow, order: Order, shown: readonly Order[]): boolean {
  const isLittleOlder = bornAt(order, shown) >= row.submitted_at - MOST_SET_BACK_MS;
  return isUnderLabelOf(row, order) && isOlder(row, order, shown) && isLittleOlder;
}

/** The first of those that are shown, or undefined. */
export function findOlderTwin(row: OrderRow, shown: readonly Order[]): Order | undefined {
  return shown.find((order) => isOlderTwin(row, order, shown));
}

/**
 * Unclear orders, where the service's clock may have been set back by enough. A trigger order and what it became count
 * as one.
 */
export function findTwins(row: OrderRow, orders: readonly Order[], setBackMs: number): readonly Order[] {
  if (setBackMs <= CREATED_BEFORE_MS) return [];
  const fired = new Set(orders.flatMap(({ trigger_order_id }) => trigger_order_id ?? []));
  return orders.filter((order) => isOlderTwin(row, order, orders) && !fired.has(order.order_id));
}

/** Whether a record shows what is known to be over as if it worked, or waited for its trigger, yet. */
export function hasEnded({ ended_order_ids: ended = [] }: OrderRow, order: Order): boolean {
  return (isWorking(order) || order.order_state === 'triggered') && ended.includes(order.order_id);
}

/** Whether another order's fill places it, or has. */
function isPlacedByAnother({ primary_order_id, is_secondary_oto }: Order): boolean {
  return primary_order_id !== undefined || is_secondary_oto === true;
}

/**
 * Whether an order in a reply or look-up can be the intent's. A triggered order belongs to the order whose trigger
 * fired.
 */
export function isOrderOf(row: OrderRow, order: Order): boolean {
  const mayBeMade = row.trigger !== null || row.child_of !== null;
  return isUnderLabelOf(row, order) && (order.trigger_order_id === undefined || mayBeMade);
}

/** Whether only a typed label speaks for it, and its terms against it. */
export function isAnothersByTerms(row: OrderRow, order: Order): boolean {
  const isSaid = order.order_id === row.closed?.order_id;
  return row.child_of === null && !hasOwnLabel(row) && !isSaid && hasOtherTerms(row, order);
}

/** The first order that only its numbers show to be another's: a service that books a sell wrongly would show it so. */
export function findUnlike(row: OrderRow, shown: readonly Order[]): Order | undefined {
  return shown.find((order) => {
    const mayBeTaken = bearsLabelOf(row, order, shown) && isOrderOf(row, order);
    return mayBeTaken && isAnothersByTerms(row, order) && !isOfOtherKind(row, order);
  });
}

/** What a look-up shows of a row. */
export interface Sight {
  /** The row's own order, behind the trigger orders it came of. Empty where the look-up doesn't show it. */
  readonly way: readonly Order[];
  /** Orders under its label; a trigger order and its result count once. */
  readonly distinct: readonly Order[];
  /** The pieces in which a linked order was placed, and what of it waits yet. */
  readonly parts: readonly Order[];
  /** Only the row's replaced order is shown: the look-up is late. */
  readonly isBehind: boolean;
}

/** What a look-up shows of a linked order: it waits for its sell, then a new order takes its place, or one for each fill. */
function readChildSight(row: OrderRow, shown: readonly Order[], nowMs: number): Sight {
  const bearing = shown.filter((order) => bearsLabelOf(row, order, shown));
  const own = bearing.filter(isPlacedByAnother);
  if (own.length === 0) return readPlainSight(row, shown);
  const made = new Set(own.flatMap(({ trigger_order_id }) => trigger_order_id ?? []));
  const last = own.filter(({ order_id, order_state }) => !made.has(order_id) && order_state !== 'triggered');
  const live = own.filter((order) => isWorking(order) && !hasEnded(row, order));
  const working = live.find(({ order_state }) => order_state === 'open') ?? live[0];
  const placing = own.find(
    (order) => made.has(order.order_id) && !hasEnded(row, order) && isPlacing(row, order, last, nowMs),
  );
  // Where all is over, what was known last: the pieces and what waited of them end each by itself.
  const known = own.find(
    ({ order_id, order_state }) => order_id === row.order?.order_id && order_state !== 'triggered',
  );
  const shownLast = working ?? placing ?? known ?? last.at(-1) ?? own.at(-1);
  const parts = own.filter((order) => last.includes(order) || live.includes(order));
  const strangers = bearing.filter((order) => !isPlacedByAnother(order));
  // Pieces don't come of each other: known ones aren't followed again.
  const way = shownLast === undefined ? [] : row.order === null ? wayTo(shownLast, own) : [shownLast];
  return { way, distinct: [...way.slice(-1), ...strangers], parts, isBehind: false };
}

/**
 * Whether a linked order was just placed and pieces of it may not show yet. Less may be all, where its primary ended
 * early.
 */
function isPlacing(row: OrderRow, order: Order, pieces: readonly Order[], nowMs: number): boolean {
  // What is cancelled places no more.
  if (order.order_state === 'cancelled') return false;
  const placed = sum(pieces.flatMap(({ amount }) => amount ?? []));
  return nowMs < order.last_update_timestamp + MOST_LAG_MS && compare(placed, row.amount) < 0;
}

/**
 * Reads a look-up by label, answered at the service's time `nowMs`. A trigger's new order becomes the row's (facts,
 * section 6).
 */
export function readSight(row: OrderRow, shown: readonly Order[], nowMs: number): Sight {
  return row.child_of === null ? readPlainSight(row, shown) : readChildSight(row, shown, nowMs);
}

function readPlainSight(row: OrderRow, shown: readonly Order[]): Sight {
  const bearing = shown.filter((order) => bearsLabelOf(row, order, shown));
  const replaced = new Set([
    ...row.earlier_order_ids,
    ...[row.order, ...bearing].flatMap((order) => order?.trigger_order_id ?? []),
  ]);
  const distinct = bearing.filter((order) => !replaced.has(order.order_id) && !mayHaveMadeTraded(row, order));
  const isMisnamed = distinct.length === 1 && isMisnamedBy(row, bearing);
  const ways = distinct.map((last) => wayTo(last, bearing)).filter((way) => isMisnamed || isWayOf(row, way));
  // The label may be on another's order too: what a person has found tells whose it is, then a trigger, or none, and one
  // that stands before one that was rejected.
  const said = ways.find((candidate) => candidate.some(({ order_id }) => order_id === row.closed?.order_id));
  const alike = ways.filter((candidate) => candidate.some(isOfTrigger) === (row.trigger !== null));
  const likely = alike.length > 0 ? alike : ways;
  const way = said ?? likely.find((candidate) => candidate.at(-1)?.order_state !== 'rejected') ?? likely[0] ?? [];
  const isBefore = (order: Order): boolean => replaced.has(order.order_id) || order.order_state === 'triggered';
  const isBehind = distinct.length === 0 && bearing.some(isBefore);
  return { way, distinct, parts: [], isBehind };
}

/**
 * Whether the reply to its sell named another id than look-ups show: of orders under a label of the desk's own, made in that
 * very millisecond with those terms, none has the id that was replied.
 */
function isMisnamedBy(row: OrderRow, bearing: readonly Order[]): boolean {
  const { order: replied } = row;
  if (row.known_by_reply !== true || row.outcome !== 'accepted' || replied === null) return false;
  if (!hasOwnLabel(row) || bearing.some((order) => isNamedBy(order, replied.order_id))) return false;
  const { creation_timestamp: madeMs } = replied;
  return bearing.some((order) => order.creation_timestamp === madeMs && !hasOtherTerms(row, order));
}

/** Whether that is the order of that id, or what its trigger made. */
function isNamedBy({ order_id, trigger_order_id: of }: Order, id: string): boolean {
  return order_id === id || of === id;
}

/** Whether the row's order is known by its reply alone, and that way, which was read as the row's, is of another id. */
export function isMisnamedWay({ known_by_reply: isReplied, outcome, order }: OrderRow, way: readonly Order[]): boolean {
  if (isReplied !== true || outcome !== 'accepted' || order === null) return false;
  return !way.some((one) => isNamedBy(one, order.order_id));
}

/** Whether its trigger may have made the order that the row is known by, as its trades told, and no look-up has shown. */
function mayHaveMadeTraded(row: OrderRow, order: Order): boolean {
  const proven = readProvenId(row);
  return (
    proven !== null &&
    row.trigger !== null &&
    order.order_id !== proven &&
    order.trigger_order_id === undefined &&
    isOfTrigger(order)
  );
}

/** Whether a trigger waits in it, or made it. */
function isOfTrigger({ trigger, trigger_order_id }: Order): boolean {
  return (trigger ?? null) !== null || trigger_order_id !== undefined;
}

/** The order and before it those it came of, the first in front. */
function wayTo(last: Order, bearing: readonly Order[]): Order[] {
  const way = [last];
  for (;;) {
    const before = bearing.find(({ order_id }) => order_id === way[0]?.trigger_order_id);
    // A service that names orders in a circle must not hold this up.
    if (before === undefined || way.includes(before)) return way;
    way.unshift(before);
  }
}

/**
 * Whether the chain holds the row's order, by record or trades; if none is known, whether it can. A rejection binds
 * nothing.
 */
function isWayOf(row: OrderRow, way: readonly Order[]): boolean {
  const known = row.outcome === 'refused' ? null : (row.order?.order_id ?? readProvenId(row));
  // Trades tell of its label, too, and of little more.
  const isUnseen = known === null || row.order === null;
  if (isUnseen && way.some((order) => isAnothersByTerms(row, order))) return false;
  if (known === null) return way.every((order) => isOrderOf(row, order));
  return way.some((order) => isNamedBy(order, known));
}
