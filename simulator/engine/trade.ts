import { feeCurrency } from '../account/fees.ts';
import { amountNumber, priceNumber, type Instrument } from '../market/instrument.ts';
import { impliedVolatility } from '../../shared/options/black76.ts';
import type { Mark } from '../market/model.ts';
import { roundPlaces } from '../fixed.ts';
import type { FillEvent } from './booking.ts';
import { idPrefix } from './identifier.ts';
import { wireType } from './orders/order-record.ts';

/** Implied volatility in percent of an option's price in coins, 0 where none gives it; null for other instruments. */
export function impliedPercent(instrument: Instrument, mark: Mark, price: number): number | null {
  if (instrument.option === null || mark.option === null) return null;
  const forward = mark.option.underlyingPrice;
  const terms = { ...instrument.option, forward, years: mark.option.years };
  return roundPlaces((impliedVolatility(terms, instrument.linear ? price : price * forward) ?? 0) * 100, 2);
}

/** A fill as the account's trade (contract "User trade"; facts, section 4). */
export function tradeRecord(
  event: FillEvent,
  booked: { readonly fee: number; readonly profit: number | null },
  mark: Mark,
  tradeNumber: number,
): Readonly<Record<string, unknown>> {
  const { order, print } = event;
  const { instrument } = order;
  const price = priceNumber(instrument, event.priceUnits);
  const amount = amountNumber(instrument, event.amountUnits);
  const record: Record<string, unknown> = {
    trade_seq: print.sequence,
    trade_id: `${idPrefix(instrument)}${tradeNumber}`,
    timestamp: event.atMs,
    tick_direction: print.tickDirection,
    state: order.state,
    price,
    post_only: order.postOnly,
    order_type: wireType(order),
    order_id: order.id,
    matching_id: null,
    mark_price: mark.price,
    liquidity: event.liquidity,
    instrument_name: instrument.name,
    index_price: mark.indexPrice,
    fee_currency: feeCurrency(instrument, order.side),
    fee: booked.fee,
    direction: order.side,
    amount,
    contracts: roundPlaces(amount / instrument.contractSize, 8),
    api: true,
    mmp: order.mmp,
    risk_reducing: order.reduceOnly,
    // An account never trades with itself here.
    self_trade: false,
    profit_loss: booked.profit,
    user_id: order.account.id,
  };
  if (instrument.kind !== 'spot') record['reduce_only'] = order.reduceOnly;
  if (order.label !== '') record['label'] = order.label;
  if (order.advanced !== null) record['advanced'] = order.advanced.by;
  if (order.type === 'market_limit') record['original_order_type'] = 'market_limit';
  if (mark.option !== null) {
    record['underlying_price'] = mark.option.underlyingPrice;
    record['iv'] = impliedPercent(instrument, mark, price);
  }
  return record;
}
