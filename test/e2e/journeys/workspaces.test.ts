import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { writeWorkspace } from '../../support/kept-settings/workspace-file.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const own = await openServedTerminal();
const { simulator, restart } = own;
let { terminal, view } = own;

const tabs = () => view.page.locator('.workspace-tabs').getByRole('button').allInnerTexts();

/** Whether the whole tab can be seen. */
async function isInSight(name: string): Promise<boolean> {
  const [tab, strip] = await Promise.all([
    view.page.locator('.workspace-tab', { hasText: name }).first().boundingBox(),
    view.page.locator('.workspace-tabs').boundingBox(),
  ]);
  if (tab === null || strip === null) return false;
  return tab.x >= strip.x - 1 && tab.x + tab.width <= strip.x + strip.width + 1;
}

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
    await view.page.getByText('The file is of version 7, from a newer terminal. This one reads version 1.').waitFor();
    await importFile(saved);
    await view.page.getByRole('main', { name: 'Gamma 2 2' }).waitFor();
    await expect.poll(() => view.page.locator('.toast').filter({ hasText: 'was not imported' }).count()).toBe(0);
    await choose('Delete “Gamma 2 2”');
    expect(view.complaints).toEqual([]);
  });

  it('are kept, and the back end stays in reach, however much of them there is', async () => {
    const grids = {
      orders: { version: 1, state: 'x'.repeat(190_000) },
      trades: { version: 1, state: 'x'.repeat(190_000) },
    };
    const large = { ...(JSON.parse(writeWorkspace('Large', ['watchlist'])) as object), grids };
    let connections = 0;
    view.page.on('websocket', () => (connections += 1));
    await importFile(JSON.stringify(large));
    await importFile(JSON.stringify(large));
    await view.page.getByRole('main', { name: 'Large 2' }).waitFor();
    const kept = () => (readSetting(terminal.dataDir, 'workspaces').value as { items: { name: string }[] }).items;
    await expect.poll(() => kept().map(({ name }) => name)).toEqual(expect.arrayContaining(['Large', 'Large 2']));
    expect(connections).toBe(0);
    await choose('Delete “Large 2”');
    await choose('Delete “Large”');
  });

  it('are not imported from a file that is larger than any could be', async () => {
    await importFile('x'.repeat(512 * 1024 + 1));
    await view.page.getByText('The file is over 512 kB and no workspace.').waitFor();
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
    await expect
      .poll(() => view.page.getByRole('menuitemcheckbox', { checked: true }).allInnerTexts())
      .toHaveLength(10);
    await item.click();
    await chart.waitFor({ state: 'detached' });
    await toggle();
    await chart.waitFor();
    await view.page.getByRole('button', { name: /^Panels/ }).click();
    await view.page.getByRole('menuitem', { name: 'Reset this workspace' }).click();
    expect(view.complaints).toEqual([]);
  });

  it(
    'keep a panel whose window the browser held back, and say so; allowed, it has a process of its own',
    DEEP,
    async () => {
      const { page } = view;
      await page.getByRole('button', { name: 'Trade', exact: true }).click();
      const chart = page.getByRole('main', { name: 'Trade' }).locator('.dv-tab').filter({ hasText: 'Chart' });
      const tearOff = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Workspace', exact: true }).click();
        await page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
        await page.getByRole('menuitem', { name: 'Chart', exact: true }).click();
      };
      await page.evaluate(() => {
        const held = window.open.bind(window);
        window.open = () => {
          window.open = held;
          return null;
        };
      });
      await tearOff();
      const toast = page.locator('.toast').filter({ hasText: 'The browser opened no window' });
      await toast.getByText('Allow this page to open windows and try again.').waitFor();
      await expect.poll(() => chart.count()).toBe(1);
      await toast.getByRole('button', { name: 'Dismiss' }).click();

      const opening = page.context().waitForEvent('page');
      await tearOff();
      const torn = await opening;
      await torn.getByRole('main', { name: 'Chart' }).waitFor();
      await chart.waitFor({ state: 'detached' });
      expect(await torn.evaluate(() => window.opener)).toBeNull();
      await torn.close();
      await page.getByRole('button', { name: /^Panels/ }).click();
      await page.getByRole('menuitem', { name: 'Reset this workspace' }).click();
      await chart.waitFor();
    },
  );

  it('are imported without a panel that this version has not, which is named', async () => {
    await importFile(writeWorkspace('Of another', ['watchlist', 'vol-surface', 'orders']));
    const main = view.page.getByRole('main', { name: 'Of another' });
    await main.getByRole('region', { name: 'Orders' }).waitFor();
    const toast = view.page.locator('.toast').filter({ hasText: '“Of another” was imported without “vol-surface”' });
    await toast.getByText('The rest is as in the file.').waitFor();
    await expect.poll(() => main.locator('.dv-groupview').count()).toBe(2);
    // It was told once: what is kept has no such panel.
    expect(await view.page.locator('.notice').count()).toBe(0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await choose('Delete “Of another”');
    expect(view.complaints).toEqual([]);
  });

  it(
    'are all within reach however many there are: the one in front is in sight, and an edge tells of others',
    DEEP,
    async () => {
      await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
      const strip = view.page.locator('.workspace-tabs');
      for (const name of ['Long name of a workspace', 'Another one', 'One more of them']) {
        await choose('New workspace…');
        await view.page.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name').fill(name);
        await view.page.keyboard.press('Enter');
        await view.page.getByRole('main', { name }).waitFor();
        await expect.poll(() => isInSight(name)).toBe(true);
      }
      await expect.poll(() => strip.getAttribute('class')).toBe('workspace-tabs has-more-before');
      expect(await isInSight('Trade')).toBe(false);
      await strip.hover();
      await view.page.mouse.wheel(0, -4000);
      await expect.poll(() => isInSight('Trade')).toBe(true);
      await expect.poll(() => strip.getAttribute('class')).toBe('workspace-tabs has-more-after');
      await view.page.keyboard.press('Alt+7');
      for (const name of ['One more of them', 'Another one', 'Long name of a workspace']) {
        await view.page.locator('.workspace-tab', { hasText: name }).click();
        await choose(`Delete “${name}”`);
      }
      await expect.poll(() => view.page.locator('.workspace-tab', { hasText: 'One more' }).count()).toBe(0);
      expect(view.complaints).toEqual([]);
    },
  );

  it('keep the colour that a panel is linked by, when nothing else was arranged', DEEP, async () => {
    await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
    const linked = (colour: string) => view.watchlist.getByRole('button', { name: `Linked ${colour}` });
    const link = async (colour: string): Promise<void> => {
      await view.watchlist.getByRole('button', { name: /^Linked / }).click();
      await view.page.getByRole('menuitemradio', { name: colour }).click();
      await linked(colour).waitFor();
    };
    await link('amber');
    const isKept = () => JSON.stringify(readSetting(terminal.dataDir, 'workspaces').value).includes('amber');
    await expect.poll(isKept).toBe(true);
    await view.reload();
    await linked('amber').waitFor();
    // A panel that was closed has it too when it comes back.
    const toggle = async (): Promise<void> => {
      await view.page.getByRole('button', { name: /^Panels/ }).click();
      await view.page.getByRole('menuitemcheckbox', { name: 'Watchlist', exact: true }).click();
    };
    await toggle();
    await view.watchlist.waitFor({ state: 'detached' });
    await toggle();
    await linked('amber').waitFor();
    await link('blue');
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
    ['at the right', ['orders', 'sell-ticket'], [], 'left'],
    ['at the left', ['sell-ticket', 'orders'], [], 'right'],
    ['in the air', ['orders', 'watchlist'], [{ left: 300, top: 20, width: 420, height: 560 }], 'right'],
  ] as const)('show news beside the ticket where it stands %s, and where it is moved under them', async (...given) => {
    const [where, panels, places, side] = given;
    const name = `Ticket ${where}`;
    const floating = places.map((position) => ({ id: 'sell-ticket', position }));
    await importFile(writeWorkspace(name, panels, floating));
    const main = view.page.getByRole('main', { name });
    const ticket = main.getByRole('region', { name: 'Sell ticket' });
    await ticket.getByLabel('Amount').first().waitFor();
    // Read at one moment: the ticket may be on its way.
    const place = () =>
      view.page.evaluate(() => {
        const [news, kept] = ['.toaster', 'main:not([hidden]) [aria-label="Sell ticket"]'].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect(),
        );
        if (news === undefined || kept === undefined || news.height === 0) return null;
        if (news.right <= kept.left) return 'left';
        return news.left >= kept.right ? 'right' : 'over it';
      });
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    await view.page.keyboard.press('Alt+s');
    const toast = view.page.locator('.toast').filter({ hasText: 'Nothing was sent' });
    await toast.waitFor();
    expect(await place()).toBe(side);
    if (floating.length > 0) {
      const bar = await main.locator('.dv-resize-container .dv-void-container').boundingBox();
      const [x, y] = [(bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + (bar?.height ?? 0) / 2];
      await view.page.mouse.move(x, y);
      await view.page.mouse.down();
      await view.page.mouse.move(x + 400, y, { steps: 4 });
      await view.page.mouse.up();
      await expect.poll(place).toBe('left');
    }
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await choose(`Delete “${name}”`);
  });

  it('leave news that stays in sight under newer ones, in a low window too', async () => {
    await importFile('{"format":"strikedesk-workspace","version":8}');
    const stays = view.page.locator('.toast').filter({ hasText: 'The file is of version 8' });
    await stays.waitFor();
    await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
    await view.press.waitFor();
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    await view.page.keyboard.press('Alt+s');
    await view.page.locator('.toast').filter({ hasText: 'Nothing was sent' }).waitFor();
    await expect.poll(() => stays.isVisible()).toBe(true);
    await stays.getByRole('button', { name: 'Dismiss' }).click();
    expect(view.complaints).toEqual([]);
  });

  it(
    'are those of one tab at a time: a second one takes over, with what was typed, and so does the first again',
    DEEP,
    async () => {
      const { page: first } = view;
      await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
      await view.amount.fill('70');
      const second = await first.context().newPage();
      const amount = panelOf(second, 'Sell ticket').getByLabel('Amount', { exact: true });
      await second.goto(first.url());
      const aside = (page: Page) => page.getByRole('alert').filter({ hasText: 'used in another tab' });
      await aside(first).waitFor();
      expect(await findAccessibilityFaults(first)).toEqual([]);
      expect(await first.locator('.workspace-tabs').count()).toBe(0);
      await expect.poll(() => amount.inputValue()).toBe('70');
      await amount.fill('80');
      await second.getByRole('button', { name: 'Workspace', exact: true }).click();
      await second.getByRole('menuitem', { name: 'New workspace…' }).click();
      await second.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name').fill('Mine');
      await second.keyboard.press('Enter');
      await second.getByRole('main', { name: 'Mine' }).waitFor();
      await first.keyboard.press('Tab');
      await first.keyboard.press('Enter');
      await aside(second).waitFor();
      await first.getByRole('main', { name: 'Mine' }).waitFor();
      await second.close();
      await first.getByRole('button', { name: 'Trade', exact: true }).click();
      await expect.poll(() => view.amount.inputValue()).toBe('80');
      await view.clear();
      await first.getByRole('button', { name: 'Mine', exact: true }).click();
      await choose('Delete “Mine”');
      expect(view.complaints).toEqual([]);
    },
  );

  it('are held back after two crashes in a row, and given back when asked', DEEP, async () => {
    // Kept by then: a name is saved with each change.
    await expect.poll(tabs).toContain('Gamma 2');
    ({ terminal, view } = await restart(undefined, async () => {
      for (let crash = 0; crash < 2; crash += 1) {
        const doomed = await startTerminal({ simulator, dataDir: terminal.dataDir });
        await doomed.kill();
      }
    }));
    await view.page.getByText('The terminal ended unexpectedly twice').waitFor();
    expect(await tabs()).toEqual(['Trade', 'Block RFQ', 'Risk', 'History']);
    await view.page.getByRole('button', { name: 'Open mine' }).click();
    await expect.poll(tabs).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Gamma', 'Gamma 2']);
  });
});
