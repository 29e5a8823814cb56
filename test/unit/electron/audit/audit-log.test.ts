import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELD_AGAIN_MS } from '../../../../electron/storage/held-steps.ts';
import { hashEntry } from '../../../../electron/audit/chain.ts';
import { readHeadFile } from '../../../../electron/audit/head-file.ts';
import type { JournalQuery } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { verifyAll } from '../../../../electron/audit/verify.ts';
import { type AuditBench, startAuditBench } from '../../../support/bench/audit-bench.ts';

let bench: AuditBench;
beforeEach(() => {
  bench = startAuditBench();
});
afterEach(() => bench.remove());

const FULL = Object.assign(new Error('database or disk is full'), { errcode: 13 });
const EVERYTHING: JournalQuery = { before: null, text: '', kinds: [], limit: 100, verify: false };

describe('the table of the journal', () => {
  it.each([
    "UPDATE audit SET kind = 'login'",
    'DELETE FROM audit',
    "INSERT INTO audit VALUES (9, 1, 1, 'login', '{}', 'x')",
    "INSERT OR REPLACE INTO audit VALUES (1, 1, 1, 'login', '{}', 'x')",
  ])('takes nothing but the next entry: %s', (sql) => {
    bench.log.noteNow('trading_stopped', {});
    expect(() => bench.database.exec(sql)).toThrow('the journal is append-only');
    expect(bench.table.count()).toBe(1);
  });
});

describe('an entry that nothing waits for', () => {
  it('is written and told within 50 ms, with both times, and the head follows', async () => {
    bench.log.note('login', { scope: 'trade:read_write', expires_in: 900 });
    expect(bench.table.count()).toBe(0);
    await bench.clock.advance(50);
    expect(bench.appended).toMatchObject([
      { sequence: 1, kind: 'login', at: bench.clock.now() - 50, service_at: bench.clock.now() + 200 },
    ]);
    await bench.log.close();
    expect(readHeadFile(bench.headPath)).toEqual(bench.table.last());
  });

  it('goes with an order’s commit when that comes first, before it', async () => {
    bench.log.note('login', { scope: 'x' });
    bench.table.transact(() => bench.log.noteWithin([['intent', { label: 'one' }]]));
    bench.log.settle(true);
    expect(bench.table.after(0, 9).map(({ kind }) => kind)).toEqual(['login', 'intent']);
    await bench.clock.advance(50);
    expect(bench.appended.map(({ kind }) => kind)).toEqual(['login', 'intent']);
  });

  it.each([
    ['with the next order’s entry', true, ['trading_stopped', 'cancel']],
    ['once that has ended, where nothing of it comes after', false, ['trading_stopped']],
  ])('noted at once while a transaction is open is written %s', async (_when, hasOrder, kinds) => {
    bench.log.noteNow('login', { scope: 'x' });
    bench.table.transact(() => {
      bench.log.noteNow('trading_stopped', {});
      if (hasOrder) bench.log.noteWithin([['cancel', { label: 'one' }]]);
    });
    bench.log.settle(true);
    await bench.clock.advance(50);
    bench.log.noteNow('login', { scope: 'y' });
    expect(bench.table.after(0, 9).map(({ kind }) => kind)).toEqual(['login', ...kinds, 'login']);
    expect(verifyAll(bench.table, bench.table.last(), 0)).toMatchObject({ entries: 2 + kinds.length, fault: null });
    expect(bench.failures).toEqual([]);
  });

  it('goes once with a commit of several orders, and what comes between them goes with it or waits', async () => {
    bench.log.note('login', { scope: 'x' });
    bench.table.transact(() => {
      bench.log.noteWithin([['cancel', { label: 'one' }]]);
      bench.log.note('login', { scope: 'y' });
      bench.log.noteWithin([['cancel', { label: 'two' }]]);
      bench.log.note('login', { scope: 'z' });
    });
    bench.log.settle(true);
    await bench.clock.advance(50);
    const written = bench.table.after(0, 9).map(({ fields }) => fields);
    expect(written).toEqual(['x', 'one', 'y', 'two', 'z'].map((text) => expect.stringContaining(text)));
    expect(bench.appended).toHaveLength(5);
    expect(verifyAll(bench.table, bench.table.last(), 0)).toMatchObject({ entries: 5, fault: null });
  });

  it('is written all the same when that commit fails, and what the order lost is told', async () => {
    bench.log.note('login', { scope: 'x' });
    expect(() =>
      bench.table.transact(() => {
        bench.log.noteWithin([['intent', { label: 'one' }]]);
        throw new Error('the disk');
      }),
    ).toThrow('the disk');
    bench.log.settle(false);
    await bench.clock.advance(50);
    expect(bench.table.after(0, 9).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['error', '{"count":1,"event":"entries_lost"}'],
      ['login', '{"scope":"x"}'],
    ]);
    expect(verifyAll(bench.table, bench.table.last(), 0)).toMatchObject({ entries: 2, fault: null });
  });

  it('waits while the disk is full, is told at each try, and is written once there is room: nothing is lost', async () => {
    bench.database.exec('PRAGMA max_page_count = 1');
    const notes = 40;
    for (let count = 0; count < notes; count += 1) bench.log.note('login', { scope: `${count} ${'x'.repeat(900)}` });
    expect(() => bench.table.transact(() => bench.log.noteWithin([['cancel', { label: 'one' }]]))).toThrow('full');
    bench.log.settle(false, FULL);
    await bench.clock.advance(50);
    expect(bench.failures).toMatchObject([{ errcode: 13 }]);
    await bench.clock.advance(HELD_AGAIN_MS);
    expect(bench.failures).toHaveLength(2);
    bench.database.exec('PRAGMA max_page_count = 100000');
    await bench.clock.advance(HELD_AGAIN_MS);
    expect(bench.table.count()).toBe(notes);
    expect(verifyAll(bench.table, bench.table.last(), 0)).toMatchObject({ entries: notes, fault: null });
  });

  it('that says the same again within a minute is left out', async () => {
    for (let count = 0; count < 5; count += 1) {
      bench.log.note('login_refused', { reason: '13009' });
      await bench.clock.advance(20_000);
    }
    expect(bench.table.count()).toBe(2);
  });
});

describe('a service time that no date can be', () => {
  it.each([1e20, 5e16, 2 ** 53, 8.64e15 + 1, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d is written as not known, and the journal goes on and can be read',
    async (told) => {
      const far = startAuditBench({ serviceNow: () => told });
      far.log.noteNow('login', { scope: 'x' });
      far.log.noteNow('login', { scope: 'y' });
      const page = await far.log.read({ ...EVERYTHING, verify: true });
      await far.log.close();
      expect(far.failures).toEqual([]);
      expect(page.entries.map(({ service_at }) => service_at)).toEqual([null, null]);
      expect(page.verification).toMatchObject({ entries: 2, fault: null });
      await far.remove();
    },
  );

  it('the last moment there is stands as it was told', async () => {
    const last = startAuditBench({ serviceNow: () => 8.64e15 + 0.5 });
    last.log.noteNow('login', { scope: 'x' });
    const { entries } = await last.log.read(EVERYTHING);
    await last.log.close();
    expect(entries).toMatchObject([{ service_at: 8.64e15 }]);
    await last.remove();
  });

  it.each([5e16, 9e15])('that a journal holds already, %d, takes its own entry alone', async (held) => {
    bench.log.noteNow('login', { scope: 'x' });
    const head = bench.table.last();
    const row = { sequence: 2, at: 1, service_at: held, kind: 'login', fields: '{"scope":"y"}' };
    const hash = hashEntry(head?.hash ?? '', row);
    bench.table.insert({ ...row, hash });
    const { entries } = await bench.log.read({ ...EVERYTHING, before: 9 });
    expect(entries.map(({ sequence }) => sequence)).toEqual([1]);
    expect(verifyAll(bench.table, { sequence: 2, hash }, 0)).toMatchObject({
      entries: 1,
      fault: { code: 'unreadable', sequence: 2 },
    });
  });
});

describe('a file that another program holds', () => {
  it('keeps the entries waiting, in their order; nothing is lost, and nobody is alarmed', async () => {
    const other = new DatabaseSync(join(bench.folder, 'journal.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    bench.log.noteNow('trading_stopped', {});
    bench.log.note('login', { scope: 'x' });
    other.exec('ROLLBACK');
    other.close();
    expect(bench.table.count()).toBe(0);
    await bench.clock.advance(HELD_AGAIN_MS);
    expect(bench.appended.map(({ kind }) => kind)).toEqual(['trading_stopped', 'login']);
    expect(bench.failures).toEqual([]);
    expect(verifyAll(bench.table, bench.table.last(), 0)).toMatchObject({ entries: 2, fault: null });
  });
});

describe('a disk that takes no more', () => {
  it('is told once, and what could not be written is counted in the next entry', () => {
    bench.log.noteNow('trading_stopped', {});
    bench.database.exec('PRAGMA query_only = ON');
    bench.log.noteNow('trading_allowed', {});
    bench.log.noteNow('trading_stopped', {});
    expect(bench.failures).toHaveLength(1);
    bench.database.exec('PRAGMA query_only = OFF');
    bench.log.noteNow('trading_allowed', {});
    expect(bench.table.after(1, 9).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['error', '{"count":2,"event":"entries_lost"}'],
      ['trading_allowed', '{}'],
    ]);
  });
});

describe('reading', () => {
  beforeEach(() => {
    for (let count = 1; count <= 450; count += 1) {
      bench.log.noteNow(count % 10 === 0 ? 'cancel' : 'outcome', { label: `label-${count}`, outcome: 'accepted' });
    }
  });

  it('goes back page by page without a gap, newest first', async () => {
    const sequences: number[] = [];
    let before: number | null = null;
    do {
      const page = await bench.log.read({ ...EVERYTHING, before });
      expect(page.total).toBe(450);
      sequences.push(...page.entries.map(({ sequence }) => sequence));
      before = page.next_before;
    } while (before !== null);
    expect(sequences).toEqual(Array.from({ length: 450 }, (_item, index) => 450 - index));
  });

  it('finds words and kinds however far back, and proves the chain on demand', async () => {
    const found = await bench.log.read({ ...EVERYTHING, text: 'CANCEL label-20', kinds: ['cancel'], verify: true });
    expect(found.entries.map(({ fields }) => fields.label)).toEqual(['label-200', 'label-20']);
    expect(found).toMatchObject({ next_before: null, verification: { entries: 450, fault: null } });
  });
});
