import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../../electron/clock.ts';
import { createLayouts } from '../../../../electron/windows/layouts.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const sender = { windowId: '1' };

function open() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  const settings = createSettings(database, () => 0);
  const clock = createVirtualClock();
  const start = (isSafeStart = false, takeOver: (former: Preferences) => void = () => undefined) => {
    const preferences = { read: () => DEFAULT_PREFERENCES, takeOver };
    return createLayouts(settings, { settings: database }, { isSafeStart, clock, preferences });
  };
  return Object.assign(start, { settings, clock });
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
  expect(layouts.read().own_windows).toHaveLength(17);
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
  layouts.close();
  expect(start().read()).toMatchObject({ drafts: {}, recovered_drafts: [] });
});

it('what was typed is there again after a start that never ended, until it is typed anew; not after a second one in a row', async () => {
  const start = open();
  const save = start().handlers['workspaces.save'];
  await save({ window_id: null, workspaces: null, drafts: { ticket: '1' } }, sender);
  await save({ window_id: 'w-aaaaaaaa', workspaces: null, drafts: { ticket: '2' } }, sender);
  await start.clock.advance(499);
  // Killed before it was written, as if nothing had been typed.
  expect(start.settings.read('drafts', z.unknown())).toBeNull();
  await start.clock.advance(1);
  const after = start();
  expect(after.read()).toMatchObject({
    drafts: { main: { ticket: '1' }, 'w-aaaaaaaa': { ticket: '2' } },
    recovered_drafts: ['main', 'w-aaaaaaaa'],
    safe_start: null,
  });
  await after.handlers['workspaces.save']({ window_id: null, workspaces: null, drafts: { ticket: '3' } }, sender);
  after.dismiss('w-aaaaaaaa');
  expect(after.read()).toMatchObject({ drafts: { main: { ticket: '3' } }, recovered_drafts: [] });
  await start.clock.advance(500);
  const safe = start();
  expect(safe.read()).toMatchObject({ drafts: {}, recovered_drafts: [], safe_start: 'crashes' });
  safe.close();
  await start.clock.advance(1000);
  expect(start().read()).toMatchObject({ drafts: {}, recovered_drafts: [], safe_start: null });
});

it('what another version kept is read as far as it fits, and what is left out is told until the profile is closed', async () => {
  const start = open();
  const preferences = { ...DEFAULT_PREFERENCES, theme: 'sepia', is_sounding: false };
  start.settings.write('workspaces', { ...holding('Main'), zoom: 2, preferences });
  const chart = { id: 'w-aaaaaaaa', name: 'Chart', workspaces: holding('Chart') };
  start.settings.write('own_windows', {
    items: [
      { ...chart, opacity: 1 },
      { id: 'window', name: 'Odd' },
    ],
  });
  const taken: unknown[] = [];
  const layouts = start(false, (former) => taken.push(former));
  const leftOut = [
    { of: null, field: 'theme' },
    { of: null, field: 'zoom' },
    { of: 'Odd', field: null },
    { of: 'Chart', field: 'opacity' },
  ];
  const told = () => layouts.read().layouts_left_out;
  expect(layouts.read()).toMatchObject({
    workspaces: holding('Main'),
    own_windows: [chart],
  });
  // What was kept with the profile is given to all; the arrangement has it no more.
  expect(taken).toEqual([{ ...DEFAULT_PREFERENCES, is_sounding: false }]);
  expect(layouts.read().workspaces).not.toHaveProperty('preferences');
  expect(told()).toEqual(expect.arrayContaining(leftOut));
  expect(told()).toHaveLength(leftOut.length);
  await layouts.handlers['workspaces.save']({ window_id: null, workspaces: holding('Main') }, sender);
  expect(told()).toHaveLength(leftOut.length);
  await layouts.handlers['workspaces.save']({ window_id: 'w-aaaaaaaa', workspaces: holding('Chart') }, sender);
  expect(start().read().layouts_left_out).toEqual([]);
});
