import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { orderNoticeSchema, orderRowSchema, type OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import { COMMANDS_MIGRATION } from '../execution/journal.ts';
import { PLANS_MIGRATION } from '../execution/plan-journal.ts';
import { AUDIT_MIGRATION } from '../audit/table.ts';
import type { DemandInPlace } from '../storage/in-place.ts';
import type { FollowedJournal } from '../storage/journal-follower.ts';
import { createRowReader, readSteps, type StoredStep } from '../storage/stored-rows.ts';
import { createTransact } from '../storage/transaction.ts';

/**
 * Version 1: `intents` (newest state) and `steps` (append-only), by `account`: one service and one key. Version 2:
 * `audit`, the journal of everything. Version 3: `commands` and `evidence`. Version
 * 4: `plans`.
 */
export const JOURNAL_MIGRATIONS = [
  `CREATE TABLE intents (
     intent_id TEXT PRIMARY KEY,
     account TEXT NOT NULL,
     label TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     outcome TEXT NOT NULL,
     row TEXT NOT NULL,
     UNIQUE (account, label)
   ) STRICT;
   CREATE TABLE steps (
     step_id INTEGER PRIMARY KEY AUTOINCREMENT,
     intent_id TEXT NOT NULL REFERENCES intents (intent_id),
     at INTEGER NOT NULL,
     kind TEXT NOT NULL,
     detail TEXT NOT NULL
   ) STRICT;
   CREATE INDEX intents_by_time ON intents (account, created_at);
   CREATE INDEX steps_by_intent ON steps (intent_id, step_id)`,
  AUDIT_MIGRATION,
  COMMANDS_MIGRATION,
  PLANS_MIGRATION,
] as const;

/** What happened to an intent, in the order it happened. */
export type StepKind = 'intent' | 'request' | 'reply' | 'look_up' | 'outcome' | 'confirmed' | 'statement' | 'cancel';

/** Writers in the same transaction as the steps: both on disk or neither. */
export interface OrderRecorder {
  /** Writes what the step says; `before` is the row as it was stored last, null for a new intent. May throw. */
  readonly write: (before: OrderRow | null, row: OrderRow, kind: StepKind) => void;
  /** How the transaction ended; `error` is why it was not committed. */
  readonly settle: (isCommitted: boolean, error?: unknown) => void;
}

/** The durable record of every sell: written and flushed before the first byte leaves. */
export interface Journal extends FollowedJournal<OrderRow> {
  /**
   * Writes a new intent with its request and linked orders. The disk has it on return; throws when it can't be written.
   */
  readonly begin: (row: OrderRow, request: unknown, children?: readonly OrderRow[]) => void;
  /**
   * Writes an intent's new state and the step that led to it; a second order under a label is kept with the first step of it.
   * Returns after the disk has it.
   */
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  /**
   * Carries the run out with all that it writes in one transaction: one flush for many steps. Throws when the transaction
   * can't begin: the run was not carried out then; or when it can't be committed: nothing of it is on the disk.
   */
  readonly together: (run: () => void) => void;
  readonly find: (intentId: string) => OrderRow | null;
  readonly isLabelUsed: (label: string) => boolean;
  /** Newest first. */
  readonly list: (limit: number) => OrderRow[];
  /** Intents that bear the notice, however old. */
  readonly withNotice: (code: OrderRow['notices'][number]['code']) => OrderRow[];
  /** Accepted ones whose order may not be at its end, however old. */
  readonly live: () => OrderRow[];
  /** The newest accepted orders that were reported lost. */
  readonly lost: (limit: number) => OrderRow[];
  /** Undecided intents, oldest first; at a start, a crash left them. */
  readonly undecided: () => OrderRow[];
  /** Ids of intents that are undecided, may rest, or lock their instrument, and can't be read: a person has to look them up. */
  readonly unreadable: () => string[];
  readonly steps: (intentId: string) => StoredStep[];
}

/** What a row says that keeps its instrument from being sold. */
const LOCKING = JSON.stringify('two_orders_under_label' satisfies OrderRow['notices'][number]['code']);

/** Notices that this version knows: those of a later version are left out, and the row is still read. */
const keptNotices = z
  .array(z.unknown())
  .transform((notices) => notices.flatMap((notice) => orderNoticeSchema.safeParse(notice).data ?? []));
const readRow = createRowReader<OrderRow>(orderRowSchema.extend({ notices: keptNotices }));

function readRows(stored: unknown[]): OrderRow[] {
  return stored.map(readRow).filter((row) => row !== null);
}

/**
 * The journal of one account in an open database; `now` is wall-clock ms. Throws for an intent when the file was moved
 * or deleted.
 */
export function createJournal(
  database: DatabaseSync,
  account: string,
  now: () => number,
  recorder: OrderRecorder | null = null,
  demandInPlace: DemandInPlace = () => undefined,
): Journal {
  const insertIntent = database.prepare(
    'INSERT INTO intents (intent_id, account, label, created_at, outcome, row) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const updateIntent = database.prepare('UPDATE intents SET outcome = ?, row = ? WHERE intent_id = ?');
  const insertStep = database.prepare('INSERT INTO steps (intent_id, at, kind, detail) VALUES (?, ?, ?, ?)');
  const selectOne = database.prepare('SELECT row FROM intents WHERE intent_id = ? AND account = ?');
  const selectLabel = database.prepare('SELECT 1 FROM intents WHERE account = ? AND label = ?');
  const selectNewest = database.prepare('SELECT row FROM intents WHERE account = ? ORDER BY created_at DESC LIMIT ?');
  const selectUndecided = database.prepare(
    "SELECT intent_id, row FROM intents WHERE account = ? AND outcome IN ('sending', 'unknown') ORDER BY created_at",
  );
  // A text that is none must not keep the others from being read.
  const selectLive = database.prepare(
    `SELECT intent_id, row FROM intents WHERE account = ? AND outcome = 'accepted' AND
       coalesce(CASE WHEN json_valid(row) THEN json_extract(row, '$.order.order_state') END, '') NOT IN ('filled', 'cancelled', 'rejected')
     ORDER BY created_at`,
  );
  const selectContaining = database.prepare(
    'SELECT intent_id, row FROM intents WHERE account = ? AND instr(row, ?) > 0',
  );
  const selectSteps = database.prepare('SELECT at, kind, detail FROM steps WHERE intent_id = ? ORDER BY step_id');
  const selectVersion = database.prepare('PRAGMA data_version');
  const selectLastStep = database.prepare('SELECT max(step_id) AS last FROM steps');
  const selectChanged = database.prepare(
    `SELECT row FROM intents JOIN (SELECT intent_id, max(step_id) AS last FROM steps WHERE step_id > ? GROUP BY intent_id)
     USING (intent_id) WHERE account = ? ORDER BY last`,
  );

  const transact = createTransact(database);
  let isTogether = false;

  function commit(write: () => void): void {
    if (isTogether) return write();
    try {
      transact(write);
    } catch (error) {
      recorder?.settle(false, error);
      throw error;
    }
    recorder?.settle(true);
  }

  function insert(row: OrderRow, key = row.label): void {
    insertIntent.run(row.intent_id, account, key, row.created_at, row.outcome, JSON.stringify(row));
  }

  return {
    begin: (row, request, children = []) => {
      demandInPlace();
      commit(() => {
        insert(row);
        insertStep.run(row.intent_id, now(), 'intent', JSON.stringify({ request }));
        for (const child of children) {
          insert(child);
          insertStep.run(child.intent_id, now(), 'intent', JSON.stringify({ child_of: row.label }));
        }
        recorder?.write(null, row, 'intent');
      });
    },
    advance: (row, kind, detail) =>
      commit(() => {
        const before = recorder === null ? null : readRow(selectOne.get(row.intent_id, account));
        const { changes } = updateIntent.run(row.outcome, JSON.stringify(row), row.intent_id);
        // One intent has a label; no label holds the end of a line.
        if (changes === 0 && row.second_of !== undefined) insert(row, `${row.label}\n${row.order?.order_id ?? ''}`);
        insertStep.run(row.intent_id, now(), kind, JSON.stringify(detail));
        recorder?.write(before, row, kind);
      }),
    together: (run) => {
      if (isTogether) return run();
      let hasBegun = false;
      try {
        transact(() => {
          hasBegun = true;
          isTogether = true;
          run();
          isTogether = false;
        });
      } catch (error) {
        isTogether = false;
        if (hasBegun) recorder?.settle(false, error);
        throw error;
      }
      recorder?.settle(true);
    },
    find: (intentId) => {
      const stored = selectOne.get(intentId, account);
      return stored === undefined ? null : readRow(stored);
    },
    isLabelUsed: (label) => selectLabel.get(account, label) !== undefined,
    list: (limit) => readRows(selectNewest.all(account, limit)),
    withNotice: (code) =>
      readRows(selectContaining.all(account, JSON.stringify(code))).filter((row) =>
        row.notices.some((notice) => notice.code === code),
      ),
    live: () => readRows(selectLive.all(account)).filter(isResting),
    lost: (limit) =>
      readRows(selectLive.all(account))
        .filter((row) => readLostSight(row) !== null)
        .slice(-limit),
    undecided: () => readRows(selectUndecided.all(account)),
    unreadable: () =>
      [...selectUndecided.all(account), ...selectLive.all(account), ...selectContaining.all(account, LOCKING)]
        .filter((stored) => readRow(stored) === null)
        .map((stored) => String(stored['intent_id'])),
    steps: (intentId) => readSteps(selectSteps.all(intentId)),
    version: () => Number(selectVersion.get()?.['data_version']),
    lastStep: () => Number(selectLastStep.get()?.['last'] ?? 0),
    changedSince: (step) => readRows(selectChanged.all(step, account)),
  };
}
