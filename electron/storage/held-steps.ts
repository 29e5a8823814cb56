import type { Clock } from '../clock.ts';
import { isHeld } from './database.ts';

/** Steps that wait are tried again this much later: each try may stand still for as long as a held file is waited for. */
export const HELD_AGAIN_MS = 2000;

/** Writes the steps of what was begun, in their order. */
export interface StepWriter<Step extends readonly unknown[]> {
  readonly write: (...step: Step) => void;
  /** Tries what waits once more. What is left then, the next start looks up: its intent is on the disk. */
  readonly close: () => void;
}

/**
 * Steps wait, in order, while another program holds the file. `onFailure` hears of a step that can't be written at all.
 */
export function createStepWriter<Step extends readonly unknown[]>(
  clock: Pick<Clock, 'after'>,
  advance: (...step: Step) => void,
  onFailure: (error: unknown) => void,
): StepWriter<Step> {
  const waiting: Step[] = [];
  let cancel: () => void = () => undefined;
  let isClosed = false;

  function drain(): void {
    for (let step = waiting[0]; step !== undefined; step = waiting[0]) {
      try {
        advance(...step);
      } catch (error) {
        if (isHeld(error)) {
          if (!isClosed) cancel = clock.after(HELD_AGAIN_MS, drain);
          return;
        }
        onFailure(error);
      }
      waiting.shift();
    }
  }

  return {
    write: (...step) => {
      waiting.push(step);
      if (waiting.length === 1) drain();
    },
    close: () => {
      isClosed = true;
      cancel();
      drain();
      waiting.length = 0;
    },
  };
}
