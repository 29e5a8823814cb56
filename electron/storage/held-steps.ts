import type { Clock } from '../clock.ts';
import { isFull, mayPass } from './database.ts';

/** Steps that wait are tried again this much later: each try may stand still for as long as a held file is waited for. */
export const HELD_AGAIN_MS = 2000;

/** Writes the steps of what was begun, in their order. */
export interface StepWriter<Step extends readonly unknown[]> {
  readonly write: (...step: Step) => void;
  /**
   * Carries the run out once, with all that it writes in what `transact` makes one transaction; `transact` throws where that
   * can't begin, or can't be committed.
   */
  readonly together: (transact: (run: () => void) => void, run: () => void) => void;
  /** Tries what waits once more. What is left then, the next start looks up: its intent is on the disk. */
  readonly close: () => void;
}

/** What was written in the transaction that is open, and why it can't be committed; null: it can. */
interface Group<Step> {
  readonly written: Step[];
  failure: Error | null;
}

/**
 * Steps wait, in order, while another program holds the file or the disk is full. `onFailure` hears of a step that can't
 * be written at all, and of each try of a full disk.
 */
export function createStepWriter<Step extends readonly unknown[]>(
  clock: Pick<Clock, 'after'>,
  advance: (...step: Step) => void,
  onFailure: (error: unknown) => void,
): StepWriter<Step> {
  const waiting: Step[] = [];
  let group: Group<Step> | null = null;
  let cancel: () => void = () => undefined;
  let isClosed = false;

  function drain(): void {
    for (let step = waiting[0]; step !== undefined; step = waiting[0]) {
      try {
        advance(...step);
        group?.written.push(step);
      } catch (error) {
        if (mayPass(error)) {
          if (group === null) wait(error);
          else group.failure ??= error;
          return;
        }
        onFailure(error);
      }
      waiting.shift();
    }
  }

  function wait(error: unknown): void {
    if (isFull(error)) onFailure(error);
    cancel();
    if (!isClosed) cancel = clock.after(HELD_AGAIN_MS, drain);
  }

  return {
    write: (...step) => {
      waiting.push(step);
      if (waiting.length === 1) drain();
    },
    together: (transact, run) => {
      if (group !== null) return run();
      const own: Group<Step> = { written: [], failure: null };
      let hasRun = false;
      group = own;
      try {
        transact(() => {
          hasRun = true;
          run();
          // SQLite may have ended the transaction already.
          if (own.failure !== null) throw own.failure;
        });
      } catch (error) {
        group = null;
        // Each step waits by itself.
        if (!hasRun) return run();
        if (!mayPass(error)) return onFailure(error);
        waiting.unshift(...own.written);
        wait(error);
      } finally {
        group = null;
      }
    },
    close: () => {
      isClosed = true;
      cancel();
      drain();
      waiting.length = 0;
    },
  };
}
