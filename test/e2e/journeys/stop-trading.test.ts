import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
const { page } = view;

const stop = page.getByRole('button', { name: 'Stop trading', exact: true });
const stoppedJustNow = page.getByRole('button', { name: 'Trading stopped just now' });
const allow = page.getByRole('button', { name: /allow again/ });
const resting = page.getByRole('dialog', { name: 'Orders that rest at the service' });
const told = page.locator('.toast').filter({ hasText: 'Stopped just now' });

async function isStillStopped(): Promise<boolean> {
  await told.waitFor();
  // Only once the hold is over does the button offer to lift it.
  await allow.waitFor();
  return (await view.press.innerText()).includes('Trading is stopped');
}

describe('two hasty strokes', () => {
  beforeEach(() => stop.waitFor());
  afterEach(async () => {
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await allow.click();
    await stop.waitFor();
  });

  it.each([60, 250, 800])('of the mouse, %i ms apart, end stopped', async (gapMs) => {
    const { x = 0, y = 0 } = (await stop.boundingBox()) ?? {};
    await page.mouse.click(x + 20, y + 8);
    await stoppedJustNow.waitFor();
    await page.waitForTimeout(gapMs);
    await page.mouse.click(x + 20, y + 8);
    expect(await isStillStopped()).toBe(true);
  });

  it('of Enter end stopped', async () => {
    await stop.focus();
    await page.keyboard.press('Enter');
    await stoppedJustNow.waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
    expect(await isStillStopped()).toBe(true);
  });

  it('of the key, then of the palette’s action, end stopped', async () => {
    for (;;) {
      await page.keyboard.press('Control+Shift+X');
      await stoppedJustNow.waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('allow trading');
      const wasHasty = await stoppedJustNow.isVisible();
      await page.keyboard.press('Enter');
      // On a busy machine the palette may open too late for a hasty stroke: that one lifts, and is made anew.
      if (wasHasty) break;
      await stop.waitFor();
    }
    expect(await isStillStopped()).toBe(true);
  });
});

it('Enter that is held stops once, however long', async () => {
  await stop.focus();
  await page.keyboard.down('Enter');
  await stoppedJustNow.waitFor();
  await allow.waitFor();
  for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await told.count()).toBe(0);
  await allow.click();
  await stop.waitFor();
});

it('a stop moves no panel, and is told beside the button', async () => {
  const parts = page.locator('main:not([hidden]) .dv-tab, main:not([hidden]) .press, .workspace-tab');
  const places = () => parts.evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  await stop.click();
  await page.locator('.stopped').getByText('Trading is stopped.').waitFor();
  expect(await places()).toEqual(before);
  // The header shows an index whole or not: half a price is wrong.
  for (let width = 1280; width <= 1720; width += 40) {
    await page.setViewportSize({ width, height: 720 });
    const cut = await page.locator('.indices').evaluate((box) => {
      const { right, bottom } = box.getBoundingClientRect();
      const all = [...box.children].map((index) => index.getBoundingClientRect());
      return all.filter((index) => index.width > 0 && index.y < bottom - 1 && index.right > right + 1).length;
    });
    expect(cut).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await allow.click();
  await stop.waitFor();
  expect(await places()).toEqual(before);
});

/** Those parts of the header, in sight, that another stands over. */
function listCovered(window: Page): Promise<string[]> {
  return window
    .locator('.header :is(button, .profile)')
    .filter({ visible: true })
    .evaluateAll((all) => {
      const boxes = all.map((part) => part.getBoundingClientRect());
      return all
        .filter((_part, at) => boxes.slice(at + 1).some((next) => next.x < (boxes[at]?.right ?? 0) - 1))
        .map((part) => part.textContent);
    });
}

it('in a small window of its own, too, what can be done about what rests stands clear of the button', async () => {
  await view.select('BTC-PERPETUAL');
  await view.amount.fill('2130');
  await view.price.fill(String(Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid')) + 500));
  await bench.press('rests-small');
  await view.orderRow('rests-small').getByText('open', { exact: true }).waitFor();
  const own = await page.context().newPage();
  await own.goto(`${new URL(page.url()).origin}/?window=w-smallone`);
  await stop.click();
  await own.getByRole('button', { name: 'Cancel all 1…' }).waitFor();
  await own.getByRole('button', { name: /allow again/ }).waitFor();
  // Whose money it is can be read, in the window and in the list of windows.
  expect(await own.title()).toBe('Window · TEST · test money · Strikedesk');
  for (const width of [460, 480, 640, 720, 860, 900, 960, 1080]) {
    await own.setViewportSize({ width, height: 420 });
    expect(await listCovered(own), `${width} px`).toEqual([]);
    const pill = own.locator('.profile');
    expect(await pill.innerText()).toContain('TEST');
    expect(await pill.evaluate((box) => box.scrollWidth <= box.clientWidth + 1), `${width} px`).toBe(true);
  }
  await own.close();
  await page.getByRole('button', { name: 'Cancel all 1…' }).click();
  await resting.getByRole('button', { name: 'Cancel all 1' }).click();
  await page.getByText('1 cancelled.').first().waitFor();
  await page.keyboard.press('Escape');
  await allow.click();
  await stop.waitFor();
});

it('cancelling all that rests is shown for as long as it takes', async () => {
  for (const amount of ['2110', '2120']) {
    await view.clear();
    await view.select('BTC-PERPETUAL');
    const bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
    await view.amount.fill(amount);
    await view.price.fill(String(bid + 500));
    await bench.press(`rests-${amount}`);
    await view.orderRow(`rests-${amount}`).getByText('open', { exact: true }).waitFor();
  }
  bench.simulator.control.failAll('private/cancel', { delayMs: 1500 });
  await stop.click();
  await page.getByRole('button', { name: 'Cancel all 2…' }).click();
  await resting.getByRole('button', { name: 'Cancel all 2' }).click();
  const progress = resting.getByRole('button', { name: /^Cancelling 2…/ });
  await progress.getByRole('progressbar').waitFor();
  await view.orders.getByText('Cancelling…').first().waitFor();
  expect(await progress.isDisabled()).toBe(true);
  await page.getByText('2 cancelled.').waitFor();
  await progress.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  bench.simulator.control.failAll('private/cancel', null);
  await allow.click();
});
