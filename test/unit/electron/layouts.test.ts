import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { systemClock } from '../../../electron/clock.ts';
import { createLayouts } from '../../../electron/layouts.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../electron/storage/settings.ts';

const sender = { windowId: '1' };

function open() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  const settings = createSettings(database, () => 0);
  return (isSafeStart = false) => createLayouts(settings, { settings: database }, { isSafeStart, clock: systemClock });
}

const holding = (name: string) => ({ version: 1 as const, active: 'own', items: [{ id: 'own', name, layout: null }] });

it('two starts in a row that never ended make the next a safe one; an end, or none that writes, makes none', () => {
  const start = open();
  const reason = () => start().read().safe_start;
  expect([reason(), reason(), reason(), reason()]).toEqual([null, null, 'crashes', 'crashes']);
  start().close();
  expect(reason()).toBeNull();
  expect(start(true).read().safe_start).toBe('asked');
  expect(createLayouts(null, null, { clock: systemClock }).read().safe_start).toBeNull();
});

it('each window keeps its own, and a window that was closed for good keeps nothing', async () => {
  const layouts = open()();
  const save = layouts.handlers['workspaces.save'];
  await save({ window_id: null, workspaces: holding('Main') }, sender);
  await save({ window_id: 'w-aaaaaaaa', workspaces: holding('Chart') }, sender);
  await save({ window_id: 'w-bbbbbbbb', workspaces: holding('Ticker') }, sender);
  await save({ window_id: 'w-aaaaaaaa', workspaces: null }, sender);
  expect(layouts.read()).toMatchObject({
    workspaces: { items: [{ name: 'Main' }] },
    own_windows: [{ id: 'w-bbbbbbbb', name: 'Ticker', workspaces: holding('Ticker') }],
  });
  for (let index = 0; index < 20; index += 1) {
    await save({ window_id: `w-0000000${index.toString(36)}`, workspaces: holding('More') }, sender);
  }
  expect(layouts.read().own_windows).toHaveLength(16);
});

it('what is typed is kept by window as long as the profile is open, and touches no arrangement', async () => {
  const start = open();
  const layouts = start();
  const save = layouts.handlers['workspaces.save'];
  await save({ window_id: 'w-aaaaaaaa', workspaces: holding('Chart') }, sender);
  await save({ window_id: 'w-aaaaaaaa', workspaces: null, drafts: { ticket: '1' } }, sender);
  await save({ window_id: null, workspaces: null, drafts: { ticket: '2', rfq: '3' } }, sender);
  await save({ window_id: null, workspaces: null, drafts: { ticket: '4' } }, sender);
  expect(layouts.read()).toMatchObject({ drafts: { 'w-aaaaaaaa': { ticket: '1' }, main: { ticket: '4' } } });
  expect(layouts.read().own_windows).toHaveLength(1);
  layouts.dismiss('w-aaaaaaaa');
  expect(layouts.read().drafts).toEqual({ main: { ticket: '4' } });
  expect(start().read().drafts).toEqual({});
});
