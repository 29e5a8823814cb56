import type { Account } from '../../account/account.ts';
import type { Instrument } from '../../market/instrument.ts';
import { divideRounded, power } from '../../fixed.ts';
import type { Resting } from '../book.ts';
import type { OcoPair, OtoLink } from './links.ts';

export type Side = 'buy' | 'sell';
export type TimeInForce = 'good_til_cancelled' | 'good_til_day' | 'fill_or_kill' | 'immediate_or_cancel';
export type OrderType =
  | 'limit'
  | 'market'
  | 'market_limit'
  | 'stop_limit'
  | 'stop_market'
  | 'take_limit'
  | 'take_market'
  | 'trailing_stop';
export type OrderState = 'open' | 'filled' | 'rejected' | 'cancelled' | 'untriggered' | 'triggered';
export type CancelReason =
  | 'user_request'
  | 'settlement'
  | 'order_overlap'
  | 'order_overlap_another_sub'
  | 'oco_other_closed'
  | 'oto_primary_closed'
  /** For rehearsals: a service may end orders for unknown reasons. */
  | (string & {});
export type TriggerSource = 'index_price' | 'mark_price' | 'last_price';
export type FillCondition = 'first_hit' | 'complete_fill' | 'incremental';

/** A price that is not in coins: USD an option, or its implied volatility in percent. */
export interface AdvancedPrice {
  readonly by: 'usd' | 'implv';
  readonly value: number;
}

/** What a trigger order waits for; prices in counts of 10^-places. */
export interface Trigger {
  readonly source: TriggerSource;
  readonly places: number;
  /** Where it fires. A trailing stop's follows the peak; 0 until it began to wait. */
  priceUnits: number;
  /** Distance of a trailing stop from its peak, and the price when it began to wait; null for the others. */
  readonly offsetUnits: number | null;
  referenceUnits: number | null;
}

/** What an order asks for, read and checked against its instrument: units of the instrument. */
export interface OrderTerms {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly label: string;
  readonly postOnly: boolean;
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly mmp: boolean;
  readonly amountUnits: number;
  /** Null for the market kinds, and where the price is an advanced one. */
  readonly limitUnits: number | null;
  readonly advanced: AdvancedPrice | null;
  /** What an iceberg shows at a time. */
  readonly displayUnits: number | null;
  readonly trigger: Trigger | null;
}

/** The terms that an edit may change. */
export type EditableTerm =
  | 'amountUnits'
  | 'limitUnits'
  | 'advanced'
  | 'displayUnits'
  | 'postOnly'
  | 'rejectPostOnly'
  | 'reduceOnly'
  | 'trigger';
type Editable = { -readonly [Term in EditableTerm]: OrderTerms[Term] };

/** An order of an account; prices and amounts in its instrument's units. */
export interface Order extends Omit<OrderTerms, EditableTerm>, Editable {
  /** Empty until the order is accepted. */
  id: string;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly createdMs: number;
  /** Look-ups lag from then: when it was made, or as much earlier as the clock was set back since. */
  lagsFromMs: number;
  /** Shown before: a clock set back doesn't hide it again. */
  isShown: boolean;
  /** The price it works at: its limit, or the furthest that a market order goes. */
  priceUnits: number;
  filledUnits: number;
  /** Sum of price times amount, exact, for the average. */
  filledValue: bigint;
  state: OrderState;
  updatedMs: number;
  cancelReason: CancelReason | null;
  /** Its place in the book while it rests there. */
  resting: Resting | null;
  /** The pricing engine has moved it since its user last edited it. */
  autoReplaced: boolean;
  /** Its user, or the pricing engine, has changed it. */
  replaced: boolean;
  /** Its record before the last edit, which look-ups may go on showing for a time; null before the first. */
  beforeEdit: { readonly record: Readonly<Record<string, unknown>>; readonly atMs: number } | null;
  /** Place in the order of arrival of the edit that was applied last; 0 before the first. */
  editArrival: number;
  /** The trigger order, or the secondary one, that created it, and the one whose fill did. */
  triggerOrderId: string | null;
  primaryOrderId: string | null;
  /** Orders that its fills release; what releases it; its partner of which only one may fill. */
  oto: OtoLink | null;
  waitsFor: OtoLink | null;
  oco: OcoPair | null;
}

/** A new order of those terms, without an id and not yet at work. */
export function createOrder(account: Account, instrument: Instrument, terms: OrderTerms, nowMs: number): Order {
  return {
    id: '',
    account,
    instrument,
    side: terms.side,
    type: terms.type,
    timeInForce: terms.timeInForce,
    label: terms.label,
    postOnly: terms.postOnly,
    rejectPostOnly: terms.rejectPostOnly,
    reduceOnly: terms.reduceOnly,
    mmp: terms.mmp,
    limitUnits: terms.limitUnits,
    advanced: terms.advanced,
    displayUnits: terms.displayUnits,
    trigger: terms.trigger === null ? null : { ...terms.trigger },
    createdMs: nowMs,
    lagsFromMs: nowMs,
    isShown: false,
    priceUnits: terms.limitUnits ?? 0,
    amountUnits: terms.amountUnits,
    filledUnits: 0,
    filledValue: 0n,
    state: terms.trigger === null ? 'open' : 'untriggered',
    updatedMs: nowMs,
    cancelReason: null,
    resting: null,
    autoReplaced: false,
    replaced: false,
    beforeEdit: null,
    editArrival: 0,
    triggerOrderId: null,
    primaryOrderId: null,
    oto: null,
    waitsFor: null,
    oco: null,
  };
}

/** Whether the order may still do something. */
export function isLive(order: Order): boolean {
  return order.state === 'open' || order.state === 'untriggered';
}

/** Gives an order the terms and the working price of another: what an edit comes to. */
export function takeTerms(order: Order, edited: Order): void {
  const { amountUnits, limitUnits, advanced, displayUnits, postOnly, rejectPostOnly, reduceOnly, trigger } = edited;
  Object.assign(order, {
    amountUnits,
    limitUnits,
    advanced,
    displayUnits,
    postOnly,
    rejectPostOnly,
    reduceOnly,
    trigger,
  });
  order.priceUnits = edited.priceUnits;
}

/** Size not yet filled. */
export function remainingUnits(order: Order): number {
  return order.amountUnits - order.filledUnits;
}

/** Places that an average price has beyond its instrument's. */
const AVERAGE_PLACES = 4;

/** Mean price of the fills weighted by amount: the exact quotient, rounded once; 0 before the first. */
export function averagePrice(order: Order): number {
  if (order.filledUnits === 0) return 0;
  const scaled = divideRounded(order.filledValue * BigInt(power(AVERAGE_PLACES)), BigInt(order.filledUnits));
  return Number(scaled) / power(order.instrument.pricePlaces + AVERAGE_PLACES);
}

const TYPE_OF_TRIGGERED: Record<OrderType, 'limit' | 'market'> = {
  limit: 'limit',
  stop_limit: 'limit',
  take_limit: 'limit',
  market: 'market',
  market_limit: 'market',
  stop_market: 'market',
  take_market: 'market',
  trailing_stop: 'market',
};

/** The kind of order that a trigger order becomes. */
export function typeOnceTriggered(type: OrderType): 'limit' | 'market' {
  return TYPE_OF_TRIGGERED[type];
}
