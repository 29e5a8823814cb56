import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isLookUpOwed } from '../../../shared/orders/outcome/look-up-owed.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import { hasOwnLabel } from '../label.ts';
import { REJECTED } from '../outcome.ts';
import { RECENT_TRADES_MS } from './trade-search.ts';

/**
 * Whether a service whose clock is set back could still make the order: only time, a person or a doubtful rejection
 * speaks against it.
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

/** Whether a decided intent's order may still turn up, so that this start owes a last look. Always after a time-out. */
export function mayTurnUp(row: OrderRow, nowMs: number): boolean {
  if (isLookUpOwed(row)) return true;
  const isProvenByTime = mayBeMadeYet(row) || isTimeOutUntold(row);
  const isByTrades = row.outcome === 'accepted' && row.order === null;
  const isByOpen = row.notices.some(({ code }) => code === 'known_by_open');
  return (isProvenByTime || isByTrades || isByOpen) && isDecidedLately(row, nowMs);
}

/**
 * Whether it was decided or sent within the look-up window. The wall clock keeps one, the service's clock the other;
 * `nowMs` is by either.
 */
export function isDecidedLately({ decided_at, valid_until }: OrderRow, nowMs: number): boolean {
  return decided_at !== null && nowMs - Math.max(decided_at, valid_until) < RECENT_TRADES_MS;
}
