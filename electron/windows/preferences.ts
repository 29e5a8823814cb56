import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Handlers, Publish, RequestParams } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
} from '../../shared/ipc/schemas/preferences-schema.ts';
import { takeWhatFits } from '../storage/what-fits.ts';
import { writeAtomic } from '../storage/write-atomic.ts';

const FILE = 'preferences.json';

/** What the trader chose for every window, whichever profile is open. */
export interface KeptPreferences {
  readonly read: () => Preferences;
  /** Takes what an earlier version kept with a profile, as long as nothing was chosen for all. */
  readonly takeOver: (former: Preferences) => void;
  readonly handlers: Pick<Handlers, 'preferences.save'>;
  /** Where a file was put that this version can't read whole; null when none was. */
  readonly setAside: string | null;
}

/** Keeps them in `preferences.json` of the data folder. As much of one of another version as fits counts; it stays beside it. */
export function openPreferences(dataDir: string, nowMs: number, publish: Publish): KeptPreferences {
  const path = join(dataDir, FILE);
  let unwritten: RequestParams<'preferences.save'> = {};

  /** Null where there is none, or none that can be read at all. */
  function readFile(): { readonly preferences: Preferences | null; readonly isWhole: boolean } {
    try {
      const { value, leftOut } = takeWhatFits(
        preferencesSchema,
        parseJson(readFileSync(path, 'utf8')),
        DEFAULT_PREFERENCES,
      );
      return { preferences: value, isWhole: leftOut.length === 0 };
    } catch {
      return { preferences: null, isWhole: true };
    }
  }

  function write(preferences: Preferences): void {
    writeAtomic(path, `${JSON.stringify(preferences, null, 2)}\n`);
  }

  function keepAside(): string | null {
    const aside = `${path}.damaged-${nowMs}`;
    try {
      renameSync(path, aside);
      if (kept !== null) write(kept);
      return aside;
    } catch {
      // On a disk that takes no writes it stays where it is.
      return null;
    }
  }

  const first = readFile();
  let kept = first.preferences;
  const setAside = first.isWhole ? null : keepAside();

  return {
    setAside,
    read: () => kept ?? DEFAULT_PREFERENCES,
    takeOver: (former) => {
      if (kept !== null) return;
      kept = former;
      try {
        write(former);
      } catch {
        // Taken over again by the next start; the window tells of such a disk by itself.
      }
    },
    handlers: {
      'preferences.save': async (change) => {
        unwritten = { ...unwritten, ...change };
        // Another instance may have written it.
        kept = preferencesSchema.parse({ ...(readFile().preferences ?? kept ?? DEFAULT_PREFERENCES), ...unwritten });
        publish('preferences.changed', kept, null);
        try {
          write(kept);
        } catch (error) {
          const reason = error instanceof Error ? error.message : 'unknown';
          throw new IpcFailure({ code: 'StorageFailed', message: reason, params: {} });
        }
        unwritten = {};
        return null;
      },
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
