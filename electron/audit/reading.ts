import { setImmediate } from 'node:timers/promises';
import type { JournalEntry, JournalPage, JournalQuery } from '../../shared/ipc/schemas/journal-schema.ts';
import { matchesJournalQuery } from '../../shared/journal/match.ts';
import type { Clock } from '../clock.ts';
import { followFile } from '../storage/journal-follower.ts';
import { type AuditTable, type ChainHead, readEntry } from './table.ts';
import { verifySteps } from './verify.ts';

/** Rows looked through between two pauses of a search. */
const STEP_ROWS = 200;

/** What the query asks for of entries before `end`, newest first. Other work gets its turn in between. */
export async function searchEntries(
  from: AuditTable,
  query: JournalQuery,
  end: number,
): Promise<Pick<JournalPage, 'entries' | 'next_before'>> {
  const entries: JournalEntry[] = [];
  let before = end;
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

/** Verifies the chain up to `head`. Other work gets its turn in between. */
export async function verifyEntries(
  from: AuditTable,
  head: Parameters<typeof verifySteps>[1],
  nowMs: number,
): Promise<JournalPage['verification']> {
  const steps = verifySteps(from, head, nowMs);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Tells of entries after `head` that another instance appends. Returns its stop. */
export function followEntries(
  clock: Clock,
  from: AuditTable,
  head: ChainHead,
  onAppended: (entries: JournalEntry[]) => void,
): () => void {
  let told = head.sequence;
  return followFile(clock, () => {
    const rows = from.after(told, STEP_ROWS);
    const entries = rows.flatMap((row) => readEntry(row) ?? []);
    told = rows.at(-1)?.sequence ?? told;
    if (entries.length > 0) onAppended(entries);
  });
}
