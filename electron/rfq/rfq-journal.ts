import type { DatabaseSync } from 'node:sqlite';
import { type RfqRow, rfqRowSchema } from '../../shared/ipc/schemas/rfq-schema.ts';
import type { FollowedJournal } from '../storage/journal-follower.ts';
import type { DemandInPlace } from '../storage/in-place.ts';
import { createRowReader, readSteps, type StoredStep } from '../storage/stored-rows.ts';
import { createTransact } from '../storage/transaction.ts';

/** Version 1: `requests` (newest state) and `steps` (append-only), by `account`: one service and one key on it. */
export const RFQ_MIGRATIONS = [
  `CREATE TABLE requests (
     request_id TEXT PRIMARY KEY,
     account TEXT NOT NULL,
     label TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     outcome TEXT NOT NULL,
     row TEXT NOT NULL,
     UNIQUE (account, label)
   ) STRICT;
   CREATE TABLE steps (
     step_id INTEGER PRIMARY KEY AUTOINCREMENT,
     request_id TEXT NOT NULL REFERENCES requests (request_id),
     at INTEGER NOT NULL,
     kind TEXT NOT NULL,
     detail TEXT NOT NULL
   ) STRICT;
   CREATE INDEX requests_by_time ON requests (account, created_at);
   CREATE INDEX steps_by_request ON steps (request_id, step_id)`,
] as const;

export type RfqStep = 'intent' | 'reply' | 'look_up' | 'resumed' | 'statement' | 'print';

/** The durable record of every Block RFQ: written and flushed before the first byte leaves. */
export interface RfqJournal extends FollowedJournal<RfqRow> {
  /** Returns after the disk has it; throws when it could not be written. */
  readonly begin: (row: RfqRow, request: unknown) => void;
  readonly advance: (row: RfqRow, kind: RfqStep, detail: unknown) => void;
  readonly isLabelUsed: (label: string) => boolean;
  readonly find: (requestId: string) => RfqRow | null;
  /** Newest first; those that are undecided however old. */
  readonly list: (limit: number) => RfqRow[];
  /** Ids of those that are undecided, as far as the disk tells, and can't be read. */
  readonly unreadable: () => string[];
  readonly steps: (requestId: string) => StoredStep[];
}

/** A stored request, or null when its text is not one: a single bad row must not take the others with it. */
const readRow = createRowReader(rfqRowSchema);

/** The requests of one account over an open database; `now` is the local wall clock in milliseconds. */
export function createRfqJournal(
  database: DatabaseSync,
  account: string,
  now: () => number,
  demandInPlace: DemandInPlace = () => undefined,
): RfqJournal {
  const insert = database.prepare(
    'INSERT INTO requests (request_id, account, label, created_at, outcome, row) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare('UPDATE requests SET outcome = ?, row = ? WHERE request_id = ?');
  const insertStep = database.prepare('INSERT INTO steps (request_id, at, kind, detail) VALUES (?, ?, ?, ?)');
  const selectOne = database.prepare('SELECT row FROM requests WHERE request_id = ? AND account = ?');
  const selectLabel = database.prepare('SELECT 1 FROM requests WHERE account = ? AND label = ?');
  const selectNewest = database.prepare(
    `SELECT row FROM requests WHERE account = ?
     ORDER BY outcome IN ('sending', 'unknown') DESC, created_at DESC LIMIT ?`,
  );
  const selectUndecided = database.prepare(
    `SELECT request_id, row FROM requests WHERE account = ? AND outcome IN ('sending', 'unknown')`,
  );
  const selectSteps = database.prepare('SELECT at, kind, detail FROM steps WHERE request_id = ? ORDER BY step_id');
  const selectVersion = database.prepare('PRAGMA data_version');
  const selectLastStep = database.prepare('SELECT max(step_id) AS last FROM steps');
  const selectChanged = database.prepare(
    `SELECT row FROM requests
     JOIN (SELECT request_id, max(step_id) AS last FROM steps WHERE step_id > ? GROUP BY request_id) USING (request_id)
     WHERE account = ? ORDER BY last`,
  );
  const commit = createTransact(database);

  return {
    begin: (row, request) => {
      demandInPlace();
      commit(() => {
        insert.run(row.request_id, account, row.label, row.created_at, row.outcome, JSON.stringify(row));
        insertStep.run(row.request_id, now(), 'intent', JSON.stringify({ request }));
      });
    },
    advance: (row, kind, detail) =>
      commit(() => {
        update.run(row.outcome, JSON.stringify(row), row.request_id);
        insertStep.run(row.request_id, now(), kind, JSON.stringify(detail));
      }),
    isLabelUsed: (label) => selectLabel.get(account, label) !== undefined,
    find: (requestId) => readRow(selectOne.get(requestId, account)),
    list: (limit) =>
      selectNewest
        .all(account, limit)
        .map(readRow)
        .filter((row) => row !== null)
        .toSorted((a, b) => b.created_at - a.created_at),
    unreadable: () =>
      selectUndecided
        .all(account)
        .filter((stored) => readRow(stored) === null)
        .map((stored) => String(stored['request_id'])),
    steps: (requestId) => readSteps(selectSteps.all(requestId)),
    version: () => Number(selectVersion.get()?.['data_version']),
    lastStep: () => Number(selectLastStep.get()?.['last'] ?? 0),
    changedSince: (step) =>
      selectChanged
        .all(step, account)
        .map(readRow)
        .filter((row) => row !== null),
  };
}
