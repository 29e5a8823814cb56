import { ZERO } from '../decimal.ts';
import { LOOK_UP_WINDOW_MS } from '../orders/outcome/look-up-window.ts';
import { compareFor } from '../orders/side.ts';
import type { Order } from '../service/order.ts';
import { chainTo } from './chain-to.ts';
import type { EditCommand, PlaceCommand } from './command.ts';
import { type AskedOrder, hasOtherTerms, isOfOtherKind } from './other-terms.ts';
import type { PlaceState } from './state.ts';
import { isSame, listChanges, readTerms } from './terms.ts';

/**
 * What a record of an order says of an amend. `asked`: it shows the asked terms. `before`: those of the revision that
 * was amended. `other`: neither, so somebody else changed it too. `foreign`: another order's record.
 */
export type Match = 'asked' | 'before' | 'other' | 'foreign';

/** Compares the terms that the amend changes; the others may differ by fills and by the engine. */
export function matchEdit(command: EditCommand, record: Order): Match {
  const { target, before, asked } = command;
  if (record.order_id !== target.order_id || record.direction !== target.direction) return 'foreign';
  const terms = readTerms(record);
  if (terms === null) return 'other';
  const changed = listChanges(before, asked);
  const shows = (wanted: typeof asked) => changed.every((term) => isSame(terms[term], wanted[term]));
  if (shows(asked)) return 'asked';
  const isMoved = changed.every(
    (term) => isSame(terms[term], asked[term]) || (term === 'price' && mayBeMoved(command, record)),
  );
  // Moved back to where it was, the stamp alone tells.
  if (shows(before)) return isMoved && isRevised(command, record) ? 'asked' : 'before';
  return isMoved ? 'asked' : 'other';
}

/** Whether the engine may have made the asked price the one that the record shows: less aggressive, never more. */
function mayBeMoved({ may_move_price, asked, target }: EditCommand, record: Order): boolean {
  const price = readTerms(record)?.price ?? null;
  if (!may_move_price || price === null || asked.price === null) return false;
  return compareFor(target.direction, price, asked.price) > 0;
}

/** Whether the order was changed since the command left, by no fill. */
function isRevised({ target: { seen }, submitted_at }: EditCommand, record: Order): boolean {
  const isLater =
    record.last_update_timestamp >= submitted_at && record.last_update_timestamp > seen.last_update_timestamp;
  return isLater && record.replaced === true && isSame(record.filled_amount ?? null, seen.filled_amount ?? null);
}

/** An order this much older may be the command's: clocks differ; milliseconds. */
export const CREATED_BEFORE_MS = 5000;
/** The longest from the deadline check to the order's stamp. */
const MADE_AFTER_MS = 60_000;
/** A service's clock is not set back by more. */
export const MOST_SET_BACK_MS = 10 * 60_000;

/** What a place command asks for, in the form of a record. */
export function askedOrder({ target, params, valid_until }: PlaceCommand): AskedOrder {
  return {
    direction: target.direction,
    type: params.type ?? 'limit',
    time_in_force: params.time_in_force ?? 'good_til_cancelled',
    amount: params.amount ?? params.contracts ?? ZERO,
    price: params.price ?? null,
    advanced: params.advanced ?? null,
    reduce_only: params.reduce_only ?? false,
    trigger: params.trigger ?? null,
    trigger_price: params.trigger_price ?? null,
    trigger_offset: params.trigger_offset ?? null,
    valid_until,
  };
}

/** The order's id as trades alone tell it; null where a record told it, or nothing did. */
export function tradedIdOf({ order, traded }: PlaceState): string | null {
  return order === null ? (traded?.order_id ?? null) : null;
}

/** Whether an order of that id is known to be the command's. */
export function isKnownId(state: PlaceState, orderId: string): boolean {
  const { order, earlier_order_ids: earlier } = state;
  return order?.order_id === orderId || earlier.includes(orderId) || tradedIdOf(state) === orderId;
}

/** Whether a person said so, and nothing has overruled it. */
export function isSaidId({ verdict, said_order_id: said }: PlaceState, orderId: string): boolean {
  return verdict === 'resolved_by_operator' && said === orderId;
}

/** Whether it bears the command's label, and isn't placed by another order. */
function isUnderLabel({ command: { target } }: PlaceState, order: Order): boolean {
  const isOf = order.instrument_name === target.instrument_name && order.direction === target.direction;
  return order.label === target.label && isOf && !isPlacedByAnother(order);
}

/** Whether another order's fill places it, or has. */
export function isPlacedByAnother({ primary_order_id, is_secondary_oto }: Order): boolean {
  return primary_order_id !== undefined || is_secondary_oto === true;
}

/** Whether an order in a reply or query can be the command's. What a trigger made belongs to the order that waited for it. */
export function mayBeOrderOf(state: PlaceState, order: Order): boolean {
  const mayBeMade = state.command.params.trigger !== undefined;
  return isUnderLabel(state, order) && (order.trigger_order_id === undefined || mayBeMade);
}

/** Whether that service time is before the command by more than clocks differ. */
export function isBeforeCommand({ sent_ms: sentMs }: PlaceState, timestampMs: number): boolean {
  return timestampMs < sentMs - CREATED_BEFORE_MS;
}

/** Whether a typed label is all that speaks for it: neither its id nor one that it came of is known. */
function isByLabelAlone(state: PlaceState, order: Order, shown: readonly Order[]): boolean {
  const { command, order: known, said_order_id: said, earlier_order_ids: earlier } = state;
  if (command.target.is_own_label) return false;
  const ids = [known?.order_id, said, ...earlier];
  const chain = chainTo(order, shown).flatMap(({ order_id, trigger_order_id: of }) => [order_id, of ?? order_id]);
  return !chain.some((id) => ids.includes(id));
}

/** A triggered order is as old as its trigger's order, where that is shown. */
function bornAt(order: Order, shown: readonly Order[]): number {
  return (chainTo(order, shown)[0] ?? order).creation_timestamp;
}

/** Whether it was made before the command, by the service's clock. Only a typed label needs that proof. */
function isOlder(state: PlaceState, order: Order, shown: readonly Order[]): boolean {
  return isByLabelAlone(state, order, shown) && isBeforeCommand(state, bornAt(order, shown));
}

/** Whether it was made after the command's deadline, by the service's clock. What a trigger makes may be later. */
export function isYounger(state: PlaceState, order: Order, shown: readonly Order[]): boolean {
  const [first = order] = chainTo(order, shown);
  const isLate = first.creation_timestamp > state.command.valid_until + MADE_AFTER_MS;
  return isLate && first.trigger_order_id === undefined && isByLabelAlone(state, order, shown);
}

/** Whether an order may be the command's by label, age and kind. A typed label alone is no proof. */
export function bearsLabel(state: PlaceState, order: Order, shown: readonly Order[]): boolean {
  return isUnderLabel(state, order) && !isOlder(state, order, shown) && !isYounger(state, order, shown);
}

/** Whether only a typed label speaks for it, and its terms against it. */
export function isAnothersByTerms({ command, said_order_id: said }: PlaceState, order: Order): boolean {
  return !command.target.is_own_label && order.order_id !== said && hasOtherTerms(askedOrder(command), order);
}

/** Whether only its age speaks against the order, by no more than a clock that was set explains: unclear whose it is. */
function isOlderTwin(state: PlaceState, order: Order, shown: readonly Order[]): boolean {
  const isLittleOlder = bornAt(order, shown) >= state.sent_ms - MOST_SET_BACK_MS;
  return isUnderLabel(state, order) && isOlder(state, order, shown) && isLittleOlder;
}

/** The first of those that are shown; undefined: none. */
export function findOlderTwin(state: PlaceState, shown: readonly Order[]): Order | undefined {
  return shown.find((order) => isOlderTwin(state, order, shown));
}

/** Those where the service's clock may have been set back by enough. A trigger order and what it became count once. */
export function findTwins(state: PlaceState, orders: readonly Order[], setBackMs: number): readonly Order[] {
  if (setBackMs <= CREATED_BEFORE_MS) return [];
  const fired = new Set(orders.flatMap(({ trigger_order_id }) => trigger_order_id ?? []));
  return orders.filter((order) => isOlderTwin(state, order, orders) && !fired.has(order.order_id));
}

/** The first that only its numbers show to be another's: a service that books an order wrongly would show it so. */
export function findUnlike(state: PlaceState, shown: readonly Order[]): Order | undefined {
  return shown.find((order) => {
    const mayBeTaken = bearsLabel(state, order, shown) && mayBeOrderOf(state, order);
    const isUnlike = mayBeTaken && isAnothersByTerms(state, order);
    return isUnlike && !isOfOtherKind(askedOrder(state.command), order);
  });
}

/** Whether queries may have forgotten the command's order, if that has ended, at that time of the service. */
export function isPastWindow({ sent_ms: sentMs }: PlaceState, serviceMs: number): boolean {
  return serviceMs > sentMs + LOOK_UP_WINDOW_MS - MOST_SET_BACK_MS;
}
