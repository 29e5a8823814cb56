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

/** A workspace as “Export” writes it: panels side by side, and others that float over them. */
function writeWorkspace(name: string, panels: readonly string[], floating: readonly object[] = []): string {
  const leaf = (id: string) => ({
    type: 'leaf',
    size: 1280 / panels.length,
    data: { views: [id], activeView: id, id },
  });
  const all = [...panels, ...floating.flatMap((group) => ('id' in group ? [String(group.id)] : []))];
  const layout = {
    grid: {
      root: { type: 'branch', size: 600, data: panels.map(leaf) },
      width: 1280,
      height: 600,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(all.map((id) => [id, { id, contentComponent: id, title: id }])),
    activeGroup: panels[0],
    floatingGroups: floating.map(({ id, position }: { id?: string; position?: object }) => ({
      data: { views: [id], activeView: id, id: `floating ${id}` },
      position,
    })),
  };
  const file = { format: 'strikedesk-workspace', version: 1, name, settings: {}, layout: JSON.stringify(layout) };
  return JSON.stringify(file);
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

  it('show which panels they have, and let one go and come back', async () => {
    await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
    const main = view.page.getByRole('main', { name: 'Trade' });
    const chart = main.locator('.dv-tab').filter({ hasText: 'Chart' });
    const item = view.page.getByRole('menuitemcheckbox', { name: 'Chart', exact: true });
    const toggle = async (): Promise<void> => {
      await view.page.getByRole('button', { name: /^Panels/ }).click();
      await item.click();
    };
    await chart.waitFor();
    await view.page.getByRole('button', { name: /^Panels/ }).click();
    expect(await view.page.getByRole('menuitemcheckbox', { checked: true }).allInnerTexts()).toHaveLength(10);
    await item.click();
    await chart.waitFor({ state: 'detached' });
    await toggle();
    await chart.waitFor();
    await view.page.getByRole('button', { name: /^Panels/ }).click();
    await view.page.getByRole('menuitem', { name: 'Reset this workspace' }).click();
    expect(view.complaints).toEqual([]);
  });

  it('keep floating panels where they were put', async () => {
    const position = { left: 500, top: 250, width: 500, height: 300 };
    await importFile(writeWorkspace('Floating', ['watchlist'], [{ id: 'chart', position }]));
    const main = view.page.getByRole('main', { name: 'Floating' });
    const place = async () => {
      const box = await main.locator('.dv-resize-container').boundingBox();
      const dock = await main.boundingBox();
      return box === null || dock === null ? null : [Math.round(box.x - dock.x), Math.round(box.y - dock.y)];
    };
    await expect.poll(place).toEqual([500, 250]);
    await expect.poll(tabs).toContain('Floating');
    await view.reload();
    await expect.poll(place).toEqual([500, 250]);
    await choose('Delete “Floating”');
  });

  it.each([
    ['beside the ticket where it stands at the right', ['orders', 'sell-ticket'], 'left'],
    ['beside the ticket where it stands at the left', ['sell-ticket', 'orders'], 'right'],
  ])('show news %s', async (_where, panels, side) => {
    await importFile(writeWorkspace(`News at the ${side}`, panels));
    const main = view.page.getByRole('main', { name: `News at the ${side}` });
    const ticket = main.getByRole('region', { name: 'Sell ticket' });
    await ticket.getByLabel('Amount').first().waitFor();
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    await view.page.keyboard.press('Alt+s');
    const toast = view.page.locator('.toast').filter({ hasText: 'Nothing was sent' });
    await toast.waitFor();
    const [news, kept] = [await toast.boundingBox(), await ticket.boundingBox()];
    if (news === null || kept === null) throw new Error('both are on screen');
    if (side === 'left') expect(news.x + news.width).toBeLessThanOrEqual(kept.x);
    else expect(news.x).toBeGreaterThanOrEqual(kept.x + kept.width);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await choose(`Delete “News at the ${side}”`);
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
