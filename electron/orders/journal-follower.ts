import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from './journal.ts';

/** A calm pause: SQLite tells by one number whether anything was written meanwhile. */
const PAUSE_MS = 500;

export interface JournalFollowerOptions {
  readonly journal: Pick<Journal, 'version' | 'lastStep' | 'changedSince'>;
  readonly clock: Clock;
  readonly onRows: (rows: readonly OrderRow[]) => void;
}

/**
 * Reads what another instance writes into the journal, and tells the rows it changed. Gives the function that stops it.
 * A file that can't be read at the moment is read at the next turn.
 */
export function followJournal({ journal, clock, onRows }: JournalFollowerOptions): () => void {
  let version = journal.version();
  let lastStep = journal.lastStep();
  let cancel: () => void = () => undefined;

  function look(): void {
    const now = journal.version();
    if (now === version) return;
    const step = journal.lastStep();
    const rows = journal.changedSince(lastStep);
    [version, lastStep] = [now, step];
    if (rows.length > 0) onRows(rows);
  }

  function schedule(): void {
    cancel = clock.after(PAUSE_MS, () => {
      try {
        look();
      } catch {
        // Busy, or gone for the moment: what was missed is still after `lastStep`.
      }
      schedule();
    });
  }

  schedule();
  return () => cancel();
}
