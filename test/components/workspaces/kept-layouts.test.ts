import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LeftOut, workspacesSchema, type Workspaces } from '../../../shared/ipc/schemas/workspace-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { FIRST_SCHEMA } from '../../support/kept-settings/kept.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { openFrame } from '../frame/palette.ts';

const mount = await openWindowBench();

/** A window of a terminal that kept these, and what it could not read of them. */
async function open(workspaces: Workspaces | null, leftOut: readonly LeftOut[] = []) {
  const window = await openFrame(mount, {
    ...DESK_SCREEN,
    workspace: workspaces?.items.find(({ id }) => id === workspaces.active)?.name ?? 'Trade',
    prepare: ({ state }) => {
      state.session = { ...state.session, workspaces, layouts_left_out: [...leftOut] };
    },
  });
  const { page, backEnd, inFront } = window;
  return {
    ...window,
    tabs: async () =>
      (await inFront.locator('.dv-tab').allInnerTexts()).map((text) => text.replace(/ \d+$/, '')).toSorted(),
    notice: page.locator('.notice'),
    kept: () => JSON.stringify(backEnd.state.session.workspaces),
    boxOf: async (region: string | RegExp) => {
      const box = await inFront.getByRole('region', { name: region }).boundingBox();
      if (box === null) throw new Error('it is in sight');
      return box;
    },
  };
}

const leaf = (views: readonly string[], size: number) => ({
  type: 'leaf',
  size,
  data: { views, activeView: views[0], id: views.join(' ') },
});

/** The layout of a later version: panels of this one, and one that it may not have. */
function laterLayout(unknown: string, ...more: readonly object[]): string {
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
          ...more,
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

const keptAs = (layout: string): Workspaces => ({
  version: 1,
  active: 'own-1',
  items: [{ id: 'own-1', name: 'Desk B', layout }],
});

describe('an arrangement kept by an earlier version', () => {
  it('is there again, within the bounds that panels have by now', async () => {
    const { page, inFront, tabs, boxOf, notice } = await open(workspacesSchema.parse(FIRST_SCHEMA));
    await inFront.getByRole('region', { name: 'Account' }).getByText('Equity').waitFor();
    expect(await tabs()).toEqual(['Account', 'BTC-PERPETUAL', 'Order ticket', 'Orders', 'Watchlist']);
    const [orders, account, watchlist] = [await boxOf('Orders'), await boxOf('Account'), await boxOf('Watchlist')];
    expect(account.y).toBe(orders.y);
    expect(account.x).toBeGreaterThan(orders.x + orders.width - 2);
    expect(watchlist.width).toBeGreaterThanOrEqual(429);
    // Those that came later stand beside it.
    await page.locator('.workspace-tabs').getByRole('button', { name: 'Risk' }).waitFor();
    expect(await notice.count()).toBe(0);
  });
});

describe('an arrangement kept by a later version', () => {
  it('loses the panel alone that this version has not, says so, and stays kept until it is arranged', async () => {
    const window = await open(keptAs(laterLayout('vol-surface')));
    const { view, page, inFront, tabs, notice, boxOf, kept, choose, showWorkspace, togglePanel } = window;
    await notice.getByText('“Desk B” is shown without “vol-surface”. This version has no such panel').waitFor();
    expect(await tabs()).toEqual(['Chart', 'Orders', 'Watchlist']);
    const main = await inFront.boundingBox();
    const [watchlist, chart] = [await boxOf('Watchlist'), await boxOf(/^Chart/)];
    // Its neighbour has its room.
    expect(watchlist.height).toBeGreaterThan((main?.height ?? 0) - 4);
    expect(chart.x).toBeGreaterThan(watchlist.x + watchlist.width - 2);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    // A copy has the panel too, and so has a file.
    await choose('Duplicate “Desk B”');
    await notice.getByText('“Desk B 2” is shown without “vol-surface”').waitFor();
    const download = page.waitForEvent('download');
    await choose('Export “Desk B 2”');
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('vol-surface');
    await choose('Delete “Desk B 2”');
    await showWorkspace('Desk B');
    // The window keeps something else: the panel is still in what a later version will read.
    await showWorkspace('Trade');
    await expect.poll(kept).toContain('"active":"trade"');
    expect(kept()).toContain('vol-surface');
    await notice.waitFor({ state: 'detached' });
    await showWorkspace('Desk B');
    await notice.getByRole('button', { name: 'Hide' }).click();
    await notice.waitFor({ state: 'detached' });
    await togglePanel('Orders');
    await expect.poll(kept).not.toContain('vol-surface');
    await view.reload();
    await inFront.locator('.dv-tab').filter({ hasText: 'Chart' }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('loses the fields alone that this version does not know, and says so', async () => {
    const { tabs, notice } = await open(keptAs(laterLayout('journal')), [
      { of: 'Desk B', field: 'icon' },
      { of: null, field: 'zoom' },
    ]);
    await notice.getByText('This version can’t read “icon” of “Desk B” and “zoom” of the stored workspaces').waitFor();
    expect(await tabs()).toEqual(['Chart', 'Journal', 'Orders', 'Watchlist']);
  });

  it('that holds a panel twice gives way to the standard one, says so, and stays kept', async () => {
    const layout = laterLayout('order-ticket', leaf(['order-ticket'], 1));
    const { backEnd, tabs, notice, kept, showWorkspace } = await open(keptAs(layout));
    await notice.getByText('The stored arrangement of “Desk B” can’t be read. You see the standard one').waitFor();
    expect(await tabs()).toEqual(['Watchlist']);
    await showWorkspace('Trade');
    await expect.poll(kept).toContain('"active":"trade"');
    expect(backEnd.state.session.workspaces?.items[0]?.layout).toBe(layout);
  });

  it('that can’t be read at all gives way to the standard one, and says so', async () => {
    const { notice, workspaces } = await open(null, [{ of: null, field: null }]);
    await notice.getByText('You see the standard ones').waitFor();
    expect(await workspaces()).toEqual(['Trade', 'Block RFQ', 'Risk', 'History']);
  });
});

describe('workspaces that two crashes in a row hold back', () => {
  it('are not shown, and nothing is kept in their place, until they are asked for', async () => {
    const mine = keptAs(laterLayout('journal'));
    const { page, backEnd, workspaces } = await openFrame(mount, {
      prepare: ({ state }) => {
        state.session = { ...state.session, workspaces: mine, safe_start: 'crashes' };
      },
    });
    await page.getByText('The terminal ended unexpectedly twice').waitFor();
    expect(await workspaces()).not.toContain('Desk B');
    expect(backEnd.state.session.workspaces).toEqual(mine);
    await page.getByRole('button', { name: 'Open mine' }).click();
    await expect.poll(workspaces).toContain('Desk B');
  });
});
