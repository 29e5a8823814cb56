import { useEffect, useRef } from 'react';

/** A wall clock that parts from the monotonic one by more was set, or the machine slept, through which the other stood still. */
const SLEPT_MS = 2000;
/** How often a sleep is looked for before a second press. */
const CHECK_MS = 500;

/** Wall time minus monotonic time, ms. */
export function readClockGap(): number {
  return Date.now() - performance.now();
}

/** Whether the machine may have slept since the gap was read: what was pressed before is of another market. */
export function mayHaveSlept(sinceGapMs: number): boolean {
  return Math.abs(readClockGap() - sinceGapMs) > SLEPT_MS;
}

/** Calls back when the machine may have slept before a second press. */
export function useSleepCheck(isWaiting: boolean, onSleep: () => void): void {
  const tell = useRef(onSleep);
  tell.current = onSleep;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const gapMs = readClockGap();
    const timer = setInterval(() => {
      if (mayHaveSlept(gapMs)) tell.current();
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
