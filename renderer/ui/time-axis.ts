import { instantOf, shownMs } from './words/shown.ts';

/**
 * Instants for the ticks of a time axis, milliseconds: from one bound to the other, at multiples of the step by the clock
 * that is shown. What summer time skips has no tick.
 */
export function timeTicks(fromMs: number, toMs: number, stepMs: number): number[] {
  const first = Math.ceil(shownMs(fromMs) / stepMs);
  const last = Math.floor(Math.max(shownMs(fromMs), shownMs(toMs)) / stepMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    instantOf((first + index) * stepMs),
  ).filter((atMs): atMs is number => atMs !== null && atMs >= fromMs && atMs <= toMs);
}
