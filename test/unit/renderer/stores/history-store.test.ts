import { beforeEach, describe, expect, it } from 'vitest';
import { historyStore, receiveHistory, receiveWalk } from '../../../../renderer/stores/history-store.ts';
import type { Walk } from '../../../../shared/history/view.ts';

const RUNNING: Walk = {
  query: { scope: { by: 'currency', currency: 'BTC', kinds: [] }, from_ms: 1, to_ms: 2, count: 1000 },
  state: 'running',
  failure: null,
  started_at: 10,
  ended_at: null,
  requests: 0,
  trades: 0,
  trades_per_second: 0,
  fraction: 0,
  remaining_ms: null,
};

beforeEach(() => historyStore.setState({ walk: null, arrivals: 0 }));

describe('the walk that a window knows', () => {
  it.each(['done', 'cancelled', 'failed', 'interrupted'] as const)(
    'stays %s when a late answer says it runs',
    (state) => {
      receiveWalk(RUNNING);
      receiveWalk({ ...RUNNING, state, ended_at: 20 });
      receiveWalk({ ...RUNNING, fraction: 1 });
      receiveWalk(null);
      expect(historyStore.getState().walk?.state).toBe(state);
    },
  );

  it('stays as it was while trades come without one, which are counted', () => {
    receiveHistory(RUNNING);
    receiveHistory(null);
    expect(historyStore.getState()).toEqual({ walk: RUNNING, arrivals: 1 });
  });

  it('is another one once that is begun', () => {
    receiveWalk({ ...RUNNING, state: 'done', ended_at: 20 });
    receiveWalk({ ...RUNNING, started_at: 30 });
    expect(historyStore.getState().walk).toEqual({ ...RUNNING, started_at: 30 });
  });
});
