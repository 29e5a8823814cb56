import { isLive, type Order } from '../engine/order.ts';
import { belongsTo } from '../market/instrument.ts';
import { FIRST_SWEEP, type Account, type AccountTrade } from './account.ts';

const MINUTE_MS = 60_000;

/** Closed orders that never filled leave the recent ones after 30 minutes (facts, "Placed or not?"). */
export const UNFILLED_ORDERS_MS = 30 * MINUTE_MS;
/** Trades, and with them orders that filled, stay recent for 24 hours. */
export const RECENT_TRADES_MS = 24 * 60 * MINUTE_MS;
/** Time until a trade is in the historical store; the facts say "a short indexing delay". */
export const INDEXING_DELAY_MS = 5000;

function isRecent(order: Order, nowMs: number): boolean {
  if (isLive(order)) return true;
  return nowMs - order.updatedMs <= (order.filledUnits > 0 ? RECENT_TRADES_MS : UNFILLED_ORDERS_MS);
}

/**
 * Keeps an order for the look-ups. Now and then lets go of those that nobody can ask for any more, so that
 * what is kept stays in proportion to what is recent.
 */
export function remember(account: Account, order: Order, nowMs: number): void {
  account.recentOrders.set(order.id, order);
  const alike = account.recentByLabel.get(order.label);
  if (alike === undefined) account.recentByLabel.set(order.label, new Set([order]));
  else alike.add(order);
  if (account.recentOrders.size < account.recentOrdersSweep) return;
  for (const known of account.recentOrders.values()) if (!isRecent(known, nowMs)) forget(account, known);
  account.recentOrdersSweep = Math.max(FIRST_SWEEP, 2 * account.recentOrders.size);
}

function forget(account: Account, order: Order): void {
  account.recentOrders.delete(order.id);
  const alike = account.recentByLabel.get(order.label);
  alike?.delete(order);
  if (alike?.size === 0) account.recentByLabel.delete(order.label);
}

/** Recent orders of a currency in any state, oldest first; of one label when it is given. */
export function recentOrders(account: Account, currency: string, label: string | undefined, nowMs: number): Order[] {
  const found: Order[] = [];
  const orders = label === undefined ? account.recentOrders.values() : (account.recentByLabel.get(label) ?? []);
  for (const order of orders) if (belongsTo(order.instrument, currency) && isRecent(order, nowMs)) found.push(order);
  return found;
}

/** Which trades are asked for: a closed window of time, recent or historical store, and how many. */
export interface TradeQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly historical: boolean;
  readonly newestFirst: boolean;
  readonly count: number;
  readonly matches: (trade: AccountTrade) => boolean;
}

/** A page of trades and whether the window holds more of them. */
export function queryTrades(
  account: Account,
  query: TradeQuery,
  nowMs: number,
): { trades: Readonly<Record<string, unknown>>[]; has_more: boolean } {
  const start = query.historical ? query.startMs : Math.max(query.startMs, nowMs - RECENT_TRADES_MS);
  const end = query.historical ? Math.min(query.endMs, nowMs - INDEXING_DELAY_MS) : query.endMs;
  const found = account.trades.filter(
    (trade) => trade.timestampMs >= start && trade.timestampMs <= end && query.matches(trade),
  );
  if (query.newestFirst) found.reverse();
  return { trades: found.slice(0, query.count).map((trade) => trade.record), has_more: found.length > query.count };
}
