import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type NameStore, PROBE_MIGRATIONS } from '../market/probe-cache.ts';
import { RECORDING_MIGRATIONS } from '../recordings/migrations.ts';
import { JOURNAL_MIGRATIONS } from '../orders/journal.ts';
import { RFQ_MIGRATIONS } from '../rfq/rfq-journal.ts';
import { TAPE_MIGRATIONS } from '../rfq/tape-store.ts';
import {
  type FileTerms,
  isDiskFailure,
  isFolderFree,
  isFull,
  lockFolder,
  type Migration,
  type OpenedDatabase,
  openDatabase,
  openForReading,
} from './database.ts';
import { HISTORY_FILE, HISTORY_MIGRATIONS, HISTORY_PRAGMAS } from '../history/trade-store.ts';
import { type HoldFile, holdFileIn } from './hold-file.ts';
import { type DemandInPlace, watchInPlace } from './in-place.ts';
import { proveRoom } from './prove-room.ts';
import { SETTINGS_MIGRATIONS } from './settings.ts';
import { reasonOf } from './reason-of.ts';

/** The file of recorded tickers: the terminal sells without it, so what is wrong with it stops nothing. */
export interface RecordingStore {
  /** Null when it can't be opened. */
  readonly database: DatabaseSync | null;
  readonly isWritable: boolean;
  /** Whether the old one was damaged and set aside. */
  readonly isBegunAnew: boolean;
  /** Why it can't be opened; null otherwise. */
  readonly failure: string | null;
}

/** The files of one profile. */
export interface ProfileStore {
  readonly folder: string;
  readonly journal: DatabaseSync;
  readonly settings: DatabaseSync;
  /** What is known of the market's names; in memory alone where the file can't be opened. */
  readonly market: NameStore;
  readonly recordings: RecordingStore;
  /** Opens the account's trades, when they are first looked at. Throws when that can't be done. */
  readonly openHistory: () => OpenedDatabase;
  /** Opens what was fetched of the public tape, when it is first looked at; one in memory where the disk won't have it. */
  readonly openTape: () => DatabaseSync;
  /** Block RFQs of this terminal. */
  readonly rfqs: DatabaseSync;
  /** Asked before anything is sent: whether the files that keep it are still those that were opened. */
  readonly inPlace: { readonly journal: DemandInPlace; readonly rfqs: DemandInPlace };
  /** `read_only`: another instance writes them. `failed`: the disk takes no writes; what can be read is here. */
  readonly access: 'ok' | 'read_only' | 'failed';
  /** Why the disk takes no writes; null unless `access` is `failed`. */
  readonly failure: string | null;
  /** Whether `failure` is that the disk is full. */
  readonly isFull: boolean;
  /** Throws where the disk does not take what orders need, now. */
  readonly prove: () => void;
  /** Whether files that could only be read would open for writing now: who held them is gone, or a full disk has room again. */
  readonly couldWrite: () => boolean;
  /** Whether orders or Block RFQs of before can't be read at all: what is undecided among them is not known. */
  readonly isUnread: boolean;
  /** Whether the Block RFQs of before are not there: their file is damaged, emptied, or gone beside a journal that is there. */
  readonly isRfqsLost: boolean;
  /** There from a start that found the settings of an earlier run gone, empty or damaged. */
  readonly guardsLost: HoldFile;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly close: () => void;
}

/** In a profile's folder: its orders, and everything else that was done. */
export const JOURNAL_FILE = 'journal.sqlite';
/** Beside it: how long it is, and how it ends. */
export const HEAD_FILE = 'journal.head';
/** Its Block RFQs. */
export const RFQ_FILE = 'rfqs.sqlite';
/** What it keeps for itself. */
export const SETTINGS_FILE = 'settings.sqlite';

/** Where a profile's files are. */
export function profileFolder(dataDir: string, profileId: string): string {
  return join(dataDir, profileId.replaceAll(/[^\w.-]/g, '_'));
}

type Lock = NonNullable<ReturnType<typeof lockFolder>>;

/**
 * Opens the stores in the profile's folder, for writing by the first instance, else for reading. Throws when the folder
 * can't be used.
 */
export function openProfileStore(dataDir: string, profileId: string, nowMs: number): ProfileStore {
  const folder = profileFolder(dataDir, profileId);
  const opened: DatabaseSync[] = [];
  const setAside: string[] = [];
  const unread: string[] = [];
  let access: ProfileStore['access'] = 'ok';
  let failure: string | null = null;
  let isFullAtStart = false;
  let lock: Lock | null = null;

  function fail(error: unknown): void {
    if (!isDiskFailure(error)) throw error;
    noteFailure(error);
  }

  function noteFailure(error: unknown): void {
    access = 'failed';
    isFullAtStart ||= isFull(error);
    failure ??= reasonOf(error);
  }

  function takeLock(): void {
    try {
      lock = lockFolder(folder);
      if (lock === null) access = 'read_only';
    } catch (error) {
      fail(error);
    }
  }

  function putHold(name: Parameters<typeof holdFileIn>[1]): void {
    if (access === 'read_only') return;
    try {
      holdFileIn(folder, name).put();
    } catch (error) {
      // A disk that doesn't take it takes no sells either.
      noteFailure(error);
    }
  }

  /** Deleted, or left without a byte as by a loss of power: SQLite takes that for a file that is new. */
  function isLost(file: string): boolean {
    return (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0) === 0;
  }

  function isSetAside(file: string): boolean {
    return setAside.some((path) => basename(path).startsWith(file));
  }

  function openOwn(path: string, migrations: readonly Migration[], terms: FileTerms): DatabaseSync | null {
    if (access === 'read_only') return null;
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

  /** Of the same shape, without anything in it; it takes nothing. */
  function openEmpty(migrations: readonly Migration[]): DatabaseSync {
    const empty = createEmpty(migrations);
    empty.exec('PRAGMA query_only = ON');
    return empty;
  }

  /** Opens a file that selling does not rest on: what goes wrong with it says nothing of those that orders need. */
  function openApart(file: string, migrations: readonly Migration[]) {
    const before = { access, failure, isFullAtStart };
    const known = setAside.length;
    // These may be large.
    const database = open(file, migrations, { check: 'quick_check' });
    const apart = {
      database,
      isWritable: access === 'ok',
      isBegunAnew: setAside.length > known,
      failure: access === before.access ? null : failure,
    };
    ({ access, failure, isFullAtStart } = before);
    return apart;
  }

  function openRecordings(): RecordingStore {
    try {
      const apart = openApart('recordings.sqlite', RECORDING_MIGRATIONS);
      return apart.failure === null ? apart : { ...apart, database: null };
    } catch (error) {
      const reason = reasonOf(error);
      return { database: null, isWritable: false, isBegunAnew: false, failure: reason };
    }
  }

  /** Missing names are asked for again: a bad file stops nothing. */
  function openMarket(): NameStore {
    try {
      return openApart('market.sqlite', PROBE_MIGRATIONS);
    } catch (error) {
      const database = createEmpty(PROBE_MIGRATIONS);
      opened.push(database);
      return { database, isWritable: true, failure: reasonOf(error) };
    }
  }

  function close(): void {
    for (const database of opened) database.close();
    lock?.release();
  }

  function openHistory(): OpenedDatabase {
    const known = setAside.length;
    const database = open('history.sqlite', HISTORY_MIGRATIONS, HISTORY_FILE);
    if (access === 'ok') database.exec(HISTORY_PRAGMAS);
    return { database, setAside: setAside[known] ?? null };
  }

  function openTape(): DatabaseSync {
    try {
      const { database, isWritable } = openApart('tape.sqlite', TAPE_MIGRATIONS);
      if (isWritable) return database;
    } catch (error) {
      if (!isDiskFailure(error)) throw error;
    }
    const inMemory = createEmpty(TAPE_MIGRATIONS);
    opened.push(inMemory);
    return inMemory;
  }

  function couldWrite(): boolean {
    if (access === 'read_only') return isFolderFree(folder);
    if (access !== 'failed' || !isFullAtStart) return false;
    try {
      proveRoom(folder);
      return true;
    } catch {
      return false;
    }
  }

  takeLock();
  try {
    const hasRun = existsSync(join(folder, HEAD_FILE));
    const isRfqsGone =
      (existsSync(join(folder, JOURNAL_FILE)) && !existsSync(join(folder, RFQ_FILE))) || (hasRun && isLost(RFQ_FILE));
    // What opening makes anew looks like any other at the next start, should this one not live to say so.
    if (isRfqsGone) putHold('journal-cut');
    // The first head is written once all files are there.
    if (hasRun && isLost(SETTINGS_FILE)) putHold('guards-lost');
    // Before the journal: a first start that dies between them must not look like Block RFQs that are lost.
    const rfqs = open(RFQ_FILE, RFQ_MIGRATIONS);
    const isRfqsDamaged = isSetAside(RFQ_FILE);
    if (isRfqsDamaged) putHold('journal-cut');
    const journal = open(JOURNAL_FILE, JOURNAL_MIGRATIONS);
    const settings = open(SETTINGS_FILE, SETTINGS_MIGRATIONS);
    if (isSetAside(SETTINGS_FILE)) putHold('guards-lost');
    const market = openMarket();
    const recordings = openRecordings();
    const watch = (file: string): DemandInPlace =>
      access === 'ok' ? watchInPlace(join(folder, file)) : () => undefined;
    return {
      folder,
      journal,
      settings,
      rfqs,
      inPlace: { journal: watch(JOURNAL_FILE), rfqs: watch(RFQ_FILE) },
      market,
      recordings,
      openHistory,
      openTape,
      access,
      failure,
      isFull: isFullAtStart,
      prove: () => {
        proveRoom(folder);
        // Nothing is changed; the commit appends a page to the log.
        journal.exec(`PRAGMA user_version = ${JOURNAL_MIGRATIONS.length}`);
        rfqs.exec(`PRAGMA user_version = ${RFQ_MIGRATIONS.length}`);
      },
      couldWrite,
      isUnread: unread.includes(JOURNAL_FILE) || unread.includes(RFQ_FILE),
      isRfqsLost: isRfqsGone || isRfqsDamaged,
      guardsLost: holdFileIn(folder, 'guards-lost'),
      setAside,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function createEmpty(migrations: readonly Migration[]): DatabaseSync {
  const empty = new DatabaseSync(':memory:');
  for (const sql of migrations) empty.exec(sql);
  return empty;
}
