import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { writeWorkspace } from '../../support/kept-settings/workspace-file.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const STANDARD = ['Trade', 'Block RFQ', 'Risk', 'History'];

const own = await openServedTerminal();
const { simulator, restart } = own;
let { terminal, view } = own;

const tabs = () => view.page.locator('.workspace-tabs').getByRole('button').allInnerTexts();

async function makeWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New workspace…' }).click();
  await page.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('main', { name }).waitFor();
}

describe('workspaces of the trader', () => {
  it('are kept however much of them there is; two crashes in a row hold them back, until they are asked for', async () => {
    const before = await tabs();
    const state = 'x'.repeat(190_000);
    const grids = { orders: { version: 1, state }, trades: { version: 1, state } };
    const large = { ...(JSON.parse(writeWorkspace('Large', ['watchlist'])) as object), grids };
    const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(large)) };
    let connections = 0;
    view.page.on('websocket', () => (connections += 1));
    for (const name of ['Large', 'Large 2']) {
      await view.page.getByLabel('Workspace to import').setInputFiles(file);
      await view.page.getByRole('main', { name, exact: true }).waitFor();
    }
    const kept = () =>
      (readSetting(terminal.dataDir, 'workspaces').value as { items: { name: string }[] } | null)?.items;
    await expect.poll(() => kept()?.map(({ name }) => name)).toEqual(expect.arrayContaining(['Large', 'Large 2']));
    // The back end stayed in reach all the while.
    expect(connections).toBe(0);
    expect(view.complaints).toEqual([]);

    ({ terminal, view } = await restart(undefined, async () => {
      for (let crash = 0; crash < 2; crash += 1) {
        const doomed = await startTerminal({ simulator, dataDir: terminal.dataDir });
        await doomed.kill();
      }
    }));
    await view.page.getByText('The terminal ended unexpectedly twice').waitFor();
    expect(await tabs()).toEqual(STANDARD);
    await view.page.getByRole('button', { name: 'Open mine' }).click();
    await expect.poll(tabs).toEqual([...before, 'Large', 'Large 2']);
  });

  it(
    'are those of one tab at a time: a second one takes over, with what was typed, and so does the first again',
    DEEP,
    async () => {
      ({ terminal, view } = await restart());
      const { page: first } = view;
      await first.getByRole('button', { name: 'Trade', exact: true }).click();
      await view.amount.fill('70');
      const second = await first.context().newPage();
      const amount = panelOf(second, 'Order ticket').getByLabel('Amount', { exact: true });
      await second.goto(first.url());
      const aside = (page: Page) => page.getByRole('alert').filter({ hasText: 'used in another tab' });
      await aside(first).waitFor();
      expect(await findAccessibilityFaults(first)).toEqual([]);
      expect(await first.locator('.workspace-tabs').count()).toBe(0);
      await expect.poll(() => amount.inputValue()).toBe('70');
      await amount.fill('80');
      await makeWorkspace(second, 'Mine');
      await first.keyboard.press('Tab');
      await first.keyboard.press('Enter');
      await aside(second).waitFor();
      await first.getByRole('main', { name: 'Mine' }).waitFor();
      await second.close();
      await first.getByRole('button', { name: 'Trade', exact: true }).click();
      await expect.poll(() => view.amount.inputValue()).toBe('80');
      expect(view.complaints).toEqual([]);
    },
  );
});
