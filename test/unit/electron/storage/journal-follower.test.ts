import { afterEach, beforeEach, expect, it } from 'vitest';
import { join } from 'node:path';
import { createJournal } from '../../../../electron/orders/journal.ts';
import { followJournal } from '../../../../electron/storage/journal-follower.ts';
import { openForReading } from '../../../../electron/storage/database.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

it('tells each changed intent once, as it stands, nothing of before, of other accounts, or after its end', async () => {
  acceptSells(bench.service);
  const sell = (label: string) => bench.desk.place(nextIntentId(), orderDraft({ label, amount: `${label}000` }), []);
  await sell('10');
  const reading = openForReading(join(bench.folder, 'journal.sqlite'));
  const database = assertDefined(reading, 'the bench has written it');
  const told: (readonly OrderRow[])[] = [];
  const follow = (account: string, onRows: (rows: readonly OrderRow[]) => void) =>
    followJournal({ journal: createJournal(database, account, bench.clock.now), clock: bench.clock, onRows });
  const others: unknown[] = [];
  const stops = [follow('account', (rows) => told.push(rows)), follow('another', (rows) => others.push(rows))];
  await bench.clock.advance(2000);
  expect(told).toEqual([]);
  await sell('20');
  await sell('30');
  await bench.clock.advance(2000);
  const short = told.map((rows) => rows.map(({ label, outcome }) => `${label} ${outcome}`));
  expect(short).toEqual([['20 accepted', '30 accepted']]);
  expect(others).toEqual([]);
  for (const stop of stops) stop();
  await sell('40');
  await bench.clock.advance(2000);
  expect(told).toHaveLength(1);
  database.close();
});
