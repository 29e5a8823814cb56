import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Derive, SystemStore } from '../../../../electron/vault/keys.ts';
import { findSystemStore } from '../../../../electron/shell/system-store.ts';
import { openVault, VAULT_FILE } from '../../../../electron/vault/vault.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const PASSPHRASE = 'correct horse battery';
const KEY = { origin: 'https://a', client_id: 'id', client_secret: 'canary-secret' };
const derive: Derive = async (passphrase, key) =>
  createHash('sha256')
    .update(JSON.stringify([passphrase, key]))
    .digest();

let dataDir: string;
let clock: ReturnType<typeof createVirtualClock>;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-vault-'));
  clock = createVirtualClock();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const open = (system: SystemStore | null = null) => openVault({ dataDir, clock, findSystem: () => system, derive });
const fileText = () => readFileSync(join(dataDir, VAULT_FILE), 'utf8');

/** A store that truly hides: what it gives out is a handle. */
function createStore(name: string): SystemStore {
  const held = new Map<string, string>();
  return {
    name,
    seal: (text) => {
      const handle = `${name} ${held.size}`;
      held.set(handle, text);
      return Buffer.from(handle);
    },
    unseal: (sealed) => {
      const text = held.get(sealed.toString());
      if (text === undefined) throw new Error('not of this store');
      return text;
    },
  };
}

describe('a vault with a passphrase', () => {
  it('is locked at the next start, opens to its passphrase, and keeps keys to their service', async () => {
    const first = open();
    expect(first.view()).toMatchObject({ state: 'empty', would_seal: 'passphrase' });
    expect(await first.store('p1', KEY, PASSPHRASE)).toBeNull();
    expect(await first.store('p2', KEY, '')).toBeNull();
    expect(fileText()).not.toContain('canary');

    const second = open();
    expect(second.view()).toMatchObject({ state: 'locked', sealed_by: 'passphrase' });
    expect(second.has('p1')).toBe(true);
    expect(second.read('p1', KEY.origin)).toBeNull();
    expect(await second.store('p3', KEY, PASSPHRASE)).toMatchObject({ field: 'vault' });
    expect(await second.unlock('wrong')).toMatchObject({ field: 'passphrase' });
    expect(await second.unlock(PASSPHRASE)).toBeNull();
    expect(second.read('p1', KEY.origin)).toEqual(KEY);
    expect(second.read('p1', 'https://elsewhere')).toBeNull();
    expect(second.forget('p1')).toBeNull();
    expect(second.has('p1')).toBe(false);
    expect(second.read('p2', KEY.origin)).toEqual(KEY);
  });

  it.each(['', 'short', 'eleven char'])('is not sealed by %j', async (passphrase) => {
    const problem = await open().store('p1', KEY, passphrase);
    expect(problem).toMatchObject({ field: 'passphrase' });
    expect(problem?.message).toContain('at least 12 characters');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('takes three guesses at once, then ever fewer, and none while it waits', async () => {
    await open().store('p1', KEY, PASSPHRASE);
    const vault = open();
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await vault.unlock('wrong'))?.message).toContain('Wrong passphrase');
    }
    expect((await vault.unlock(PASSPHRASE))?.message).toContain('Try again in 1 s');
    await clock.advance(1000);
    expect((await vault.unlock('wrong'))?.message).toContain('Wrong passphrase');
    expect((await vault.unlock('wrong'))?.message).toContain('Try again in 2 s');
    await clock.advance(2000);
    expect(await vault.unlock(PASSPHRASE)).toBeNull();
  });

  it('follows what another instance wrote: a key set anew or forgotten there is no more the one of before', async () => {
    await open().store('p1', KEY, PASSPHRASE);
    const [one, two] = [open(), open()];
    await one.unlock(PASSPHRASE);
    await two.unlock(PASSPHRASE);
    await one.store('p1', { ...KEY, client_secret: 'rotated' }, '');
    expect(two.read('p1', KEY.origin)?.client_secret).toBe('rotated');
    one.forget('p1');
    expect(two.read('p1', KEY.origin)).toBeNull();
    expect(await two.store('p2', KEY, '')).toBeNull();
  });

  it('says so where its file can’t be read, and keeps no terminal from starting', async () => {
    mkdirSync(join(dataDir, VAULT_FILE));
    const vault = open();
    expect(vault.view()).toMatchObject({ state: 'damaged', reason: expect.stringContaining('EISDIR') });
    expect(await vault.store('p1', KEY, PASSPHRASE)).toMatchObject({ field: 'vault' });
    expect(readdirSync(dataDir)).toEqual([VAULT_FILE]);
  });

  it('is not written over what another instance wrote', async () => {
    await open().store('p1', KEY, PASSPHRASE);
    const [one, two] = [open(), open()];
    await one.unlock(PASSPHRASE);
    await two.unlock(PASSPHRASE);
    await one.store('p2', KEY, '');
    expect((await two.store('p3', KEY, ''))?.message).toContain('Another instance');
    expect(two.view().state).toBe('locked');
    await two.unlock(PASSPHRASE);
    expect(two.has('p2')).toBe(true);
  });
});

describe('a vault that the system seals', () => {
  it('opens by itself, and never falls back when its store is gone, another, or does not open', async () => {
    const store = createStore('gnome_libsecret');
    expect(await open(store).store('p1', KEY, '')).toBeNull();
    expect(open(store).read('p1', KEY.origin)).toEqual(KEY);
    const before = fileText();
    expect(before).not.toContain('canary');
    for (const now of [null, createStore('kwallet6'), createStore('gnome_libsecret')]) {
      const vault = open(now);
      expect(vault.view()).toMatchObject({ state: 'unavailable', sealed_by: 'gnome_libsecret' });
      expect(vault.view().reason).toContain('gnome_libsecret');
      expect(vault.has('p1')).toBe(true);
      expect(await vault.store('p2', KEY, PASSPHRASE)).toMatchObject({ field: 'vault' });
      expect(vault.forget('p1')).toMatchObject({ field: 'vault' });
      expect(fileText()).toBe(before);
    }
    expect(open(store).read('p1', KEY.origin)).toEqual(KEY);
  });

  it('is tried again when a person says so: a keyring that is unlocked by then opens it', async () => {
    const store = createStore('gnome_libsecret');
    await open(store).store('p1', KEY, '');
    let now: SystemStore | null = null;
    const vault = openVault({ dataDir, clock, findSystem: () => now, derive });
    expect(vault.retry()).toMatchObject({ field: 'vault' });
    now = {
      ...store,
      unseal: () => {
        throw new Error('locked');
      },
    };
    expect(vault.retry()?.message).toContain('can’t open its creden');
    now = store;
    expect(vault.retry()).toBeNull();
    expect(vault.view()).toMatchObject({ state: 'open', reason: null });
    expect(vault.read('p1', KEY.origin)).toEqual(KEY);
    expect(vault.retry()).toBeNull();
  });

  it('stays with the passphrase where the system has a store by now', async () => {
    await open().store('p1', KEY, PASSPHRASE);
    expect(open(createStore('keychain')).view()).toMatchObject({ state: 'locked', sealed_by: 'passphrase' });
  });

  it('is begun anew only by renaming the file', async () => {
    const store = createStore('keychain');
    await open(store).store('p1', KEY, '');
    const before = fileText();
    expect(open(store).setAside()).toMatchObject({ field: 'vault' });
    const vault = open();
    expect(vault.setAside()).toBeNull();
    expect(await vault.store('p1', KEY, PASSPHRASE)).toBeNull();
    const [kept] = readdirSync(dataDir).filter((name) => name.includes('set-aside'));
    expect(readFileSync(join(dataDir, kept ?? ''), 'utf8')).toBe(before);
  });

  it('is not written by a store that does not give back, or hides nothing', async () => {
    const plain = {
      name: 'plain',
      seal: (text: string) => Buffer.from(text),
      unseal: (sealed: Buffer) => sealed.toString(),
    };
    const lossy = { ...createStore('lossy'), unseal: () => 'else' };
    for (const store of [plain, lossy]) {
      expect(await open(store).store('p1', KEY, '')).toMatchObject({ field: 'vault' });
      expect(readdirSync(dataDir)).toEqual([]);
    }
  });
});

it('a damaged vault is kept as it is', async () => {
  writeFileSync(join(dataDir, VAULT_FILE), 'not a vault');
  const vault = open();
  expect(vault.view()).toMatchObject({ state: 'damaged' });
  expect(await vault.store('p1', KEY, PASSPHRASE)).toMatchObject({ field: 'vault' });
  expect(fileText()).toBe('not a vault');
});

describe('the system’s store', () => {
  const storage = (backend: string, isAvailable = true) => ({
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => backend as 'basic_text',
    encryptString: (text: string) => Buffer.from(text),
    decryptString: (sealed: Buffer) => sealed.toString(),
  });

  it.each([
    ['linux', 'gnome_libsecret', 'gnome_libsecret'],
    ['linux', 'kwallet6', 'kwallet6'],
    ['linux', 'basic_text', null],
    ['linux', 'unknown', null],
    ['darwin', '', 'keychain'],
    ['win32', '', 'dpapi'],
  ] as const)('on %s with %j is %j', (platform, backend, name) => {
    expect(findSystemStore(storage(backend), platform)?.name ?? null).toBe(name);
  });

  it('is none where nothing can be encrypted', () => {
    expect(findSystemStore(storage('kwallet6', false), 'linux')).toBeNull();
    expect(findSystemStore(storage('', false), 'darwin')).toBeNull();
  });
});
