import type { Clock } from '../clock.ts';
import { canonicalJson } from './chain.ts';

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
 * Keeps the first few errors of windows each minute and counts the rest: the journal must not grow as fast as windows
 * fail.
 */
export function createWindowErrors(clock: Pick<Clock, 'after'>, keep: (fields: Fields) => void): WindowErrors {
  /** Errors kept in this span; repeats are only counted. */
  const kept = new Set<string>();
  let leftOut = 0;
  let cancelEnd: (() => void) | null = null;

  function end(): void {
    cancelEnd = null;
    kept.clear();
    if (leftOut > 0) keep({ event: 'window_errors_left_out', count: leftOut });
    leftOut = 0;
  }

  return {
    hear: (fields) => {
      cancelEnd ??= clock.after(SPAN_MS, end);
      const text = canonicalJson(fields);
      if (kept.size === MOST_IN_SPAN || kept.has(text)) {
        leftOut += 1;
        return;
      }
      kept.add(text);
      keep({ ...fields, event: 'window_error' });
    },
    close: () => {
      cancelEnd?.();
      end();
    },
  };
}
