import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PROBE_MIGRATIONS } from '../market/probe-cache.ts';
import { JOURNAL_MIGRATIONS } from '../orders/journal.ts';
import { lockFolder, type Migration, openDatabase, openForReading } from './database.ts';
import { SETTINGS_MIGRATIONS } from './settings.ts';

/** The files of one profile. `isWritable` is false when another instance holds them; they can still be read. */
export interface ProfileStore {
  readonly journal: DatabaseSync;
  readonly settings: DatabaseSync;
  readonly market: DatabaseSync;
  readonly isWritable: boolean;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly close: () => void;
}

/**
 * Opens journal, settings and what is known of the market in the profile's own folder: for writing by the first instance, for reading by
 * any other. Throws when the folder can't be used.
 */
export function openProfileStore(dataDir: string, profileId: string, nowMs: number): ProfileStore {
  const folder = join(dataDir, profileId.replaceAll(/[^\w.-]/g, '_'));
  const lock = lockFolder(folder);
  const opened: DatabaseSync[] = [];
  const setAside: string[] = [];

  function open(file: string, migrations: readonly Migration[]): DatabaseSync {
    const database =
      lock === null ? readOther(join(folder, file), migrations) : openOwn(join(folder, file), migrations);
    opened.push(database);
    return database;
  }

  function openOwn(path: string, migrations: readonly Migration[]): DatabaseSync {
    const { database, setAside: damaged } = openDatabase(path, migrations, nowMs);
    if (damaged !== null) setAside.push(damaged);
    return database;
  }

  function close(): void {
    for (const database of opened) database.close();
    lock?.release();
  }

  try {
    const journal = open('journal.sqlite', JOURNAL_MIGRATIONS);
    const settings = open('settings.sqlite', SETTINGS_MIGRATIONS);
    const market = open('market.sqlite', PROBE_MIGRATIONS);
    return { journal, settings, market, isWritable: lock !== null, setAside, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What the other instance has written so far; an empty store of the same shape before it has. */
function readOther(path: string, migrations: readonly Migration[]): DatabaseSync {
  const database = openForReading(path) ?? new DatabaseSync(':memory:');
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get()?.['n'];
  if (tables !== 0) return database;
  database.close();
  const empty = new DatabaseSync(':memory:');
  for (const sql of migrations) empty.exec(sql);
  return empty;
}
