import { mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditLog, createAuditLog } from '../../../electron/audit/audit-log.ts';
import { openHeadFile } from '../../../electron/audit/head-file.ts';
import { type AuditTable, openAuditTable } from '../../../electron/audit/table.ts';
import { JOURNAL_MIGRATIONS } from '../../../electron/orders/journal.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal-schema.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

/** A journal in a file of its own, on a virtual clock. */
export interface AuditBench {
  readonly folder: string;
  readonly headPath: string;
  readonly database: DatabaseSync;
  readonly table: AuditTable;
  readonly log: AuditLog;
  readonly clock: VirtualClock;
  readonly appended: JournalEntry[];
  readonly failures: unknown[];
  /** Waits for the head file's last write first: it would come into a folder that is being emptied. */
  readonly remove: () => Promise<void>;
}

export interface AuditBenchOptions {
  readonly secrets?: readonly string[];
  /** The service's time; 250 ms ahead of ours unless told. */
  readonly serviceNow?: () => number | null;
}

export function startAuditBench(options: AuditBenchOptions = {}): AuditBench {
  const clock = createVirtualClock();
  const { secrets = [], serviceNow = () => clock.now() + 250 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-audit-'));
  const headPath = join(folder, 'journal.head');
  const { database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, clock.now());
  const table = openAuditTable(database);
  const appended: JournalEntry[] = [];
  const failures: unknown[] = [];
  const headFile = openHeadFile(headPath, (error) => failures.push(error));
  const log = createAuditLog({
    table,
    isWritable: true,
    clock,
    serviceNow,
    headFile,
    secrets,
    onAppended: (entries) => appended.push(...entries),
    onFailure: (error) => failures.push(error),
  });
  return {
    folder,
    headPath,
    database,
    table,
    log,
    clock,
    appended,
    failures,
    remove: async () => {
      await headFile.settle();
      if (database.isOpen) database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes the triggers away, as somebody with the file in hand would. */
export function unlock(database: DatabaseSync): void {
  database.exec('DROP TRIGGER audit_follows; DROP TRIGGER audit_keeps; DROP TRIGGER audit_holds');
}
