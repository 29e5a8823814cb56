import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPreferences } from '../../../../electron/windows/preferences.ts';
import { DEFAULT_PREFERENCES, preferencesChangeSchema } from '../../../../shared/ipc/schemas/preferences-schema.ts';

const FILE = 'preferences.json';
const sender = { windowId: '1' };

let folder: string;
let told: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-preferences-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () =>
  openPreferences(folder, 7, (channel, payload, windowId) => void told.push([channel, payload, windowId]));
const stored = (name = FILE): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

it('are as they come until something is chosen; that is told to every window and there at the next start', async () => {
  const preferences = open();
  expect(preferences.read()).toEqual(DEFAULT_PREFERENCES);
  await preferences.handlers['preferences.save']({ theme: 'light', clock: 'local' }, sender);
  await preferences.handlers['preferences.save']({ keys: { 'ticket.send': 'Alt+Q' } }, sender);
  const chosen = { ...DEFAULT_PREFERENCES, theme: 'light', clock: 'local', keys: { 'ticket.send': 'Alt+Q' } };
  expect(told.at(-1)).toEqual(['preferences.changed', chosen, null]);
  expect(open().read()).toEqual(chosen);
});

it('a change of one touches no other, and one of another instance is kept', async () => {
  expect(preferencesChangeSchema.parse({ theme: 'light' })).toEqual({ theme: 'light' });
  expect(preferencesChangeSchema.safeParse({ theme: undefined }).success).toBe(false);
  const [one, other] = [open(), open()];
  await one.handlers['preferences.save']({ theme: 'light' }, sender);
  await other.handlers['preferences.save']({ density: 'cosy' }, sender);
  expect(stored()).toMatchObject({ theme: 'light', density: 'cosy' });
});

it('those that a profile kept count for all, as long as nothing was chosen for all', async () => {
  const former = { ...DEFAULT_PREFERENCES, theme: 'contrast', tour: 'seen' } as const;
  const preferences = open();
  preferences.takeOver(former);
  preferences.takeOver({ ...DEFAULT_PREFERENCES, theme: 'light' });
  expect(preferences.read()).toEqual(former);
  expect(open().read()).toEqual(former);
  await preferences.handlers['preferences.save']({ theme: 'dark' }, sender);
  const next = open();
  next.takeOver(former);
  expect(next.read()).toEqual({ ...DEFAULT_PREFERENCES, tour: 'seen' });
});

it('of another version are read as far as they fit, and what was kept stays beside them', () => {
  const later = { ...DEFAULT_PREFERENCES, version: 2, theme: 'sepia', density: 'cosy', zoom: 2 };
  writeFileSync(join(folder, FILE), JSON.stringify(later));
  const preferences = open();
  expect(preferences.read()).toEqual({ ...DEFAULT_PREFERENCES, density: 'cosy' });
  expect(preferences.setAside).toBe(join(folder, `${FILE}.damaged-7`));
  expect(stored(`${FILE}.damaged-7`)).toEqual(later);
  expect(stored()).toEqual(preferences.read());
  expect(open().setAside).toBeNull();
});

it('that can’t be read at all count as none', () => {
  writeFileSync(join(folder, FILE), '{"version":');
  const preferences = open();
  expect(preferences.read()).toEqual(DEFAULT_PREFERENCES);
  expect(readdirSync(folder)).toEqual([`${FILE}.damaged-7`]);
});

it('hold in every window though the disk does not take them, which is told; with the next that it takes they are kept', async () => {
  const preferences = open();
  // A folder in its place takes no file.
  mkdirSync(join(folder, FILE));
  await expect(preferences.handlers['preferences.save']({ theme: 'light' }, sender)).rejects.toMatchObject({
    detail: { code: 'StorageFailed' },
  });
  expect(told).toEqual([['preferences.changed', { ...DEFAULT_PREFERENCES, theme: 'light' }, null]]);
  rmSync(join(folder, FILE), { recursive: true });
  await preferences.handlers['preferences.save']({ density: 'cosy' }, sender);
  expect(stored()).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light', density: 'cosy' });
});
