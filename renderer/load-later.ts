import { type ComponentType, createElement, useSyncExternalStore } from 'react';
import type * as Later from './later.ts';

type All = typeof Later;

let all: All | null = null;
let failure: Error | null = null;
let loading: Promise<All> | null = null;
const waiting = new Set<() => void>();

/** What a window's first sight does without; it is read once that is over, or when it is asked for. */
export function loadLater(): Promise<All> {
  loading ??= import('./later.ts').then(
    (read) => {
      all = read;
      tell();
      return read;
    },
    (error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      tell();
      throw failure;
    },
  );
  return loading;
}

function tell(): void {
  for (const notify of waiting) notify();
}

function listen(notify: () => void): () => void {
  waiting.add(notify);
  // What was not read is told where it is drawn.
  loadLater().catch(() => undefined);
  return () => waiting.delete(notify);
}

/**
 * A component of `later.ts`: draws nothing until that is read, and throws in place if it can't be. React's `lazy` would
 * hold it back for 300 ms more, see `FALLBACK_THROTTLE_MS` in react-dom.
 */
export function later<Props extends object>(pick: (all: All) => ComponentType<Props>): ComponentType<Props> {
  return function LaterPart(props: Props) {
    const read = useSyncExternalStore(listen, () => all);
    const failed = useSyncExternalStore(listen, () => failure);
    if (failed !== null) throw failed;
    return read === null ? null : createElement(pick(read), props);
  };
}
