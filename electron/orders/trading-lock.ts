import { z } from 'zod';
import { type Issue, issue } from '../../shared/orders/issue.ts';
import type { Settings } from '../storage/settings.ts';

const KEY = 'trading_stopped';

/** The trader's own stop: instant, over all windows, kept over restarts. */
export interface TradingLock {
  readonly isStopped: () => boolean;
  readonly set: (stopped: boolean) => void;
  /** Why nothing may be sold, or null. */
  readonly blocked: () => Issue | null;
}

/** Reads the stored lock; holds in memory first, so that it is in force even when it can't be stored. */
export function createTradingLock(settings: Settings | null, onChange: () => void): TradingLock {
  let isStopped = settings?.read(KEY, z.boolean()) ?? false;
  return {
    isStopped: () => isStopped,
    set: (stopped) => {
      isStopped = stopped;
      onChange();
      settings?.write(KEY, stopped);
    },
    blocked: () => (isStopped ? issue('error', 'order', 'trading_not_ready', { reason: 'stopped_by_trader' }) : null),
  };
}
