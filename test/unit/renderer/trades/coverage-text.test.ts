import { describe, expect, it } from 'vitest';
import { drawCoverage } from '../../../../renderer/features/trades/coverage-text.ts';
import type { Coverage } from '../../../../shared/history/view.ts';

const complete = (from: number, to: number): Coverage => ({ from, to, state: 'complete', reason: null });
const gap = (from: number, to: number): Coverage => ({ from, to, state: 'gap', reason: 'same_millisecond' });

describe('the bar of a window', () => {
  it('draws each part where it lies', () => {
    expect(drawCoverage([complete(1000, 1249), gap(1250, 1499), complete(1500, 1999)])).toMatchObject([
      { state: 'complete', left: 'min(0%, calc(100% - 2px))', width: 'max(25%, 2px)' },
      { state: 'gap', left: 'min(25%, calc(100% - 2px))', width: 'max(25%, 2px)' },
      { state: 'complete', left: 'min(50%, calc(100% - 2px))', width: 'max(50%, 2px)' },
    ]);
    expect(drawCoverage([])).toEqual([]);
  });

  it('keeps a millisecond at its right edge in sight', () => {
    const [, last] = drawCoverage([complete(0, 86_399_998), gap(86_399_999, 86_399_999)]);
    expect(last?.left).toMatch(/^min\(99\.99999\d+%, calc\(100% - 2px\)\)$/);
    expect(last?.width).toMatch(/, 2px\)$/);
  });
});
