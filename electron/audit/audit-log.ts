import type {
  JournalEntry,
  JournalFields,
  JournalKind,
  JournalPage,
  JournalQuery,
} from '../../shared/ipc/schemas/journal-schema.ts';
import type { Clock } from '../clock.ts';
import { createAppender } from './appender.ts';
import { GENESIS } from './chain.ts';
import type { HeadFile } from './head-file.ts';
import { followEntries, searchEntries, verifyEntries } from './reading.ts';
import type { AuditTable, ChainHead } from './table.ts';

const EMPTY: ChainHead = { sequence: 0, hash: GENESIS };

export interface AuditLogOptions {
  /** Null: a file that has no journal and takes none. */
  readonly table: AuditTable | null;
  readonly isWritable: boolean;
  readonly clock: Clock;
  /** The service's time, milliseconds since the epoch, or null. */
  readonly serviceNow: () => number | null;
  readonly headFile: HeadFile;
  /** Texts that must stand in no entry. */
  readonly secrets: readonly string[];
  readonly onAppended: (entries: JournalEntry[]) => void;
  /** An entry could not be written: told once, and at each try of a full disk. */
  readonly onFailure: (error: unknown) => void;
}

/** The journal of everything: append-only and hash-chained. A reading instance reports what another appends. */
export interface AuditLog {
  /** Writes within 50 ms, or with the next order's commit if that comes first. */
  readonly note: (kind: JournalKind, fields: Readonly<Record<string, unknown>>) => void;
  /**
   * Writes before it returns. Exceptions: `onFailure` was called, another program holds the file, or an open
   * transaction takes the entry with it.
   */
  readonly noteNow: (kind: JournalKind, fields: Readonly<Record<string, unknown>>) => void;
  /** Writes in the transaction that is open, so that one flush carries both. Throws when it can't be written. */
  readonly noteWithin: (drafts: readonly (readonly [kind: JournalKind, fields: JournalFields])[]) => void;
  /** Says how that transaction ended, and why it was not committed: what passes by itself has lost nothing. */
  readonly settle: (isCommitted: boolean, error?: unknown) => void;
  /** Writes the head, so that from the first entry on there is one. */
  readonly begin: () => void;
  readonly read: (query: JournalQuery) => Promise<JournalPage>;
  /** Writes the head again. Throws where the disk does not take it. */
  readonly prove: () => void;
  /** Writes what waits, and the head; no entry may come after it. */
  readonly close: () => Promise<void>;
  /** Ends it without writing anything: neither what waits nor the head. */
  readonly drop: () => void;
}

/** Begins where the table ends. */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  const { table, isWritable, clock, headFile } = options;
  const begun = table?.last() ?? EMPTY;
  const appender = table === null || !isWritable ? null : createAppender(table, begun, options);
  const stopFollowing =
    table === null || isWritable ? () => undefined : followEntries(clock, table, begun, options.onAppended);

  /** Another instance writes a journal that is only read here. */
  function lastOf(from: AuditTable): ChainHead {
    return appender?.head() ?? from.last() ?? EMPTY;
  }

  return {
    note: (kind, given) => appender?.note(kind, given),
    noteNow: (kind, given) => appender?.noteNow(kind, given),
    noteWithin: (drafts) => appender?.noteWithin(drafts),
    settle: (isCommitted, error) => appender?.settle(isCommitted, error),
    begin: () => {
      if (appender !== null) headFile.begin(appender.head());
    },
    prove: () => {
      if (appender !== null) headFile.put(appender.head());
    },
    read: async (query) => {
      appender?.flush();
      if (table === null) return { entries: [], next_before: null, total: 0, verification: null };
      const page = await searchEntries(table, query, query.before ?? lastOf(table).sequence + 1);
      const verification = query.verify
        ? await verifyEntries(table, appender?.head() ?? headFile.read(), clock.now())
        : null;
      return { ...page, total: lastOf(table).sequence, verification };
    },
    close: async () => {
      appender?.close();
      stopFollowing();
      await headFile.settle();
    },
    drop: () => {
      appender?.drop();
      stopFollowing();
    },
  };
}
