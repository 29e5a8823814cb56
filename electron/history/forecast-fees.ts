import { type DecimalString, divide, isZero, multiply, roundToPlaces } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { UserTrade } from '../../shared/service/trade.ts';

/** Digits after the point of a share of a forecast fee: finer than the service charges. */
const PLACES = 12;

/** A trade's share of the fee that was forecast for its whole order; null where none was, or in another currency. */
export type ForecastFeeOf = (trade: UserTrade) => DecimalString | null;

/** Finds the orders of trades among those of this terminal: by order id, and by label where the trade has one. */
export function createForecastFees(rows: readonly OrderRow[]): ForecastFeeOf {
  const orders = new Map<string, OrderRow>();
  for (const row of rows) {
    if (row.order !== null) orders.set(`order ${row.order.order_id}`, row);
    orders.set(`label ${row.label} ${row.instrument_name}`, row);
  }
  return ({ order_id, label = '', instrument_name, amount, fee_currency }) => {
    const row = orders.get(`order ${order_id}`) ?? orders.get(`label ${label} ${instrument_name}`);
    const fee = row?.expected?.fee ?? null;
    // A combo's fee is forecast whole, so no leg has a share.
    if (row === undefined || row.instrument_name !== instrument_name) return null;
    if (fee === null || fee.currency !== fee_currency || isZero(row.amount)) return null;
    return roundToPlaces(divide(multiply(fee.amount, amount), row.amount), PLACES);
  };
}
