import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecorderBench, type RecorderBench } from '../../support/bench/recorder-bench.ts';
import { perpetualTicker } from '../../support/records/records.ts';

let bench: RecorderBench;

beforeEach(() => {
  bench = createRecorderBench();
});
afterEach(() => bench.close());

describe('what can go wrong', () => {
  it('a second instance reads what the first wrote, and writes nothing', async () => {
    const first = bench.start();
    await bench.observeFor(first.recorder, 3000);
    const second = bench.start();
    second.recorder.take(perpetualTicker({ timestamp: bench.clock.now() + 500 }), 1000);
    await bench.clock.advance(2000);
    const history = await bench.read(second.recorder);
    expect(history).toMatchObject({ recording: 'read_only', failure: null });
    expect(history.points).toHaveLength(3);
    expect((await bench.read(first.recorder)).points).toHaveLength(3);
    expect(bench.failures).toEqual([]);
  });

  it('a second instance before the first has written', async () => {
    bench.start();
    expect(await bench.read(bench.start().recorder)).toMatchObject({
      points: [],
      recording: 'read_only',
      failure: null,
    });
  });

  it('a damaged file is set aside and a new one begun; orders are not touched', async () => {
    await bench.observeFor(bench.start().recorder, 3000);
    bench.stop();
    writeFileSync(bench.path, 'this is not a database, but long enough to look at');
    const { recorder, store } = bench.start();
    expect(store.setAside).toEqual([expect.stringContaining('recordings.sqlite.damaged-')]);
    expect(store.access).toBe('ok');
    await bench.observeFor(recorder, 2000);
    const history = await bench.read(recorder);
    expect(history.recording).toBe('begun_anew');
    expect(history.points).toHaveLength(2);
  });

  it('a value that can’t be read is missing, and takes no other with it', async () => {
    const { recorder, store } = bench.start();
    await bench.observeFor(recorder, 3000);
    await bench.clock.advance(1000);
    store.recordings.database?.exec(
      "UPDATE points SET bid = 'nine', mark = '1e5' WHERE at = (SELECT min(at) FROM points)",
    );
    const history = await bench.read(recorder);
    expect(history.recording).toBe('on');
    expect(history.points.map(({ bid, mark }) => [bid, mark !== null])).toEqual([
      [null, false],
      ['97410', true],
      ['97410', true],
    ]);
  });

  it('a file cut short while it is open fails the answer alone', async () => {
    const { recorder, store } = bench.start();
    await bench.observeFor(recorder, 3000);
    store.recordings.database?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    truncateSync(bench.path, 4096);
    store.recordings.database?.exec('PRAGMA shrink_memory');
    const history = await bench.read(recorder);
    expect(history.recording).toBe('failed');
    expect(history.failure).not.toBeNull();
  });

  it('a folder in the file’s place leaves the terminal without a record, not without a start', async () => {
    mkdirSync(bench.path, { recursive: true });
    const { recorder, store } = bench.start();
    expect(store.access).toBe('ok');
    recorder.take(perpetualTicker({ timestamp: bench.clock.now() }), 1000);
    await bench.clock.advance(2000);
    expect(await bench.read(recorder)).toMatchObject({ points: [], recording: 'failed' });
  });

  it('a full disk: said, tried again, and what was lost is a gap', async () => {
    const { recorder, store } = bench.start();
    await bench.observeFor(recorder, 3000);
    const { database } = store.recordings;
    const pages = Number(database?.prepare('PRAGMA page_count').get()?.['page_count']);
    database?.exec(`PRAGMA max_page_count = ${pages}`);
    await bench.observeFor(recorder, 200_000, 250);
    const full = await bench.read(recorder);
    expect(full).toMatchObject({ recording: 'failed', failure: expect.stringContaining('full') as string });
    expect(bench.failures).toHaveLength(1);
    const before = full.points.length;
    expect(before).toBeGreaterThan(2);

    database?.exec('PRAGMA max_page_count = 100000');
    await bench.observeFor(recorder, 15_000);
    const after = await bench.read(recorder);
    expect(after).toMatchObject({ recording: 'on', failure: null });
    expect(after.points.length).toBeGreaterThan(before);
    expect(after.points.slice(before).map(({ after_gap }) => after_gap)).toEqual([
      true,
      ...Array<boolean>(after.points.length - before - 1).fill(false),
    ]);
  });
});
