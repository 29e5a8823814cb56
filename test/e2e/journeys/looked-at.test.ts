import { expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';

const LARGE = { width: 1600, height: 960 };
const SMALL = { width: 1280, height: 720 };

const { view, terminal } = await openOwnTerminal(LARGE);
const front = () => view.page.locator('main:not([hidden])');
const tab = (name: string) => front().locator('.dv-tab').filter({ hasText: name });
/** Panels that stand behind one another. */
const besideOrders = () =>
  front()
    .locator('.dv-groupview')
    .filter({ has: view.page.locator('.dv-tab', { hasText: 'Orders' }) })
    .locator('.dv-tab');

it('a panel that was only looked at stays in front, and the arrangement goes on fitting its window', DEEP, async () => {
  await tab('Option chain').click();
  await view.page.getByRole('region', { name: 'Option chain', exact: true }).waitFor();
  for (const [size, panels] of [
    [SMALL, ['Orders', 'Trades', 'Journal', 'Account']],
    [LARGE, ['Orders', 'Trades', 'Journal']],
  ] as const) {
    await view.page.setViewportSize(size);
    await expect
      .poll(async () => (await besideOrders().allInnerTexts()).map((text) => text.replace(/ \d+$/, '')))
      .toEqual(panels);
  }
  // Kept as it is, and still fitting at the next start.
  await view.page.setViewportSize(SMALL);
  await expect.poll(() => besideOrders().count()).toBe(4);
  const kept = () => JSON.stringify(readSetting(terminal.dataDir, 'workspaces').value);
  await expect.poll(kept).toContain('is_standard');
  await view.page.reload();
  await view.page.getByRole('region', { name: 'Option chain', exact: true }).waitFor();
  expect(await besideOrders().count()).toBe(4);
  await view.page.setViewportSize(LARGE);
  await expect.poll(() => besideOrders().count()).toBe(3);
  // What is dragged is the trader's own from then on.
  await tab('Journal').dragTo(front().getByRole('region', { name: 'Ticker', exact: true }));
  await expect.poll(() => besideOrders().count()).toBe(2);
  await view.page.setViewportSize(SMALL);
  await expect.poll(() => besideOrders().count()).toBe(2);
  expect(view.complaints).toEqual([]);
});
