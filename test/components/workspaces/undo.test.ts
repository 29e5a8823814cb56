import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { writeWorkspace } from '../../support/kept-settings/workspace-file.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';
import { frameOf } from '../frame/frame.ts';

const mount = await openWindowBench();

/** The whole window on a desk's screen, once everything behind its tabs is there. */
async function open() {
  const mounted = await mount(DESK_SCREEN);
  const frame = frameOf(mounted.page);
  await frame.inFront.locator('.dv-tab').filter({ hasText: 'Journal' }).waitFor();
  return { ...mounted, ...frame, reopen: () => frame.press('Control+Shift+t') };
}
type Opened = Awaited<ReturnType<typeof open>>;

/**
 * Where every panel of the workspace in front is: the tabs of each group, with its box in whole pixels. Read at once: one
 * group after another would wait for one that has closed meanwhile.
 */
async function readArrangement(page: Page): Promise<string[]> {
  const groups = await page.locator('main:not([hidden]) .dv-groupview').evaluateAll((elements) =>
    elements.map((group) => {
      const { x, y, width, height } = group.getBoundingClientRect();
      const tabs = [...group.querySelectorAll('.dv-tab')].map((tab) => tab.textContent.replace(/ \d+$/, ''));
      return `${tabs.join(' + ')} at ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );
  return groups.toSorted();
}

async function openWorkspace(
  { page, inFront, importWorkspace }: Opened,
  name: string,
  panels: readonly string[],
  floating: readonly object[] = [],
): Promise<void> {
  await importWorkspace(writeWorkspace(name, panels, floating));
  await page.getByRole('main', { name }).waitFor();
  await inFront.locator('.dv-tab').filter({ hasText: 'Watchlist' }).waitFor();
  // A panel's tab has the panel's own words once that is made, and its id until then.
  await expect.poll(async () => (await readArrangement(page)).join()).not.toMatch(/(?:^|,|\+ )[a-z]/);
}

const UNDO = 'Undo brings it back';

describe('a workspace that was taken away by mistake', () => {
  it('is back where it was, with its panels, when it was deleted', async () => {
    const window = await open();
    const { view, page, workspaces, choose, toast, showWorkspace } = window;
    // What is typed in another workspace stays, whatever becomes of this one.
    await view.amount.fill('1234');
    const position = { left: 500, top: 250, width: 500, height: 300 };
    await openWorkspace(window, 'Desk B', ['watchlist', 'orders'], [{ id: 'chart', position }]);
    const before = [await readArrangement(page), await workspaces()];
    await choose('Delete “Desk B”');
    await expect.poll(workspaces).not.toContain('Desk B');
    await toast(UNDO).getByText('“Desk B” was deleted').waitFor();
    // It stays for as long as the mouse is over it.
    await toast(UNDO).hover();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await toast(UNDO).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('main', { name: 'Desk B' }).waitFor();
    await expect.poll(async () => [await readArrangement(page), await workspaces()]).toEqual(before);
    await toast(UNDO).waitFor({ state: 'detached' });
    await showWorkspace('Trade');
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
  });

  it('is arranged as before when it was reset, from the palette too', async () => {
    const window = await open();
    const { view, page, backEnd, togglePanel, choosePanels, toast, ask } = window;
    await openWorkspace(window, 'Desk C', ['watchlist', 'orders', 'journal']);
    // Arranged a moment ago: not kept yet when the reset comes.
    await togglePanel('Journal');
    await expect.poll(async () => (await readArrangement(page)).join()).not.toContain('Journal');
    const before = await readArrangement(page);
    await choosePanels('Reset this workspace');
    await toast(UNDO).getByText('“Desk C” was reset').waitFor();
    await expect.poll(() => readArrangement(page)).toHaveLength(1);
    await toast(UNDO).getByRole('button', { name: 'Dismiss' }).click();
    const saved = backEnd.nextAsked(
      'workspaces.save',
      ({ workspaces }) => workspaces?.items.some(({ name, layout }) => name === 'Desk C' && layout !== null) === true,
    );
    await ask('undo reset');
    await page.getByRole('option', { name: /^Undo: “Desk C” was reset/ }).click();
    await expect.poll(() => readArrangement(page)).toEqual(before);
    await saved;
    await view.reload();
    await expect.poll(() => readArrangement(page)).toEqual(before);
  });
});

describe('a panel that was closed by mistake', () => {
  it('comes back among the tabs where it was, and in a place of its own with the same neighbours', async () => {
    const { view, page, bar, inFront, togglePanel, choosePanels, leaveFields, reopen } = await open();
    await view.amount.fill('1234');
    await leaveFields();
    const before = await readArrangement(page);
    // One of three tabs, and two that are alone in their places.
    for (const name of ['Trades', 'Account', 'Order ticket']) {
      await togglePanel(name);
      await expect.poll(async () => (await readArrangement(page)).join()).not.toContain(name);
    }
    await choosePanels('Reopen Order ticket');
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
    await reopen();
    await inFront.getByRole('region', { name: 'Account' }).waitFor();
    await reopen();
    await expect.poll(() => readArrangement(page)).toEqual(before);
    // The bars of the groups have their tools, and nothing is left to reopen.
    await view.watchlist.getByRole('combobox', { name: 'Add an instrument' }).waitFor();
    await bar.getByRole('button', { name: /^Panels/ }).click();
    const none = page.getByRole('menuitem', { name: 'No closed panel to reopen' });
    expect(await none.getAttribute('aria-disabled')).toBe('true');
  });

  it('finds the others as they are by now: only their room for it was taken', async () => {
    const { view, page, inFront, togglePanel, reopen } = await open();
    const widthOf = async (name: string): Promise<number> => {
      const box = await inFront.getByRole('region', { name, exact: true }).boundingBox();
      return box?.width ?? 0;
    };
    const readShare = async () => (await widthOf('Watchlist')) / (await widthOf('Ticker'));
    const before = [await widthOf('Order ticket'), await readShare()];
    await togglePanel('Order ticket');
    await view.ticket.waitFor({ state: 'detached' });
    const list = await view.watchlist.boundingBox();
    if (list === null) throw new Error('it is in sight');
    const edge = { x: list.x + list.width, y: list.y + list.height / 2 };
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x + 200, edge.y, { steps: 4 });
    await page.mouse.up();
    const moved = await readShare();
    await reopen();
    await view.ticket.getByLabel('Amount', { exact: true }).waitFor();
    expect(Math.abs((await widthOf('Order ticket')) - (before[0] ?? 0))).toBeLessThan(3);
    expect(moved).toBeGreaterThan((before[1] ?? 0) * 1.3);
    expect(Math.abs((await readShare()) / moved - 1)).toBeLessThan(0.02);
  });

  it('is found in the palette, and says why not where none was closed', async () => {
    const { page, ask, showWorkspace } = await open();
    await showWorkspace('Risk');
    await ask('reopen closed');
    const action = page.getByRole('option', { name: /No panel of this workspace was closed/ });
    await expect.poll(() => action.count()).toBe(1);
  });

  it('opens at a place of the dock’s own choice where its own is gone', async () => {
    const { view, page, inFront, togglePanel, reopen } = await open();
    await togglePanel('Account');
    await togglePanel('Order ticket');
    await expect.poll(async () => (await readArrangement(page)).join()).not.toContain('Order ticket');
    await togglePanel('Account');
    await inFront.getByRole('region', { name: 'Account' }).waitFor();
    await reopen();
    await view.ticket.getByLabel('Amount', { exact: true }).waitFor();
  });
});
