import { getAccountSummaries, getAccountSummary, getPosition, getPositions, getSubaccounts } from './account.ts';
import { cancel, cancelAll, cancelAllByCurrency, cancelAllByInstrument, cancelByLabel } from './cancel.ts';
import { closePosition } from './close-position.ts';
import { edit, editByLabel } from './edit.ts';
import { createBlockRfq, getBlockRfqMakers, getBlockRfqs } from './block-rfq.ts';
import {
  getBlockRfqTrades,
  getIndexPrice,
  getInstrument,
  getInstruments,
  getOrderBook,
  getTime,
  ticker,
} from './market.ts';
import { getMargins } from './margins.ts';
import type { Method } from './method.ts';
import { getOrderHistoryByCurrency, getOrderHistoryByInstrument } from './order-history.ts';
import {
  buy,
  getOpenOrders,
  getOpenOrdersByCurrency,
  getOpenOrdersByInstrument,
  getOpenOrdersByLabel,
  getOrderState,
  getOrderStateByLabel,
  sell,
} from './orders.ts';
import { getUserTradesByCurrencyAndTime, getUserTradesByInstrumentAndTime, getUserTradesByOrder } from './trades.ts';

/** Every method that is called with the market at hand; `public/auth` is the door's own. */
export const METHOD_TABLE: ReadonlyMap<string, Method> = new Map(
  [
    ticker,
    getInstrument,
    getBlockRfqTrades,
    getAccountSummaries,
    getAccountSummary,
    getPositions,
    getPosition,
    getMargins,
    getSubaccounts,
    getOrderStateByLabel,
    getOpenOrdersByLabel,
    getUserTradesByCurrencyAndTime,
    getUserTradesByInstrumentAndTime,
    sell,
    buy,
    edit,
    editByLabel,
    closePosition,
    cancel,
    cancelByLabel,
    cancelAll,
    cancelAllByCurrency,
    cancelAllByInstrument,
    getOrderState,
    getOpenOrders,
    getOpenOrdersByCurrency,
    getOpenOrdersByInstrument,
    getOrderHistoryByCurrency,
    getOrderHistoryByInstrument,
    getUserTradesByOrder,
    createBlockRfq,
    getBlockRfqs,
    getBlockRfqMakers,
    getInstruments,
    getIndexPrice,
    getOrderBook,
    getTime,
  ].map((method) => [method.name, method]),
);
