import { afterEach, describe, expect, it } from 'vitest';
import { describeLatestWalk, drawCoverage } from '../../../../renderer/features/trades/coverage-text.ts';
import { setShown } from '../../../../renderer/ui/words/shown.ts';
import type { Coverage, Walk } from '../../../../shared/history/view.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  setShown({ clock: 'utc', numbers: 'comma' });
});

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

describe('the latest walk', () => {
  const query = {
    scope: { by: 'instrument' as const, instrument_name: 'btc-perpetual' },
    from_ms: Date.UTC(2026, 10, 20),
    to_ms: Date.UTC(2026, 10, 21),
    count: 1000,
  };
  const walk: Walk = {
    query,
    state: 'running',
    failure: null,
    started_at: 10,
    ended_at: null,
    requests: 2,
    trades: 0,
    trades_per_second: 0,
    fraction: 0,
    remaining_ms: null,
  };
  const refused = {
    code: 'ExchangeError' as const,
    message: 'Invalid params',
    params: { code: '-32602', reason: 'wrong format', param: 'instrument_name' },
  };

  it('of a window over a change of the clock says by which its start is meant', () => {
    process.env['TZ'] = 'America/New_York';
    setShown({ clock: 'local', numbers: 'comma' });
    const wide = { ...query, from_ms: Date.UTC(2026, 9, 20, 12) };
    expect(describeLatestWalk({ ...walk, query: wide }, query)).toContain(
      '2026-10-20 08:00:00.000 EDT to 2026-11-20 19:00:00.000 EST: ',
    );
  });

  it.each([
    [0, '0 %'],
    [0.0001, '< 0.1 %'],
    [0.5, '50.0 %'],
    [0.9999, '> 99.9 %'],
    [1, '> 99.9 %'],
  ])('is not over while it runs, %d of it being settled', (fraction, percent) => {
    expect(describeLatestWalk({ ...walk, fraction }, query)).toBe(
      `fetching · ${percent} · 0 new trades in 2 requests · 0 trades/s`,
    );
  });

  it('names the field that was refused, and what it was of where other trades are shown', () => {
    const failed: Walk = { ...walk, state: 'failed', failure: refused };
    const said = 'stopped · The service answered with an error. (Invalid params: instrument_name wrong format)';
    expect(describeLatestWalk(failed, { ...query, count: 10 })).toBe(said);
    for (const shown of [null, { ...query, to_ms: query.to_ms + 1 }, { ...query, scope: BTC }]) {
      expect(describeLatestWalk(failed, shown)).toBe(
        `latest walk, of btc-perpetual, 2026-11-20 00:00:00.000 to 2026-11-21 00:00:00.000 UTC: ${said}`,
      );
    }
  });
});

const BTC = { by: 'currency' as const, currency: 'BTC' as const, kinds: [] };
