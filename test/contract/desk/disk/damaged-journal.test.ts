import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournal, JOURNAL_MIGRATIONS } from '../../../../electron/orders/journal.ts';
import { openDatabase } from '../../../../electron/storage/database.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { createDeskBench, acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';

/** The journal's files during a run, and what it had confirmed as stored. */
let folder: string;
let written: readonly OrderRow[];
let main: Buffer;
let log: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-damage-'));
  const bench = createDeskBench();
  acceptSells(bench.service);
  for (const price of ['97500', '97600', '97700', '97800']) {
    await bench.desk.place(nextIntentId(), orderDraft({ price, label: `at-${price}` }), []);
  }
  written = bench.journal.list(10).toReversed();
  const path = join(bench.folder, 'journal.sqlite');
  main = readFileSync(path);
  log = readFileSync(`${path}-wal`);
  bench.remove();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let copies = 0;

/** Changes what the file says of itself, which is how an index comes to differ from its table. */
function changeSchema(path: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec('PRAGMA writable_schema = ON');
  change(database);
  database.close();
}

/** Opens the two files as the next start would; null where the file was set aside. */
function openCopy(mainBytes: Buffer, logBytes: Buffer): { rows: OrderRow[]; setAside: string | null } {
  copies += 1;
  const path = join(folder, `copy-${copies}.sqlite`);
  writeFileSync(path, mainBytes);
  writeFileSync(`${path}-wal`, logBytes);
  const { database, setAside } = openDatabase(path, JOURNAL_MIGRATIONS, copies);
  const rows = createJournal(database, 'account', () => 1)
    .list(10)
    .toReversed();
  database.close();
  return { rows, setAside };
}

/** Each intent as some step of its way left it: nothing invented, nothing out of order. */
function expectPrefix(rows: readonly OrderRow[]): void {
  expect(written.slice(0, rows.length).map(({ label }) => label)).toEqual(rows.map(({ label }) => label));
  for (const [index, row] of rows.entries()) {
    const last = written[index];
    const { known_by_reply: _replied, ...begun } = assertDefined(last, 'labels are compared before');
    expect([last, { ...begun, outcome: 'sending', order: null, decided_at: null, notices: [] }]).toContainEqual(row);
  }
}

describe('a journal tail that is', () => {
  it('whole gives back every order', () => {
    expect(openCopy(main, log).rows).toEqual(written);
  });

  it('torn anywhere keeps the valid part, and begins nothing anew', () => {
    const whole = fc.integer({ min: 0, max: log.length });
    fc.assert(
      fc.property(whole, (length) => {
        const { rows, setAside } = openCopy(main, log.subarray(0, length));
        expect(setAside).toBeNull();
        expectPrefix(rows);
      }),
      { numRuns: 120, seed: 1 },
    );
  });

  it('flipped in any bit keeps what came before it', () => {
    const spot = fc.record({ at: fc.integer({ min: 0, max: log.length - 1 }), bit: fc.integer({ min: 0, max: 7 }) });
    fc.assert(
      fc.property(spot, ({ at, bit }) => {
        const flipped = Buffer.from(log);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const { rows, setAside } = openCopy(main, flipped);
        expect(setAside).toBeNull();
        expectPrefix(rows);
      }),
      { numRuns: 120, seed: 2 },
    );
  });
});

describe('an index that lost its table', () => {
  it('is built anew: every order is found again', () => {
    const path = join(folder, 'index.sqlite');
    writeFileSync(path, main);
    writeFileSync(`${path}-wal`, log);
    openDatabase(path, JOURNAL_MIGRATIONS, 1).database.close();
    const index = { name: 'intents_by_time', sql: '', root: 0 };
    changeSchema(path, (schema) => {
      const known = schema.prepare('SELECT sql, rootpage FROM sqlite_master WHERE name = ?').get(index.name);
      Object.assign(index, { sql: String(known?.['sql']), root: Number(known?.['rootpage']) });
      schema.prepare('DELETE FROM sqlite_master WHERE name = ?').run(index.name);
    });
    // The index still has the orders under the times that they had.
    changeSchema(path, (schema) => schema.exec('UPDATE intents SET created_at = created_at - 1000000000'));
    changeSchema(path, (schema) => {
      schema
        .prepare("INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('index', ?, 'intents', ?, ?)")
        .run(index.name, index.root, index.sql);
    });
    const check = new DatabaseSync(path, { readOnly: true });
    expect(check.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
    expect(check.prepare('PRAGMA integrity_check').get()).not.toEqual({ integrity_check: 'ok' });
    check.close();
    const { rows, setAside } = openCopy(readFileSync(path), Buffer.alloc(0));
    expect([setAside, rows.map(({ label }) => label)]).toEqual([null, written.map(({ label }) => label)]);
    const mended = new DatabaseSync(join(folder, `copy-${copies}.sqlite`), { readOnly: true });
    expect(mended.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    mended.close();
  });
});

describe('a journal that is damaged before its tail', () => {
  it('opens, or is set aside whole: the bytes of a damaged one are kept', () => {
    const path = join(folder, 'whole.sqlite');
    writeFileSync(path, main);
    writeFileSync(`${path}-wal`, log);
    openDatabase(path, JOURNAL_MIGRATIONS, 1).database.close();
    const bytes = readFileSync(path);
    expect(existsSync(`${path}-wal`)).toBe(false);
    const spot = fc.record({ at: fc.integer({ min: 0, max: bytes.length - 1 }), bit: fc.integer({ min: 0, max: 7 }) });
    let aside = 0;
    fc.assert(
      fc.property(spot, ({ at, bit }) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const { rows, setAside } = openCopy(flipped, Buffer.alloc(0));
        if (setAside !== null) {
          aside += 1;
          expect(readFileSync(setAside).equals(flipped)).toBe(true);
          expect(rows).toEqual([]);
        }
      }),
      { numRuns: 150, seed: 3 },
    );
    expect(aside).toBeGreaterThan(0);
  });
});
