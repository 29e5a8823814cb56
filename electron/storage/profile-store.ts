import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { JOURNAL_MIGRATIONS } from '../orders/journal.ts';
import { lockFolder, openDatabase } from './database.ts';
import { SETTINGS_MIGRATIONS } from './settings.ts';

/** The files of one profile. `writable` is false when another instance holds them; they can still be read. */
export interface ProfileStore {
  readonly journal: DatabaseSync;
  readonly settings: DatabaseSync;
  readonly isWritable: boolean;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly close: () => void;
}

/** Opens journal and settings in the profile's own folder. Throws when the folder can't be used. */
export function openProfileStore(dataDir: string, profileId: string, nowMs: number): ProfileStore {
  const folder = join(dataDir, profileId.replaceAll(/[^\w.-]/g, '_'));
  const lock = lockFolder(folder);
  const journal = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, nowMs);
  const settings = openDatabase(join(folder, 'settings.sqlite'), SETTINGS_MIGRATIONS, nowMs);
  return {
    journal: journal.database,
    settings: settings.database,
    isWritable: lock !== null,
    setAside: [journal.setAside, settings.setAside].filter((path) => path !== null),
    close: () => {
      journal.database.close();
      settings.database.close();
      lock?.release();
    },
  };
}
