import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { History, HistoryRequest } from '../../../shared/ipc/history-schema.ts';
import { createRecorder, type Recorder } from '../../../electron/market/recorder.ts';
import { openProfileStore, type ProfileStore } from '../../../electron/storage/profile-store.ts';
import { optionTicker, perpetualTicker } from '../../support/records.ts';
import { createVirtualClock, settle, type VirtualClock } from '../../support/virtual-clock.ts';

const NAME = 'BTC-PERPETUAL';
const HOUR = 3_600_000;

let folder: string;
let clock: VirtualClock;
let failures: string[];
const open: { recorder: Recorder; store: ProfileStore }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-recorder-'));
  clock = createVirtualClock();
  failures = [];
});
afterEach(() => {
  while (open.length > 0) stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(options: { service?: string; isNewEachStart?: boolean; mostPoints?: number } = {}) {
  const store = openProfileStore(folder, 'p', clock.now());
  const recorder = createRecorder({
    store: store.recordings,
    service: 'live-1',
    isNewEachStart: false,
    clock,
    serviceNow: clock.now,
    onFailure: (reason) => failures.push(reason),
    ...options,
  });
  open.push({ recorder, store });
  return { recorder, store };
}

function stop(): void {
  const last = open.pop();
  last?.recorder.close();
  last?.store.close();
}

async function observeFor(recorder: Recorder, durationMs: number, everyMs = 1000): Promise<void> {
  for (let passed = 0; passed < durationMs; passed += everyMs) {
    const price = 97_000 + Math.round(1000 * Math.sin(clock.now() / 37_000));
    recorder.take(perpetualTicker({ timestamp: clock.now(), mark_price: price }), everyMs);
    await clock.advance(everyMs);
  }
}

/** Reads while time goes on, since a long record is read in slices. */
async function read(recorder: Recorder, request: Partial<HistoryRequest> = {}): Promise<History> {
  const state = { isAnswered: false };
  const reading = recorder
    .history({ instrument_name: NAME, from_ms: 0, to_ms: clock.now(), most_points: 4000, ...request })
    .finally(() => (state.isAnswered = true));
  for (let turn = 0; !state.isAnswered && turn < 1000; turn += 1) {
    await settle();
    await clock.advance(0);
  }
  return reading;
}

describe('the recorder', () => {
  it('gives back what was observed, exactly, and says since when', async () => {
    const { recorder } = start();
    const from = clock.now();
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
    const history = await read(recorder, { to_ms: from + 5000 });
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
    const { recorder } = start();
    recorder.take(optionTicker({ timestamp: clock.now(), mark_iv: 54.31 }), 1000);
    recorder.take(perpetualTicker({ timestamp: clock.now() }), 1000);
    await clock.advance(1000);
    const { points } = await read(recorder, { instrument_name: 'BTC-27MAR27-100000-C' });
    expect(points.map(({ mark, mark_iv }) => [mark, mark_iv])).toEqual([['0.0751', '54.31']]);
    expect((await read(recorder)).points).toHaveLength(1);
    expect((await read(recorder, { instrument_name: 'ETH-PERPETUAL' })).recorded_since).toBeNull();
  });

  it('survives a restart, and a quick one leaves no gap', async () => {
    await observeFor(start().recorder, 5000);
    stop();
    await observeFor(start().recorder, 3000);
    stop();
    await clock.advance(HOUR / 2);
    const { recorder } = start();
    await observeFor(recorder, 2000);
    const { points } = await read(recorder);
    expect(points.map(({ after_gap }) => after_gap)).toEqual([true, ...Array<boolean>(7).fill(false), true, false]);
  });

  it('marks a gap by the poll interval in force, not before', async () => {
    const { recorder } = start();
    for (const [afterMs, intervalMs] of [
      [0, 1000],
      [9000, 1000],
      [11_000, 1000],
      [19_000, 5000],
      [21_000, 5000],
    ] as const) {
      await clock.advance(afterMs);
      recorder.take(perpetualTicker({ timestamp: clock.now() }), intervalMs);
    }
    const { points } = await read(recorder);
    expect(points.map(({ after_gap }) => after_gap)).toEqual([true, false, true, false, true]);
  });

  it('takes no ticker twice and none from before the last', async () => {
    const { recorder } = start();
    const at = clock.now();
    recorder.take(perpetualTicker({ timestamp: at, mark_price: 1 }), 1000);
    recorder.take(perpetualTicker({ timestamp: at, mark_price: 2 }), 1000);
    recorder.take(perpetualTicker({ timestamp: at - 1, mark_price: 3 }), 1000);
    expect((await read(recorder, { to_ms: at })).points.map(({ mark }) => mark)).toEqual(['1']);
  });

  it('does not join what another service has shown under the same profile', async () => {
    await observeFor(start({ service: 'simulator:1', isNewEachStart: true }).recorder, 3000);
    stop();
    const { recorder, store } = start({ service: 'simulator:2', isNewEachStart: true });
    expect((await read(recorder)).points).toEqual([]);
    await observeFor(recorder, 3000);
    expect((await read(recorder)).points).toHaveLength(3);
    // The old start can never be asked again: its series goes.
    expect(store.recordings.database?.prepare('SELECT DISTINCT service FROM series').all()).toEqual([
      { service: 'simulator:2' },
    ]);
  });
});

describe('age', () => {
  it('thins by 10 seconds after an hour and by a minute after a day, and ends after seven days', async () => {
    const { recorder } = start();
    const begun = clock.now();
    await observeFor(recorder, 10 * 60_000, 500);
    const whole = (await read(recorder)).points;
    expect(whole).toHaveLength(1200);
    const perBucket = (points: History['points'], bucketMs: number) =>
      [...Map.groupBy(points, ({ at }) => Math.floor(at / bucketMs)).values()].map((bucket) => bucket.length);

    await clock.advance(HOUR + 120_000);
    const tens = (await read(recorder, { from_ms: begun })).points;
    expect(Math.max(...perBucket(tens, 10_000))).toBeLessThanOrEqual(12);
    expect(tens.length).toBeLessThan(whole.length / 3);

    await clock.advance(24 * HOUR);
    const minutes = (await read(recorder, { from_ms: begun })).points;
    expect(Math.max(...perBucket(minutes, 60_000))).toBeLessThanOrEqual(12);
    expect(minutes.length).toBeLessThan(tens.length / 2);

    const text = new Set(whole.map((point) => JSON.stringify(point)));
    expect([...tens, ...minutes].every((point) => text.has(JSON.stringify(point)))).toBe(true);
    const marks = (points: History['points']) => points.map(({ mark }) => Number(mark));
    expect(Math.max(...marks(minutes))).toBe(Math.max(...marks(whole)));
    expect(Math.min(...marks(minutes))).toBe(Math.min(...marks(whole)));

    clock.jumpWall(6 * 24 * HOUR);
    await clock.advance(120_000);
    expect((await read(recorder)).recorded_since).toBeNull();
  });

  it('drops the oldest when there is too much', async () => {
    const { recorder } = start({ mostPoints: 100 });
    const begun = clock.now();
    await observeFor(recorder, 300_000);
    await clock.advance(120_000);
    const { points, recorded_since } = await read(recorder);
    expect(points).toHaveLength(100);
    expect(recorded_since).toBe(begun + 200_000);
  });
});

describe('a long record', () => {
  it('is answered with as many points as were asked for, reading in slices', async () => {
    const { recorder } = start();
    await observeFor(recorder, HOUR, 1000);
    const whole = (await read(recorder)).points;
    const { points } = await read(recorder, { most_points: 200 });
    expect(whole).toHaveLength(3600);
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.length).toBeGreaterThan(60);
    const high = (items: History['points']) => Math.max(...items.map(({ mark }) => Number(mark)));
    expect(high(points)).toBe(high(whole));
  });
});

describe('what can go wrong', () => {
  it('a second instance reads what the first wrote, and writes nothing', async () => {
    const first = start();
    await observeFor(first.recorder, 3000);
    const second = start();
    second.recorder.take(perpetualTicker({ timestamp: clock.now() + 500 }), 1000);
    await clock.advance(2000);
    const history = await read(second.recorder);
    expect(history).toMatchObject({ recording: 'read_only', failure: null });
    expect(history.points).toHaveLength(3);
    expect((await read(first.recorder)).points).toHaveLength(3);
    expect(failures).toEqual([]);
  });

  it('a second instance before the first has written', async () => {
    start();
    expect(await read(start().recorder)).toMatchObject({ points: [], recording: 'read_only', failure: null });
  });

  it('a damaged file is set aside and a new one begun; orders are not touched', async () => {
    await observeFor(start().recorder, 3000);
    stop();
    writeFileSync(join(folder, 'p', 'recordings.sqlite'), 'this is not a database, but long enough to look at');
    const { recorder, store } = start();
    expect(store.setAside).toEqual([expect.stringContaining('recordings.sqlite.damaged-')]);
    expect(store.isWritable).toBe(true);
    await observeFor(recorder, 2000);
    const history = await read(recorder);
    expect(history.recording).toBe('begun_anew');
    expect(history.points).toHaveLength(2);
  });

  it('a value that can’t be read is missing, and takes no other with it', async () => {
    const { recorder, store } = start();
    await observeFor(recorder, 3000);
    await clock.advance(1000);
    store.recordings.database?.exec(
      "UPDATE points SET bid = 'nine', mark = '1e5' WHERE at = (SELECT min(at) FROM points)",
    );
    const history = await read(recorder);
    expect(history.recording).toBe('on');
    expect(history.points.map(({ bid, mark }) => [bid, mark !== null])).toEqual([
      [null, false],
      ['97410', true],
      ['97410', true],
    ]);
  });

  it('a file cut short while it is open fails the answer alone', async () => {
    const { recorder } = start();
    await observeFor(recorder, 3000);
    open.at(-1)?.store.recordings.database?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    truncateSync(join(folder, 'p', 'recordings.sqlite'), 4096);
    open.at(-1)?.store.recordings.database?.exec('PRAGMA shrink_memory');
    const history = await read(recorder);
    expect(history.recording).toBe('failed');
    expect(history.failure).not.toBeNull();
  });

  it('a folder in the file’s place leaves the terminal without a record, not without a start', async () => {
    mkdirSync(join(folder, 'p', 'recordings.sqlite'), { recursive: true });
    const { recorder, store } = start();
    expect(store.isWritable).toBe(true);
    recorder.take(perpetualTicker({ timestamp: clock.now() }), 1000);
    await clock.advance(2000);
    expect(await read(recorder)).toMatchObject({ points: [], recording: 'failed' });
  });

  it('a full disk: said, tried again, and what was lost is a gap', async () => {
    const { recorder, store } = start();
    await observeFor(recorder, 3000);
    const { database } = store.recordings;
    const pages = Number(database?.prepare('PRAGMA page_count').get()?.['page_count']);
    database?.exec(`PRAGMA max_page_count = ${pages}`);
    await observeFor(recorder, 200_000, 250);
    const full = await read(recorder);
    expect(full).toMatchObject({ recording: 'failed', failure: expect.stringContaining('full') as string });
    expect(failures).toHaveLength(1);
    const before = full.points.length;
    expect(before).toBeGreaterThan(2);

    database?.exec('PRAGMA max_page_count = 100000');
    await observeFor(recorder, 15_000);
    const after = await read(recorder);
    expect(after).toMatchObject({ recording: 'on', failure: null });
    expect(after.points.length).toBeGreaterThan(before);
    expect(after.points.slice(before).map(({ after_gap }) => after_gap)).toEqual([
      true,
      ...Array<boolean>(after.points.length - before - 1).fill(false),
    ]);
  });
});
