import { sum } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import type { UserTrade } from '../../shared/service/trade.ts';
import { isKnownBy, isSaid, readKnownByTrades, readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import { describeOrder, type DescribedOrder, noticeTwoOrders } from './instrument-lock.ts';
import { hasOwnLabel } from './label.ts';
import { CREATED_BEFORE_MS, isBeforeOrder, type Sight } from './lineage.ts';
import { type AgainstTrades, findAgainst } from '../../shared/execution/other-terms.ts';
import { addNotice } from './outcome.ts';
import { noticeOverruled } from './statement.ts';
import type { TradeSearch } from './looks/trade-search.ts';

/** What the account's trades tell of a sell that no look-up shows. */
export interface Traded {
  /**
   * Trades under the label; of a typed label only those of a settled order. Doubtful orders are left out once look-ups
   * forget.
   */
  readonly own: readonly UserTrade[];
  /** What a person is to be asked of such an order; undefined: there is none. */
  readonly asked: Readonly<Record<string, string>> | undefined;
  /** One of them that was before the sell by the service's clock, which may have been set, under a label that was typed. */
  readonly older: UserTrade | undefined;
  /** One without a label, of an order that nobody here knows: it may be the sell's. */
  readonly unlabelled: UserTrade | undefined;
}

interface KnownElsewhere {
  /** Whether the order is another's, or shown under the label and not the sell's. */
  readonly isAnothers: (orderId: string) => boolean;
  /** How far the service's clock may have been set back since the sell was written, ms. */
  readonly setBackMs: number;
  /** Whether look-ups may have forgotten what is over. */
  readonly isForgotten: boolean;
}

/** Reads what was searched; a search that failed tells of nothing. */
export function readTraded(
  row: OrderRow,
  search: TradeSearch,
  { isAnothers, setBackMs, isForgotten }: KnownElsewhere,
): Traded {
  const found = search.kind === 'failed' ? { trades: [], unlabelled: [] } : search;
  const mine = found.trades.filter(({ order_id: id }) => !isAnothers(id));
  // What look-ups don't show yet proves by itself whose it is.
  const against = isForgotten ? findAllAgainst(row, mine) : [];
  const [asked] = against.flatMap(({ why, order_id: id }) => (why === 'older' ? [] : [{ [why]: id }]));
  const sinceMs = row.submitted_at - Math.max(CREATED_BEFORE_MS, setBackMs);
  return {
    own: ownFirst(row, mine).filter(({ order_id: id }) => against.every(({ order_id }) => order_id !== id)),
    asked,
    older: mine.find(({ timestamp }) => isBeforeOrder(row, timestamp) && !hasOwnLabel(row)),
    unlabelled: found.unlabelled.find(({ order_id: id, timestamp }) => timestamp >= sinceMs && !isAnothers(id)),
  };
}

/** Under the desk's label its bearer comes first. Under a typed label only what a person settled counts. */
function ownFirst(row: OrderRow, trades: readonly UserTrade[]): readonly UserTrade[] {
  if (hasOwnLabel(row)) return [...trades.filter(isLabelled), ...trades.filter((trade) => !isLabelled(trade))];
  const isNamed = row.outcome === 'closed' && (row.closed?.order_id ?? null) !== null;
  return isNamed ? trades.filter(({ order_id: id }) => isSaid(row, id)) : trades;
}

function isLabelled({ label }: UserTrade): boolean {
  return label !== undefined;
}

/** An order that can hardly be the row's, with what a person is asked of it: nothing of what traded before the sell. */
interface Against {
  readonly order_id: string;
  readonly why: AgainstTrades | 'older';
}

/** By their trades. The desk's label or an id proves enough. */
function findAllAgainst(row: OrderRow, trades: readonly UserTrade[]): Against[] {
  if (hasOwnLabel(row)) return [];
  return Object.entries(Object.groupBy(trades, ({ order_id }) => order_id)).flatMap(([id, of = []]) => {
    if (isKnownBy(row, id) || isSaid(row, id)) return [];
    const why = of.some(({ timestamp }) => isBeforeOrder(row, timestamp)) ? 'older' : findAgainst(row, of);
    return why === null ? [] : [{ order_id: id, why }];
  });
}

/**
 * The intent as accepted by its trades: its order is the one that traded first. Others' trades and a rejection under
 * the label go.
 */
export function acceptTraded(decided: OrderRow, trades: readonly [UserTrade, ...UserTrade[]], nowMs: number): OrderRow {
  const row: OrderRow = decided.outcome === 'refused' ? { ...decided, order: null, refusal: null } : decided;
  const [first] = trades;
  const own = trades.filter(({ order_id }) => order_id === first.order_id);
  const params = { order_id: first.order_id, amount: sum(own.map(({ amount }) => amount)) };
  const overruled = noticeOverruled(row, first);
  const known = { ...row, notices: addNotice({ ...row, notices: overruled }, 'known_by_trades', params) };
  return { ...known, outcome: 'accepted', decided_at: nowMs, notices: noticeTwoOrders(known, describeTraded(trades)) };
}

/**
 * The row with a notice of other orders under its label, or null. Needs the row's own order shown, unless trades alone
 * gave it.
 */
export function tellBeside(
  row: OrderRow,
  { way, distinct }: Pick<Sight, 'way' | 'distinct'>,
  forgotten: readonly DescribedOrder[] = [],
): OrderRow | null {
  if (way.length > 0) return null;
  const traded = readKnownByTrades(row);
  const isByTrades = traded !== null && readProvenId(row) !== null;
  if (!isByTrades && row.order === null) return null;
  const shown = isByTrades ? distinct.filter(({ order_id }) => order_id !== traded.orderId) : [];
  const own = isByTrades ? [{ id: traded.orderId, words: `${traded.amount} traded` }] : [row.order].flatMap(describe);
  const notices = noticeTwoOrders(row, [...own, ...shown.map(describeOrder), ...notAmong(forgotten, shown)]);
  return notices === row.notices ? null : { ...row, notices };
}

function describe(order: Order | null): DescribedOrder[] {
  return order === null ? [] : [describeOrder(order)];
}

/** Those that are not among the orders. */
export function notAmong(described: readonly DescribedOrder[], orders: readonly Order[]): readonly DescribedOrder[] {
  return described.filter(({ id }) => orders.every(({ order_id }) => order_id !== id));
}

/** Other orders under the label that only trades show. None for a row whose trigger or linked orders trade under it. */
export function findForgotten(
  row: OrderRow,
  search: TradeSearch,
  isOfAnother: (orderId: string, intentId: string) => boolean,
): DescribedOrder[] {
  if (search.kind === 'failed' || row.trigger !== null || row.linked_order_type !== null) return [];
  // A repeated request's order may trade late, as the sell may.
  const others = findAllAgainst(row, search.trades).filter(({ why }) => why !== 'late_order_id');
  const against = new Set(others.map(({ order_id }) => order_id));
  const isOther = (id: string) => isKnownBy(row, id) || isOfAnother(id, row.intent_id) || against.has(id);
  return describeTraded(
    search.trades.filter(({ order_id: id, timestamp }) => !isOther(id) && !isBeforeOrder(row, timestamp)),
  );
}

/** The orders that the trades are of, each with what it traded. */
function describeTraded(trades: readonly UserTrade[]): DescribedOrder[] {
  const byOrder = Object.entries(Object.groupBy(trades, ({ order_id }) => order_id));
  return byOrder.map(([id, of = []]) => ({ id, words: `${sum(of.map(({ amount }) => amount))} traded` }));
}
