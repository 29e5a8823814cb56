import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateRemaining } from '../../../../electron/history/remaining.ts';

describe('the time that a walk may still take', () => {
  it('is not told from a beginning that says nothing', () => {
    expect(estimateRemaining(1999, 0.5)).toBeNull();
    expect(estimateRemaining(600_000, 0.049)).toBeNull();
    expect(estimateRemaining(60_000, 0)).toBeNull();
  });

  it('goes by the pace so far, and is never out of proportion to it', () => {
    expect(estimateRemaining(4000, 0.5)).toBe(4000);
    expect(estimateRemaining(4000, 1)).toBe(0);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 1e8 }), (share, elapsedMs) => {
        expect(estimateRemaining(elapsedMs, share) ?? 0).toBeLessThanOrEqual(elapsedMs * 19.0001);
      }),
    );
  });
});
