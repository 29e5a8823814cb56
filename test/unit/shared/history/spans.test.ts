import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersectSpans, lengthMs, mergeSpans, type Span, subtractSpans } from '../../../../shared/history/spans.ts';

const LAST = 40;
const spans = fc.array(fc.record({ from: fc.integer({ min: 0, max: LAST }), to: fc.integer({ min: 0, max: LAST }) }), {
  maxLength: 6,
});

/** The milliseconds themselves: what the arithmetic is held against. */
function listMs(given: readonly Span[]): number[] {
  const at = new Set<number>();
  for (const { from, to } of given) for (let ms = from; ms <= to; ms += 1) at.add(ms);
  return [...at].toSorted((a, b) => a - b);
}

describe('spans of time', () => {
  it('merged hold the same milliseconds in as few spans as can be', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const merged = mergeSpans(given);
        expect(listMs(merged)).toEqual(listMs(given));
        expect(lengthMs(merged)).toBe(listMs(given).length);
        for (const [index, { from }] of merged.entries()) {
          const before = merged[index - 1];
          if (before !== undefined) expect(from).toBeGreaterThan(before.to + 1);
        }
      }),
    );
  });

  it('less others, and in common with others, are what they are millisecond by millisecond', () => {
    fc.assert(
      fc.property(spans, spans, (some, others) => {
        const taken = new Set(listMs(others));
        expect(listMs(subtractSpans(some, others))).toEqual(listMs(some).filter((ms) => !taken.has(ms)));
        expect(listMs(intersectSpans(some, others))).toEqual(listMs(some).filter((ms) => taken.has(ms)));
      }),
    );
  });
});
