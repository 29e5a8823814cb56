import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import type { Mounted, MountSetup } from '../../support/window-bench/bench.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';

const mount = await openWindowBench();

async function open(setup?: MountSetup) {
  const mounted: Mounted = await mount(setup);
  const { page } = mounted;
  return {
    ...mounted,
    stop: page.getByRole('button', { name: 'Stop trading', exact: true }),
    stoppedJustNow: page.getByRole('button', { name: 'Trading stopped just now' }),
    allow: page.getByRole('button', { name: /allow again/ }),
    told: page.locator('.toast').filter({ hasText: 'Stopped just now' }),
  };
}

describe('two hasty strokes', () => {
  const isStillStopped = async ({ told, allow, view }: Awaited<ReturnType<typeof open>>) => {
    await told.waitFor();
    // Only once the hold is over does the button offer to lift it.
    await allow.waitFor();
    return (await view.press.innerText()).includes('Trading is stopped');
  };

  it('of the mouse end stopped', async () => {
    const opened = await open();
    const { page, stop, stoppedJustNow } = opened;
    const { x = 0, y = 0 } = (await stop.boundingBox()) ?? {};
    await page.mouse.click(x + 20, y + 8);
    await stoppedJustNow.waitFor();
    await page.mouse.click(x + 20, y + 8);
    expect(await isStillStopped(opened)).toBe(true);
  });

  it('of Enter end stopped', DEEP, async () => {
    const opened = await open();
    const { page, stop, stoppedJustNow } = opened;
    await stop.focus();
    await page.keyboard.press('Enter');
    await stoppedJustNow.waitFor();
    await page.keyboard.press('Enter');
    expect(await isStillStopped(opened)).toBe(true);
  });

  it('of the key, then of the palette’s action, end stopped', DEEP, async () => {
    const opened = await open();
    const { page, stop, stoppedJustNow, told } = opened;
    for (;;) {
      await page.keyboard.press('Control+Shift+X');
      await stoppedJustNow.waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('allow trading');
      await page.keyboard.press('Enter');
      // On a busy machine the palette may open too late for a hasty stroke: that one lifts, and is made anew.
      await told.or(stop).first().waitFor();
      if (await told.isVisible()) break;
    }
    expect(await isStillStopped(opened)).toBe(true);
  });
});

it('Enter that is held stops once, however long', async () => {
  const { page, backEnd, stop, stoppedJustNow, allow, told } = await open();
  await stop.focus();
  await page.keyboard.down('Enter');
  await stoppedJustNow.waitFor();
  await allow.waitFor();
  for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await told.count()).toBe(0);
  expect(backEnd.asked('trading.stop')).toEqual([{ stopped: true }]);
});

it('a stop moves no panel, and is told beside the button', DEEP, async () => {
  const { page, view, stop, allow } = await open();
  const parts = page.locator('main:not([hidden]) .dv-tab, main:not([hidden]) .press, .workspace-tab');
  const places = () => parts.evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
  /** How far parts of the header reach over one another or its end, px. */
  const overlap = () =>
    page.getByRole('banner').evaluate((header) => {
      const shown = [...header.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
      const ends = [...shown.slice(1).map(({ left }) => left), header.getBoundingClientRect().right];
      return Math.max(...shown.map(({ right }, index) => right - (ends[index] ?? 0)));
    });
  await view.amount.fill('1000');
  await view.price.fill('97660');
  await view.waitUntilPressable();
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  expect(await overlap()).toBeLessThanOrEqual(0);
  await stop.click();
  await page.locator('.stopped').getByText('Trading is stopped.').waitFor();
  expect(await places()).toEqual(before);
  await view.press.getByText(/Trading is stopped/).waitFor();
  // What the order would do is told all the same.
  await page
    .getByRole('region', { name: 'What will happen' })
    .getByText(/Rests on the book/)
    .waitFor();
  expect(await overlap()).toBeLessThanOrEqual(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  // An index stands in the header whole or not at all: half a price is a wrong one.
  for (let width = 1280; width <= 1720; width += 40) {
    await page.setViewportSize({ width, height: 720 });
    const cut = await page.locator('.indices').evaluate((box) => {
      const { right, bottom } = box.getBoundingClientRect();
      const all = [...box.children].map((index) => index.getBoundingClientRect());
      return all.filter((index) => index.width > 0 && index.y < bottom - 1 && index.right > right + 1).length;
    });
    expect(cut, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await allow.click();
  await stop.waitFor();
  expect(await places()).toEqual(before);
});

it('cancelling all that rests is shown for as long as it takes', async () => {
  const { page, view, backEnd, stop } = await open();
  for (const amount of ['2110', '2120']) {
    await view.amount.fill(amount);
    await view.price.fill('97910');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await view.press.click();
    await sold;
  }
  await stop.click();
  await page.getByRole('button', { name: 'Cancel all 2…' }).click();
  const resting = page.getByRole('dialog', { name: 'Orders that rest at the service' });
  const asked = backEnd.nextAsked('orders.cancel_resting');
  const held = backEnd.hold('orders.cancel_resting');
  await resting.getByRole('button', { name: 'Cancel all 2' }).click();
  await asked;
  const progress = resting.getByRole('button', { name: /^Cancelling 2…/ });
  await progress.getByRole('progressbar').waitFor();
  expect(await progress.isDisabled()).toBe(true);
  held.letGo();
  await progress.waitFor({ state: 'detached' });
});
