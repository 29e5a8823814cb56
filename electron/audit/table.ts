import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type JournalEntry, journalEntrySchema } from '../../shared/ipc/schemas/journal-schema.ts';
import { createTransact, type Transact } from '../storage/transaction.ts';

/** Append-only by triggers; one stops `INSERT OR REPLACE` of anything but the next. */
export const AUDIT_MIGRATION = `CREATE TABLE audit (
     sequence INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     service_at INTEGER,
     kind TEXT NOT NULL,
     fields TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE TRIGGER audit_follows BEFORE INSERT ON audit
     WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM audit)
     BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
   CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
     BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
   CREATE TRIGGER audit_holds BEFORE DELETE ON audit
     BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`;

const rowSchema = z.object({
  sequence: z.number(),
  at: z.number(),
  service_at: z.number().nullable(),
  kind: z.string(),
  fields: z.string(),
  hash: z.string(),
});
/** A row of the table as it stands there. */
export type AuditRow = z.infer<typeof rowSchema>;

/** The last entry of a chain; `sequence` is also how many there are. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface AuditTable {
  /** Runs in its own transaction, which a throw rolls back. */
  readonly transact: Transact;
  /** Whether a transaction is open in the file, whoever began it. */
  readonly isOpen: () => boolean;
  readonly insert: (row: AuditRow) => void;
  /** Null while there is none. */
  readonly last: () => ChainHead | null;
  readonly count: () => number;
  readonly hashAt: (sequence: number) => string | null;
  /** Rows after a number, oldest first. Throws on a malformed row. */
  readonly after: (sequence: number, limit: number) => AuditRow[];
  /** Rows before a number, newest first, at most `limit`. */
  readonly before: (sequence: number, limit: number) => AuditRow[];
}

/** Whether the file has a journal: one that a disk kept from being brought up to date has none yet. */
export function hasAuditTable(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'audit'").get() !== undefined;
}

/** The journal's table in an open file. */
export function openAuditTable(database: DatabaseSync): AuditTable {
  const insert = database.prepare(
    'INSERT INTO audit (sequence, at, service_at, kind, fields, hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectLast = database.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1');
  const selectCount = database.prepare('SELECT count(*) AS count FROM audit');
  const selectHash = database.prepare('SELECT hash FROM audit WHERE sequence = ?');
  // A whole number that no double holds would throw for its whole page; as a double it makes its own entry unreadable alone.
  const all = 'sequence, CAST(at AS REAL) AS at, CAST(service_at AS REAL) AS service_at, kind, fields, hash';
  const selectAfter = database.prepare(`SELECT ${all} FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?`);
  const selectBefore = database.prepare(`SELECT ${all} FROM audit WHERE sequence < ? ORDER BY sequence DESC LIMIT ?`);
  const rows = z.array(rowSchema);
  return {
    transact: createTransact(database),
    isOpen: () => database.isTransaction,
    insert: ({ sequence, at, service_at, kind, fields, hash }) => {
      insert.run(sequence, at, service_at, kind, fields, hash);
    },
    last: () => rowSchema.pick({ sequence: true, hash: true }).optional().parse(selectLast.get()) ?? null,
    count: () => Number(selectCount.get()?.['count'] ?? 0),
    hashAt: (sequence) => {
      const hash = selectHash.get(sequence)?.['hash'];
      return typeof hash === 'string' ? hash : null;
    },
    after: (sequence, limit) => rows.parse(selectAfter.all(sequence, limit)),
    before: (sequence, limit) => rows.parse(selectBefore.all(sequence, limit)),
  };
}

/** The entry of a row, or null where its text is not one: a single bad row must not take the others with it. */
export function readEntry(row: AuditRow): JournalEntry | null {
  try {
    const fields: unknown = JSON.parse(row.fields);
    return journalEntrySchema.parse({ ...row, fields });
  } catch {
    return null;
  }
}
