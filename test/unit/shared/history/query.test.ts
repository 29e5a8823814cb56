import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistoryQuery } from '../../../../shared/history/query.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const GOOD = {
  scope: { by: 'currency', currency: 'BTC', kinds: ['option'] },
  from_ms: NOW - 86_400_000,
  to_ms: NOW,
  count: 1000,
};

function refusals(changes: Record<string, unknown>): string[] {
  const checked = checkHistoryQuery({ ...GOOD, ...changes }, NOW);
  return checked.ok ? [] : checked.error.map(({ field, code }) => `${field} ${code}`);
}

describe('a query of trades', () => {
  it('is taken when it is one', () => {
    expect(checkHistoryQuery(GOOD, NOW)).toEqual({ ok: true, value: GOOD });
    expect(refusals({ from_ms: NOW, to_ms: NOW, count: 1 })).toEqual([]);
    expect(refusals({ scope: { by: 'instrument', instrument_name: 'BTC-PERPETUAL' } })).toEqual([]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ count: 0 }, ['count out_of_range']],
    [{ count: 1001 }, ['count out_of_range']],
    [{ count: 10.5 }, ['count not_whole']],
    [{ count: '10' }, ['count not_whole']],
    [{ count: undefined }, ['count missing']],
    [{ from_ms: NOW, to_ms: NOW - 1 }, ['from_ms reversed']],
    [{ to_ms: NOW + 1 }, ['to_ms in_the_future']],
    [{ from_ms: GOOD.from_ms / 1000, to_ms: NOW / 1000 }, ['from_ms in_seconds', 'to_ms in_seconds']],
    [{ from_ms: undefined, to_ms: undefined }, ['from_ms missing', 'to_ms missing']],
    [{ from_ms: null }, ['from_ms missing']],
    [{ to_ms: Number.POSITIVE_INFINITY }, ['to_ms not_whole']],
    [{ from_ms: '2026-11-21' }, ['from_ms not_whole']],
    [{ from_ms: -1 }, ['from_ms in_seconds']],
    [{ to_ms: NOW * 1000 }, ['to_ms out_of_range']],
    [{ scope: undefined }, ['scope missing']],
    [{ scope: { by: 'currency', currency: 'btc', kinds: [] } }, ['scope unknown']],
    [{ scope: { by: 'currency', currency: 'BTC', kinds: ['options'] } }, ['scope unknown']],
    [{ scope: { by: 'instrument', instrument_name: '' } }, ['scope unknown']],
    [{ historical: 'true' }, ['scope unknown']],
  ])('%j is refused: %j', (changes, expected) => {
    expect(refusals(changes)).toEqual(expected);
    const checked = checkHistoryQuery({ ...GOOD, ...changes }, NOW);
    if (!checked.ok) for (const { allowed } of checked.error) expect(allowed).not.toBe('');
  });

  it('is never taken for more than it says, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (from_ms, to_ms, count) => {
        const checked = checkHistoryQuery({ ...GOOD, from_ms, to_ms, count }, NOW);
        if (!checked.ok) return;
        expect(checked.value.from_ms).toBeLessThanOrEqual(checked.value.to_ms);
        expect(checked.value.to_ms).toBeLessThanOrEqual(NOW);
        expect(checked.value.count).toBeGreaterThan(0);
      }),
    );
    expect(checkHistoryQuery(null, NOW).ok).toBe(false);
    expect(checkHistoryQuery('query', NOW).ok).toBe(false);
  });
});
