import { type DecimalString, isZero, subtract } from '../../../shared/decimal.ts';
import type { FollowedOrder } from '../../../shared/ipc/schemas/follow-schema.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { type Filled, readFills } from '../../../shared/orders/outcome/filled.ts';
import { isLookUpOwed } from '../../../shared/orders/outcome/look-up-owed.ts';
import { sentAt } from '../../../shared/orders/outcome/sent-at.ts';
import type { Order } from '../../../shared/service/order.ts';
import { toServiceTime } from '../../stores/session-store.ts';
import { isPriceOfMarket, readBookedPrice } from '../../ui/order-words/booked-price.ts';
import { formatTimeOfDay } from '../../ui/words/format.ts';
import { describeOrderState, describeStateFully } from '../../ui/order-words/order-text.ts';
import { zoneName } from '../../ui/words/shown.ts';

/**
 * A row of the orders grid: an order that this terminal placed, with its intent, or one that was placed elsewhere and
 * is known by a label that the profile follows or by the account's list of open orders.
 */
export type OrderView =
  | { readonly source: 'placed'; readonly row: OrderRow; readonly order: Order | null }
  | {
      readonly source: FollowedOrder['source'];
      readonly row: null;
      readonly order: Order;
      /** When an order that was open and is listed no longer was seen last, local milliseconds; null for any other. */
      readonly lastSeenAt: number | null;
    };

export type ForeignView = Exclude<OrderView, { source: 'placed' }>;

export function viewPlaced(row: OrderRow): OrderView {
  return { source: 'placed', row, order: row.order };
}

export function viewFollowed({ source, order, last_seen_at }: FollowedOrder): ForeignView {
  return { source, row: null, order, lastSeenAt: last_seen_at };
}

/** The grid's id of the row: the intent's, or the service's of an order without one. */
export function getOrderViewId(view: OrderView): string {
  return view.source === 'placed' ? view.row.intent_id : `order ${view.order.order_id}`;
}

const SOURCES: Readonly<Record<OrderView['source'], string>> = {
  placed: 'placed here',
  label: 'not placed here · label followed',
  account: 'not placed here · open at the service',
};

/** How the order is known, in words. */
export function describeSource({ source }: OrderView): string {
  return SOURCES[source];
}

export function readInstrumentName(view: OrderView): string {
  return view.source === 'placed' ? view.row.instrument_name : view.order.instrument_name;
}

export function readLabel(view: OrderView): string | null {
  return view.source === 'placed' ? view.row.label : (view.order.label ?? null);
}

export function readSide(view: OrderView): 'buy' | 'sell' {
  return view.source === 'placed' ? view.row.direction : view.order.direction;
}

/** Of the order, or of all its pieces where what they filled is known: amount, filled and remaining are of one thing. */
export function readAmount(view: OrderView): DecimalString | null {
  return view.source === 'placed' ? readFills(view.row).of : (view.order.amount ?? null);
}

/** What has been filled; null where nothing is known of it, and for an order that is not there. */
export function readFilled(view: OrderView): DecimalString | null {
  const pieces = readPieces(view);
  return pieces === null ? (view.order?.filled_amount ?? null) : pieces.amount;
}

/** What is filled with the pieces before the order; null of an order that stands alone. */
function readPieces(view: OrderView): Filled | null {
  const fills = view.source === 'placed' ? readFills(view.row) : null;
  return fills?.isInPieces === true ? fills : null;
}

/** What is left to fill; null where that is not known. */
export function readRemaining(view: OrderView): DecimalString | null {
  const [amount, filled] = [readAmount(view), readFilled(view)];
  return amount === null || filled === null ? null : subtract(amount, filled);
}

/** What the order itself may still fill: pieces of it that are yet to be placed, or are over, stand nowhere. */
export function readOpen({ row, order }: OrderView): DecimalString | null {
  const [amount, filled] = [order?.amount ?? row?.amount ?? null, order?.filled_amount ?? null];
  return amount === null || filled === null ? null : subtract(amount, filled);
}

/** As it was asked for: what is left of a market limit order is a limit order to the service. */
function readOrderType({ order_type, original_order_type }: Order): string {
  return original_order_type === 'market_limit' ? original_order_type : order_type;
}

function readServicePrice(order: Order | null): DecimalString | null {
  const price = order?.price ?? null;
  return price === 'market_price' ? null : price;
}

/** Limit that the engine gave a market order; null for any other. */
export function readFloor({ row, order }: OrderView): DecimalString | null {
  const type = row?.type ?? (order === null ? '' : readOrderType(order));
  return isPriceOfMarket(type, order) ? readServicePrice(order) : null;
}

export function readPrice(view: OrderView): DecimalString | null {
  if (view.source === 'placed') return readBookedPrice(view.row);
  return isPriceOfMarket(readOrderType(view.order), view.order) ? null : readServicePrice(view.order);
}

/** The average of what was filled; null before anything was, and where earlier pieces, whose own is not kept, are part of it. */
export function readAverage(view: OrderView): DecimalString | null {
  const { order } = view;
  const filled = order?.filled_amount;
  if (readPieces(view) !== null) return null;
  return filled === undefined || isZero(filled) ? null : (order?.average_price ?? null);
}

/** When it was sent from here, or made elsewhere: by the service's clock. */
export function readCreatedAt(view: OrderView): number {
  return view.source === 'placed' ? sentAt(view.row) : view.order.creation_timestamp;
}

/** The state of an order placed elsewhere. What became of one that is listed no longer is not made up. */
export function describeForeign({ order, lastSeenAt }: ForeignView): ReturnType<typeof describeOrderState> {
  const said = describeOrderState(order);
  if (lastSeenAt === null) return said;
  const seenAt = toServiceTime(lastSeenAt);
  const seen = `${formatTimeOfDay(seenAt)} ${zoneName(seenAt)}`;
  return { tone: 'attention', text: `no longer listed · last seen ${said.text} at ${seen}` };
}

/** Its state with everything that should be noticed. */
export function describeView(view: OrderView, nowMs: number): string {
  return view.source === 'placed' ? describeStateFully(view.row, nowMs) : describeForeign(view).text;
}

/** Whether an equal order may be sent anew: only what is proven never to have been at the service. */
export function mayBeSentAgain(view: OrderView): boolean {
  return view.row !== null && whyNotSentAgain(view) === null;
}

/** Why a new one is not made of it; null where one can be, and of what was placed elsewhere. */
export function whyNotSentAgain({ row }: OrderView): string | null {
  if (row === null) return null;
  if (row.linked_order_type !== null) return 'must be typed again: its row has no linked orders';
  const isNowhere = row.outcome === 'absent' || row.outcome === 'not_sent';
  const isProven = isNowhere || (row.outcome === 'refused' && !isLookUpOwed(row));
  if (isProven) return null;
  return row.outcome === 'accepted'
    ? 'works only for orders that never were at the service'
    : 'works only once it is proven absent';
}
