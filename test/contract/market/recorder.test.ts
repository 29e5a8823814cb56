import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { History } from '../../../shared/ipc/schemas/history-schema.ts';
import { createRecorderBench, type RecorderBench } from '../../support/bench/recorder-bench.ts';
import { optionTicker, perpetualTicker } from '../../support/records/records.ts';

const HOUR = 3_600_000;

let bench: RecorderBench;

beforeEach(() => {
  bench = createRecorderBench();
});
afterEach(() => bench.close());

describe('the recorder', () => {
  it('gives back what was observed, exactly, and says since when', async () => {
    const { recorder } = bench.start();
    const from = bench.clock.now();
    recorder.take(
      perpetualTicker({
        timestamp: from,
        mark_price: 97_411.2,
        best_ask_price: 0,
        best_ask_amount: 0,
        index_price: '97412.5500000001',
      }),
      1000,
    );
    recorder.take(perpetualTicker({ timestamp: from + 1000, mark_price: 97_411.3 }), 1000);
    const history = await bench.read(recorder, { to_ms: from + 5000 });
    expect(history).toMatchObject({ recorded_since: from, recording: 'on', failure: null });
    expect(history.points).toEqual([
      { at: from, after_gap: true, mark: '97411.2', index: '97412.5500000001', bid: '97410', ask: null, mark_iv: null },
      {
        at: from + 1000,
        after_gap: false,
        mark: '97411.3',
        index: '97412.55',
        bid: '97410',
        ask: '97410.5',
        mark_iv: null,
      },
    ]);
  });

  it('keeps an option’s implied volatility and each instrument apart', async () => {
    const { recorder } = bench.start();
    recorder.take(optionTicker({ timestamp: bench.clock.now(), mark_iv: 54.31 }), 1000);
    recorder.take(perpetualTicker({ timestamp: bench.clock.now() }), 1000);
    await bench.clock.advance(1000);
    const { points } = await bench.read(recorder, { instrument_name: 'BTC-27MAR27-100000-C' });
    expect(points.map(({ mark, mark_iv }) => [mark, mark_iv])).toEqual([['0.0751', '54.31']]);
    expect((await bench.read(recorder)).points).toHaveLength(1);
    expect((await bench.read(recorder, { instrument_name: 'ETH-PERPETUAL' })).recorded_since).toBeNull();
  });

  it('survives a restart, and a quick one leaves no gap', async () => {
    await bench.observeFor(bench.start().recorder, 5000);
    bench.stop();
    await bench.observeFor(bench.start().recorder, 3000);
    bench.stop();
    await bench.clock.advance(HOUR / 2);
    const { recorder } = bench.start();
    await bench.observeFor(recorder, 2000);
    const { points } = await bench.read(recorder);
    expect(points.map(({ after_gap }) => after_gap)).toEqual([true, ...Array<boolean>(7).fill(false), true, false]);
  });

  it('marks a gap by the poll interval in force, not before', async () => {
    const { recorder } = bench.start();
    for (const [afterMs, intervalMs] of [
      [0, 1000],
      [9000, 1000],
      [11_000, 1000],
      [19_000, 5000],
      [21_000, 5000],
    ] as const) {
      await bench.clock.advance(afterMs);
      recorder.take(perpetualTicker({ timestamp: bench.clock.now() }), intervalMs);
    }
    const { points } = await bench.read(recorder);
    expect(points.map(({ after_gap }) => after_gap)).toEqual([true, false, true, false, true]);
  });

  it('takes no ticker twice and none from before the last', async () => {
    const { recorder } = bench.start();
    const at = bench.clock.now();
    recorder.take(perpetualTicker({ timestamp: at, mark_price: 1 }), 1000);
    recorder.take(perpetualTicker({ timestamp: at, mark_price: 2 }), 1000);
    recorder.take(perpetualTicker({ timestamp: at - 1, mark_price: 3 }), 1000);
    expect((await bench.read(recorder, { to_ms: at })).points.map(({ mark }) => mark)).toEqual(['1']);
  });

  it('does not join what another service has shown under the same profile', async () => {
    await bench.observeFor(bench.start({ service: 'simulator:1', isNewEachStart: true }).recorder, 3000);
    bench.stop();
    const { recorder, store } = bench.start({ service: 'simulator:2', isNewEachStart: true });
    expect((await bench.read(recorder)).points).toEqual([]);
    await bench.observeFor(recorder, 3000);
    expect((await bench.read(recorder)).points).toHaveLength(3);
    // The old start can never be asked again: its series goes.
    expect(store.recordings.database?.prepare('SELECT DISTINCT service FROM series').all()).toEqual([
      { service: 'simulator:2' },
    ]);
  });
});

describe('age', () => {
  it('thins by 10 seconds after an hour and by a minute after a day, and ends after seven days', async () => {
    const { recorder } = bench.start();
    const begun = bench.clock.now();
    await bench.observeFor(recorder, 10 * 60_000, 500);
    const whole = (await bench.read(recorder)).points;
    expect(whole).toHaveLength(1200);
    const perBucket = (points: History['points'], bucketMs: number) =>
      [...Map.groupBy(points, ({ at }) => Math.floor(at / bucketMs)).values()].map((bucket) => bucket.length);

    await bench.clock.advance(HOUR + 120_000);
    const tens = (await bench.read(recorder, { from_ms: begun })).points;
    expect(Math.max(...perBucket(tens, 10_000))).toBeLessThanOrEqual(12);
    expect(tens.length).toBeLessThan(whole.length / 3);

    await bench.clock.advance(24 * HOUR);
    const minutes = (await bench.read(recorder, { from_ms: begun })).points;
    expect(Math.max(...perBucket(minutes, 60_000))).toBeLessThanOrEqual(12);
    expect(minutes.length).toBeLessThan(tens.length / 2);

    const text = new Set(whole.map((point) => JSON.stringify(point)));
    expect([...tens, ...minutes].every((point) => text.has(JSON.stringify(point)))).toBe(true);
    const marks = (points: History['points']) => points.map(({ mark }) => Number(mark));
    expect(Math.max(...marks(minutes))).toBe(Math.max(...marks(whole)));
    expect(Math.min(...marks(minutes))).toBe(Math.min(...marks(whole)));

    bench.clock.jumpWall(6 * 24 * HOUR);
    await bench.clock.advance(120_000);
    expect((await bench.read(recorder)).recorded_since).toBeNull();
  });

  it('drops the oldest when there is too much', async () => {
    const { recorder } = bench.start({ mostPoints: 100 });
    const begun = bench.clock.now();
    await bench.observeFor(recorder, 300_000);
    await bench.clock.advance(120_000);
    const { points, recorded_since } = await bench.read(recorder);
    expect(points).toHaveLength(100);
    expect(recorded_since).toBe(begun + 200_000);
  });
});

describe('a long record', () => {
  it('is answered with as many points as were asked for, reading in slices', async () => {
    const { recorder } = bench.start();
    await bench.observeFor(recorder, HOUR, 1000);
    const whole = (await bench.read(recorder)).points;
    const { points } = await bench.read(recorder, { most_points: 200 });
    expect(whole).toHaveLength(3600);
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.length).toBeGreaterThan(60);
    const high = (items: History['points']) => Math.max(...items.map(({ mark }) => Number(mark)));
    expect(high(points)).toBe(high(whole));
  });
});
