import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import { openForReading } from '../storage/database.ts';
import { HEAD_FILE, JOURNAL_FILE, profileFolder } from '../storage/profile-store.ts';
import { readHeadFile } from './head-file.ts';
import { type AuditTable, type ChainHead, hasAuditTable, openAuditTable } from './table.ts';

/** A journal that another process may be writing. */
export interface JournalFiles {
  readonly path: string;
  readonly table: AuditTable;
  /** Read before the table is: the table can only be longer. */
  readonly head: ChainHead | null;
  readonly close: () => void;
}

/** Opens a profile's journal for reading. The error is a sentence for a person. */
export function openJournalFiles(dataDir: string, profileId: string): Result<JournalFiles, string> {
  const folder = profileFolder(dataDir, profileId);
  const path = join(folder, JOURNAL_FILE);
  const head = readHeadFile(join(folder, HEAD_FILE));
  try {
    const database = openForReading(path);
    if (database === null) return fail(`there is no journal at ${path}`);
    if (hasAuditTable(database)) {
      return ok({ path, table: openAuditTable(database), head, close: () => database.close() });
    }
    database.close();
    return fail(`${path} was written before there was a journal of everything; start the terminal on it once`);
  } catch (error) {
    return fail(`${path} can't be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** Folders of a data folder that hold a journal, each named after its profile. */
export function listProfiles(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(dataDir, entry.name, JOURNAL_FILE)))
    .map((entry) => entry.name)
    .toSorted();
}
