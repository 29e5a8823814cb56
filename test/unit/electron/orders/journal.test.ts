import { mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderRowSchema, type OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { createJournal, JOURNAL_MIGRATIONS } from '../../../../electron/orders/journal.ts';
import { openDatabase } from '../../../../electron/storage/database.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

let folder: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-journal-'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function row(number: number, outcome: OrderRow['outcome']): OrderRow {
  return orderRowSchema.parse({
    intent_id: `intent-${number}`,
    label: `label-${number}`,
    instrument_name: 'BTC-PERPETUAL',
    currency: 'BTC',
    direction: 'sell',
    type: 'limit',
    time_in_force: 'good_til_cancelled',
    post_only: false,
    reduce_only: false,
    amount: '10',
    price: '97500',
    outcome,
    order: null,
    refusal: null,
    notices: [],
    created_at: number,
    decided_at: null,
    valid_until: number + 5000,
  });
}

describe('a journal with a row that cannot be read', () => {
  it.each(["'{broken'", "replace(row, 'unknown', 'unknowm')"])('keeps the others (%s)', (damage) => {
    ({ database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1));
    const journal = createJournal(database, 'account', () => 1);
    for (const number of [1, 2, 3]) journal.begin(row(number, 'unknown'), {});
    expect(journal.unreadable()).toEqual([]);
    database.exec(`UPDATE intents SET row = ${damage} WHERE intent_id = 'intent-2'`);
    expect(journal.undecided().map(({ label }) => label)).toEqual(['label-1', 'label-3']);
    expect(journal.list(10).map(({ label }) => label)).toEqual(['label-3', 'label-1']);
    expect(journal.unreadable()).toEqual(['intent-2']);
    // So does one that was decided, and locks its instrument.
    const notices = [{ code: 'two_orders_under_label', params: {} }] as const;
    journal.begin({ ...row(4, 'closed'), notices: [...notices] }, {});
    expect(journal.unreadable()).toEqual(['intent-2']);
    database.exec("UPDATE intents SET row = json_remove(row, '$.direction') WHERE intent_id = 'intent-4'");
    expect(journal.unreadable()).toEqual(['intent-2', 'intent-4']);
    // Its label stays taken: an order may be at the service under it.
    expect(journal.isLabelUsed('label-2')).toBe(true);
  });
});

describe('a row with a notice of a later version', () => {
  it('is read without that one', () => {
    ({ database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1));
    const journal = createJournal(database, 'account', () => 1);
    journal.begin({ ...row(1, 'refused'), notices: [{ code: 'looked_up_since', params: {} }] }, {});
    database.exec(
      `UPDATE intents SET row = json_insert(row, '$.notices[#]', json('{"code":"of_tomorrow","params":{}}'))`,
    );
    expect(journal.list(10).map(({ notices }) => notices)).toEqual([[{ code: 'looked_up_since', params: {} }]]);
  });
});

describe('settings with a value that is not JSON', () => {
  it('have no such value', () => {
    ({ database } = openDatabase(join(folder, 'settings.sqlite'), SETTINGS_MIGRATIONS, 1));
    const settings = createSettings(database, () => 1);
    settings.write('watchlist', ['BTC-PERPETUAL']);
    expect(settings.read('watchlist', z.array(z.string()))).toEqual(['BTC-PERPETUAL']);
    database.exec("UPDATE settings SET value = '[broken'");
    expect(settings.read('watchlist', z.array(z.string()))).toBeNull();
  });
});

describe('several steps together', () => {
  it('are on the disk at once, or none is', () => {
    ({ database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1));
    const settled: boolean[] = [];
    const recorder = { write: () => undefined, settle: (isCommitted: boolean) => void settled.push(isCommitted) };
    const journal = createJournal(database, 'account', () => 1, recorder);
    for (const number of [1, 2]) journal.begin(row(number, 'sending'), {});
    const { database: other } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1);
    const outcomesSeen = () => other.prepare('SELECT outcome FROM intents ORDER BY created_at').all();
    settled.length = 0;
    journal.together(() => {
      journal.advance(row(1, 'unknown'), 'outcome', {});
      expect(outcomesSeen()).toEqual([{ outcome: 'sending' }, { outcome: 'sending' }]);
      journal.together(() => journal.advance(row(2, 'unknown'), 'outcome', {}));
    });
    expect(outcomesSeen()).toEqual([{ outcome: 'unknown' }, { outcome: 'unknown' }]);
    expect(settled).toEqual([true]);
    let runs = 0;
    expect(() =>
      journal.together(() => {
        runs += 1;
        database.exec('PRAGMA query_only = ON');
        journal.advance(row(1, 'absent'), 'outcome', {});
      }),
    ).toThrow('readonly');
    expect([runs, ...outcomesSeen()]).toEqual([1, { outcome: 'unknown' }, { outcome: 'unknown' }]);
    expect(settled).toEqual([true, false]);
    other.close();
  });

  it('are not begun while another program holds the file', () => {
    ({ database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1));
    database.exec('PRAGMA busy_timeout = 1');
    const journal = createJournal(database, 'account', () => 1);
    journal.begin(row(1, 'sending'), {});
    const { database: other } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, 1);
    other.exec('BEGIN IMMEDIATE');
    let runs = 0;
    const run = () => void (runs += 1);
    expect(() => journal.together(run)).toThrow('locked');
    expect(runs).toBe(0);
    other.exec('ROLLBACK');
    journal.together(run);
    expect(runs).toBe(1);
    other.close();
  });
});
