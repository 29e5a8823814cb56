import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planStep, STORE_TIMES, trustedSpan } from '../../../../electron/history/plan.ts';
import { mergeSpans, type Span, subtractSpans } from '../../../../shared/history/spans.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAYS_3_MS = 3 * 86_400_000;
const spans = fc.array(
  fc.record({
    from: fc.integer({ min: NOW - DAYS_3_MS, max: NOW }),
    to: fc.integer({ min: NOW - DAYS_3_MS, max: NOW }),
  }),
  { maxLength: 5 },
);

describe('the plan of a walk', () => {
  it('comes to its end, and asks each store only for what is then believed', () => {
    fc.assert(
      fc.property(spans, (given) => {
        let open = mergeSpans(given);
        let now = NOW;
        const seams: Span[] = [];
        for (let turn = 0; turn < 50; turn += 1) {
          const step = planStep(open, now);
          if (step.kind === 'done') {
            expect(open).toEqual([]);
            return;
          }
          if (step.kind === 'wait') {
            expect(step.ms).toBeGreaterThan(0);
            now += step.ms;
            continue;
          }
          if (step.kind === 'seam') seams.push(step.span);
          else {
            const trusted = trustedSpan(step.kind, now, now + 100);
            expect(subtractSpans([step.span], [trusted])).toEqual([]);
          }
          open = subtractSpans(open, [step.span]);
          now += 100;
        }
        expect.unreachable('fifty steps must do');
      }),
    );
  });

  it('takes the recent store first: its old end slips away', () => {
    const window = { from: NOW - DAYS_3_MS, to: NOW - STORE_TIMES.settleMs - 1000 };
    expect(planStep([window], NOW).kind).toBe('recent');
  });
});
