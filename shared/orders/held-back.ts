import type { Issue } from './issue.ts';

/**
 * Whether an error holds the sell back for now though nothing is wrong with it: what it would do can be told all the same.
 * While the terminal can't sell for another reason, that may be that the facts are missing which a forecast stands on.
 */
export function isHeldBack({ code, params }: Issue): boolean {
  if (code === 'trading_not_ready') return params['reason'] === 'stopped_by_trader';
  return code === 'equal_sell_undecided';
}
