import type { Account } from '../account/account.ts';
import { amountNumber, priceNumber, type Instrument } from '../market/instrument.ts';
import { power, roundPlaces } from '../fixed.ts';

export type Side = 'buy' | 'sell';
export type TimeInForce = 'good_til_cancelled' | 'good_til_day' | 'fill_or_kill' | 'immediate_or_cancel';
export type OrderType = 'limit' | 'market' | 'market_limit';
export type OrderState = 'open' | 'filled' | 'cancelled';
export type CancelReason = 'user_request' | 'settlement' | 'order_overlap';

/** An order of an account; prices and amounts in its instrument's units. */
export interface Order {
  readonly id: string;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly label: string;
  readonly postOnly: boolean;
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly createdMs: number;
  priceUnits: number;
  amountUnits: number;
  filledUnits: number;
  /** Sum of price times amount over the fills: exact, so the average is too. */
  filledValue: bigint;
  state: OrderState;
  updatedMs: number;
  cancelReason: CancelReason | null;
}

/** Size not yet filled. */
export function remainingUnits(order: Order): number {
  return order.amountUnits - order.filledUnits;
}

/** Mean price of the fills weighted by amount; 0 before the first, as the service shows it. */
export function averagePrice(order: Order): number {
  if (order.filledUnits === 0) return 0;
  const scaled = (order.filledValue * 1_000_000n) / BigInt(order.filledUnits);
  return roundPlaces(Number(scaled) / 1e6 / power(order.instrument.pricePlaces), order.instrument.pricePlaces + 4);
}

/** The order as the service sends it (contract "Order"; facts, section 4). */
export function orderRecord(order: Order): Record<string, unknown> {
  const { instrument } = order;
  const record: Record<string, unknown> = {
    order_id: order.id,
    order_state: order.state,
    order_type: order.type === 'market_limit' ? 'limit' : order.type,
    time_in_force: order.timeInForce,
    instrument_name: instrument.name,
    creation_timestamp: order.createdMs,
    last_update_timestamp: order.updatedMs,
    direction: order.side,
    price: priceNumber(instrument, order.priceUnits),
    label: order.label,
    post_only: order.postOnly,
    reduce_only: order.reduceOnly,
    api: true,
    web: false,
    replaced: false,
    is_liquidation: false,
    risk_reducing: false,
    mmp: false,
    user_id: order.account.id,
    amount: amountNumber(instrument, order.amountUnits),
    contracts: amountNumber(instrument, order.amountUnits) / instrument.contractSize,
    filled_amount: amountNumber(instrument, order.filledUnits),
    average_price: averagePrice(order),
  };
  if (order.type === 'market_limit') record['original_order_type'] = 'market_limit';
  if (order.postOnly) record['reject_post_only'] = order.rejectPostOnly;
  if (order.cancelReason !== null) record['cancel_reason'] = order.cancelReason;
  return record;
}
