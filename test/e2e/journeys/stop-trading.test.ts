import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
const { page } = view;

const stop = page.getByRole('button', { name: 'Stop trading', exact: true });
const allow = page.getByRole('button', { name: /allow again/ });
const resting = page.getByRole('dialog', { name: 'Orders that rest at the service' });

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

it('trading is stopped, and all that rests is cancelled, which is shown for as long as it takes', async () => {
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
  const own = await page.context().newPage();
  await own.goto(`${new URL(page.url()).origin}/?window=w-smallone`);
  await stop.click();
  // Every window tells of it, and whose money it is.
  await own.getByRole('button', { name: 'Cancel all 2…' }).waitFor();
  expect(await own.title()).toBe('Window · TEST · test money · Strikedesk');
  await own.getByRole('button', { name: /allow again/ }).waitFor();
  // In a small window, too, what can be done about what rests stands clear of the button.
  for (const width of [460, 480, 640, 720, 860, 900, 960, 1080]) {
    await own.setViewportSize({ width, height: 420 });
    expect(await listCovered(own), `${width} px`).toEqual([]);
    const pill = own.locator('.profile');
    expect(await pill.innerText()).toContain('TEST');
    expect(await pill.evaluate((box) => box.scrollWidth <= box.clientWidth + 1), `${width} px`).toBe(true);
  }
  await own.close();
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
