import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { makeFolder } from './folder.ts';
import { codeOf } from './reason-of.ts';

/**
 * How long a file held by another program is waited for, ms. The wait blocks this process; usual holds take
 * milliseconds.
 */
const BUSY_MS = 300;
/** At its opening a file is waited for longer: nobody waits for a click then, and without it the profile does not open. */
const OPENING_BUSY_MS = 5000;

/** One forward step of a schema: SQL that takes version n to n + 1. */
export type Migration = string;

/** SQLite's checks: the quick one takes half the time and does not hold indexes against their tables. */
export type DamageCheck = 'quick_check' | 'integrity_check';

export interface FileTerms {
  /** How a file is looked through when it is opened; `integrity_check` unless given. */
  readonly check?: DamageCheck;
  /** Bytes of a page of a file that is made now; one that is there keeps its own. SQLite's 4096 unless given. */
  readonly pageBytes?: number;
}

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Where a damaged file was set aside, or null. */
  readonly setAside: string | null;
}

/** The file holds a schema of a newer version of the terminal. */
export class NewerSchemaError extends Error {
  constructor(path: string, version: number) {
    super(`${path} was written by a newer version of Strikedesk (schema ${version})`);
    this.name = 'NewerSchemaError';
  }
}

/**
 * Opens or makes an SQLite file: WAL, flushed commits, new schema, a trial write. Renames a damaged file. Throws
 * `NewerSchemaError` and file errors.
 */
export function openDatabase(
  path: string,
  migrations: readonly Migration[],
  nowMs: number,
  terms: FileTerms = {},
): OpenedDatabase {
  makeFolder(dirname(path));
  try {
    return { database: openAndMigrate(path, migrations, terms), setAside: null };
  } catch (error) {
    if (!isDamage(error) || !existsSync(path)) throw error;
  }
  const setAside = `${path}.damaged-${nowMs}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, setAside + suffix);
  }
  return { database: openAndMigrate(path, migrations, terms), setAside };
}

/**
 * Opens a file that another instance may write, for reading; null when missing, throws when unreadable. Without a log
 * it is read as unchanging (docs/design/storage-and-keys.md).
 */
export function openForReading(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  try {
    return openToRead(path);
  } catch (error) {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (!isDiskFailure(error) || (log?.isFile() === true && log.size > 0)) throw error;
    const unchanging = pathToFileURL(path);
    unchanging.searchParams.set('immutable', '1');
    return openToRead(unchanging);
  }
}

/** What keeps a file from being read shows only when it is read. */
function openToRead(path: string | URL): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function openAndMigrate(
  path: string,
  migrations: readonly Migration[],
  { check = 'integrity_check', pageBytes }: FileTerms,
): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: OPENING_BUSY_MS });
  try {
    if (pageBytes !== undefined) database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    if (!isSound(database, check)) throw new DamagedDatabaseError(path);
    migrate(database, path, migrations);
    holdToSchema(database, path, migrations);
    // Written even where it changes nothing: the commit appends a page to the log.
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the file is whole. An index that is not follows from its table: it is built anew. */
function isSound(database: DatabaseSync, check: DamageCheck): boolean {
  const isOk = (pragma: DamageCheck): boolean => database.prepare(`PRAGMA ${pragma}(1)`).get()?.[pragma] === 'ok';
  if (isOk(check)) return true;
  if (check === 'quick_check' || !isOk('quick_check')) return false;
  database.exec('BEGIN');
  const isMended = isRebuilt(database) && isOk('integrity_check');
  // What is set aside keeps its bytes.
  database.exec(isMended ? 'COMMIT' : 'ROLLBACK');
  return isMended;
}

/** Whether every index could be built anew: damage may have made two rows of one key. */
function isRebuilt(database: DatabaseSync): boolean {
  try {
    database.exec('REINDEX');
    return true;
  } catch {
    return false;
  }
}

/** Damage may change the schema, which page checks miss: that is a damaged file. Changed triggers are made anew. */
function holdToSchema(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const { tables, triggers: wanted } = schemaOf(migrations);
  if (describeTables(database) !== tables) throw new DamagedDatabaseError(path);
  const known = listTriggers(database);
  if (JSON.stringify(known) === JSON.stringify(wanted)) return;
  for (const { name } of known) database.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`);
  for (const { sql } of wanted) database.exec(sql);
}

/** What migrations make of an empty file. */
interface Schema {
  readonly tables: string;
  readonly triggers: readonly Trigger[];
}

const schemas = new WeakMap<readonly Migration[], Schema>();

function schemaOf(migrations: readonly Migration[]): Schema {
  const known = schemas.get(migrations);
  if (known !== undefined) return known;
  const fresh = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) fresh.exec(sql);
    const schema = { tables: describeTables(fresh), triggers: listTriggers(fresh) };
    schemas.set(migrations, schema);
    return schema;
  } finally {
    fresh.close();
  }
}

function describeTables(database: DatabaseSync): string {
  const parts = database
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type <> 'trigger' ORDER BY type, name")
    .all();
  return JSON.stringify(parts);
}

const storedTriggers = z.array(z.object({ name: z.string(), sql: z.string() }));
type Trigger = z.infer<typeof storedTriggers>[number];

function listTriggers(database: DatabaseSync): Trigger[] {
  return storedTriggers.parse(
    database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all(),
  );
}

function migrate(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > migrations.length) throw new NewerSchemaError(path, version);
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

class DamagedDatabaseError extends Error {
  constructor(path: string) {
    super(`${path} is damaged`);
    this.name = 'DamagedDatabaseError';
  }
}

/** SQLite's CORRUPT (11) and NOTADB (26). */
function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabaseError) return true;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  return code === 11 || code === 26;
}

/** SQLite's READONLY (8), IOERR (10), FULL (13) and CANTOPEN (14): the disk or the folder does not take writes. */
export function isDiskFailure(error: unknown): error is Error {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  return code === 8 || code === 10 || code === 13 || code === 14;
}

/** SQLite's BUSY (5) and LOCKED (6): somebody else holds it. That passes by itself, and says nothing of the disk. */
export function isHeld(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  return code === 5 || code === 6;
}

/**
 * The disk has no room: SQLite's FULL (13), or IOERR_SHMSIZE (4874), which it says where a log's index can't grow; the
 * system's ENOSPC, or EDQUOT for one's own share of it.
 */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const sqlite = 'errcode' in error ? Number(error.errcode) : 0;
  return sqlite === 4874 || (sqlite & 0xff) === 13 || ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

/** What passes by itself: who still has what was to be written writes it again. */
export function mayPass(error: unknown): error is Error {
  return isHeld(error) || isFull(error);
}

/** Whether nobody holds the lock of a data folder now. Holds nothing itself; false where that can't be told. */
export function isFolderFree(folder: string): boolean {
  try {
    const lock = new DatabaseSync(`${folder}/instance.lock`, { readOnly: true });
    try {
      // Waits for nothing, and lets others look at the same time.
      lock.prepare('SELECT count(*) FROM sqlite_master').get();
      return true;
    } finally {
      lock.close();
    }
  } catch {
    return false;
  }
}

/**
 * Holds a lock on a data folder for as long as this process lives: it ends with the process, however it
 * dies. Gives null when another instance holds it; throws when the folder can't be used.
 */
export function lockFolder(folder: string): { release: () => void } | null {
  makeFolder(folder);
  // Not waited for: who holds it is another instance, which keeps it.
  const lock = new DatabaseSync(`${folder}/instance.lock`);
  try {
    lock.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (isHeld(error)) return null;
    throw error;
  }
}
