import { expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, simulator } = bench;
const { page } = view;
const ticker = page.locator('main:not([hidden]) .dv-tab').filter({ hasText: 'BTC-PERPETUAL' });
const watchlist = page.locator('main:not([hidden]) .dv-tab').filter({ hasText: 'Watchlist' });

/** Whether the ticker's tab stands in the row of the watchlist's, and at its right. */
async function isTickerBehindWatchlist(): Promise<boolean> {
  const groups = await Promise.all(
    [ticker, watchlist].map((tab) =>
      tab.evaluate((element) => element.closest('.dv-groupview')?.getBoundingClientRect().x),
    ),
  );
  return groups[0] === groups[1];
}

it('tells of times of the service that contradict the others, which takes room in the status bar', async () => {
  const ignored = page.getByText(/clock readings? ignored/u);
  let byMs = 5000;
  await expect
    .poll(async () => {
      simulator.control.moveClock(byMs);
      byMs = -byMs;
      return ignored.count();
    })
    .toBe(1);
  if (byMs < 0) simulator.control.moveClock(byMs);
});

it.each([
  [1024, 700],
  [800, 480],
])('a window of %i × %i shows every panel whole, and nothing is scrolled sideways', async (width, height) => {
  await view.select('BTC-PERPETUAL');
  await page.setViewportSize({ width, height });
  await expect.poll(isTickerBehindWatchlist).toBe(true);
  // Whichever was in front goes on to be.
  await view.watchlist.getByText('ETH-PERPETUAL').waitFor();
  const parts = page.locator('main:not([hidden]) .dv-groupview, .press, .stop-trading, .status-bar .number');
  const listBeyond = () =>
    parts.evaluateAll((all) =>
      all.filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(String),
    );
  await expect.poll(listBeyond).toEqual([]);
  const scrolling = page.locator('html, body, .workspace-area');
  const listScrolled = () =>
    scrolling.evaluateAll((all) =>
      all.filter((part) => part.scrollWidth > part.clientWidth).map(({ className }) => className),
    );
  await expect.poll(listScrolled).toEqual([]);
});

it('tells what became of an order, and has its cancel, without being scrolled to', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await bench.clear();
  await bench.priced(String(bench.bidPlus(700)))();
  await bench.press('in-sight');
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

it('made wide again it has the ticker beside the watchlist as before, with what was looked at in front', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(isTickerBehindWatchlist).toBe(false);
  await view.watchlist.getByText('ETH-PERPETUAL').waitFor();
  await page.getByRole('region', { name: 'Ticker fields' }).waitFor();
});

it('made lower or higher it goes on showing what was looked at', async () => {
  const inFront = page.locator('main:not([hidden]) .dv-active-tab');
  for (const name of ['Trades', 'Instrument']) {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await page.locator('main:not([hidden]) .dv-tab').filter({ hasText: name }).click();
    for (const height of [720, 960, 1440]) {
      await page.setViewportSize({ width: 1600, height });
      const leastGroups = height === 720 ? 4 : 5;
      await expect.poll(() => inFront.count()).toBeGreaterThanOrEqual(leastGroups);
      await expect.poll(() => inFront.filter({ hasText: name }).count()).toBe(1);
    }
  }
});

it('what panels need beyond a window is scrolled among them, and the way to stop stays in sight', async () => {
  await page.setViewportSize({ width: 640, height: 480 });
  await expect.poll(isTickerBehindWatchlist).toBe(true);
  const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'Stop trading' }).boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(640);
  await view.press.scrollIntoViewIfNeeded();
  const press = await view.press.boundingBox();
  expect((press?.x ?? 0) + (press?.width ?? 0)).toBeLessThanOrEqual(641);
});
