import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isKnownBy, isSaid, readProvenId } from '../../../shared/orders/outcome/known-by-trades.ts';
import { oppositeOf } from '../../../shared/orders/side.ts';
import { LOOK_UP_WINDOW_MS } from '../../../shared/orders/outcome/look-up-window.ts';
import type { UserTrade } from '../../../shared/service/trade.ts';
import { STORE_TIMES } from '../../history/plan.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import { CREATED_BEFORE_MS, MOST_SET_BACK_MS } from '../lineage.ts';

/** Trades are in the recent store for a day, then in the historical one (contract, `historical`). */
export const RECENT_TRADES_MS = STORE_TIMES.recentMs;
/** Two searches this far apart miss no trade between them: what one of them finds in neither store the other has. */
export const BOTH_STORES_MS = STORE_TIMES.indexingMs + STORE_TIMES.seamMs;
/** The most that a page holds (contract). */
const PAGE = 1000;
/** An account that trades an instrument more often than this many pages is not read to the end. */
const MOST_PAGES = 5;

/** What the account's trades tell of a sell. */
export type TradeSearch =
  | ({ readonly kind: 'trades' } & FoundTrades)
  | { readonly kind: 'failed'; readonly why: string };

/** Trades of the sell's instrument. */
export interface FoundTrades {
  /** Those of an order that is known, or said, to be the row's, and those under its label. */
  readonly trades: readonly UserTrade[];
  /** Those on its side without a label, where its order is not known or another may have taken its place: they may be its own. */
  readonly unlabelled: readonly UserTrade[];
}

/** Failures that another try would meet again. */
export const LASTING_FAILURES: readonly string[] = ['unreadable_trade', 'too_many_trades'];

/** By the service's time. */
export interface TradeSpan {
  readonly nowMs: number;
  /** Default: until look-ups surely show an accepted sell, or forget it. */
  readonly lastMs?: number;
}

/**
 * Trades that are or may be the sell's, from ten minutes before it. They name the order, not always its label (facts,
 * section 4).
 */
export async function searchTrades(
  client: Pick<ServiceClient, 'call'>,
  row: OrderRow,
  { nowMs, lastMs = row.valid_until + LOOK_UP_WINDOW_MS }: TradeSpan,
): Promise<TradeSearch> {
  const isFirstKnown = row.submitted_at !== 0;
  // A past set-back isn't visible now: the clock may be right again.
  const firstMs = row.submitted_at - CREATED_BEFORE_MS - MOST_SET_BACK_MS;
  const fromMs = isFirstKnown ? firstMs : row.valid_until - LOOK_UP_WINDOW_MS;
  const toMs = Math.min(nowMs, lastMs);
  const recentMs = nowMs - RECENT_TRADES_MS;
  const stores = [...(fromMs < recentMs ? [true] : []), ...(toMs >= recentMs ? [false] : [])];
  const found: UserTrade[] = [];
  for (const historical of stores) {
    const pages = await readPages(client, row, { fromMs, toMs, historical });
    if (pages.kind === 'failed') return pages;
    found.push(...pages.trades);
  }
  const all = distinct(found);
  const those = (claim: Claim) => all.filter((trade) => claimOf(row, trade) === claim);
  return { kind: 'trades', trades: those('own'), unlabelled: those('unlabelled') };
}

interface Pages {
  readonly fromMs: number;
  readonly toMs: number;
  readonly historical: boolean;
}

/** All that are, or may be, the row's. */
type PagesRead = { readonly kind: 'pages'; readonly trades: UserTrade[] } | (TradeSearch & { readonly kind: 'failed' });

async function readPages(
  client: Pick<ServiceClient, 'call'>,
  row: OrderRow,
  { toMs, historical, ...span }: Pages,
): Promise<PagesRead> {
  const found: UserTrade[] = [];
  let { fromMs } = span;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const result = await client.call('private/get_user_trades_by_instrument_and_time', {
      instrument_name: row.instrument_name,
      start_timestamp: fromMs,
      end_timestamp: toMs,
      count: PAGE,
      sorting: 'asc',
      historical,
    });
    if (!result.ok) return { kind: 'failed', why: result.error.kind };
    const { trades, has_more, unreadable = [] } = result.value.value;
    if (unreadable.some((record) => claimOf(row, record) !== 'none'))
      return { kind: 'failed', why: 'unreadable_trade' };
    found.push(...trades.filter((trade) => claimOf(row, trade) !== 'none'));
    const lastMs = trades.at(-1)?.timestamp ?? fromMs;
    if (!has_more) return { kind: 'pages', trades: found };
    if (lastMs <= fromMs) break;
    fromMs = lastMs;
  }
  return { kind: 'failed', why: 'too_many_trades' };
}

/** Whether a search may miss a trade since `sinceMs`: one a day old may be in neither store. */
export function mayMissTrade(sinceMs: number, nowMs: number): boolean {
  return sinceMs < nowMs - RECENT_TRADES_MS + STORE_TIMES.seamMs;
}

/** What two searches found together. */
export function joinFound(first: FoundTrades, second: FoundTrades): FoundTrades {
  return {
    trades: distinct([...first.trades, ...second.trades]),
    unlabelled: distinct([...first.unlabelled, ...second.unlabelled]),
  };
}

/** A page begins with what the one before ended with. */
function distinct(trades: readonly UserTrade[]): UserTrade[] {
  return [...new Map(trades.map((trade) => [trade.trade_id, trade])).values()];
}

/** A trade's relation to the row: its order or label, unclear, or another's. */
type Claim = 'own' | 'unlabelled' | 'none';

/** `record`: a trade, or what could not be read as one. */
function claimOf(row: OrderRow, record: unknown): Claim {
  const { order_id: id, label, direction } = readObject(record);
  if (typeof id === 'string' && isKnownBy(row, id)) return 'own';
  if (direction === oppositeOf(row.direction)) return 'none';
  // Of two orders under one label, the trades of each are its own.
  if (row.second_of !== undefined) return 'none';
  if (typeof label === 'string') return label === row.label ? 'own' : 'none';
  if (typeof id === 'string' && isSaid(row, id)) return 'own';
  const mayBeOther =
    (row.order === null && readProvenId(row) === null) || row.trigger !== null || row.child_of !== null;
  return mayBeOther ? 'unlabelled' : 'none';
}

function readObject(record: unknown): Readonly<Record<string, unknown>> {
  return typeof record === 'object' && record !== null ? { ...record } : {};
}
