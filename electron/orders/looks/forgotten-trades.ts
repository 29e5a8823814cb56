import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { isPastWindow } from '../forgotten.ts';
import { LASTING_FAILURES, searchTrades, type TradeSearch } from './trade-search.ts';

/** As one that told of no trades. */
const NOT_SEARCHED: TradeSearch = { kind: 'trades', trades: [], unlabelled: [] };

/**
 * Trades of a sell looked up so late that look-ups may have forgotten its order. Null: no answer yet, or too early to
 * search.
 */
export async function searchForgotten(
  client: Pick<ServiceClient, 'call'>,
  serviceClock: ServiceClock,
  row: OrderRow,
): Promise<TradeSearch | null> {
  const nowMs = serviceClock.now();
  if (!isPastWindow(row, nowMs)) return NOT_SEARCHED;
  const wide = await searchTrades(client, row, { nowMs, lastMs: nowMs });
  // What traded much later may be too much to read, or of others: what a proof needs may yet be read.
  const search = hasFailedForGood(wide) ? await searchTrades(client, row, { nowMs }) : wide;
  return search.kind === 'failed' && !hasFailedForGood(search) ? null : search;
}

function hasFailedForGood(search: TradeSearch): boolean {
  return search.kind === 'failed' && LASTING_FAILURES.includes(search.why);
}
