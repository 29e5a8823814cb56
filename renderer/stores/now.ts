import { useSyncExternalStore } from 'react';
import { shareFrame } from './shared-frame.ts';

/** Ages and clocks on screen move on about twice a second: from so long after the last time with a frame of prices … */
const REST_MS = 350;
/** … or by themselves, so much later. */
const WAIT_MS = 200;

const listeners = new Set<() => void>();
let stop: (() => void) | null = null;
let nowMs = performance.now();

function tick(): void {
  nowMs = performance.now();
  stop = rest();
  for (const notify of listeners) notify();
}

function rest(): () => void {
  const timer = setTimeout(() => {
    stop = shareFrame(tick, WAIT_MS);
  }, REST_MS);
  return () => clearTimeout(timer);
}

/** Calls back about twice a second; one timer for the whole window. Gives back the function that stops. */
export function listenToTicks(notify: () => void): () => void {
  listeners.add(notify);
  stop ??= rest();
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

/** `performance.now()` as of the last tick: monotonic, milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(listenToTicks, () => nowMs);
}
