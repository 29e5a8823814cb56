import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { type Issue, issue } from '../../shared/orders/issue.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { Settings } from '../storage/settings.ts';

const KEY = 'trading_stopped';
/** Its being there stops every instance on the profile; what is in it is not read. */
const STOP_FILE = 'trading-stopped';

/** The trader's own stop: instant, over all windows and instances, kept over restarts. */
export interface TradingLock {
  readonly isStopped: () => boolean;
  /** Throws `IpcFailure` where it failed. With `in_force` in its params the stop holds until the next start. */
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
 * Reads the stored lock. In force at once, also when it can't be stored. Any instance may stop; only the trading one
 * resumes.
 */
export function createTradingLock({ settings, folder, onChange, log }: TradingLockOptions): TradingLock {
  const path = join(folder, STOP_FILE);
  let isHeld = settings?.read(KEY, z.boolean()) ?? false;

  /** Asked before a sell's first byte: another instance may have stopped trading. */
  function isStopped(): boolean {
    if (settings === null) return existsSync(path);
    if (isHeld || !existsSync(path)) return isHeld;
    isHeld = true;
    // The other instance keeps no journal.
    log('info', 'trading_stopped', { status: 'stopped' });
    // Not at once: who asks may be writing orders. Where it can't be kept, the file is there still, and this instance remembers.
    queueMicrotask(() => {
      if (isHeld) tryTo(() => settings.write(KEY, true));
    });
    return true;
  }

  /** Either of file and setting brings the stop back after a restart. */
  function stop(): void {
    isHeld = true;
    const notFiled = tryTo(() => writeFileSync(path, '', { flush: true }));
    onChange();
    if (settings === null) {
      // An instance that sells has the stop in force by itself; any other has stopped nobody.
      if (notFiled === null) return;
      const message = `the instance that trades could not be told: ${notFiled}. Stop it there`;
      throw new IpcFailure({ code: 'StorageFailed', message, params: { reason: notFiled } });
    }
    const notStored = tryTo(() => settings.write(KEY, true));
    if (notFiled === null || notStored === null) return;
    throw new IpcFailure({
      code: 'StorageFailed',
      message: notStored,
      params: { reason: notStored, in_force: 'until_the_end' },
    });
  }

  function allow(): void {
    if (settings === null) {
      const message = 'another terminal trades on this profile; allow trading there';
      throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
    }
    // Lifted once both have it, so that a restart doesn't restore it.
    const failed = tryTo(() => settings.write(KEY, false)) ?? tryTo(() => rmSync(path, { force: true }));
    if (failed !== null) {
      const message = `trading stays stopped: ${failed}`;
      throw new IpcFailure({ code: 'StorageFailed', message, params: { reason: failed } });
    }
    isHeld = false;
    onChange();
  }

  return {
    isStopped,
    set: (stopped) => {
      if (stopped) stop();
      else allow();
    },
    blocked: () => (isStopped() ? issue('error', 'order', 'trading_not_ready', { reason: 'stopped_by_trader' }) : null),
  };
}

/** Null, or the disk's reason why not. */
function tryTo(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
