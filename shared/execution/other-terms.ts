import { compare, isPositive, isZero, sum } from '../decimal.ts';
import type { OrderRow } from '../ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../orders/outcome/look-up-window.ts';
import { mayRestByTerms } from '../orders/outcome/resting.ts';
import { compareFor } from '../orders/side.ts';
import type { Order, OrderType } from '../service/order.ts';
import type { UserTrade } from '../service/trade.ts';

/** What was asked for of an order, as far as a record of it may contradict it. */
export type AskedOrder = Pick<
  OrderRow,
  | 'direction'
  | 'type'
  | 'time_in_force'
  | 'amount'
  | 'price'
  | 'advanced'
  | 'reduce_only'
  | 'trigger'
  | 'trigger_price'
  | 'trigger_offset'
  | 'valid_until'
>;

/** Types whose time in force the service reports as asked. */
const LIMIT_TYPES: readonly string[] = ['limit', 'stop_limit', 'take_limit'] satisfies OrderType[];
/** What is left of the last of these rests as a limit order; a service need not say what it was. */
const MARKET_TYPES: readonly string[] = ['market', 'market_limit'] satisfies OrderType[];

/**
 * Whether the order's terms differ by more than engine or edits explain. Under a typed label it is another's then
 * (docs/design/orders.md).
 */
export function hasOtherTerms(asked: AskedOrder, order: Order): boolean {
  return isOfOtherKind(asked, order) || hasOtherNumbers(asked, order);
}

/** The same by what has no degrees: type, time in force, what the trigger looks at. */
export function isOfOtherKind(asked: AskedOrder, order: Order): boolean {
  const isLimit = LIMIT_TYPES.includes(asked.type);
  if (!typesOf(asked).includes(typeOf(order)) || isOfOtherTrigger(asked, order)) return true;
  return isLimit && order.time_in_force !== asked.time_in_force;
}

function hasOtherNumbers(asked: AskedOrder, order: Order): boolean {
  return (
    !mayBeEdited(order) &&
    (isOfOtherSize(asked, order) || isWaitingElsewhere(asked, order) || isTradedWorse(asked, order))
  );
}

function typeOf({ order_type, original_order_type }: Order): string {
  return original_order_type ?? order_type;
}

function typesOf({ type, trigger }: AskedOrder): readonly string[] {
  if (trigger !== null) return [type, LIMIT_TYPES.includes(type) ? 'limit' : 'market'];
  return MARKET_TYPES.includes(type) ? [...MARKET_TYPES, 'limit'] : [type];
}

/** What a trigger made has none itself. */
function isOfOtherTrigger(asked: AskedOrder, { trigger, triggered = false, trigger_order_id: of }: Order): boolean {
  if (trigger !== undefined) return trigger !== asked.trigger;
  return asked.trigger === null ? of !== undefined : of === undefined && !triggered;
}

/**
 * Whether it may have been edited. Where the service doesn't say, a change since its making counts, and every triggered
 * order.
 */
function mayBeEdited({ replaced, trigger_order_id, creation_timestamp, last_update_timestamp }: Order): boolean {
  return trigger_order_id !== undefined || (replaced ?? last_update_timestamp > creation_timestamp);
}

/** A fill of one may shrink the other of a pair. */
function isOfOtherSize(asked: AskedOrder, { amount, oco_ref }: Order): boolean {
  if (amount === undefined) return false;
  const by = compare(amount, asked.amount);
  return by > 0 || (by < 0 && !asked.reduce_only && oco_ref === undefined);
}

/** A trailing stop's price goes with the market. */
function isWaitingElsewhere({ trigger_price, trigger_offset }: AskedOrder, { trigger_price: at = null }: Order) {
  return trigger_price !== null && trigger_offset === null && at !== null && compare(at, trigger_price) !== 0;
}

/** Whether it executed at a worse price than the limit asked for, which no engine does. No average: false. */
function isTradedWorse(asked: AskedOrder, { advanced, filled_amount: filled, average_price: average }: Order): boolean {
  if (asked.price === null || asked.advanced !== null || advanced !== undefined) return false;
  if (filled === undefined || !isPositive(filled) || average === undefined || average === null) return false;
  return !isZero(average) && compareFor(asked.direction, average, asked.price) < 0;
}

/** How long after its deadline an immediate order may still trade. */
const TRADED_AFTER_MS = 60_000;

/** What trades of one order under a typed label say against it. */
export type AgainstTrades = 'unlike_order_id' | 'late_order_id';

/** What speaks against trades being the order's: more than its amount, beyond its limit, or too late. Null: nothing. */
export function findAgainst(asked: AskedOrder, trades: readonly UserTrade[]): AgainstTrades | null {
  const isMore = compare(sum(trades.map(({ amount }) => amount)), asked.amount) > 0;
  if (isMore || trades.some((trade) => isTradeWorse(asked, trade))) return 'unlike_order_id';
  const mayWait = asked.trigger !== null || mayRestByTerms(asked);
  const lastMs = asked.valid_until + (mayWait ? LOOK_UP_WINDOW_MS : TRADED_AFTER_MS);
  return trades.every(({ timestamp }) => timestamp > lastMs) ? 'late_order_id' : null;
}

function isTradeWorse({ direction, price: limit, advanced }: AskedOrder, trade: UserTrade): boolean {
  return (
    limit !== null && advanced === null && trade.advanced === undefined && compareFor(direction, trade.price, limit) < 0
  );
}
