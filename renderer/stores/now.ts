import { useSyncExternalStore } from 'react';

/** How often ages and clocks on screen move on. */
const TICK_MS = 500;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = performance.now();

function tick(): void {
  nowMs = performance.now();
  for (const notify of listeners) notify();
}

/** Calls back twice a second; one timer for the whole window. Gives back the function that stops. */
export function listenToTicks(notify: () => void): () => void {
  listeners.add(notify);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** `performance.now()` as of the last tick: monotonic, milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(listenToTicks, () => nowMs);
}
