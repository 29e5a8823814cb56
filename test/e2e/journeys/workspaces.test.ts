import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { launchChromium } from '../../support/browser.ts';
import { startTerminal, type Terminal } from '../../support/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/terminal-window.ts';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;

beforeAll(async () => {
  browser = await launchChromium();
  simulator = await createSimulator({ seed: 11 });
  terminal = await startTerminal({ simulator });
  view = await openTerminalWindow(browser, terminal.url, { width: 1280, height: 720, confirmation: 'as set' });
});
afterAll(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
  await browser.close();
});

const tabs = () => view.page.locator('.workspace-tabs').getByRole('button').allInnerTexts();

async function choose(item: string | RegExp): Promise<void> {
  await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await view.page.getByRole('menuitem', { name: item }).click();
}

async function importFile(text: string): Promise<void> {
  const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await view.page.getByLabel('Workspace to import').setInputFiles(file);
}

describe('workspaces of the trader', () => {
  it('are made, named, copied, handed on in a file and deleted; a wrong file is refused in words', async () => {
    await choose('New workspace…');
    const dialog = view.page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('risk');
    await dialog.getByText('There is a workspace “risk” already.').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await dialog.getByLabel('Name').fill('Gamma');
    await dialog.getByLabel('Name').press('Enter');
    await view.page.getByRole('main', { name: 'Gamma' }).waitFor();
    await choose('Duplicate “Gamma”');
    await expect.poll(tabs).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Gamma', 'Gamma 2']);
    const download = view.page.waitForEvent('download');
    await choose('Export “Gamma 2”');
    const saved = readFileSync(await (await download).path(), 'utf8');
    await choose('Delete “Gamma 2”');
    await expect.poll(tabs).not.toContain('Gamma 2');
    await importFile(saved);
    await view.page.getByRole('main', { name: 'Gamma 2' }).getByRole('region', { name: 'Watchlist' }).waitFor();
    await importFile('{"format":"strikedesk-workspace","version":7}');
    await view.page.getByText('The file is of version 7, from a newer terminal; this one reads version 1.').waitFor();
    expect(view.complaints).toEqual([]);
  });

  it('are held back after two crashes in a row, and given back when asked', async () => {
    // Kept by then: a name is saved with each change.
    await expect.poll(tabs).toContain('Gamma 2');
    await view.close();
    for (let crash = 0; crash < 2; crash += 1) {
      await terminal.kill();
      terminal = await startTerminal({ simulator, dataDir: terminal.dataDir });
    }
    view = await openTerminalWindow(browser, terminal.url, { width: 1280, height: 720, confirmation: 'as set' });
    await view.page.getByText('The terminal ended unexpectedly twice in a row').waitFor();
    expect(await tabs()).toEqual(['Trade', 'Block RFQ', 'Risk', 'History']);
    await view.page.getByRole('button', { name: 'Open mine' }).click();
    await expect.poll(tabs).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Gamma', 'Gamma 2']);
  });
});
