import { CREATED_BEFORE_MS, MOST_SET_BACK_MS } from '../../shared/execution/match.ts';
import { mayConcern } from '../../shared/execution/place/traded.ts';
import type { PlaceState } from '../../shared/execution/state.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/outcome/look-up-window.ts';
import type { UserTrade } from '../../shared/service/trade.ts';
import { RECENT_TRADES_MS } from '../orders/looks/trade-search.ts';
import type { ServiceClient } from '../service/client-interface.ts';

/** The most that a page holds (contract), and how many of them are read. */
const PAGE = 1000;
const MOST_PAGES = 5;

/** What the account's trades of the instrument tell. `failed`: what another try would meet again. */
export type PlacedTrades =
  | { readonly kind: 'read'; readonly trades: readonly UserTrade[]; readonly failed: string | null }
  | { readonly kind: 'unanswered'; readonly why: string };

/**
 * The trades from ten minutes before the command until queries surely show its order, or forget it: a clock that was set
 * back and is right again is not visible now. Trades name the order, not always its label (facts, section 4).
 */
export async function searchPlaced(
  client: Pick<ServiceClient, 'call'>,
  state: PlaceState,
  nowMs: number,
): Promise<PlacedTrades> {
  const fromMs = state.sent_ms - CREATED_BEFORE_MS - MOST_SET_BACK_MS;
  const toMs = Math.min(nowMs, state.command.valid_until + LOOK_UP_WINDOW_MS);
  const recentMs = nowMs - RECENT_TRADES_MS;
  const stores = [...(fromMs < recentMs ? [true] : []), ...(toMs >= recentMs ? [false] : [])];
  const found: UserTrade[] = [];
  for (const historical of stores) {
    const pages = await readPages(client, state, { fromMs, toMs, historical });
    if (pages.kind === 'unanswered' || pages.failed !== null) return pages;
    found.push(...pages.trades);
  }
  // A page begins with what the one before ended with.
  const trades = [...new Map(found.map((trade) => [trade.trade_id, trade])).values()];
  return { kind: 'read', trades, failed: null };
}

interface Pages {
  readonly fromMs: number;
  readonly toMs: number;
  readonly historical: boolean;
}

async function readPages(
  client: Pick<ServiceClient, 'call'>,
  state: PlaceState,
  { toMs, historical, ...span }: Pages,
): Promise<PlacedTrades> {
  const found: UserTrade[] = [];
  let { fromMs } = span;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const result = await client.call('private/get_user_trades_by_instrument_and_time', {
      instrument_name: state.command.target.instrument_name,
      start_timestamp: fromMs,
      end_timestamp: toMs,
      count: PAGE,
      sorting: 'asc',
      historical,
    });
    if (!result.ok) return { kind: 'unanswered', why: result.error.kind };
    const { trades, has_more, unreadable = [] } = result.value.value;
    if (unreadable.some((record) => mayConcern(state, record)))
      return { kind: 'read', trades: [], failed: 'unreadable_trade' };
    found.push(...trades.filter((trade) => mayConcern(state, trade)));
    const lastMs = trades.at(-1)?.timestamp ?? fromMs;
    if (!has_more) return { kind: 'read', trades: found, failed: null };
    if (lastMs <= fromMs) break;
    fromMs = lastMs;
  }
  return { kind: 'read', trades: [], failed: 'too_many_trades' };
}
