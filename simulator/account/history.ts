import { isLive, type Order } from '../engine/orders/order.ts';
import { belongsTo } from '../market/instrument.ts';
import { FIRST_SWEEP, type Account, type AccountTrade } from './account.ts';

const MINUTE_MS = 60_000;

/** Closed orders that never filled leave the recent ones after 30 minutes (facts, "Placed or not?"). */
export const UNFILLED_ORDERS_MS = 30 * MINUTE_MS;
/** Trades, and with them orders that filled, stay recent for 24 hours. */
export const RECENT_TRADES_MS = 24 * 60 * MINUTE_MS;
/** Ended orders that the historical store keeps beside the recent ones. */
const MAX_PAST_ORDERS = 5000;
/** More recent orders than this an account does not keep, closed ones gone first: what is kept stays level. */
const MAX_RECENT_ORDERS = 20_000;

function isRecent(order: Order, nowMs: number): boolean {
  if (isLive(order)) return true;
  return nowMs - order.updatedMs <= (order.filledUnits > 0 ? RECENT_TRADES_MS : UNFILLED_ORDERS_MS);
}

/** Keeps an order for look-ups. At times drops those too old for any, to bound memory. */
export function remember(account: Account, order: Order, nowMs: number): void {
  account.recentOrders.set(order.id, order);
  if (order.label !== '') {
    const alike = account.recentByLabel.get(order.label);
    if (alike === undefined) account.recentByLabel.set(order.label, new Set([order]));
    else alike.add(order);
  }
  if (account.recentOrders.size < account.recentOrdersSweep) return;
  for (const known of account.recentOrders.values()) if (!isRecent(known, nowMs)) forget(account, known);
  for (const known of account.recentOrders.values()) {
    if (account.recentOrders.size <= MAX_RECENT_ORDERS) break;
    if (!isLive(known)) forget(account, known);
  }
  account.recentOrdersSweep = Math.max(FIRST_SWEEP, 2 * account.recentOrders.size);
}

function forget(account: Account, order: Order): void {
  account.recentOrders.delete(order.id);
  const { pastOrders } = account;
  pastOrders.push(order);
  if (pastOrders.length > MAX_PAST_ORDERS * 1.25) pastOrders.splice(0, pastOrders.length - MAX_PAST_ORDERS);
  const alike = account.recentByLabel.get(order.label);
  alike?.delete(order);
  if (alike?.size === 0) account.recentByLabel.delete(order.label);
}

/** Which orders a look-up is after: of a currency, and of one label when it is given. */
export interface OrderQuery {
  readonly currency: string;
  readonly label: string | undefined;
  /** Orders younger than this are not found yet. */
  readonly lagMs: number;
}

/** Whether a look-up of that currency finds the order by now. */
export function isFound(order: Order, { currency, lagMs }: OrderQuery, nowMs: number): boolean {
  return belongsTo(order.instrument, currency) && isShown(order, lagMs, nowMs);
}

/** Whether look-ups with this lag show the order by now; one from the future predates a clock change, and is shown. */
export function isShown(order: Order, lagMs: number, nowMs: number): boolean {
  const ageMs = nowMs - order.lagsFromMs;
  order.isShown ||= ageMs >= lagMs || ageMs < 0;
  return order.isShown;
}

/** Moves lag starts when the clock is set back: lag is elapsed time, and older orders must not show later. */
export function keepLags(account: Account, setBackMs: number): void {
  for (const order of account.recentOrders.values()) order.lagsFromMs -= setBackMs;
}

/** Recent orders in any state, oldest first. */
export function recentOrders(account: Account, query: OrderQuery, nowMs: number): Order[] {
  const { label } = query;
  const isLabelled = label !== undefined && label !== '';
  const orders = isLabelled ? (account.recentByLabel.get(label) ?? []) : account.recentOrders.values();
  const found: Order[] = [];
  for (const order of orders) {
    if (label !== undefined && order.label !== label) continue;
    if (isFound(order, query, nowMs) && isRecent(order, nowMs)) found.push(order);
  }
  return found;
}

/** The recent order of an id, whatever its state, once look-ups show it. */
export function recentOrder(account: Account, orderId: string, lagMs: number, nowMs: number): Order | undefined {
  const order = account.recentOrders.get(orderId);
  return order !== undefined && isRecent(order, nowMs) && isShown(order, lagMs, nowMs) ? order : undefined;
}

/** Whether the account has, or had, an order of that id. */
export function knowsOrder({ recentOrders: recent, pastOrders }: Account, orderId: string): boolean {
  return recent.has(orderId) || pastOrders.some(({ id }) => id === orderId);
}

/** Which ended orders are asked for, in pages from the newest back. */
export interface HistoryQuery {
  readonly matches: (order: Order) => boolean;
  /** Those that ended without a fill too. */
  readonly unfilled: boolean;
  readonly historical: boolean;
  readonly indexingDelayMs: number;
  readonly lagMs: number;
  /** The id that the page before ended with; its order need not be kept any more. */
  readonly after: string | undefined;
  readonly offset: number;
  readonly count: number;
}

/** Numbers in ids grow with each order. */
function creationNumber(orderId: string): number {
  return Number(orderId.slice(orderId.lastIndexOf('-') + 1));
}

/**
 * A page of orders that have ended, newest first, and whether there are more. The historical store has them after the
 * indexing delay.
 */
export function orderHistory(
  account: Account,
  query: HistoryQuery,
  nowMs: number,
): { readonly orders: readonly Order[]; readonly hasMore: boolean } {
  const { historical, indexingDelayMs, lagMs, count, offset } = query;
  const after = query.after === undefined ? Infinity : creationNumber(query.after);
  const isKept = historical
    ? (order: Order) => order.updatedMs <= nowMs - indexingDelayMs
    : (order: Order) => isRecent(order, nowMs) && isShown(order, lagMs, nowMs);
  const found = [...(historical ? account.pastOrders : []), ...account.recentOrders.values()]
    .filter((order) => !isLive(order) && (query.unfilled || order.filledUnits > 0))
    .filter((order) => query.matches(order) && isKept(order) && creationNumber(order.id) < after)
    .toSorted((a, b) => creationNumber(b.id) - creationNumber(a.id));
  return { orders: found.slice(offset, offset + count), hasMore: found.length > offset + count };
}

/** Which trades are asked for: a closed window of time, recent or historical store, and how many. */
export interface TradeQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly historical: boolean;
  /** Trades younger than this are not in the historical store yet: that is the recent data it leaves out. */
  readonly indexingDelayMs: number;
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
  const end = query.historical ? Math.min(query.endMs, nowMs - query.indexingDelayMs) : query.endMs;
  const { trades } = account;
  const { newestFirst, count, matches } = query;
  const found: AccountTrade[] = [];
  // One more than asked for tells whether there is more.
  const from = newestFirst ? firstAfter(trades, end) - 1 : firstAfter(trades, start - 1);
  for (let at = from; found.length <= count; at += newestFirst ? -1 : 1) {
    const trade = trades[at];
    if (trade === undefined || trade.timestampMs < start || trade.timestampMs > end) break;
    if (matches(trade)) found.push(trade);
  }
  return { trades: found.slice(0, count).map((trade) => trade.record), has_more: found.length > count };
}

/** Where the trades later than `timeMs` begin. Those of one millisecond stay in the order they were made. */
function firstAfter(trades: readonly AccountTrade[], timeMs: number): number {
  let low = 0;
  let high = trades.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((trades[middle]?.timestampMs ?? Infinity) > timeMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
