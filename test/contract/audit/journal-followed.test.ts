import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

let first: BackEnd;
let second: BackEnd;
beforeEach(async () => {
  first = await startBackEnd();
  second = await startBackEnd({ simulator: first.simulator, dataDir: first.dataDir });
});
afterEach(async () => {
  await second.services.close();
  await first.close();
});

it('a second instance tells its windows of what the first one writes into the journal', async () => {
  const told = second.waitFor<JournalEntry[]>('journal.changed', (entries) =>
    entries.some(({ kind }) => kind === 'trading_stopped'),
  );
  await first.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
  const entries = await told;
  const query = { before: null, text: '', kinds: [], limit: 500, verify: false };
  const read = await second.services.handlers['journal.read'](query, TEST_WINDOW);
  expect(read.entries).toEqual(expect.arrayContaining(entries));
});
