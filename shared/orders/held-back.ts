import type { Issue } from './issue.ts';

/**
 * Whether an error only delays the order, so that its forecast still holds. Other reasons may mean that facts are
 * missing.
 */
export function isHeldBack({ code, params }: Issue): boolean {
  if (code === 'trading_not_ready') return params['reason'] === 'stopped_by_trader';
  return code === 'equal_order_undecided';
}
