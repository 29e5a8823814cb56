import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profileFolder } from '../../../electron/storage/profile-store.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

it('a file of trades that is found damaged when it is first looked at is told of, to the window and in the journal', async () => {
  const before = await startBackEnd();
  const readTrades = (on: BackEnd) =>
    on.services.handlers['history.read']({ query: null, after: null, limit: 10 }, TEST_WINDOW);
  expect(await readTrades(before)).toMatchObject({ set_aside: null });
  await before.services.close();
  const folder = profileFolder(before.dataDir, 'test');
  for (const name of readdirSync(folder).filter((file) => file.startsWith('history.sqlite'))) {
    writeFileSync(join(folder, name), 'no trades at all'.repeat(4096));
  }
  const on = await startBackEnd({ simulator: before.simulator, dataDir: before.dataDir });
  try {
    const { set_aside: path } = await readTrades(on);
    expect(path).toMatch(/history\.sqlite\.damaged-\d+$/);
    const query = { before: null, text: '', kinds: ['file_set_aside' as const], limit: 10, verify: false };
    const { entries } = await on.services.handlers['journal.read'](query, TEST_WINDOW);
    expect(entries.map(({ fields }) => fields.path)).toEqual([path]);
  } finally {
    await on.close();
  }
});
