import { describe, expect, it } from 'vitest';
import { type Mounted, openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { DEEP } from '../../support/deep.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';
import { frameOf } from './frame.ts';

const mount = await openWindowBench();

const tabOf = ({ page }: Mounted, text: string) => page.locator('main:not([hidden]) .dv-tab').filter({ hasText: text });

/** Whether the ticker's tab stands in the row of the watchlist's, and at its right. */
async function isTickerBehindWatchlist(mounted: Mounted): Promise<boolean> {
  const groups = await Promise.all(
    ['BTC-PERPETUAL', 'Watchlist'].map((text) =>
      tabOf(mounted, text).evaluate((element) => element.closest('.dv-groupview')?.getBoundingClientRect().x),
    ),
  );
  return groups[0] === groups[1];
}

describe('a small window', () => {
  async function expectWhole(width: number, height: number): Promise<void> {
    // Times of the service that contradict the others are told, which takes room in the status bar.
    const mounted = await mount({ prepare: (backEnd) => backEnd.setStatus({ clock_readings_ignored: 1 }) });
    const { view, page } = mounted;
    await page.getByText(/clock readings? ignored/u).waitFor();
    await view.select(PERPETUAL);
    await page.setViewportSize({ width, height });
    await expect.poll(() => isTickerBehindWatchlist(mounted)).toBe(true);
    // Whichever was in front goes on to be.
    await view.watchlist.getByText('ETH-PERPETUAL').waitFor();
    const parts = page.locator('main:not([hidden]) .dv-groupview, .press, .stop-trading, .status-bar .number');
    const listBeyond = () =>
      parts.evaluateAll((all) =>
        all.filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(String),
      );
    await expect.poll(listBeyond).toEqual([]);
    const listScrolled = () =>
      page
        .locator('html, body, .workspace-area')
        .evaluateAll((all) =>
          all.filter((part) => part.scrollWidth > part.clientWidth).map(({ className }) => className),
        );
    await expect.poll(listScrolled).toEqual([]);
  }
  it.each([[800, 480]])('of %i × %i shows every panel whole, and nothing is scrolled sideways', expectWhole);
  it.each([[1024, 700]])('of %i × %i shows every panel whole, and nothing is scrolled sideways', DEEP, expectWhole);

  it('tells what became of an order, and has its cancel, without being scrolled to', async () => {
    const { view, page } = await mount();
    await view.amount.fill('5000');
    await view.price.fill('98000');
    await view.label.fill('in-sight');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('in-sight').waitFor();
    for (const [width, height] of [
      [1024, 576],
      [853, 480],
    ] as const) {
      await page.setViewportSize({ width, height });
      const isInSight = () =>
        view.orders.getByRole('button', { name: 'Cancel in-sight' }).evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
      await expect.poll(isInSight).toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => view.orders.locator('.ag-pinned-right-header [col-id="state"]').count()).toBe(0);
  });

  it('made wide again has the ticker beside the watchlist as before, with what was looked at in front', async () => {
    const mounted = await mount({ width: 800, height: 480 });
    const { view, page } = mounted;
    await expect.poll(() => isTickerBehindWatchlist(mounted)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => isTickerBehindWatchlist(mounted)).toBe(false);
    await view.watchlist.getByText('ETH-PERPETUAL').waitFor();
    await page.getByRole('region', { name: 'Ticker fields' }).waitFor();
  });

  it('made as it was before, from smaller or larger, has every panel at its size again', async () => {
    const large = { width: 1600, height: 960 };
    const small = { width: 1280, height: 720 };
    const { page } = await mount(large);
    const groups = page.locator('main:not([hidden]) .dv-groupview');
    const beside = groups.filter({ has: page.locator('.dv-tab', { hasText: 'Orders' }) }).locator('.dv-tab');
    /** Left, top, width and height of each group of panels, in pixels. */
    const measure = () =>
      groups.evaluateAll((all) =>
        all.map((group) => {
          const { x, y, width, height } = group.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(' ');
        }),
      );
    await expect.poll(() => beside.count()).toBe(3);
    const before = await measure();
    expect(before).toHaveLength(5);
    for (const size of [small, large, { width: 2560, height: 1440 }, small, large]) {
      await page.setViewportSize(size);
      await expect.poll(() => beside.count()).toBe(size === small ? 4 : 3);
    }
    await expect.poll(measure).toEqual(before);
  });

  it('scrolls what panels need beyond it among them, and the way to stop stays in sight', async () => {
    const mounted = await mount({ width: 640, height: 480 });
    const { view, page } = mounted;
    await expect.poll(() => isTickerBehindWatchlist(mounted)).toBe(true);
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'Stop trading' }).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(640);
    await view.press.scrollIntoViewIfNeeded();
    const press = await view.press.boundingBox();
    expect((press?.x ?? 0) + (press?.width ?? 0)).toBeLessThanOrEqual(641);
  });

  it('is scrolled by the wheel, with the button that stops trading in sight', async () => {
    const { view, page } = await mount({ width: 700, height: 720 });
    const stop = page.getByRole('button', { name: 'Stop trading' });
    const isWhole = async (part: typeof stop): Promise<boolean> => {
      const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
      return x >= 0 && width > 0 && x + width <= 700;
    };
    await expect.poll(() => isWhole(stop)).toBe(true);
    await page.mouse.move(350, 300);
    await page.mouse.wheel(400, 0);
    await expect.poll(() => isWhole(view.press)).toBe(true);
    await expect.poll(() => isWhole(stop)).toBe(true);
  });

  it('that is low shows the newest of the news that stay, and leads to the others', async () => {
    const { page, backEnd, pass } = await mount({ width: 1600, height: 480 });
    const { importWorkspace, toast, choose, dialog } = frameOf(page);
    await importWorkspace('{}');
    await toast('a.json was not imported').waitFor();
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
    await toast('The browser opened no window').waitFor();
    await expect.poll(() => toast('a.json was not imported').count()).toBe(0);
    await page.getByRole('button', { name: 'and 1 more' }).click();
    await dialog('Latest news').getByText('a.json was not imported').waitFor();
  });
});

describe('a window that is made lower or higher', () => {
  it('goes on showing what was looked at', async () => {
    const { page } = await mount({ width: 2560, height: 1440 });
    const inFront = page.locator('main:not([hidden]) .dv-active-tab');
    for (const name of ['Trades', 'Instrument']) {
      await page.setViewportSize({ width: 2560, height: 1440 });
      await page.locator('main:not([hidden]) .dv-tab').filter({ hasText: name }).click();
      for (const height of [720, 960, 1440]) {
        await page.setViewportSize({ width: 1600, height });
        await expect.poll(() => inFront.count()).toBeGreaterThanOrEqual(height === 720 ? 4 : 5);
        await expect.poll(() => inFront.filter({ hasText: name }).count()).toBe(1);
      }
    }
  });

  it('leaves a dialog of a panel before it, to be closed by Escape, where the panels behind it move', async () => {
    const { page } = await mount(DESK_SCREEN);
    const { dialog, panel, press } = frameOf(page);
    await panel('Account').waitFor();
    await page.getByRole('button', { name: /^What a press does: / }).click();
    const open = dialog('What a press does');
    await open.waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => panel('Account').count()).toBe(0);
    expect(await open.evaluate((element) => element.matches(':modal'))).toBe(true);
    const { y = -1, height = Number.POSITIVE_INFINITY } = (await open.boundingBox()) ?? {};
    expect([y >= 0, y + height <= 720]).toEqual([true, true]);
    await press('Escape');
    await open.waitFor({ state: 'detached' });
  });
});
