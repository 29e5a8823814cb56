import type { Clock } from '../clock.ts';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** So many errors of windows are kept in a span; a window that fails with every frame has said enough. */
const MOST_IN_SPAN = 3;
const SPAN_MS = 60_000;

export interface WindowErrors {
  readonly hear: (fields: Fields) => void;
  /** Tells what is left out so far; none may come after it. */
  readonly close: () => void;
}

/**
 * Keeps the first few errors that windows tell of within a minute, and then how many more there were: what no one
 * ever removes must not grow as fast as a window can fail.
 */
export function createWindowErrors(clock: Pick<Clock, 'after'>, keep: (fields: Fields) => void): WindowErrors {
  let kept = 0;
  let leftOut = 0;
  let cancelEnd: (() => void) | null = null;

  function end(): void {
    cancelEnd = null;
    kept = 0;
    if (leftOut > 0) keep({ event: 'window_errors_left_out', count: leftOut });
    leftOut = 0;
  }

  return {
    hear: (fields) => {
      cancelEnd ??= clock.after(SPAN_MS, end);
      if (kept === MOST_IN_SPAN) {
        leftOut += 1;
        return;
      }
      kept += 1;
      keep({ ...fields, event: 'window_error' });
    },
    close: () => {
      cancelEnd?.();
      end();
    },
  };
}
