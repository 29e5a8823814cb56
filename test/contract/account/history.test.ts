import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { type AccountHistory, MOST_ACCOUNT_POINTS } from '../../../shared/ipc/schemas/account-schema.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { type AccountBench, createAccountBench, POLL_MS } from '../../support/bench/account-bench.ts';
import { OPEN_ROW } from '../../unit/renderer/samples.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let bench: AccountBench;

beforeEach(() => {
  bench = createAccountBench();
});
afterEach(() => bench.close());

const equities = ({ points }: AccountHistory) => points.map(({ values }) => values.equity);
const gaps = ({ points }: AccountHistory) => points.map(({ after_gap }) => after_gap);

/** A row whose order has traded so much, last changed at that moment. */
type EarlierFills = OrderRow['earlier_fills'];

function filled(
  intentId: string,
  createdAt: number,
  amount: number,
  changedAt = createdAt,
  orderId = 'o',
  earlier_fills: EarlierFills = {},
): OrderRow {
  if (OPEN_ROW.order === null) throw new Error('the sample has an order');
  const order = {
    ...OPEN_ROW.order,
    order_id: orderId,
    filled_amount: decimal(amount),
    last_update_timestamp: changedAt,
  };
  return { ...OPEN_ROW, intent_id: intentId, created_at: createdAt, order, earlier_fills };
}

describe('the history of an account', () => {
  it('keeps what a poll brought exactly, and leaves out what it did not', async () => {
    bench.start();
    const begun = bench.clock.now();
    bench.poll({ equity: '1.50000000000000001', delta_total: 0 });
    await bench.clock.advance(POLL_MS);
    bench.poll({ equity: 1.6 });
    expect(await bench.read()).toEqual({
      points: [
        { at: begun, after_gap: true, values: { equity: '1.50000000000000001', delta_total: '0' } },
        { at: begun + POLL_MS, after_gap: false, values: { equity: '1.6' } },
      ],
      fills: [],
      started_at: begun,
      recorded_since: begun,
      recording: 'on',
      failure: null,
    });
    expect((await bench.read({ after_ms: begun + 1 })).points).toHaveLength(1);
    expect((await bench.read({ currency: 'ETH' })).points).toEqual([]);
  });

  it('marks where polls failed, however short, and where none was made', async () => {
    const history = bench.start();
    const turns = ['poll', 'poll', 'fail', 'poll', 'poll', 'wait', 'poll'];
    for (const turn of turns) {
      if (turn === 'poll') bench.poll({ equity: 1 });
      if (turn === 'fail') history.noteFailure();
      await bench.clock.advance(turn === 'wait' ? 5 * POLL_MS : POLL_MS);
    }
    expect(gaps(await bench.read())).toEqual([true, false, true, false, true]);
  });

  it('survives a restart, with a gap where nobody looked, and knows where this start began', async () => {
    bench.start();
    await bench.pollFor(3 * POLL_MS, () => ({ equity: 1 }));
    bench.stop();
    await bench.clock.advance(HOUR / 2);
    bench.start();
    const begun = bench.clock.now();
    await bench.pollFor(2 * POLL_MS, () => ({ equity: 2 }));
    const whole = await bench.read();
    expect(equities(whole)).toEqual(['1', '1', '1', '2', '2']);
    expect(gaps(whole)).toEqual([true, false, false, true, false]);
    expect(whole.started_at).toBe(begun);
    expect(equities(await bench.read({ span_ms: null }))).toEqual(['2', '2']);
    expect(equities(await bench.read({ span_ms: HOUR / 4 }))).toEqual(['2', '2']);
  });

  it('does not join what another service showed under the same profile', async () => {
    bench.start('simulator:1', true).noteRows([filled('one', bench.clock.now(), 100)]);
    bench.poll({ equity: 1 });
    bench.stop();
    bench.start('simulator:2', true);
    await bench.clock.advance(2000);
    bench.poll({ equity: 2 });
    const history = await bench.read();
    expect(equities(history)).toEqual(['2']);
    expect(history.fills).toEqual([]);
  });

  it('thins with age to readings that were made, with their extremes and gaps, and ends after seven days', async () => {
    const history = bench.start();
    const begun = bench.clock.now();
    let count = 0;
    await bench.pollFor(HOUR, (now) => {
      count += 1;
      if (count === 500) history.noteFailure();
      return { equity: count, delta_total: Math.round(1000 * Math.sin(now / 500_000)) };
    });
    const whole = (await bench.read()).points;
    expect(whole).toHaveLength(1200);
    const known = new Set(whole.map((point) => JSON.stringify(point)));
    const deltas = (points: AccountHistory['points']) => points.map(({ values }) => Number(values.delta_total));
    let before = whole.length;
    for (const [waitMs, part] of [
      [HOUR + 120_000, 4],
      [DAY, 2],
    ] as const) {
      await bench.clock.advance(waitMs);
      const { points } = await bench.read();
      expect(points.length).toBeLessThan(before / part);
      before = points.length;
      expect(points.every((point) => known.has(JSON.stringify(point)))).toBe(true);
      expect(points.filter(({ after_gap }) => after_gap)).toHaveLength(2);
      expect([Math.min(...deltas(points)), Math.max(...deltas(points))]).toEqual([
        Math.min(...deltas(whole)),
        Math.max(...deltas(whole)),
      ]);
      expect(points[0]?.at).toBe(begun);
    }
    bench.clock.jumpWall(6 * DAY);
    await bench.clock.advance(120_000);
    expect((await bench.read()).recorded_since).toBeNull();
  });

  it('answers a long record with no more points than an answer holds', async () => {
    bench.start();
    await bench.pollFor(2 * HOUR, (now) => ({ equity: Math.round(100 * Math.sin(now / 7000)) }));
    const { points } = await bench.read();
    expect(points.length).toBeLessThanOrEqual(MOST_ACCOUNT_POINTS);
    expect(points.length).toBeGreaterThan(500);
  });
});

describe('the fills of the history', () => {
  it('take each part once', async () => {
    const history = bench.start();
    const begun = bench.clock.now();
    history.noteRows([filled('a', begun, 0)]);
    await bench.clock.advance(50);
    history.noteRows([filled('a', begun, 100)]);
    history.noteRows([filled('a', begun, 100)]);
    await bench.clock.advance(50);
    history.noteRows([filled('a', begun, 250)]);
    const { fills } = await bench.read();
    expect(fills.map(({ at, amount }) => [at - begun, amount])).toEqual([
      [50, '100'],
      [100, '150'],
    ]);
  });

  it.each([
    ['seen empty first', true],
    ['first seen filled', false],
  ])('are one of each piece of a linked order, of one size or not, %s', async (_how, isSeenEmpty) => {
    const history = bench.start();
    const begun = bench.clock.now();
    for (const [piece, amount] of [
      ['p1', 10],
      ['p2', 10],
      ['p3', 40],
    ] as const) {
      await bench.clock.advance(50);
      if (isSeenEmpty) history.noteRows([filled('a', begun, 0, begun, piece)]);
      history.noteRows([filled('a', begun, amount, begun, piece)]);
      history.noteRows([filled('a', begun, amount, begun, piece)]);
    }
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['10', '10', '40']);
    bench.stop();
    await bench.clock.advance(50);
    const second = bench.start();
    second.noteRows([filled('a', begun, 40, begun, 'p3')]);
    second.noteRows([filled('a', begun, 15, begun, 'p4')]);
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['10', '10', '40', '15']);
  });

  it('are whole where pieces went by unseen, also over a restart', async () => {
    const history = bench.start();
    const begun = bench.clock.now();
    history.noteRows([filled('a', begun, 4, begun, 'q1')]);
    await bench.clock.advance(50);
    history.noteRows([filled('a', begun, 3, begun, 'q2', { q1: decimal(10) })]);
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['4', '9']);
    bench.stop();
    await bench.clock.advance(50);
    const second = bench.start();
    second.noteRows([filled('a', begun, 5, begun + 100, 'q3', { q1: decimal(10), q2: decimal(3) })]);
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['4', '9', '5']);
  });

  it('are there after a restart once, with what traded while nobody looked, by the service’s time', async () => {
    const begun = bench.clock.now();
    const first = bench.start();
    bench.poll({ equity: 1 });
    first.noteRows([filled('a', begun, 100)]);
    bench.stop();
    await bench.clock.advance(HOUR);
    const second = bench.start();
    second.noteRows([filled('a', begun, 160, begun + HOUR / 2)]);
    const { fills } = await bench.read();
    expect(fills.map(({ at, amount }) => [at - begun, amount])).toEqual([
      [0, '100'],
      [HOUR / 2, '60'],
    ]);
  });

  it('are none of what an order had traded before anything was kept', async () => {
    const history = bench.start();
    const begun = bench.clock.now();
    history.noteRows([filled('old', begun - DAY, 500)]);
    history.noteRows([filled('old', begun - DAY, 700)]);
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['200']);
  });
});

describe('where it can’t be kept', () => {
  it('lasts as long as the program, and says why', async () => {
    mkdirSync(bench.path, { recursive: true });
    bench.start().noteRows([filled('a', bench.clock.now(), 10)]);
    bench.poll({ equity: 1 });
    const history = await bench.read();
    expect(equities(history)).toEqual(['1']);
    expect(history.fills).toHaveLength(1);
    expect(history).toMatchObject({ recording: 'failed', failure: expect.stringMatching(/unable|directory|open/) });
  });

  it('a full disk is said, and what was lost is a gap', async () => {
    bench.start();
    await bench.pollFor(3 * POLL_MS, () => ({ equity: 1 }));
    const { database } = bench.store().recordings;
    database?.exec(`PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.['page_count'])}`);
    await bench.pollFor(HOUR / 2, (now) => ({ equity: now }));
    expect((await bench.read()).recording).toBe('failed');
    expect(bench.failures[0]).toContain('full');
    database?.exec('PRAGMA max_page_count = 100000');
    await bench.pollFor(10 * POLL_MS, () => ({ equity: 2 }));
    const after = await bench.read();
    expect(after.recording).toBe('on');
    expect(after.points.filter(({ values }) => values.equity === '2')[0]?.after_gap).toBe(true);
  });

  it('a full disk keeps no fill from being on record once there is room again', async () => {
    const history = bench.start();
    const { clock } = bench;
    const database = bench.store().recordings.database;
    database?.exec('PRAGMA query_only = ON');
    history.noteRows([filled('a', clock.now(), 300)]);
    await clock.advance(2000);
    expect(bench.failures).toHaveLength(1);
    database?.exec('PRAGMA query_only = OFF');
    await clock.advance(20_000);
    history.noteRows([filled('b', clock.now(), 200)]);
    await clock.advance(20_000);
    expect((await bench.read()).fills.map(({ amount }) => amount)).toEqual(['300', '200']);
  });

  it('a second instance reads what the first keeps', async () => {
    bench.start();
    bench.poll({ equity: 1 });
    await bench.clock.advance(2000);
    bench.start();
    const history = await bench.read();
    expect(equities(history)).toEqual(['1']);
    expect(history.recording).toBe('read_only');
  });
});
