import type { JournalVerification } from '../../shared/ipc/schemas/journal-schema.ts';
import { GENESIS, hashEntry } from './chain.ts';
import { type AuditRow, type AuditTable, type ChainHead, readEntry } from './table.ts';

/** Rows read between pauses, so that orders wait a few milliseconds at most. */
const STEP_ROWS = 200;

type Fault = NonNullable<JournalVerification['fault']>['code'];

/**
 * Follows the chain from its first entry, yielding between steps. `head` is the last entry known from elsewhere, or
 * null. Newer entries are followed too.
 */
export function* verifySteps(
  table: AuditTable,
  head: ChainHead | null,
  nowMs: number,
): Generator<undefined, JournalVerification> {
  let previous = GENESIS;
  let proven = 0;
  let cuts = 0;
  const end = (code: Fault, sequence: number): JournalVerification => ({
    entries: proven,
    fault: { code, sequence },
    cuts,
    at: nowMs,
  });
  for (;;) {
    const rows = readRows(table, proven);
    if (rows === null) return end('unreadable', proven + 1);
    for (const row of rows) {
      if (row.sequence !== proven + 1) return end('out_of_order', proven + 1);
      if (hashEntry(previous, row) !== row.hash) return end('changed', row.sequence);
      if (readEntry(row) === null) return end('unreadable', row.sequence);
      if (head?.sequence === row.sequence && head.hash !== row.hash) return end('head_differs', row.sequence);
      if (row.kind === 'cut_found') cuts += 1;
      previous = row.hash;
      proven = row.sequence;
    }
    if (rows.length < STEP_ROWS) break;
    yield;
  }
  if (table.count() > proven && table.after(proven, 1).length === 0) return end('out_of_order', 1);
  if (head !== null && head.sequence > proven) return end('cut_off', proven + 1);
  if (head === null && proven > 0) return end('head_missing', proven);
  return { entries: proven, fault: null, cuts, at: nowMs };
}

/** Null when the file or a malformed row prevents reading. */
function readRows(table: AuditTable, after: number): AuditRow[] | null {
  try {
    return table.after(after, STEP_ROWS);
  } catch {
    return null;
  }
}

/** Follows the chain in one go. */
export function verifyAll(table: AuditTable, head: ChainHead | null, nowMs: number): JournalVerification {
  const steps = verifySteps(table, head, nowMs);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
