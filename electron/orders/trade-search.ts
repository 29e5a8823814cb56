import { sum } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/look-up-window.ts';
import type { UserTrade } from '../../shared/service/trade.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { DescribedOrder } from './instrument-lock.ts';
import { CREATED_BEFORE_MS, MOST_SET_BACK_MS } from './lineage.ts';

/** Trades are in the recent store for a day, then in the historical one (contract, `historical`). */
export const RECENT_TRADES_MS = 24 * 60 * 60_000;
/** The most that a page holds (contract). */
const PAGE = 1000;
/** An account that trades an instrument more often than this many pages is not read to the end. */
const MOST_PAGES = 5;

/** What the account's trades tell of a sell. */
export type TradeSearch =
  | { readonly kind: 'trades'; readonly trades: readonly UserTrade[] }
  | { readonly kind: 'failed'; readonly why: string };

/** Failures that another try would meet again. */
export const LASTING_FAILURES: readonly string[] = ['unreadable_trade', 'too_many_trades'];

/** By the service's time. */
export interface TradeSpan {
  readonly nowMs: number;
  /** Not given: until a sell that was taken is surely told of by look-ups, or no more. */
  readonly lastMs?: number;
}

/** The user's trades under the sell's label, instrument and side, from before it was sent on by any clock. */
export async function searchTrades(
  client: Pick<ServiceClient, 'call'>,
  row: OrderRow,
  { nowMs, lastMs = row.valid_until + LOOK_UP_WINDOW_MS }: TradeSpan,
): Promise<TradeSearch> {
  const isFirstKnown = row.submitted_at !== 0;
  // That its clock was set back can't be told from what it is now: it may have been put right, or the machine have slept.
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
  return { kind: 'trades', trades: distinct(found) };
}

interface Pages {
  readonly fromMs: number;
  readonly toMs: number;
  readonly historical: boolean;
}

async function readPages(
  client: Pick<ServiceClient, 'call'>,
  row: OrderRow,
  { toMs, historical, ...span }: Pages,
): Promise<TradeSearch> {
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
    if (unreadable.some((record) => isUnder(row.label, record))) return { kind: 'failed', why: 'unreadable_trade' };
    found.push(...trades.filter(({ label, direction }) => label === row.label && direction === row.direction));
    const lastMs = trades.at(-1)?.timestamp ?? fromMs;
    if (!has_more) return { kind: 'trades', trades: found };
    if (lastMs <= fromMs) break;
    fromMs = lastMs;
  }
  return { kind: 'failed', why: 'too_many_trades' };
}

/** A page begins with what the one before ended with. */
function distinct(trades: readonly UserTrade[]): UserTrade[] {
  return [...new Map(trades.map((trade) => [trade.trade_id, trade])).values()];
}

/** The orders that the trades are of, each with what it traded. */
export function describeTraded(trades: readonly UserTrade[]): DescribedOrder[] {
  const byOrder = Object.entries(Object.groupBy(trades, ({ order_id }) => order_id));
  return byOrder.map(([id, of = []]) => ({ id, words: `${sum(of.map(({ amount }) => amount))} traded` }));
}

function isUnder(label: string, record: unknown): boolean {
  return typeof record === 'object' && record !== null && 'label' in record && record.label === label;
}
