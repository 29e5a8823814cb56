import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import type { Fault } from '../../../simulator/http/faults.ts';
import { HOUR_MS, type HistoryBench, openHistoryBench } from '../../support/bench/history-bench.ts';

const PERPETUAL = 'BTC-PERPETUAL';
const BY_CURRENCY = 'private/get_user_trades_by_currency_and_time';

let bench: HistoryBench;
afterEach(() => bench.close());

function optionName(): string {
  const name = bench.simulator.control.instrumentNames().find((known) => /^BTC-.*-C$/.test(known));
  if (name === undefined) throw new Error('the simulator lists options on BTC');
  return name;
}

/** Makes trades now, and lets time pass until they are believed to be seen. */
async function trade(count: number, label: string, name = PERPETUAL): Promise<void> {
  bench.simulator.control.makeTrades(name, count, { label });
  await bench.clock.advance(2000);
}

describe('a window of the recent store', () => {
  it('is fetched whole, each trade once, whatever the size of a page', async () => {
    bench = await openHistoryBench();
    for (let at = 0; at < 30; at += 1) await trade(1 + (at % 4), `t${at}`);
    for (const count of [1, 3, 10, 1000]) {
      const query = bench.query(1, { count });
      const again = bench.again();
      expect(await again.walker.walk(query)).toEqual({ ok: true, value: 'done' });
      expect(again.unproven(query)).toEqual([]);
      expect(Object.values(again.countByLabel(query)).reduce((sum, n) => sum + n, 0)).toBe(73);
    }
  });

  it('is not asked for again once it is complete, by whatever narrower question', async () => {
    bench = await openHistoryBench();
    await trade(5, 'a');
    const query = bench.query(1);
    await bench.walker.walk(query);
    const asked = bench.asked();
    expect(asked).toBeGreaterThan(0);
    await bench.walker.walk(query);
    await bench.walker.walk({ ...query, scope: { by: 'instrument', instrument_name: PERPETUAL } });
    await bench.walker.walk({ ...query, scope: { by: 'currency', currency: 'BTC', kinds: ['future'] } });
    expect(bench.asked()).toBe(asked);
    expect(bench.countByLabel({ ...query, scope: { by: 'instrument', instrument_name: PERPETUAL } })).toEqual({ a: 5 });
    expect(bench.countByLabel({ ...query, scope: { by: 'currency', currency: 'BTC', kinds: ['option'] } })).toEqual({});
  });

  it('takes in trades that are made while it is paged', async () => {
    let made = 0;
    bench = await openHistoryBench((client) =>
      withBefore(client, () => {
        if (made < 5) bench.simulator.control.makeTrades(PERPETUAL, 3, { label: 'meanwhile' });
        made += 1;
      }),
    );
    for (let at = 0; at < 6; at += 1) await trade(4, 'before');
    const query = bench.query(1, { count: 3 });
    expect(await bench.walker.walk(query)).toEqual({ ok: true, value: 'done' });
    expect(bench.unproven(query)).toEqual([]);
    const counts = bench.countByLabel(query);
    expect(counts['before']).toBe(24);
    // Those of the window's last millisecond belong to it: the walk waited until they could be seen.
    expect(counts['meanwhile'] ?? 0).toBeGreaterThanOrEqual(3);
  });
});

describe('a burst of one millisecond', () => {
  it.each([1000, 1001, 1999, 2000])('of %i trades is recovered whole', async (size) => {
    bench = await openHistoryBench();
    await trade(3, 'before');
    await trade(size, 'burst');
    await trade(3, 'after');
    const query = bench.query(1);
    await bench.walker.walk(query);
    expect(bench.countByLabel(query)).toEqual({ before: 3, burst: size, after: 3 });
    expect(bench.unproven(query)).toEqual([]);
  });

  it('of more kinds than one is recovered by kind', async () => {
    bench = await openHistoryBench();
    bench.simulator.control.makeTrades(PERPETUAL, 1500, { label: 'future' });
    await trade(1700, 'option', optionName());
    const query = bench.query(1);
    await bench.walker.walk(query);
    expect(bench.countByLabel(query)).toEqual({ future: 1500, option: 1700 });
    expect(bench.unproven(query)).toEqual([]);
  });

  it('beyond what pages reach is a gap of that very millisecond, and the rest is complete', async () => {
    bench = await openHistoryBench();
    await trade(3, 'before');
    const burstMs = bench.clock.now();
    await trade(2500, 'burst');
    await trade(3, 'after');
    const query = bench.query(1);
    await bench.walker.walk(query);
    expect(bench.unproven(query)).toEqual([{ from: burstMs, to: burstMs, state: 'gap', reason: 'same_millisecond' }]);
    expect(bench.countByLabel(query)).toMatchObject({ before: 3, after: 3, burst: 2000 });
  });
});

describe('the seam between the stores', () => {
  it.each([0, 5000, 300_000])('loses nothing with an indexing delay of %i ms', async (indexingDelayMs) => {
    bench = await openHistoryBench();
    bench.simulator.control.setReplies({ indexingDelayMs });
    const labels: Record<string, number> = {};
    const times = new Map<string, number>();
    for (let at = 0; at < 12; at += 1) {
      labels[`t${at}`] = 2;
      times.set(`t${at}`, bench.clock.now());
      await trade(2, `t${at}`);
      await bench.clock.advance(150_000);
    }
    // The oldest trades are some minutes over 24 hours old, the youngest some minutes under.
    await bench.clock.advance(24 * HOUR_MS - 900_000);
    const query = bench.query(25);
    await bench.walker.walk(query);
    expect(bench.unproven(query).map(({ state }) => state)).toEqual(['not_indexed']);
    const stored = bench.countByLabel(query);
    expect(Object.keys(stored).length).toBeGreaterThan(6);
    for (const [label, at] of times) {
      const isUnproven = bench.unproven(query).some(({ from, to }) => from <= at && at <= to);
      if (!isUnproven) expect(stored[label]).toBe(2);
    }
    await bench.clock.advance(HOUR_MS);
    await bench.walker.walk(query);
    expect(bench.unproven(query)).toEqual([]);
    expect(bench.countByLabel(query)).toEqual(labels);
  });

  it('doubts a historical store that has lost what the walk was told before', async () => {
    bench = await openHistoryBench();
    await trade(4, 'known');
    const query = bench.query(1);
    const before = bench.again();
    // Stored as found, but with too young an end to be proven.
    await before.walker.walk({ ...query, to_ms: query.to_ms - 1000 });
    bench.store.take({
      source: 'currency BTC any',
      isGuess: false,
      trades: bench
        .stored(query)
        .map((row) => ({ ...row, key: `${row.key} other`, trade: { ...row.trade, timestamp: query.to_ms } })),
      texts: null,
      unreadable: [],
      spans: [],
    });
    await bench.walker.walk(query);
    expect(bench.unproven(query)).toMatchObject([{ to: query.to_ms, state: 'gap', reason: 'contradiction' }]);
  });
});

describe('trouble on the way', () => {
  const FAULTS: readonly Fault[] = [
    'drop_before_executing',
    'drop_after_executing',
    'reset_after_executing',
    'cut_reply',
    'wrong_id',
    'null_result',
    { httpStatus: 502, html: '<h1>Bad gateway</h1>' },
  ];

  it('at any page ends in exact recovery, at once or when it is resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(20), fc.constantFrom(...FAULTS), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
        fc.constantFrom(1, 4, 1000),
        async (faults, count) => {
          let calls = 0;
          bench = await openHistoryBench((client) =>
            withBefore(client, () => {
              for (const [, fault, times] of faults.filter(([at]) => at === calls)) {
                for (let turn = 0; turn < times; turn += 1) bench.simulator.control.failNext(BY_CURRENCY, fault);
              }
              calls += 1;
            }),
          );
          for (let at = 0; at < 10; at += 1) await trade(2, `t${at}`);
          const query = bench.query(1, { count });
          const walked = await bench.walker.walk(query);
          const unproven = bench.unproven(query);
          if (walked.ok) expect(unproven).toEqual([]);
          else expect(unproven.some(({ reason }) => reason === 'not_fetched')).toBe(true);
          const isAll = Object.keys(bench.countByLabel(query)).length === 10;
          expect(isAll || unproven.length > 0).toBe(true);
          bench.simulator.control.failAll(BY_CURRENCY, null);
          for (let turn = 0; turn < 8 && bench.unproven(query).length > 0; turn += 1) await bench.walker.walk(query);
          expect(Object.values(bench.countByLabel(query))).toEqual(Array.from({ length: 10 }, () => 2));
          await bench.close();
        },
      ),
      { numRuns: 12, seed: 5 },
    );
    bench = await openHistoryBench();
  });

  it('a walk that is killed at any request goes on where it was', async () => {
    for (let dieAt = 0; dieAt < 9; dieAt += 1) {
      let calls = 0;
      const died = Promise.withResolvers<void>();
      bench = await openHistoryBench((client) => ({
        ...client,
        call: (...given) => {
          calls += 1;
          if (calls <= dieAt) return client.call(...given);
          died.resolve();
          return new Promise<never>(() => undefined);
        },
      }));
      for (let at = 0; at < 10; at += 1) await trade(3, `t${at}`);
      const query = bench.query(1, { count: 4 });
      await Promise.race([bench.walker.walk(query), died.promise]);
      const next = bench.again();
      const before = lengthOf(next.unproven(query));
      expect(await next.walker.walk(query)).toEqual({ ok: true, value: 'done' });
      expect(next.unproven(query)).toEqual([]);
      expect(Object.values(next.countByLabel(query))).toEqual(Array.from({ length: 10 }, () => 3));
      if (dieAt > 2) expect(before).toBeLessThan(HOUR_MS);
      await bench.close();
    }
    bench = await openHistoryBench();
  });

  it('is cancelled between two pages and goes on later', async () => {
    let calls = 0;
    bench = await openHistoryBench((client) =>
      withBefore(client, () => {
        calls += 1;
        if (calls === 3) bench.walker.cancel();
      }),
    );
    for (let at = 0; at < 10; at += 1) await trade(3, `t${at}`);
    const query = bench.query(1, { count: 4 });
    expect(await bench.walker.walk(query)).toEqual({ ok: true, value: 'cancelled' });
    expect(bench.unproven(query)).toMatchObject([{ state: 'gap', reason: 'not_fetched' }]);
    expect(await bench.walker.walk(query)).toEqual({ ok: true, value: 'done' });
    expect(bench.unproven(query)).toEqual([]);
  });

  it('is cancelled at once while the service does not answer', async () => {
    bench = await openHistoryBench();
    const query = bench.query(1);
    bench.simulator.control.failAll('private/get_user_trades_by_currency_and_time', 'silent_after_executing');
    const asked = bench.simulator.control.waitForCall('private/get_user_trades_by_currency_and_time');
    const walking = bench.walker.walk(query);
    await asked;
    bench.walker.cancel();
    expect(await walking).toEqual({ ok: true, value: 'cancelled' });
    bench.simulator.control.failAll('private/get_user_trades_by_currency_and_time', null);
    expect(await bench.walker.walk(query)).toEqual({ ok: true, value: 'done' });
    expect(bench.unproven(query)).toEqual([]);
  });
});

function lengthOf(spans: readonly { from: number; to: number }[]): number {
  return spans.reduce((total, { from, to }) => total + to - from + 1, 0);
}

function withBefore(client: ServiceClient, before: () => void): ServiceClient {
  return {
    ...client,
    call: (...given) => {
      before();
      return client.call(...given);
    },
  };
}
