import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { writeWorkspace } from '../../support/kept-settings/workspace-file.ts';
import { frameOf } from '../frame/frame.ts';

const mount = await openWindowBench();

async function open() {
  const mounted = await mount();
  return { ...mounted, ...frameOf(mounted.page) };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function make({ choose, dialog, page, press }: Opened, name: string): Promise<void> {
  await choose('New workspace…');
  await dialog('New workspace').getByLabel('Name').fill(name);
  await press('Enter');
  await page.getByRole('main', { name, exact: true }).waitFor();
}

describe('workspaces of the trader', () => {
  it('are made, named, copied, handed on in a file and deleted; a wrong file is refused in words', async () => {
    const window = await open();
    const { page, choose, dialog, workspaces, importWorkspace, toast } = window;
    await choose('New workspace…');
    await dialog('New workspace').getByLabel('Name').fill('risk');
    await dialog('New workspace').getByText('There is a workspace “risk” already.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog('New workspace').getByLabel('Name').fill('Gamma');
    await dialog('New workspace').getByLabel('Name').press('Enter');
    await page.getByRole('main', { name: 'Gamma' }).waitFor();
    await choose('Duplicate “Gamma”');
    await expect.poll(workspaces).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Gamma', 'Gamma 2']);
    const download = page.waitForEvent('download');
    await choose('Export “Gamma 2”');
    const saved = readFileSync(await (await download).path(), 'utf8');
    await choose('Delete “Gamma 2”');
    await expect.poll(workspaces).not.toContain('Gamma 2');
    await importWorkspace(saved);
    await page.getByRole('main', { name: 'Gamma 2' }).getByRole('region', { name: 'Watchlist' }).waitFor();
    await importWorkspace('{"format":"strikedesk-workspace","version":7}');
    await page.getByText('The file is of version 7, from a newer terminal. This one reads version 1.').waitFor();
    await importWorkspace(saved);
    await page.getByRole('main', { name: 'Gamma 2 2' }).waitFor();
    await expect.poll(() => toast('was not imported').count()).toBe(0);
  });

  it('are not imported from a file that is larger than any could be', async () => {
    const { page, importWorkspace, workspaces } = await open();
    await importWorkspace('x'.repeat(512 * 1024 + 1));
    await page.getByText('The file is over 512 kB and no workspace.').waitFor();
    expect(await workspaces()).toHaveLength(4);
  });

  it('show which panels they have, and let one go and come back', async () => {
    const { page, bar, press, inFront, togglePanel } = await open();
    const chart = inFront.locator('.dv-tab').filter({ hasText: 'Chart' });
    await chart.waitFor();
    await bar.getByRole('button', { name: /^Panels/ }).click();
    await expect.poll(() => page.getByRole('menuitemcheckbox', { checked: true }).allInnerTexts()).toHaveLength(10);
    await press('Escape');
    await togglePanel('Chart');
    await chart.waitFor({ state: 'detached' });
    await togglePanel('Chart');
    await chart.waitFor();
  });

  it('keep a panel whose window the browser held back, and say so', async () => {
    const { page, choose, inFront, toast, backEnd, pass } = await open();
    const chart = inFront.locator('.dv-tab').filter({ hasText: 'Chart' });
    await chart.waitFor();
    await page.evaluate(() => {
      const held = window.open.bind(window);
      window.open = () => {
        window.open = held;
        return null;
      };
    });
    await choose(/^Move a panel to its own window/);
    await page.getByRole('menuitem', { name: 'Chart', exact: true }).click();
    await expect.poll(() => backEnd.asked('workspaces.save').some(({ window_id: id }) => id !== null)).toBe(true);
    // How long it is given to call in.
    await pass(10_000);
    await toast('The browser opened no window').getByText('Allow this page to open windows and try again.').waitFor();
    await expect.poll(() => chart.count()).toBe(1);
  });

  it('are imported without a panel that this version has not, which is named', async () => {
    const { page, importWorkspace, toast } = await open();
    await importWorkspace(writeWorkspace('Of another', ['watchlist', 'vol-surface', 'orders']));
    const main = page.getByRole('main', { name: 'Of another' });
    await main.getByRole('region', { name: 'Orders' }).waitFor();
    await toast('“Of another” was imported without “vol-surface”').getByText('The rest is as in the file.').waitFor();
    await expect.poll(() => main.locator('.dv-groupview').count()).toBe(2);
    // It was told once: what is kept has no such panel.
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('are all within reach however many there are: the one in front is in sight, and an edge tells of others', async () => {
    const window = await open();
    const { page } = window;
    const strip = page.locator('.workspace-tabs');
    /** Whether the whole tab can be seen. */
    const isInSight = async (name: string): Promise<boolean> => {
      const [tab, whole] = await Promise.all([
        page.locator('.workspace-tab', { hasText: name }).first().boundingBox(),
        strip.boundingBox(),
      ]);
      if (tab === null || whole === null) return false;
      return tab.x >= whole.x - 1 && tab.x + tab.width <= whole.x + whole.width + 1;
    };
    for (const name of ['Gamma', 'Gamma 2', 'Long name of a workspace', 'Another one', 'One more of them']) {
      await make(window, name);
      await expect.poll(() => isInSight(name)).toBe(true);
    }
    await expect.poll(() => strip.getAttribute('class')).toBe('workspace-tabs has-more-before');
    expect(await isInSight('Trade')).toBe(false);
    await strip.hover();
    await page.mouse.wheel(0, -4000);
    await expect.poll(() => isInSight('Trade')).toBe(true);
    await expect.poll(() => strip.getAttribute('class')).toBe('workspace-tabs has-more-after');
  });

  it('keep the colour that a panel is linked by, when nothing else was arranged', async () => {
    const { view, page, backEnd, togglePanel } = await open();
    const linked = view.watchlist.getByRole('button', { name: 'Linked amber' });
    const saved = backEnd.nextAsked('workspaces.save', ({ workspaces }) =>
      JSON.stringify(workspaces).includes('amber'),
    );
    await view.watchlist.getByRole('button', { name: /^Linked / }).click();
    await page.getByRole('menuitemradio', { name: 'amber' }).click();
    await linked.waitFor();
    await saved;
    await view.reload();
    await linked.waitFor();
    // A panel that was closed has it too when it comes back.
    await togglePanel('Watchlist');
    await view.watchlist.waitFor({ state: 'detached' });
    await togglePanel('Watchlist');
    await expect.poll(() => linked.count()).toBe(1);
  });

  it('keep floating panels where they were put', async () => {
    const { view, page, backEnd, importWorkspace } = await open();
    const position = { left: 500, top: 250, width: 500, height: 300 };
    const saved = backEnd.nextAsked('workspaces.save', ({ workspaces }) =>
      JSON.stringify(workspaces).includes('floatingGroups'),
    );
    await importWorkspace(writeWorkspace('Floating', ['watchlist'], [{ id: 'chart', position }]));
    const main = page.getByRole('main', { name: 'Floating' });
    const place = async () => {
      const box = await main.locator('.dv-resize-container').boundingBox();
      const dock = await main.boundingBox();
      return box === null || dock === null ? null : [Math.round(box.x - dock.x), Math.round(box.y - dock.y)];
    };
    await expect.poll(place).toEqual([500, 250]);
    await saved;
    await view.reload();
    await expect.poll(place).toEqual([500, 250]);
  });

  it.each([
    ['at the right', ['orders', 'order-ticket'], [], 'left'],
    ['at the left', ['order-ticket', 'orders'], [], 'right'],
    ['in the air', ['orders', 'watchlist'], [{ left: 300, top: 20, width: 420, height: 560 }], 'right'],
  ] as const)('show news beside the ticket where it stands %s, and where it is moved under them', async (...given) => {
    const [where, panels, places, side] = given;
    const { page, importWorkspace, leaveFields, press, toast } = await open();
    const name = `Ticket ${where}`;
    const floating = places.map((position) => ({ id: 'order-ticket', position }));
    await importWorkspace(writeWorkspace(name, panels, floating));
    const main = page.getByRole('main', { name });
    await main.getByRole('region', { name: 'Order ticket' }).getByLabel('Amount').first().waitFor();
    // Read at one moment: the ticket may be on its way.
    const place = () =>
      page.evaluate(() => {
        const [news, kept] = ['.toaster', 'main:not([hidden]) [aria-label="Order ticket"]'].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect(),
        );
        if (news === undefined || kept === undefined || news.height === 0) return null;
        if (news.right <= kept.left) return 'left';
        return news.left >= kept.right ? 'right' : 'over it';
      });
    await leaveFields();
    await press('Alt+s');
    await toast('Nothing was sent').waitFor();
    expect(await place()).toBe(side);
    if (floating.length > 0) {
      const bar = await main.locator('.dv-resize-container .dv-void-container').boundingBox();
      const [x, y] = [(bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + (bar?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 400, y, { steps: 4 });
      await page.mouse.up();
      await expect.poll(place).toBe('left');
    }
  });

  it('leave news that stays in sight under newer ones, in a low window too', async () => {
    const { view, importWorkspace, leaveFields, press, toast } = await open();
    await importWorkspace('{"format":"strikedesk-workspace","version":8}');
    const stays = toast('The file is of version 8');
    await stays.waitFor();
    await view.press.waitFor();
    await leaveFields();
    await press('Alt+s');
    await toast('Nothing was sent').waitFor();
    await expect.poll(() => stays.isVisible()).toBe(true);
  });
});
