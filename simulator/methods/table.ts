import { getAccountSummaries, getAccountSummary, getPositions, getSubaccounts } from './account.ts';
import { cancel, cancelAll, cancelByLabel } from './cancel.ts';
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
import { buy, getOpenOrders, getOpenOrdersByLabel, getOrderStateByLabel, sell } from './orders.ts';
import { getUserTradesByCurrencyAndTime, getUserTradesByInstrumentAndTime } from './trades.ts';

/** Every method that is called with the market at hand; `public/auth` is the door's own. */
export const METHOD_TABLE: ReadonlyMap<string, Method> = new Map(
  [
    ticker,
    getInstrument,
    getBlockRfqTrades,
    getAccountSummaries,
    getAccountSummary,
    getPositions,
    getMargins,
    getSubaccounts,
    getOrderStateByLabel,
    getOpenOrdersByLabel,
    getUserTradesByCurrencyAndTime,
    getUserTradesByInstrumentAndTime,
    sell,
    buy,
    cancel,
    cancelByLabel,
    cancelAll,
    getOpenOrders,
    createBlockRfq,
    getBlockRfqs,
    getBlockRfqMakers,
    getInstruments,
    getIndexPrice,
    getOrderBook,
    getTime,
  ].map((method) => [method.name, method]),
);
