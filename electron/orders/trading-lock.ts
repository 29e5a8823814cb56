import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { type Issue, issue } from '../../shared/orders/issue.ts';
import type { ServicesOptions } from '../services-interface.ts';
import type { Settings } from '../storage/settings.ts';

const KEY = 'trading_stopped';
/** Its being there stops every instance on the profile; what is in it is not read. */
const STOP_FILE = 'trading-stopped';

/** The trader's own stop: instant, over all windows and instances, kept over restarts. */
export interface TradingLock {
  readonly isStopped: () => boolean;
  /** Throws `IpcFailure` where it could not be done: a stop may be in force here all the same. */
  readonly set: (stopped: boolean) => void;
  /** Why nothing may be sold, or null. */
  readonly blocked: () => Issue | null;
}

export interface TradingLockOptions {
  /** Null in an instance that only reads. */
  readonly settings: Settings | null;
  /** The profile's, which all instances share. */
  readonly folder: string;
  readonly onChange: () => void;
  readonly log: ServicesOptions['log'];
}

/**
 * Reads the stored lock; holds in memory first, so that it is in force even when it can't be stored. Any instance may
 * stop; only the one that sells allows again.
 */
export function createTradingLock({ settings, folder, onChange, log }: TradingLockOptions): TradingLock {
  const path = join(folder, STOP_FILE);
  let isHeld = settings?.read(KEY, z.boolean()) ?? false;

  /** Asked just before the first byte of a sell: what another instance did a moment ago counts. */
  function isStopped(): boolean {
    if (settings === null) return existsSync(path);
    if (isHeld || !existsSync(path)) return isHeld;
    isHeld = true;
    // The other instance keeps no journal.
    log('info', 'trading_stopped', { status: 'stopped' });
    try {
      settings.write(KEY, true);
    } catch {
      // The file is there still, and this instance remembers.
    }
    return true;
  }

  function stop(): void {
    isHeld = true;
    try {
      writeFileSync(path, '');
      onChange();
    } catch (error) {
      onChange();
      // An instance that sells has the stop in force, and in its settings; any other has stopped nobody.
      if (settings !== null) return;
      const reason = error instanceof Error ? error.message : 'unknown';
      const message = `the instance that sells could not be told: ${reason}. Stop it there`;
      throw new IpcFailure({ code: 'StorageFailed', message, params: { reason } });
    }
  }

  function allow(): void {
    if (settings === null) {
      const message = 'another instance of the terminal sells on this profile; allow trading again there';
      throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
    }
    try {
      rmSync(path, { force: true });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      const message = `trading stays stopped: ${reason}`;
      throw new IpcFailure({ code: 'StorageFailed', message, params: { reason } });
    }
    isHeld = false;
    onChange();
  }

  return {
    isStopped,
    set: (stopped) => {
      if (stopped) stop();
      else allow();
      settings?.write(KEY, stopped);
    },
    blocked: () => (isStopped() ? issue('error', 'order', 'trading_not_ready', { reason: 'stopped_by_trader' }) : null),
  };
}
