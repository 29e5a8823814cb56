import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { createRiskHistory, MOST_POINTS } from '../../../../electron/account/history.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';

function start() {
  let now = 1000;
  const history = createRiskHistory(() => now);
  return {
    history,
    wait: (ms: number) => {
      now += ms;
    },
    poll: (fields: Record<string, number>) =>
      history.noteSummaries([currencySummarySchema.parse({ currency: 'BTC', ...fields })]),
  };
}

describe('the history of an account', () => {
  it('keeps what a poll brought, and leaves out what it did not', () => {
    const { history, poll, wait } = start();
    poll({ equity: 1.5, delta_total: 0 });
    wait(3000);
    poll({ equity: 1.6 });
    expect(history.read('BTC', 0).points).toEqual([
      { at: 1000, is_after_gap: false, values: { equity: '1.5', delta_total: '0' } },
      { at: 4000, is_after_gap: false, values: { equity: '1.6' } },
    ]);
    expect(history.read('BTC', 1000).points).toHaveLength(2);
    expect(history.read('BTC', 1001).points).toHaveLength(1);
    expect(history.read('ETH', 0)).toEqual({ points: [], fills: [] });
  });

  it('marks where polls failed', () => {
    const { history, poll } = start();
    poll({ equity: 1 });
    history.noteFailure();
    history.noteFailure();
    poll({ equity: 1 });
    poll({ equity: 1 });
    expect(history.read('BTC', 0).points.map((point) => point.is_after_gap)).toEqual([false, true, false]);
  });

  it('stays bounded, keeps its first point, the newest ones and its gaps', () => {
    const { history, poll, wait } = start();
    for (let index = 0; index < MOST_POINTS * 4; index += 1) {
      if (index === 101) history.noteFailure();
      poll({ equity: index });
      wait(3000);
    }
    const { points } = history.read('BTC', 0);
    expect(points.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(points[0]?.values.equity).toBe('0');
    expect(points.slice(-100).map(({ values }) => Number(values.equity))).toEqual(
      Array.from({ length: 100 }, (_, index) => MOST_POINTS * 4 - 100 + index),
    );
    expect(points.filter((point) => point.is_after_gap).map(({ values }) => values.equity)).toEqual(['101']);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it('takes each part of a fill once, and none of an earlier run', () => {
    const { history, wait } = start();
    const filled = (intent_id: string, created_at: number, amount: number) => ({
      ...OPEN_ROW,
      intent_id,
      created_at,
      order: OPEN_ROW.order === null ? null : { ...OPEN_ROW.order, filled_amount: decimal(amount) },
    });
    history.noteRows([filled('old', 10, 500), filled('new', 2000, 0)]);
    wait(50);
    history.noteRows([filled('old', 10, 500), filled('new', 2000, 100)]);
    history.noteRows([filled('old', 10, 700), filled('new', 2000, 100)]);
    const { fills } = history.read('BTC', 0);
    expect(fills.map(({ at, amount }) => [at, amount])).toEqual([
      [1050, '100'],
      [1050, '200'],
    ]);
  });
});
