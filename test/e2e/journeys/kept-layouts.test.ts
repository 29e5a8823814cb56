import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { FIRST_SCHEMA, readSetting } from '../../support/kept-settings/kept.ts';
import { type KeptWindow, openKeptBench } from '../../support/kept-settings/kept-window.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';

const open = await openKeptBench();
let terminal: KeptWindow['terminal'];
let view: KeptWindow['view'];

/** Opens a window of a terminal whose profile has this arrangement kept. */
async function openKept(workspaces: object, workspace = 'Trade'): Promise<void> {
  ({ view, terminal } = await open('workspaces', workspaces, { ...DESK_SCREEN, confirmation: 'as set', workspace }));
}

const inFront = () => view.page.locator('main:not([hidden])');
const tabs = async () => (await inFront().locator('.dv-tab').allInnerTexts()).map((text) => text.replace(/ \d+$/, ''));
const notice = () => view.page.locator('.notice');
const kept = () => JSON.stringify(readSetting(terminal.dataDir, 'workspaces').value);

async function boxOf(region: string | RegExp) {
  const box = await inFront().getByRole('region', { name: region }).boundingBox();
  if (box === null) throw new Error('it is in sight');
  return box;
}

const leaf = (views: readonly string[], size: number) => ({
  type: 'leaf',
  size,
  data: { views, activeView: views[0], id: views.join(' ') },
});

/** The layout of a later version: two panels of this one, and one that it has not. */
function laterLayout(unknown: string): string {
  const ids = ['watchlist', unknown, 'chart', 'orders'];
  return JSON.stringify({
    grid: {
      root: {
        type: 'branch',
        size: 850,
        data: [
          { type: 'branch', size: 600, data: [leaf(['watchlist'], 500), leaf([unknown], 350)] },
          leaf(['orders'], 500),
          leaf(['chart'], 500),
        ],
      },
      width: 1600,
      height: 850,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id, title: id }])),
    activeGroup: unknown,
  });
}

describe('an arrangement kept by an earlier version', () => {
  it('is there again, within the bounds that panels have by now', async () => {
    await openKept(FIRST_SCHEMA);
    await inFront().getByRole('region', { name: 'Account' }).getByText('Equity').waitFor();
    expect((await tabs()).toSorted()).toEqual(['Account', 'BTC-PERPETUAL', 'Orders', 'Sell ticket', 'Watchlist']);
    const [orders, account, watchlist] = [await boxOf('Orders'), await boxOf('Account'), await boxOf('Watchlist')];
    expect(account.y).toBe(orders.y);
    expect(account.x).toBeGreaterThan(orders.x + orders.width - 2);
    expect(watchlist.width).toBeGreaterThanOrEqual(429);
    // Those that came later stand beside it.
    await view.page.locator('.workspace-tabs').getByRole('button', { name: 'Risk' }).waitFor();
    expect(await notice().count()).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});

describe('an arrangement kept by a later version', () => {
  const item = { id: 'own-1', name: 'Desk B', layout: laterLayout('vol-surface') };
  const later = { version: 1, active: 'own-1', items: [item] };

  it(
    'loses the panel alone that this version has not, says so, and stays kept until it is arranged',
    DEEP,
    async () => {
      await openKept(later, 'Desk B');
      await notice().getByText('“Desk B” is shown without “vol-surface”. This version has no such panel').waitFor();
      expect((await tabs()).toSorted()).toEqual(['Chart', 'Orders', 'Watchlist']);
      const main = await inFront().boundingBox();
      const [watchlist, chart] = [await boxOf('Watchlist'), await boxOf(/^Chart/)];
      // Its neighbour has its room.
      expect(watchlist.height).toBeGreaterThan((main?.height ?? 0) - 4);
      expect(chart.x).toBeGreaterThan(watchlist.x + watchlist.width - 2);
      expect(await findAccessibilityFaults(view.page)).toEqual([]);
      // A copy has the panel too, and so has a file.
      const inMenu = async (name: string): Promise<void> => {
        await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
        await view.page.getByRole('menuitem', { name }).click();
      };
      await inMenu('Duplicate “Desk B”');
      await notice().getByText('“Desk B 2” is shown without “vol-surface”').waitFor();
      const download = view.page.waitForEvent('download');
      await inMenu('Export “Desk B 2”');
      expect(readFileSync(await (await download).path(), 'utf8')).toContain('vol-surface');
      await inMenu('Delete “Desk B 2”');
      await view.page.getByRole('button', { name: 'Desk B', exact: true }).click();
      // The window keeps something else: the panel is still in what a later version will read.
      await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
      await expect.poll(kept).toContain('"active":"trade"');
      expect(kept()).toContain('vol-surface');
      await notice().waitFor({ state: 'detached' });
      await view.page.getByRole('button', { name: 'Desk B', exact: true }).click();
      await notice().getByRole('button', { name: 'Hide' }).click();
      await notice().waitFor({ state: 'detached' });
      await view.page.getByRole('button', { name: /^Panels/ }).click();
      await view.page.getByRole('menuitemcheckbox', { name: 'Orders', exact: true }).click();
      await expect.poll(kept).not.toContain('vol-surface');
      await view.reload();
      await inFront().locator('.dv-tab').filter({ hasText: 'Chart' }).waitFor();
      expect(await notice().count()).toBe(0);
      expect(view.complaints).toEqual([]);
    },
  );

  it('loses the fields alone that this version does not know, says so, and is kept aside as it was', async () => {
    const given = { ...later, zoom: 1.25, items: [{ ...item, layout: laterLayout('journal'), icon: 'star' }] };
    await openKept(given, 'Desk B');
    await notice()
      .getByText('This version can’t read “icon” of “Desk B” and “zoom” of the stored workspaces')
      .waitFor();
    expect((await tabs()).toSorted()).toEqual(['Chart', 'Journal', 'Orders', 'Watchlist']);
    await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
    await expect.poll(() => readSetting(terminal.dataDir, 'workspaces').aside).toEqual([given]);
    expect(kept()).not.toContain('zoom');
    expect(view.complaints).toEqual([]);
  });

  it('that holds a panel twice gives way to the standard one, says so, and stays kept', DEEP, async () => {
    const once = JSON.parse(laterLayout('sell-ticket')) as { grid: { root: { data: object[] } } };
    once.grid.root.data.push(leaf(['sell-ticket'], 1));
    await openKept({ ...later, items: [{ ...item, layout: JSON.stringify(once) }] }, 'Desk B');
    await notice().getByText('The stored arrangement of “Desk B” can’t be read. You see the standard one').waitFor();
    expect(await tabs()).toEqual(['Watchlist']);
    await view.page.getByRole('button', { name: 'Trade', exact: true }).click();
    await expect.poll(kept).toContain('"active":"trade"');
    expect(JSON.parse(kept()).items[0].layout).toBe(JSON.stringify(once));
  });

  it('that can’t be read at all gives way to the standard one, says so, and is kept aside', DEEP, async () => {
    const given = { version: 2, layouts: [] };
    await openKept(given);
    await notice().getByText('You see the standard ones').waitFor();
    await view.page.getByRole('button', { name: 'Risk', exact: true }).click();
    await expect.poll(() => readSetting(terminal.dataDir, 'workspaces').aside).toEqual([given]);
  });
});
