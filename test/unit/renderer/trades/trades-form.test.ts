import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistoryQuery } from '../../../../shared/history/query.ts';
import { describeHistoryIssue } from '../../../../renderer/features/trades/trades-form.ts';

const NOW = Date.UTC(2026, 10, 21);
const SCOPE = { by: 'currency', currency: 'BTC', kinds: [] };
const YEAR_10000 = Date.UTC(10_000, 0, 1);

describe('what is wrong with a query', () => {
  it('can be said of whatever was given', () => {
    const far = fc.integer({ min: 8e15, max: Number.MAX_SAFE_INTEGER });
    const time = fc.oneof(far, fc.maxSafeInteger(), fc.double(), fc.constantFrom(null, undefined, 'then', YEAR_10000));
    const query = fc.record({
      scope: fc.oneof(fc.constant(SCOPE), fc.anything()),
      from_ms: time,
      to_ms: time,
      count: fc.oneof(fc.maxSafeInteger(), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(query, fc.anything()), (raw) => {
        const checked = checkHistoryQuery(raw, NOW);
        for (const issue of checked.ok ? [] : checked.error) expect(describeHistoryIssue(issue)).not.toBe('');
      }),
    );
  });

  it('is a time that no calendar has, even where both ends are one', () => {
    const checked = checkHistoryQuery(
      { scope: SCOPE, from_ms: 9_007_199_254_740_990, to_ms: 9_000_000_000_000_000, count: 100 },
      NOW,
    );
    const issues = checked.ok ? [] : checked.error;
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual(['from_ms out_of_range', 'to_ms out_of_range']);
    expect(issues.map(describeHistoryIssue)[0]).toBe('Give a time before the year 10000.');
    const last = checkHistoryQuery({ scope: SCOPE, from_ms: NOW, to_ms: YEAR_10000 - 1, count: 100 }, NOW);
    expect(last.ok ? [] : last.error.map(({ code }) => code)).toEqual(['in_the_future']);
  });
});
