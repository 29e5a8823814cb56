import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SIMULATOR_ID } from '../../../electron/profiles/profile.ts';
import { profileFolder } from '../../../electron/storage/profile-store.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import {
  addProfile,
  formOf,
  PASSPHRASE,
  type ProfileBench,
  removeData,
  setKeyOf,
  startProfileBench,
} from '../../support/bench/profile-bench.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await createSimulator({ seed: 7 });
});
afterEach(async () => {
  await simulator.close();
});

/** A key that can't be sent with each call. */
const WITH_COLON = { clientId: 'a:b', clientSecret: 'secret' };

async function failToOpen({ dataDir }: BackEnd): Promise<void> {
  const unusable = { ...simulator, ...WITH_COLON };
  await expect(startBackEnd({ simulator: unusable, scheme: 'basic', dataDir })).rejects.toThrow('colon');
}

it('a profile that could not be opened is let go: the next opening sells', async () => {
  const first = await startBackEnd({ simulator });
  await first.services.close();
  await failToOpen(first);
  const next = await startBackEnd({ simulator, dataDir: first.dataDir });
  expect((await next.services.handlers['session.open'](null, TEST_WINDOW)).status.journal).toBe('ok');
  await next.waitUntilReady();
  await next.services.close();
  removeData(next);
});

it('an opening that fails hides nothing from the next: a journal that was cut is found so', async () => {
  const first = await startBackEnd({ simulator });
  const { id } = first.services.profile;
  await first.services.close();
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(profileFolder(first.dataDir, id), `journal.sqlite${end}`), { force: true });
  }
  await failToOpen(first);
  const next = await startBackEnd({ simulator, dataDir: first.dataDir });
  expect((await next.services.handlers['session.open'](null, TEST_WINDOW)).status.journal).toBe('cut');
  await next.services.close();
  removeData(next);
});

it.each([
  ['takes no writes', (path: string) => mkdirSync(`${path}-wal`)],
  ['is no file', (path: string) => (rmSync(path), mkdirSync(path))],
] as const)('a file of known names that %s keeps no profile from opening, or from selling', async (_how, spoil) => {
  const first = await startBackEnd({ simulator });
  const { id } = first.services.profile;
  await first.services.close();
  const path = join(profileFolder(first.dataDir, id), 'market.sqlite');
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  spoil(path);
  const next = await startBackEnd({ simulator, dataDir: first.dataDir });
  expect((await next.services.handlers['session.open'](null, TEST_WINDOW)).status.journal).toBe('ok');
  await next.waitUntilReady();
  await next.services.close();
  removeData(next);
});

it('a file of known names that another program holds keeps no profile from opening', async () => {
  const first = await startBackEnd({ simulator });
  const { id } = first.services.profile;
  await first.services.close();
  const holder = new DatabaseSync(join(profileFolder(first.dataDir, id), 'market.sqlite'));
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const events: string[] = [];
  const log = (_level: string, event: string): void => void events.push(event);
  const next = await startBackEnd({ simulator, dataDir: first.dataDir, log });
  await next.waitUntilReady();
  expect(events).toContain('names_not_kept');
  expect((await next.services.handlers['session.open'](null, TEST_WINDOW)).status.journal).toBe('ok');
  holder.close();
  await next.services.close();
  removeData(next);
});

it('where neither the wanted profile nor the one before can be opened, that is said, and either can be once it can', async () => {
  const on: ProfileBench = await startProfileBench();
  const id = await addProfile(on, formOf(simulator), simulator);
  expect((await on.act({ action: 'open', id, typed: '' })).problems).toEqual([]);
  const folders = [SIMULATOR_ID, id].map((profileId) => profileFolder(on.dataDir, profileId));
  await on.act({ action: 'open', id: SIMULATOR_ID, typed: '' });
  await on.act({ action: 'open', id, typed: '' });
  for (const folder of folders) {
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, '');
  }
  const failed = await on.act({ action: 'open', id: SIMULATOR_ID, typed: '' });
  expect(failed.problems).toMatchObject([
    { message: expect.stringMatching(/Nor could the one before: none is open\.$/) },
  ]);
  expect(failed.view).toMatchObject({ active: null, pending: null });
  for (const folder of folders) {
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
  }
  const opened = await on.act({ action: 'open', id, typed: '' });
  expect([opened.problems, opened.view.active]).toEqual([[], id]);
  expect((await on.open()).profile.id).toBe(id);
  await on.close();
  removeData(on);
});

it('a key that does not fit the way that was chosen while it was locked is told of as it is unlocked, and can be mended', async () => {
  let on: ProfileBench = await startProfileBench();
  const id = await addProfile(on, formOf(simulator), WITH_COLON);
  await on.act({ action: 'open', id, typed: '' });
  await on.close();
  on = await startProfileBench({ dataDir: on.dataDir });
  expect((await on.act({ action: 'edit', id, profile: formOf(simulator, { scheme: 'basic' }) })).problems).toEqual([]);
  const { problems, view } = await on.act({ action: 'unlock', passphrase: PASSPHRASE });
  expect(problems).toEqual([
    {
      field: 'profile',
      message:
        'The key of Desk A can’t be used: The client id can’t hold a colon here. Change the profile’s way of login, or set another key.',
    },
  ]);
  expect(view).toMatchObject({ active: id, vault: { state: 'open' } });
  expect((await on.act({ action: 'edit', id, profile: formOf(simulator) })).problems).toEqual([]);
  const { profile, status } = await on.open();
  expect({ profile: profile.id, journal: status.journal }).toEqual({ profile: id, journal: 'ok' });
  await on.act(setKeyOf(id, simulator));
  await on.open();
  await on.waitForBlock(null);
  expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  await on.close();
  removeData(on);
});
