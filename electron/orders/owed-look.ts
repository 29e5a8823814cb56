import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { RECENT_TRADES_MS } from './trade-search.ts';

/**
 * Whether an intent was decided so lately, by an absence, a time-out, trades or open orders alone or a person's word, that its order may yet turn up: a
 * terminal that starts anew takes the last look that the one before it may have owed. By the local wall clock, ms,
 * which may have been set meanwhile: so for as long as look-ups tell of orders that traded.
 */
export function mayTurnUp(row: OrderRow, nowMs: number): boolean {
  const isProvenByTime = row.outcome === 'absent' || row.refusal?.code === ERROR_CODE.timedOut;
  const isByTrades = row.outcome === 'accepted' && row.order === null;
  const isByOpen = row.notices.some(({ code }) => code === 'known_by_open');
  return (
    (isProvenByTime || isByTrades || isByOpen || row.outcome === 'closed') &&
    row.decided_at !== null &&
    nowMs - row.decided_at < RECENT_TRADES_MS
  );
}
