import type { JournalEntry, JournalPage, JournalQuery } from '../../../shared/ipc/schemas/journal-schema.ts';
import { matchesJournalQuery } from '../../../shared/journal/match.ts';

/** Rows kept in the window; older ones are read again on demand. */
const MOST_ROWS = 5000;

/** What the window knows of the journal, newest first. */
export interface JournalList {
  readonly entries: readonly JournalEntry[];
  /** Where older ones are asked for; null: there are none that fit. */
  readonly nextBefore: number | null;
  /** Entries in all. */
  readonly total: number;
}

export const EMPTY_LIST: JournalList = { entries: [], nextBefore: null, total: 0 };

/** The newest page; what an event has brought since it was asked for stays on top. */
export function startList(page: JournalPage, since: readonly JournalEntry[]): JournalList {
  const { entries, next_before, total } = page;
  const newest = entries[0]?.sequence ?? 0;
  const newer = since.filter(({ sequence }) => sequence > newest);
  return { entries: [...newer, ...entries], nextBefore: next_before, total: Math.max(total, newer[0]?.sequence ?? 0) };
}

/** With entries that an event brought, oldest first: those that fit go on top, once each. */
export function addNewer(
  list: JournalList,
  brought: readonly JournalEntry[],
  query: Pick<JournalQuery, 'text' | 'kinds'>,
): JournalList {
  const newest = list.entries[0]?.sequence ?? 0;
  const fitting = brought.filter((entry) => entry.sequence > newest && matchesJournalQuery(entry, query));
  const total = Math.max(list.total, brought.at(-1)?.sequence ?? 0);
  const entries = [...fitting.toReversed(), ...list.entries];
  if (entries.length <= MOST_ROWS) return { ...list, entries, total };
  const kept = entries.slice(0, MOST_ROWS);
  return { entries: kept, nextBefore: kept.at(-1)?.sequence ?? null, total };
}

/**
 * With a page of older entries below, which was asked for before that number. Where the list has let go of its oldest
 * meanwhile, the page does not go on from it: it is asked for again.
 */
export function addOlder(list: JournalList, page: JournalPage, before: number): JournalList {
  if (list.nextBefore !== before) return list;
  const oldest = list.entries.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  const older = page.entries.filter(({ sequence }) => sequence < oldest);
  return { ...list, entries: [...list.entries, ...older], nextBefore: page.next_before };
}
