import type { JournalEntry, JournalFields, JournalKind } from '../../shared/ipc/schemas/journal-schema.ts';
import { isMoment } from '../../shared/service/fields.ts';
import { isFull, mayPass } from '../storage/database.ts';
import { HELD_AGAIN_MS } from '../storage/held-steps.ts';
import type { AuditLog, AuditLogOptions } from './audit-log.ts';
import { admitFields, canonicalJson, hashEntry } from './chain.ts';
import type { AuditTable, ChainHead } from './table.ts';

/** How long entries no order waits for are gathered, for one flush. */
const SOON_MS = 50;
/** How long an entry like the last of its kind is left out. */
const SAME_AGAIN_MS = 60_000;
/** While the disk is full, no more entries than these wait: the oldest are lost, and counted. */
const MOST_WAITING = 10_000;

interface Draft {
  readonly at: number;
  readonly service_at: number | null;
  readonly kind: JournalKind;
  readonly fields: JournalFields;
}

export type AppenderOptions = Pick<
  AuditLogOptions,
  'clock' | 'serviceNow' | 'headFile' | 'secrets' | 'onAppended' | 'onFailure'
>;

/** Writes entries, each chained to the one before it. */
export interface Appender extends Pick<AuditLog, 'note' | 'noteNow' | 'noteWithin' | 'settle'> {
  /** The last committed entry. */
  readonly head: () => ChainHead;
  /** Writes what waits. */
  readonly flush: () => void;
  /** Writes what waits, and tells of it; no entry may come after it. */
  readonly close: () => void;
  /** Ends it without writing what waits. */
  readonly drop: () => void;
}

/** Goes on after `begin`, the last entry of the table. */
export function createAppender(table: AuditTable, begin: ChainHead, options: AppenderOptions): Appender {
  const { clock } = options;
  const repeats = createRepeats();
  const waiting: Draft[] = [];
  let head = begin;
  let inserted: JournalEntry[] = [];
  let untold: JournalEntry[] = [];
  let cancelTimer: (() => void) | null = null;
  /** Entries in the open transaction: of orders, and waiting ones that it carries. */
  let within = 0;
  let carried = 0;
  let lost = 0;
  let hasFailed = false;

  function insert({ at, service_at, kind, fields }: Draft): void {
    const previous = inserted.at(-1) ?? head;
    const row = { sequence: previous.sequence + 1, at, service_at, kind, fields: canonicalJson(fields) };
    const hash = hashEntry(previous.hash, row);
    table.insert({ ...row, hash });
    inserted.push({ ...row, kind, fields, hash });
  }

  function insertWaiting(): void {
    if (lost > 0 && inserted.length === 0) insert(makeDraft(options, 'error', { event: 'entries_lost', count: lost }));
    for (const one of waiting.slice(carried)) insert(one);
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
    if (waiting.length === 0) return;
    // What is noted while orders are being written goes with their next entry, or once they are: no transaction holds another.
    if (table.isOpen()) return soon();
    const count = waiting.length;
    try {
      table.transact(insertWaiting);
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
    options.headFile.write(head);
    const told = untold;
    untold = [];
    options.onAppended(told);
  }

  return {
    note: (kind, given) => {
      const one = makeDraft(options, kind, given);
      if (repeats.isSameAgain(one)) return;
      waiting.push(one);
      soon();
    },
    noteNow: (kind, given) => {
      waiting.push(makeDraft(options, kind, given));
      flush();
    },
    noteWithin: (drafts) => {
      within += drafts.length;
      insertWaiting();
      for (const [kind, given] of drafts) insert(makeDraft(options, kind, given));
    },
    settle,
    head: () => head,
    flush,
    close: () => {
      flush();
      cancelTimer?.();
      tell();
    },
    drop: () => {
      waiting.length = 0;
      cancelTimer?.();
    },
  };
}

function makeDraft(
  { clock, serviceNow, secrets }: AppenderOptions,
  kind: JournalKind,
  given: Readonly<Record<string, unknown>>,
): Draft {
  const serviceAt = Math.floor(serviceNow() ?? Number.NaN);
  return {
    at: Math.floor(clock.now()),
    // The journal is written whatever the service says of its time.
    service_at: isMoment(serviceAt) ? serviceAt : null,
    kind,
    fields: admitFields(given, secrets),
  };
}

/** Knows the last entry of each kind. */
function createRepeats(): { readonly isSameAgain: (draft: Draft) => boolean } {
  const lastOfKind = new Map<JournalKind, { readonly text: string; readonly at: number }>();
  return {
    isSameAgain: ({ kind, fields, at }) => {
      const text = canonicalJson(fields);
      const last = lastOfKind.get(kind);
      if (last?.text === text && at - last.at < SAME_AGAIN_MS && at >= last.at) return true;
      lastOfKind.set(kind, { text, at });
      return false;
    },
  };
}
