import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { type ElectronRun, runElectron } from '../../support/electron-double/launch.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import { openTerminalWindow, panelOf } from '../../support/window/terminal-window.ts';

/** Ends the page's process, as a bug of the browser would. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash');
  const debug = await page.context().newCDPSession(page);
  // It can't answer any more.
  debug.send('Page.crash').catch(() => undefined);
  await gone;
}

const ticketOf = (page: Page) => panelOf(page, 'Order ticket');

describe('a window that crashes under Electron', DEEP, () => {
  let run: ElectronRun;
  let context: BrowserContext;
  beforeAll(async () => {
    run = await runElectron();
    ({ context } = run);
  });
  afterAll(() => run.dispose());

  /** Crashes the page; gives the one that the main process puts in its place. */
  async function crashInto(page: Page): Promise<Page> {
    const next = context.waitForEvent('page');
    await crash(page);
    const opened = await next;
    await opened.waitForURL(/strikedesk/);
    return opened;
  }

  it('is loaded anew with what was typed, a few times; then a plain page offers a safe start', async () => {
    let { page } = run;
    await panelOf(page, 'Watchlist').locator('[row-id="ETH-PERPETUAL"]').first().click();
    await ticketOf(page).getByLabel('Label', { exact: true }).fill('half-typed');
    await ticketOf(page).getByLabel('Amount', { exact: true }).fill('7000');
    // Its check was answered: what was typed before is with the back end.
    await ticketOf(page).locator('button.press[aria-busy="false"]').filter({ hasText: '7,000' }).waitFor();
    page = await crashInto(page);
    await expect.poll(() => ticketOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('7000');
    await expect.poll(() => ticketOf(page).getByLabel('Instrument').inputValue()).toBe('ETH-PERPETUAL');
    await expect.poll(() => ticketOf(page).getByLabel('Label', { exact: true }).inputValue()).toBe('half-typed');
    for (let times = 1; times <= 3; times += 1) page = await crashInto(page);
    await page.getByRole('heading', { name: 'This window stopped several times in a row' }).waitFor();
    await page.getByRole('link', { name: 'Safe start' }).click();
    await page.getByText('You see the standard arrangement').waitFor();
    await expect.poll(() => ticketOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('7000');
    expect(run.complaints).toEqual([]);
  });
});

describe('a window that crashes in a browser', () => {
  it('with an order on its way: the order ends in the back end, and the next page shows the truth, once', async () => {
    const browser = await shareChromium();
    const simulator = await createSimulator({ seed: 11 });
    const terminal = await startTerminal({ simulator });
    const view = await openTerminalWindow(browser, terminal.url);
    try {
      await view.select('BTC-PERPETUAL');
      await view.chooseType('Market');
      await view.amount.fill('5000');
      await view.label.fill('in-flight');
      await view.waitUntilPressable();
      simulator.control.failNext('private/sell', 'silent_after_executing');
      const called = simulator.control.waitForCall('private/sell');
      await view.press.click();
      await called;
      await crash(view.page);
      // The answer never comes: who waits for it need not wait for its time-out.
      await simulator.control.goOffline();
      await simulator.control.goOnline();
      const page = await view.page.context().newPage();
      await page.goto(new URL('/', terminal.url).href);
      const row = panelOf(page, 'Orders').locator('[role="row"][row-id]');
      await row.filter({ hasText: 'in-flight' }).getByText('filled', { exact: true }).waitFor();
      await expect.poll(() => row.filter({ hasText: 'in-flight' }).count()).toBe(1);
      await expect.poll(() => ticketOf(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('5000');
      expect(simulator.control.calls('private/sell').count).toBe(1);
    } finally {
      await browser.close();
      await terminal.stop();
      terminal.removeData();
      await simulator.close();
    }
  });
});
