import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { HistoryPoint } from '../../../../shared/ipc/schemas/account-schema.ts';
import {
  changeOver,
  figureOf,
  linesOf,
  marginPercent,
  markFills,
} from '../../../../renderer/features/risk/exposure-series.ts';

const point = (at: number, delta: number | null, isAfterGap = false): HistoryPoint => ({
  at,
  after_gap: isAfterGap,
  values: {
    ...(delta === null ? {} : { delta_total: decimal(delta) }),
    initial_margin: decimal(2),
    margin_balance: decimal(delta === 0 ? 0 : 8),
  },
});

const fill = (at: number, direction: 'buy' | 'sell') => ({
  at,
  direction,
  instrument_name: 'BTC-PERPETUAL',
  label: 'x',
  amount: decimal(10),
});

const DELTA = [figureOf('delta_total')];

describe('a figure over time', () => {
  it('breaks where polls failed, and has no value where none was sent', () => {
    const { times, lines } = linesOf([point(1000, 1), point(4000, null), point(10_000, 3, true)], DELTA);
    expect(times).toEqual([1, 4, 7, 10]);
    expect(lines).toEqual([[1, null, null, 3]]);
  });

  it('marks a fill on the first reading that knows of it, on its own side', () => {
    const lines = linesOf([point(1000, 1), point(4000, 2), point(10_000, 3, true)], DELTA);
    expect(markFills(lines, [fill(1500, 'sell')], 'sell')).toEqual([null, 2, null, null]);
    expect(markFills(lines, [fill(1500, 'sell')], 'buy')).toEqual([null, null, null, null]);
    // In the gap: the first reading after it.
    expect(markFills(lines, [fill(5000, 'buy')], 'buy')).toEqual([null, null, null, 3]);
    // Not read since: not on the line yet.
    expect(markFills(lines, [fill(11_000, 'buy')], 'buy')).toEqual([null, null, null, null]);
  });

  it('gives margins in percent of the margin balance, and none of a balance that is not there', () => {
    expect(linesOf([point(1, 1), point(2, 0)], [marginPercent('initial_margin')]).lines).toEqual([[25, null]]);
    expect(linesOf([point(1, 1)], [marginPercent('maintenance_margin')]).lines).toEqual([[null]]);
  });

  it('says exactly what has changed since the start', () => {
    const history = { points: [point(1, null), point(2, 0.1), point(3, 0.2)], started_at: 1 };
    // The record may lag behind, or take no more.
    expect(changeOver(history, null, 'delta_total', decimal('0.3')).change).toBe('0.2');
    expect(changeOver(history, null, 'delta_total', undefined).change).toBeNull();
    expect(changeOver({ ...history, points: [point(1, null)] }, null, 'delta_total', decimal(1)).change).toBeNull();
  });

  it('says of what has changed over a span shorter than this start that it is of the span', () => {
    const HOUR_MS = 3_600_000;
    const startedAt = 10 * HOUR_MS;
    const points = [point(9 * HOUR_MS, 1), point(startedAt, 5), point(12 * HOUR_MS, 7), point(13 * HOUR_MS, 8)];
    const history = { points, started_at: startedAt };
    const over = (spanMs: number | null) => changeOver(history, spanMs, 'delta_total', decimal(8));
    expect(over(null)).toEqual({ change: '3', isSinceStart: true });
    expect(over(24 * HOUR_MS)).toEqual({ change: '3', isSinceStart: true });
    expect(over(HOUR_MS)).toEqual({ change: '1', isSinceStart: false });
  });
});
