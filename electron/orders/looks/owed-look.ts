import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isLookUpOwed } from '../../../shared/orders/outcome/look-up-owed.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import { hasOwnLabel } from '../label.ts';
import { REJECTED } from '../outcome.ts';
import { RECENT_TRADES_MS } from './trade-search.ts';

/**
 * Whether nothing but time, a person's word, or the record of a rejection that may be another's speaks against there being
 * an order of the sell: a service whose clock is set back could make it yet.
 */
export function mayBeMadeYet(row: OrderRow): boolean {
  const isRejected = row.outcome === 'refused' && row.refusal?.name === REJECTED;
  const isByRecord = isRejected && !hasOwnLabel(row) && row.known_by_reply !== true;
  return isByRecord || row.outcome === 'absent' || row.outcome === 'closed';
}

/** Of earlier versions, which did not keep whether a time-out was looked up. */
function isTimeOutUntold({ refusal, notices }: OrderRow): boolean {
  return refusal?.code === ERROR_CODE.timedOut && notices.every(({ code }) => code !== 'looked_up_since');
}

/**
 * Whether an intent was decided so lately, by an absence, a time-out, trades or open orders alone or a person's word,
 * that its order may yet turn up: a terminal that starts anew takes the last look that the one before it may have owed.
 * What the service said to have timed out, however long ago.
 */
export function mayTurnUp(row: OrderRow, nowMs: number): boolean {
  if (isLookUpOwed(row)) return true;
  const isProvenByTime = mayBeMadeYet(row) || isTimeOutUntold(row);
  const isByTrades = row.outcome === 'accepted' && row.order === null;
  const isByOpen = row.notices.some(({ code }) => code === 'known_by_open');
  return (isProvenByTime || isByTrades || isByOpen) && isDecidedLately(row, nowMs);
}

/**
 * Whether it was decided no longer ago than look-ups tell of orders that traded, or sent no longer ago: the one is kept by the
 * local wall clock, which may have been set since, the other by the service's own. `nowMs`: by either.
 */
export function isDecidedLately({ decided_at, valid_until }: OrderRow, nowMs: number): boolean {
  return decided_at !== null && nowMs - Math.max(decided_at, valid_until) < RECENT_TRADES_MS;
}
