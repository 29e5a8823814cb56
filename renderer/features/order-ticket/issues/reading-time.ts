/**
 * How long a warning stands before it can be ticked, and after a press none can, milliseconds: longer than a slow
 * double click, so that a press meant for something else never accepts what has just come up there.
 */
export const READING_MS = 1500;

/** How long the warning can't be ticked yet, milliseconds; 0 once it can. All times by one monotonic clock. */
export function readingLeftMs(shownAtMs: number, pressedAtMs: number, nowMs: number): number {
  return Math.max(0, Math.max(shownAtMs, pressedAtMs) + READING_MS - nowMs);
}
