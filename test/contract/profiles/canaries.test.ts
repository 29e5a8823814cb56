import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VAULT_FILE } from '../../../electron/vault/vault.ts';
import { deriveByScrypt } from '../../../electron/vault/keys.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { holdsSecret, listTokenSecrets, searchFolder } from '../../support/records/canaries.ts';
import {
  addProfile,
  formOf,
  PASSPHRASE,
  type ProfileBench,
  removeData,
  startProfileBench,
} from '../../support/bench/profile-bench.ts';

/** What a trader typed that was no key of the service. */
const WRONG_SECRET = 'canary"wrong/secret+0123456789';

let simulator: Simulator;
let on: ProfileBench;
beforeEach(async () => {
  simulator = await createSimulator({ seed: 7 });
  on = await startProfileBench({ derive: deriveByScrypt });
});
afterEach(async () => {
  await simulator.close();
  removeData(on);
});

it('a secret stands in no log, journal, setting, reply, event or error, whatever went well or wrong', async () => {
  const id = await addProfile(on, formOf(simulator), simulator);
  await on.act({ action: 'open', id, typed: '' });
  await on.open();
  await on.waitForBlock(null);
  await on.sell();
  // What the service gave: access and refresh tokens.
  const tokens = listTokenSecrets(simulator);
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  const secrets = [simulator.clientSecret, WRONG_SECRET, PASSPHRASE, ...tokens];
  // Replies that quote what they were sent, and others that make no sense.
  simulator.control.failNext('private/sell', {
    httpStatus: 502,
    html: `<p>${simulator.clientSecret} ${simulator.control.tokens().join(' ')}</p>`,
    executed: false,
  });
  await on.sell();
  simulator.control.failNext('private/sell', 'reset_after_executing');
  await on.sell();
  await on.waitForBlock(null);

  const key = { client_id: simulator.clientId, client_secret: WRONG_SECRET, passphrase: PASSPHRASE };
  await on.act({ action: 'set_key', id, ...key });
  const failed = await on.act({ action: 'test', id });
  expect(failed.findings?.[1]).toMatchObject({ verdict: 'lacking' });
  await on.act({ action: 'set_key', id, ...key, client_secret: `${WRONG_SECRET}\n` });
  await on.act({ action: 'unlock', passphrase: `${PASSPHRASE}!` });
  await on.open();
  await on.ask('window.error', { message: 'a bug of the window', stack: null });
  await on.ask('profiles.save', { action: 'set_key', id, ...key, extra: 1 } as never);
  const journal = await on.ask('journal.read', { before: null, limit: 200, kinds: [], text: '', verify: true });
  expect(journal.ok && journal.value.entries.length).toBeGreaterThan(5);
  const changes = journal.ok ? journal.value.entries.filter(({ kind }) => kind === 'profile_changed') : [];
  expect(changes.map(({ fields }) => fields.event).toReversed()).toEqual(['opened', 'key_stored']);
  await on.close();

  // The positive control: the search finds a secret in each of the places where it looks.
  expect(holdsSecret(JSON.stringify([WRONG_SECRET]), secrets)).toBe(true);
  expect(holdsSecret(Buffer.from(PASSPHRASE, 'utf16le'), secrets)).toBe(true);
  for (const token of tokens) expect(holdsSecret(`Bearer 17.${token}`, secrets)).toBe(true);
  const control = join(on.dataDir, 'simulator', 'control.txt');
  mkdirSync(join(on.dataDir, 'simulator'), { recursive: true });
  writeFileSync(control, 'x');
  appendFileSync(control, Buffer.from(`id:${simulator.clientSecret}`).toString('base64'));

  const { found, searched } = searchFolder(on.dataDir, secrets);
  expect(found).toEqual([control]);
  const names = searched.map((path) => basename(path));
  expect(names).toEqual(expect.arrayContaining([VAULT_FILE, 'profiles.json', 'strikedesk.log', 'journal.sqlite']));
  expect(readFileSync(join(on.dataDir, 'strikedesk.log'), 'utf8')).toContain('credentials_stored');
  expect(on.crossed.length).toBeGreaterThan(20);
  expect(on.crossed.filter((text) => holdsSecret(text, secrets))).toEqual([]);
  expect(on.crossed.some((text) => text.includes('look_up'))).toBe(true);
});
