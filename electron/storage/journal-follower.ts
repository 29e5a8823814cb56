import type { Clock } from '../clock.ts';

/** A calm pause: SQLite tells by one number whether anything was written meanwhile. */
const PAUSE_MS = 500;

/** A journal that another instance writes, of orders or of Block RFQs. */
export interface FollowedJournal<Row> {
  /** Another number once anybody else has written to the file. */
  readonly version: () => number;
  /** The newest step of all accounts; 0 before the first. */
  readonly lastStep: () => number;
  /** What there are steps of after that one, in the order of their newest. */
  readonly changedSince: (step: number) => Row[];
}

export interface JournalFollowerOptions<Row> {
  readonly journal: FollowedJournal<Row>;
  readonly clock: Clock;
  readonly onRows: (rows: readonly Row[]) => void;
}

/**
 * Looks at intervals for what another instance has written. A failed look is made again. Gives the function that ends
 * it.
 */
export function followFile(clock: Clock, look: () => void): () => void {
  let cancel: () => void = () => undefined;
  function schedule(): void {
    cancel = clock.after(PAUSE_MS, () => {
      try {
        look();
      } catch {
        // What was missed still comes after the last that was read.
      }
      schedule();
    });
  }
  schedule();
  return () => cancel();
}

/** Reads what another instance writes, and reports changed rows. Gives its end. */
export function followJournal<Row>({ journal, clock, onRows }: JournalFollowerOptions<Row>): () => void {
  let version = journal.version();
  let lastStep = journal.lastStep();
  return followFile(clock, () => {
    const now = journal.version();
    if (now === version) return;
    const step = journal.lastStep();
    const rows = journal.changedSince(lastStep);
    [version, lastStep] = [now, step];
    if (rows.length > 0) onRows(rows);
  });
}
