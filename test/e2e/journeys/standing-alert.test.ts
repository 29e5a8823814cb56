import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIMULATOR_ID } from '../../../electron/profile.ts';
import { openProfileStore } from '../../../electron/storage/profile-store.ts';
import { createSettings } from '../../../electron/storage/settings.ts';
import { parseCondition } from '../../../shared/alerts/condition-text.ts';
import type { AlertRule } from '../../../shared/alerts/rule.ts';
import { decimal } from '../../../shared/decimal.ts';
import { shareChromium } from '../../support/browser.ts';
import { endTourBefore } from '../../support/ended-tour.ts';
import { startTerminal, type Terminal } from '../../support/terminal.ts';
import { openTerminalWindow } from '../../support/terminal-window.ts';

const condition = parseCondition('BTC-PERPETUAL mark_price > 1');
if (!condition.ok) throw new Error(condition.error.reason);
const RULE: AlertRule = {
  id: '2d1a8a63-5b0b-4a0e-9d5c-000000000001',
  condition: condition.value,
  hysteresis: decimal(0),
  repeat_minutes: null,
  snoozed_until: null,
};

let browser: Browser;
let terminal: Terminal;

beforeAll(async () => {
  browser = await shareChromium();
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-alert-'));
  await endTourBefore(dataDir);
  const store = openProfileStore(dataDir, SIMULATOR_ID, Date.now());
  createSettings(store.settings, Date.now).write('alerts', [RULE]);
  store.close();
  terminal = await startTerminal({ dataDir });
});
afterAll(async () => {
  await browser.close();
  await terminal.stop();
  terminal.removeData();
});

it('an alert that stands is told to each page that is loaded, whenever it was raised', async () => {
  const view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set' });
  const toast = view.page.getByText('Alert: BTC-PERPETUAL mark_price > 1').first();
  await toast.waitFor();
  await view.page.reload();
  await toast.waitFor();
  expect(view.complaints).toEqual([]);
  await view.close();
});
