import { setImmediate } from 'node:timers/promises';
import type {
  JournalEntry,
  JournalFields,
  JournalKind,
  JournalPage,
  JournalQuery,
} from '../../shared/ipc/schemas/journal-schema.ts';
import { matchesJournalQuery } from '../../shared/journal/match.ts';
import { isMoment } from '../../shared/service/fields.ts';
import type { Clock } from '../clock.ts';
import { isFull, mayPass } from '../storage/database.ts';
import { HELD_AGAIN_MS } from '../storage/held-steps.ts';
import { followFile } from '../storage/journal-follower.ts';
import { admitFields, canonicalJson, GENESIS, hashEntry } from './chain.ts';
import type { HeadFile } from './head-file.ts';
import { type AuditTable, type ChainHead, readEntry } from './table.ts';
import { verifySteps } from './verify.ts';

/** How long entries no order waits for are gathered, for one flush. */
const SOON_MS = 50;
/** How long an entry like the last of its kind is left out. */
const SAME_AGAIN_MS = 60_000;
/** Rows looked through between two pauses of a search. */
const STEP_ROWS = 200;
/** While the disk is full, no more entries than these wait: the oldest are lost, and counted. */
const MOST_WAITING = 10_000;

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

interface Draft {
  readonly at: number;
  readonly service_at: number | null;
  readonly kind: JournalKind;
  readonly fields: JournalFields;
}

/** Begins where the table ends. */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  const { table, isWritable, clock, headFile, secrets } = options;
  /** The last committed entry. */
  let head: ChainHead = table?.last() ?? EMPTY;
  const waiting: Draft[] = [];
  let inserted: JournalEntry[] = [];
  let untold: JournalEntry[] = [];
  let cancelTimer: (() => void) | null = null;
  /** Entries in the open transaction: of orders, and waiting ones that it carries. */
  let within = 0;
  let carried = 0;
  let lost = 0;
  let hasFailed = false;
  const lastOfKind = new Map<JournalKind, { readonly text: string; readonly at: number }>();

  function draft(kind: JournalKind, given: Readonly<Record<string, unknown>>): Draft {
    const serviceAt = Math.floor(options.serviceNow() ?? Number.NaN);
    return {
      at: Math.floor(clock.now()),
      // The journal is written whatever the service says of its time.
      service_at: isMoment(serviceAt) ? serviceAt : null,
      kind,
      fields: admitFields(given, secrets),
    };
  }

  function insert(to: AuditTable, { at, service_at, kind, fields }: Draft): void {
    const previous = inserted.at(-1) ?? head;
    const row = { sequence: previous.sequence + 1, at, service_at, kind, fields: canonicalJson(fields) };
    const hash = hashEntry(previous.hash, row);
    to.insert({ ...row, hash });
    inserted.push({ ...row, kind, fields, hash });
  }

  function insertWaiting(to: AuditTable): void {
    if (lost > 0 && inserted.length === 0) insert(to, draft('error', { event: 'entries_lost', count: lost }));
    for (const one of waiting.slice(carried)) insert(to, one);
    carried = waiting.length;
  }

  function settle(isCommitted: boolean, error: unknown = null): void {
    const ended = inserted;
    const last = ended.at(-1);
    inserted = [];
    if (!isCommitted) lost += mayPass(error) ? 0 : within;
    else if (last !== undefined) {
      head = { sequence: last.sequence, hash: last.hash };
      untold.push(...ended);
      waiting.splice(0, carried);
      lost = 0;
      soon();
    }
    within = 0;
    carried = 0;
  }

  function flush(): void {
    if (table === null || !isWritable || waiting.length === 0) return;
    // What is noted while orders are being written goes with their next entry, or once they are: no transaction holds another.
    if (table.isOpen()) return soon();
    const count = waiting.length;
    try {
      table.transact(() => insertWaiting(table));
      settle(true);
    } catch (error) {
      settle(false, error);
      if (isFull(error)) options.onFailure(error);
      // What another program holds, it lets go of, and a full disk has room again: the entries wait for that.
      if (mayPass(error)) {
        lost += waiting.splice(0, Math.max(0, count - MOST_WAITING)).length;
        return soon(HELD_AGAIN_MS);
      }
      waiting.length = 0;
      lost += count;
      if (!hasFailed) options.onFailure(error);
      hasFailed = true;
    }
  }

  function soon(delayMs = SOON_MS): void {
    cancelTimer ??= clock.after(delayMs, () => {
      cancelTimer = null;
      flush();
      tell();
    });
  }

  function tell(): void {
    if (untold.length === 0) return;
    headFile.write(head);
    const told = untold;
    untold = [];
    options.onAppended(told);
  }

  function isSameAgain({ kind, fields, at }: Draft): boolean {
    const text = canonicalJson(fields);
    const last = lastOfKind.get(kind);
    if (last?.text === text && at - last.at < SAME_AGAIN_MS && at >= last.at) return true;
    lastOfKind.set(kind, { text, at });
    return false;
  }

  /** Another instance writes a journal that is only read here. */
  function lastOf(from: AuditTable): ChainHead {
    return isWritable ? head : (from.last() ?? EMPTY);
  }

  function follow(from: AuditTable): () => void {
    let told = head.sequence;
    return followFile(clock, () => {
      const rows = from.after(told, STEP_ROWS);
      const entries = rows.flatMap((row) => readEntry(row) ?? []);
      told = rows.at(-1)?.sequence ?? told;
      if (entries.length > 0) options.onAppended(entries);
    });
  }

  async function search(from: AuditTable, query: JournalQuery): Promise<Pick<JournalPage, 'entries' | 'next_before'>> {
    const entries: JournalEntry[] = [];
    let before = query.before ?? lastOf(from).sequence + 1;
    for (;;) {
      const rows = from.before(before, STEP_ROWS);
      for (const row of rows) {
        const entry = readEntry(row);
        if (entry === null || !matchesJournalQuery(entry, query)) continue;
        if (entries.length === query.limit) return { entries, next_before: (entries.at(-1) ?? entry).sequence };
        entries.push(entry);
      }
      const oldest = rows.at(-1);
      if (oldest === undefined) return { entries, next_before: null };
      before = oldest.sequence;
      await setImmediate();
    }
  }

  async function verify(from: AuditTable): Promise<JournalPage['verification']> {
    const steps = verifySteps(from, isWritable ? head : headFile.read(), clock.now());
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await setImmediate();
    }
  }

  const stopFollowing = table === null || isWritable ? () => undefined : follow(table);

  return {
    note: (kind, given) => {
      if (table === null || !isWritable) return;
      const one = draft(kind, given);
      if (isSameAgain(one)) return;
      waiting.push(one);
      soon();
    },
    noteNow: (kind, given) => {
      if (table === null || !isWritable) return;
      waiting.push(draft(kind, given));
      flush();
    },
    noteWithin: (drafts) => {
      if (table === null || !isWritable) return;
      within += drafts.length;
      insertWaiting(table);
      for (const [kind, given] of drafts) insert(table, draft(kind, given));
    },
    settle,
    begin: () => {
      if (table !== null && isWritable) headFile.begin(head);
    },
    prove: () => {
      if (table !== null && isWritable) headFile.put(head);
    },
    read: async (query) => {
      flush();
      if (table === null) return { entries: [], next_before: null, total: 0, verification: null };
      const page = await search(table, query);
      const verification = query.verify ? await verify(table) : null;
      return { ...page, total: lastOf(table).sequence, verification };
    },
    close: async () => {
      flush();
      cancelTimer?.();
      stopFollowing();
      tell();
      await headFile.settle();
    },
    drop: () => {
      waiting.length = 0;
      cancelTimer?.();
      stopFollowing();
    },
  };
}
