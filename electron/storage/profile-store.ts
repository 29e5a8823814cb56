import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JOURNAL_MIGRATIONS } from '../orders/journal.ts';
import { RFQ_MIGRATIONS } from '../rfq/rfq-journal.ts';
import { isDiskFailure, lockFolder, type Migration, openDatabase, openForReading } from './database.ts';
import { SETTINGS_MIGRATIONS } from './settings.ts';

/** The files of one profile. */
export interface ProfileStore {
  readonly journal: DatabaseSync;
  readonly settings: DatabaseSync;
  /** Block RFQs of this terminal. */
  readonly rfqs: DatabaseSync;
  /** `read_only`: another instance writes them. `failed`: the disk takes no writes; what can be read is here. */
  readonly access: 'ok' | 'read_only' | 'failed';
  /** Why the disk takes no writes; null unless `access` is `failed`. */
  readonly failure: string | null;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly close: () => void;
}

type Lock = NonNullable<ReturnType<typeof lockFolder>>;

/**
 * Opens journal and settings in the profile's own folder: for writing by the first instance, for reading by
 * any other and where the disk takes no writes. Throws when the folder can't be used at all.
 */
export function openProfileStore(dataDir: string, profileId: string, nowMs: number): ProfileStore {
  const folder = join(dataDir, profileId.replaceAll(/[^\w.-]/g, '_'));
  const opened: DatabaseSync[] = [];
  const setAside: string[] = [];
  let access: ProfileStore['access'] = 'ok';
  let failure: string | null = null;
  let lock: Lock | null = null;

  function fail(error: unknown): void {
    if (!isDiskFailure(error)) throw error;
    access = 'failed';
    failure ??= error.message;
  }

  function takeLock(): void {
    try {
      lock = lockFolder(folder);
      if (lock === null) access = 'read_only';
    } catch (error) {
      fail(error);
    }
  }

  function openOwn(path: string, migrations: readonly Migration[]): DatabaseSync | null {
    if (access === 'read_only') return null;
    try {
      const { database, setAside: damaged } = openDatabase(path, migrations, nowMs);
      if (damaged !== null) setAside.push(damaged);
      return database;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function open(file: string, migrations: readonly Migration[]): DatabaseSync {
    const path = join(folder, file);
    const database = openOwn(path, migrations) ?? readOnly(path, migrations);
    opened.push(database);
    return database;
  }

  function close(): void {
    for (const database of opened) database.close();
    lock?.release();
  }

  takeLock();
  try {
    const journal = open('journal.sqlite', JOURNAL_MIGRATIONS);
    const settings = open('settings.sqlite', SETTINGS_MIGRATIONS);
    const rfqs = open('rfqs.sqlite', RFQ_MIGRATIONS);
    return { journal, settings, rfqs, access, failure, setAside, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What is in the file, as far as it can be read; else an empty store of the same shape that takes nothing. */
function readOnly(path: string, migrations: readonly Migration[]): DatabaseSync {
  const existing = readExisting(path);
  if (existing !== null) return existing;
  const empty = new DatabaseSync(':memory:');
  for (const sql of migrations) empty.exec(sql);
  empty.exec('PRAGMA query_only = ON');
  return empty;
}

/** Null where there is no file yet, or none that can be read without writing. */
function readExisting(path: string): DatabaseSync | null {
  let database: DatabaseSync | null = null;
  try {
    database = openForReading(path);
    const tables = database?.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get()?.['n'];
    if (database !== null && tables !== 0) return database;
  } catch (error) {
    if (!isDiskFailure(error)) throw error;
  }
  database?.close();
  return null;
}
