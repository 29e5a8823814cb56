import { useSyncExternalStore } from 'react';
import { marketStore } from '../stores/market-store.ts';

/** A window without prices is made whole after this long. */
const LONGEST_MS = 400;

const LONGEST_START_MS = 2000;

let isOver = false;
const waiting = new Set<() => void>();

/**
 * Begins a window's first sight: the panels that come first alone, until the frame that shows the first prices is over.
 * The others take as long to make as all that has to be done until then, and nobody looks at them sooner.
 */
export function beginFirstSight(): void {
  if (isOver) return;
  const end = (): void => {
    // The first frame draws the prices, the second begins once they are on screen.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(endFirstSight, 0)));
  };
  if (marketStore.getState().quotes.size > 0) end();
  else {
    const stop = marketStore.subscribe(({ quotes }) => {
      if (quotes.size === 0) return;
      stop();
      end();
    });
  }
  setTimeout(endFirstSight, LONGEST_MS);
}

/** A window without a session has none to wait for: it is whole after this long. */
export function limitFirstSight(): void {
  setTimeout(endFirstSight, LONGEST_START_MS);
}

/** All panels are made from now on. */
export function endFirstSight(): void {
  if (isOver) return;
  isOver = true;
  for (const notify of waiting) {
    try {
      notify();
    } catch (error) {
      // All others hear of it: most of the window waits for this.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function listen(notify: () => void): () => void {
  waiting.add(notify);
  return () => waiting.delete(notify);
}

export function isPastFirstSight(): boolean {
  return isOver;
}

/** Acts once the first sight is over, at once where it is. */
export function afterFirstSight(act: () => void): void {
  if (isOver) act();
  else listen(act);
}

/** Whether the first sight is over. */
export function useIsPastFirstSight(): boolean {
  return useSyncExternalStore(listen, isPastFirstSight);
}
