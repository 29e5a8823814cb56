import { z } from 'zod';
import { type Drafts, draftsSchema } from '../../shared/ipc/schemas/workspace-schema.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../storage/settings.ts';

const DRAFTS = 'drafts';
/** Each write waits for the disk; what is typed changes with every key. */
const KEPT_WITHIN_MS = 500;

const keptSchema = z.record(z.string(), draftsSchema);

/** What windows have typed and not sent, by window. */
export interface KeptDrafts {
  readonly read: () => Record<string, Drafts>;
  /** Windows whose drafts are still those of a start that never ended. */
  readonly recovered: () => string[];
  readonly put: (window: string, drafts: Drafts) => void;
  readonly drop: (window: string) => void;
  /** This start came to its end: the next one begins with nothing typed. */
  readonly close: () => void;
}

/**
 * Keeps drafts in memory, and half a second later on disk for a start after a crash. `isAfterCrash`: the last run
 * crashed.
 */
export function createKeptDrafts(
  kept: Settings | null,
  isAfterCrash: boolean,
  { after }: Pick<Clock, 'after'>,
): KeptDrafts {
  const drafts = new Map<string, Drafts>(Object.entries((isAfterCrash ? kept?.read(DRAFTS, keptSchema) : null) ?? {}));
  const recovered = new Set(drafts.keys());
  let cancel: (() => void) | null = null;

  function write(): void {
    cancel?.();
    cancel = null;
    try {
      kept?.write(DRAFTS, Object.fromEntries(drafts));
    } catch {
      // The window reports a full disk itself, and still has what was typed.
    }
  }

  function change(window: string, typed: Drafts | null): void {
    if (typed === null) drafts.delete(window);
    else drafts.set(window, typed);
    recovered.delete(window);
    cancel ??= after(KEPT_WITHIN_MS, write);
  }

  return {
    read: () => Object.fromEntries(drafts),
    recovered: () => [...recovered],
    put: (window, typed) => change(window, typed),
    drop: (window) => change(window, null),
    close: () => {
      drafts.clear();
      write();
    },
  };
}
