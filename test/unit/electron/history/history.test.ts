import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createHistory } from '../../../../electron/history/history.ts';
import { createTradeStore, HISTORY_MIGRATIONS } from '../../../../electron/history/trade-store.ts';
import type { HistoryQuery } from '../../../../shared/history/query.ts';
import type { Walk } from '../../../../shared/history/view.ts';
import { createScriptedService } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, settle } from '../../../support/virtual-clock.ts';

describe('a walk through a window that is known already', () => {
  it('is over only after the answer that it was begun', async () => {
    const clock = createVirtualClock();
    const database = new DatabaseSync(':memory:');
    for (const migration of HISTORY_MIGRATIONS) database.exec(migration);
    const now = clock.now();
    const query: HistoryQuery = {
      scope: { by: 'currency', currency: 'BTC', kinds: [] },
      from_ms: now - 1000,
      to_ms: now,
      count: 1000,
    };
    const nothing = { isGuess: false, trades: [], texts: null, unreadable: [] };
    const spans = [{ state: 'complete' as const, span: { from: query.from_ms, to: query.to_ms } }];
    createTradeStore(database, 'me').take({ ...nothing, source: 'currency BTC any', spans });
    const heard: string[] = [];
    let noteEnd: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (noteEnd = resolve));
    const client = createScriptedService(clock);
    const history = createHistory({
      client,
      clock,
      serviceClock: { now: clock.now, observe: () => undefined },
      files: { openHistory: () => ({ database, setAside: null }), access: 'ok' },
      log: () => undefined,
      account: 'me',
      orders: () => [],
      publish: (_channel, payload) => {
        const { state } = payload as Walk;
        heard.push(state);
        if (state === 'done') noteEnd();
      },
    });
    const context = { windowId: 'main' } as Parameters<(typeof history.handlers)['history.walk']>[1];
    const answer = await history.handlers['history.walk']({ action: 'start', query }, context);
    // Whatever the way to the window does with the answer before it is sent.
    await settle();
    expect(answer.walk?.state).toBe('running');
    expect(heard).not.toContain('done');
    await end;
    expect(heard.at(-1)).toBe('done');
    expect(client.calls('private/get_user_trades_by_currency_and_time')).toEqual([]);
    database.close();
  });
});

describe('what was fetched before', () => {
  const clock = createVirtualClock();
  const query: HistoryQuery = {
    scope: { by: 'currency', currency: 'BTC', kinds: [] },
    from_ms: clock.now() - 1000,
    to_ms: clock.now(),
    count: 1000,
  };
  const walk: Walk = {
    query,
    state: 'done',
    failure: null,
    started_at: 1,
    ended_at: 2,
    requests: 1,
    trades: 0,
    trades_per_second: 0,
    fraction: 1,
    remaining_ms: null,
  };

  /** What the latest walk's trades are read as, by a service time that differs from the one it was walked by. */
  async function readLatest(aheadMs: number, left: Partial<Walk> = {}, access: 'ok' | 'read_only' = 'ok') {
    const database = new DatabaseSync(':memory:');
    for (const migration of HISTORY_MIGRATIONS) database.exec(migration);
    createTradeStore(database, 'me').writeWalk({ ...walk, ...left });
    const history = createHistory({
      client: createScriptedService(clock),
      clock,
      serviceClock: { now: () => clock.now() + aheadMs, observe: () => undefined },
      files: { openHistory: () => ({ database, setAside: null }), access },
      account: 'me',
      orders: () => [],
      publish: () => undefined,
      log: () => undefined,
    });
    const context = { windowId: 'main' } as Parameters<(typeof history.handlers)['history.read']>[1];
    const page = await history.handlers['history.read']({ query: null, after: null, limit: 10 }, context);
    database.close();
    return page;
  }

  it('is shown by a clock that is behind, too: the service’s time is not known yet at a start', async () => {
    expect(await readLatest(-60_000)).toMatchObject({ issues: [], query, summary: { all: { trades: 0 } } });
  });

  it('is interrupted where its terminal ended, not where another instance may be fetching on', async () => {
    const running = { state: 'running', ended_at: null } as const;
    expect((await readLatest(0, running)).walk?.state).toBe('interrupted');
    expect((await readLatest(0, running, 'read_only')).walk?.state).toBe('elsewhere');
  });
});
