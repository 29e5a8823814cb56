import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type FileTerms,
  isDiskFailure,
  isFull,
  lockFolder,
  type Migration,
  openDatabase,
  openForReading,
} from './database.ts';
import { holdFileIn } from './hold-file.ts';
import { reasonOf } from './reason-of.ts';

/** How the files can be used, as far as opening them has shown. */
export interface FileStanding {
  /** `read_only`: another instance writes them. `failed`: the disk takes no writes; what can be read is here. */
  readonly access: 'ok' | 'read_only' | 'failed';
  /** Why the disk takes no writes; null unless `access` is `failed`. */
  readonly failure: string | null;
  /** Whether `failure` is that the disk is full. */
  readonly isFull: boolean;
}

/** A file that selling does not rest on, with how it could be opened. */
export interface ApartFile {
  readonly database: DatabaseSync;
  readonly isWritable: boolean;
  readonly isBegunAnew: boolean;
  readonly failure: string | null;
}

/** Opens the files of one folder, and notes what that shows of the disk. */
export interface ProfileFiles {
  readonly standing: () => FileStanding;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly isSetAside: (file: string) => boolean;
  /** Deleted, or left without a byte as by a loss of power: SQLite takes that for a file that is new. */
  readonly isLost: (file: string) => boolean;
  /** Whether the file is there and can't be read. */
  readonly isUnread: (file: string) => boolean;
  readonly open: (file: string, migrations: readonly Migration[], terms?: FileTerms) => DatabaseSync;
  /** Opens a file that selling does not rest on: what goes wrong with it says nothing of those that orders need. */
  readonly openApart: (file: string, migrations: readonly Migration[]) => ApartFile;
  /** In place of a file that the disk won't have. */
  readonly openInMemory: (migrations: readonly Migration[]) => DatabaseSync;
  readonly putHold: (name: Parameters<typeof holdFileIn>[1]) => void;
  readonly close: () => void;
}

/** Takes the folder's lock: the first instance writes, any other reads. Throws when the folder can't be used. */
export function createProfileFiles(folder: string, nowMs: number): ProfileFiles {
  const opened: DatabaseSync[] = [];
  const setAside: string[] = [];
  const unread: string[] = [];
  let standing: FileStanding = { access: 'ok', failure: null, isFull: false };
  const lock = takeLock();

  function fail(error: unknown): void {
    if (!isDiskFailure(error)) throw error;
    noteFailure(error);
  }

  function noteFailure(error: unknown): void {
    standing = {
      access: 'failed',
      failure: standing.failure ?? reasonOf(error),
      isFull: standing.isFull || isFull(error),
    };
  }

  function takeLock(): ReturnType<typeof lockFolder> {
    try {
      const taken = lockFolder(folder);
      if (taken === null) standing = { ...standing, access: 'read_only' };
      return taken;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function openOwn(path: string, migrations: readonly Migration[], terms: FileTerms): DatabaseSync | null {
    if (standing.access === 'read_only') return null;
    try {
      const { database, setAside: damaged } = openDatabase(path, migrations, nowMs, terms);
      if (damaged !== null) setAside.push(damaged);
      return database;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function open(file: string, migrations: readonly Migration[], terms: FileTerms = {}): DatabaseSync {
    const path = join(folder, file);
    const database = openOwn(path, migrations, terms) ?? readExisting(file) ?? openEmpty(migrations);
    opened.push(database);
    return database;
  }

  /** Null where nothing was written yet, or it can't be read. */
  function readExisting(file: string): DatabaseSync | null {
    try {
      const database = openForReading(join(folder, file));
      const tables = database?.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get()?.['n'];
      if (database !== null && tables !== 0) return database;
      database?.close();
    } catch (error) {
      if (!isDiskFailure(error)) throw error;
      unread.push(file);
    }
    return null;
  }

  return {
    standing: () => standing,
    setAside,
    isSetAside: (file) => setAside.some((path) => basename(path).startsWith(file)),
    isLost: (file) => (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) === 0,
    isUnread: (file) => unread.includes(file),
    open,
    openApart: (file, migrations) => {
      const before = standing;
      const known = setAside.length;
      // These may be large.
      const database = open(file, migrations, { check: 'quick_check' });
      const apart = {
        database,
        isWritable: standing.access === 'ok',
        isBegunAnew: setAside.length > known,
        failure: standing.access === before.access ? null : standing.failure,
      };
      standing = before;
      return apart;
    },
    openInMemory: (migrations) => {
      const inMemory = createEmpty(migrations);
      opened.push(inMemory);
      return inMemory;
    },
    putHold: (name) => {
      if (standing.access === 'read_only') return;
      try {
        holdFileIn(folder, name).put();
      } catch (error) {
        // A disk that doesn't take it takes no sells either.
        noteFailure(error);
      }
    },
    close: () => {
      for (const database of opened) database.close();
      lock?.release();
    },
  };
}

/** Of the same shape, without anything in it; it takes nothing. */
function openEmpty(migrations: readonly Migration[]): DatabaseSync {
  const empty = createEmpty(migrations);
  empty.exec('PRAGMA query_only = ON');
  return empty;
}

function createEmpty(migrations: readonly Migration[]): DatabaseSync {
  const empty = new DatabaseSync(':memory:');
  for (const sql of migrations) empty.exec(sql);
  return empty;
}
