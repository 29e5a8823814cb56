import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { writeWorkspace } from '../../support/kept-settings/workspace-file.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';

const { view } = await openServedTerminal(DESK_SCREEN);

const inFront = () => view.page.locator('main:not([hidden])');
const bar = () => view.page.getByRole('navigation', { name: 'Workspaces' });
const toast = () => view.page.locator('.toast').filter({ hasText: 'Undo brings it back' });

async function chooseInMenu(menu: string | RegExp, item: string | RegExp): Promise<void> {
  await bar().getByRole('button', { name: menu }).click();
  await view.page.getByRole('menuitem', { name: item }).click();
}
const togglePanel = async (name: string): Promise<void> => {
  await bar()
    .getByRole('button', { name: /^Panels/ })
    .click();
  await view.page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await view.page.getByRole('menu').waitFor({ state: 'detached' });
};

/** All panels of the front workspace: each group's tabs and box in whole pixels. Read at once, as groups may close. */
async function readArrangement(): Promise<string[]> {
  const groups = await inFront()
    .locator('.dv-groupview')
    .evaluateAll((elements) =>
      elements.map((group) => {
        const { x, y, width, height } = group.getBoundingClientRect();
        const tabs = [...group.querySelectorAll('.dv-tab')].map((tab) => tab.textContent.replace(/ \d+$/, ''));
        return `${tabs.join(' + ')} at ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
    );
  return groups.toSorted();
}

async function openWorkspace(name: string, panels: readonly string[], floating: readonly object[] = []): Promise<void> {
  const buffer = Buffer.from(writeWorkspace(name, panels, floating));
  await view.page
    .getByLabel('Workspace to import')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await view.page.getByRole('main', { name }).waitFor();
  await inFront().locator('.dv-tab').filter({ hasText: 'Watchlist' }).waitFor();
  // A panel's tab has the panel's own words once that is made, and its id until then.
  await expect.poll(async () => (await readArrangement()).join()).not.toMatch(/(?:^|,|\+ )[a-z]/);
}

describe('a workspace that was taken away by mistake', () => {
  it('is back where it was, with its panels, when it was deleted', async () => {
    // What is typed in another workspace stays, whatever becomes of this one.
    await view.amount.fill('1234');
    const position = { left: 500, top: 250, width: 500, height: 300 };
    await openWorkspace('Desk B', ['watchlist', 'orders'], [{ id: 'chart', position }]);
    const tabs = () => bar().locator('.workspace-tabs').getByRole('button').allInnerTexts();
    const before = [await readArrangement(), await tabs()];
    await chooseInMenu('Workspace', 'Delete “Desk B”');
    await expect.poll(tabs).not.toContain('Desk B');
    await toast().getByText('“Desk B” was deleted').waitFor();
    // It stays for as long as the mouse is over it.
    await toast().hover();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await toast().getByRole('button', { name: 'Undo' }).click();
    await view.page.getByRole('main', { name: 'Desk B' }).waitFor();
    await expect.poll(async () => [await readArrangement(), await tabs()]).toEqual(before);
    await toast().waitFor({ state: 'detached' });
    expect(view.complaints).toEqual([]);
  });

  it('is arranged as before when it was reset, from the palette too', DEEP, async () => {
    await openWorkspace('Desk C', ['watchlist', 'orders', 'journal']);
    // Arranged a moment ago: not kept yet when the reset comes.
    await togglePanel('Journal');
    await expect.poll(async () => (await readArrangement()).join()).not.toContain('Journal');
    const before = await readArrangement();
    await chooseInMenu(/^Panels/, 'Reset this workspace');
    await toast().getByText('“Desk C” was reset').waitFor();
    await expect.poll(readArrangement).toHaveLength(1);
    await toast().getByRole('button', { name: 'Dismiss' }).click();
    await view.page.keyboard.press('Control+k');
    await view.page.keyboard.type('undo reset');
    await view.page.getByRole('option', { name: /^Undo: “Desk C” was reset/ }).click();
    await expect.poll(readArrangement).toEqual(before);
    await view.reload();
    await expect.poll(readArrangement).toEqual(before);
    expect(view.complaints).toEqual([]);
  });
});

describe('a panel that was closed by mistake', () => {
  const reopen = () => view.page.keyboard.press('Control+Shift+t');

  it('comes back among the tabs where it was, and in a place of its own with the same neighbours', async () => {
    await bar().getByRole('button', { name: 'Trade', exact: true }).click();
    await inFront().locator('.dv-tab').filter({ hasText: 'Journal' }).waitFor();
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    const before = await readArrangement();
    // One of three tabs, and two that are alone in their places.
    for (const name of ['Trades', 'Account', 'Sell ticket']) {
      await togglePanel(name);
      await expect.poll(async () => (await readArrangement()).join()).not.toContain(name);
    }
    await bar()
      .getByRole('button', { name: /^Panels/ })
      .click();
    await view.page.getByRole('menuitem', { name: 'Reopen Sell ticket' }).click();
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
    await reopen();
    await inFront().getByRole('region', { name: 'Account' }).waitFor();
    await reopen();
    await expect.poll(readArrangement).toEqual(before);
    // The bars of the groups have their tools, and nothing is left to reopen.
    await view.watchlist.getByRole('combobox', { name: 'Add an instrument' }).waitFor();
    await bar()
      .getByRole('button', { name: /^Panels/ })
      .click();
    const none = view.page.getByRole('menuitem', { name: 'No closed panel to reopen' });
    expect(await none.getAttribute('aria-disabled')).toBe('true');
    await view.page.keyboard.press('Escape');
    expect(view.complaints).toEqual([]);
  });

  it('finds the others as they are by now: only their room for it was taken', async () => {
    const widthOf = async (name: string): Promise<number> => {
      const box = await inFront().getByRole('region', { name, exact: true }).boundingBox();
      return box?.width ?? 0;
    };
    const readShare = async () => (await widthOf('Watchlist')) / (await widthOf('Ticker'));
    const before = [await widthOf('Sell ticket'), await readShare()];
    await togglePanel('Sell ticket');
    await view.ticket.waitFor({ state: 'detached' });
    const list = await view.watchlist.boundingBox();
    if (list === null) throw new Error('it is in sight');
    const edge = { x: list.x + list.width, y: list.y + list.height / 2 };
    await view.page.mouse.move(edge.x, edge.y);
    await view.page.mouse.down();
    await view.page.mouse.move(edge.x + 200, edge.y, { steps: 4 });
    await view.page.mouse.up();
    const moved = await readShare();
    await reopen();
    await view.ticket.getByLabel('Amount', { exact: true }).waitFor();
    expect(Math.abs((await widthOf('Sell ticket')) - (before[0] ?? 0))).toBeLessThan(3);
    expect(moved).toBeGreaterThan((before[1] ?? 0) * 1.3);
    expect(Math.abs((await readShare()) / moved - 1)).toBeLessThan(0.02);
    await chooseInMenu(/^Panels/, 'Reset this workspace');
    expect(view.complaints).toEqual([]);
  });

  it('is found in the palette, and says why not where none was closed', async () => {
    await bar().getByRole('button', { name: 'Risk', exact: true }).click();
    await view.page.keyboard.press('Control+k');
    await view.page.keyboard.type('reopen closed');
    await view.page.getByRole('option', { name: /No panel of this workspace was closed/ }).waitFor();
    await view.page.keyboard.press('Escape');
    await bar().getByRole('button', { name: 'Trade', exact: true }).click();
    expect(view.complaints).toEqual([]);
  });

  it('opens at a place of the dock’s own choice where its own is gone', async () => {
    await togglePanel('Account');
    await togglePanel('Sell ticket');
    await expect.poll(async () => (await readArrangement()).join()).not.toContain('Sell ticket');
    await togglePanel('Account');
    await inFront().getByRole('region', { name: 'Account' }).waitFor();
    await reopen();
    await view.ticket.getByLabel('Amount', { exact: true }).waitFor();
    await chooseInMenu(/^Panels/, 'Reset this workspace');
    expect(view.complaints).toEqual([]);
  });
});
