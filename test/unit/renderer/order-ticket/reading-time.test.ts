import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READING_MS, readingLeftMs } from '../../../../renderer/features/order-ticket/issues/reading-time.ts';

describe('a warning', () => {
  it('can be ticked once it has stood for its time, and the last press is as long ago', () => {
    expect(readingLeftMs(1000, Number.NEGATIVE_INFINITY, 1000)).toBe(READING_MS);
    expect(readingLeftMs(1000, Number.NEGATIVE_INFINITY, 1000 + READING_MS)).toBe(0);
    expect(readingLeftMs(1000, 5000, 5500)).toBe(READING_MS - 500);
  });

  it('is never ticked by a second press within a second and a half of the first, wherever it came up', () => {
    const moment = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 0, max: 1499 }), (shownAtMs, pressedAtMs, laterMs) => {
        expect(readingLeftMs(shownAtMs, pressedAtMs, pressedAtMs + laterMs)).toBeGreaterThan(0);
      }),
    );
  });
});
