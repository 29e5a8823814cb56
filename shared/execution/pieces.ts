import { compare, type DecimalString, sum } from '../decimal.ts';
import { isWorking } from '../orders/outcome/resting.ts';
import type { Side } from '../orders/side.ts';
import type { Order } from '../service/order.ts';
import { chainTo } from './chain-to.ts';
import { MOST_LAG_MS } from './lag.ts';
import { CREATED_BEFORE_MS, isPlacedByAnother } from './match.ts';
import type { PlaceState, Verdict } from './state.ts';

/** An order that a command places beside its own, and what is known of it. */
export interface LinkedOrder {
  readonly label: string;
  /** The label is made from one that the terminal made, so it proves whose an order is. */
  readonly is_own_label: boolean;
  readonly instrument_name: string;
  readonly direction: Side;
  readonly amount: DecimalString;
  readonly order: Order | null;
  /** Its pieces that are known to be over: a query that shows one working lags. */
  readonly ended_order_ids: readonly string[];
  /** When its command was sent, by the service's clock, milliseconds. */
  readonly sent_ms: number;
}

/** What a query by its label shows of a linked order: it waits, then a new order takes its place, or one for each fill. */
export interface Pieces {
  /** The piece that works, or what waits, behind the orders that it came of. Empty where none is shown. */
  readonly chain: readonly Order[];
  /** The pieces in which it was placed, and what of it waits yet. */
  readonly parts: readonly Order[];
  /** Orders under its label that no other order placed. */
  readonly strangers: readonly Order[];
}

/**
 * The verdict of an order linked to a command's: the service takes all of them or none, so it shares that one. A rejection
 * of its own comes later and is its order's state.
 */
export function linkedVerdict({ verdict, said_order_id: said }: PlaceState): Verdict {
  return verdict === 'resolved_by_operator' && said !== null ? 'accepted' : verdict;
}

/** Reads what a query by the linked order's label shows, answered at that time of the service. */
export function readPieces(linked: LinkedOrder, shown: readonly Order[], nowMs: number): Pieces {
  const bearing = shown.filter((order) => bears(linked, order));
  const own = bearing.filter(isPlacedByAnother);
  const strangers = bearing.filter((order) => !isPlacedByAnother(order));
  const made = new Set(own.flatMap(({ trigger_order_id: of }) => of ?? []));
  const last = own.filter(({ order_id: id, order_state: state }) => !made.has(id) && state !== 'triggered');
  const live = own.filter((order) => isWorking(order) && !hasEnded(linked, order));
  const working = live.find(({ order_state: state }) => state === 'open') ?? live[0];
  const placing = own.find(
    (order) => made.has(order.order_id) && !hasEnded(linked, order) && isPlacing(linked, order, last, nowMs),
  );
  // Where all is over, what was known last: the pieces and what waited of them end each by itself.
  const known = own.find((order) => order.order_id === linked.order?.order_id && order.order_state !== 'triggered');
  const newest = working ?? placing ?? known ?? last.at(-1) ?? own.at(-1);
  // Pieces don't come of each other: known ones aren't followed again.
  const chain = newest === undefined ? [] : linked.order === null ? chainTo(newest, own) : [newest];
  return { chain, parts: own.filter((order) => last.includes(order) || live.includes(order)), strangers };
}

/** Whether it has the label, instrument and side; under a typed label, and wasn't made before the command. */
function bears(linked: LinkedOrder, order: Order): boolean {
  const isAlike = order.instrument_name === linked.instrument_name && order.direction === linked.direction;
  const isOlder = order.creation_timestamp < linked.sent_ms - CREATED_BEFORE_MS;
  return order.label === linked.label && isAlike && (linked.is_own_label || !isOlder);
}

/** Whether a record shows what is known to be over as if it worked, or waited for its trigger, yet. */
function hasEnded({ ended_order_ids: ended }: LinkedOrder, order: Order): boolean {
  return (isWorking(order) || order.order_state === 'triggered') && ended.includes(order.order_id);
}

/** Whether it was just placed and pieces of it may not show yet. Less may be all, where its primary ended early. */
function isPlacing({ amount }: LinkedOrder, order: Order, pieces: readonly Order[], nowMs: number): boolean {
  // What is cancelled places no more.
  if (order.order_state === 'cancelled') return false;
  const placed = sum(pieces.flatMap((piece) => piece.amount ?? []));
  return nowMs < order.last_update_timestamp + MOST_LAG_MS && compare(placed, amount) < 0;
}
