import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { launchChromium } from '../../support/browser.ts';
import { startTerminal, type Terminal } from '../../support/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/terminal-window.ts';

const BY_CURRENCY = 'private/get_user_trades_by_currency_and_time';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;

beforeAll(async () => {
  browser = await launchChromium();
  simulator = await createSimulator({ seed: 11 });
  terminal = await startTerminal({ simulator });
  view = await openTerminalWindow(browser, terminal.url);
});
afterAll(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
  await browser.close();
});

const panel = () => view.page.getByRole('region', { name: 'Trades', exact: true });
const totals = () => panel().getByRole('region', { name: 'Totals by instrument' });
const rows = () => panel().locator('[role="row"][row-id]');

async function openHistory(): Promise<void> {
  await view.page.getByRole('navigation', { name: 'Workspaces' }).getByText('History').click();
}

describe('the trades of the account', () => {
  it('are fetched for a day, proven whole, added up, and there after a restart without a call', async () => {
    for (const amount of ['1000', '2000', '1500']) {
      await view.chooseType('Market');
      await view.amount.fill(amount);
      await view.label.fill(`sold-${amount}`);
      await view.waitUntilPressable();
      await view.press.click();
      await view.orderRow(`sold-${amount}`).getByText('filled', { exact: true }).waitFor();
    }
    await openHistory();
    await panel().getByText('No trades fetched yet').waitFor();
    await panel().getByRole('button', { name: 'today' }).click();
    // The quick range ends with the last whole second; the last trade may be younger.
    const last = await simulator.control.waitForTrade(({ label }) => label === 'sold-1500');
    await panel().getByLabel('To (UTC)').fill(String(last['timestamp']));
    await panel().getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel().getByText('complete: every trade of the window').waitFor();
    await rows().nth(2).waitFor();
    const trades = [...Array(await rows().count()).keys()];
    const labels = await Promise.all(trades.map((at) => rows().nth(at).locator('[col-id="label"]').innerText()));
    expect(new Set(labels)).toEqual(new Set(['sold-1000', 'sold-2000', 'sold-1500']));
    await totals()
      .getByRole('row', { name: /^BTC-PERPETUAL .*4,500 USD/ })
      .waitFor();
    const all = await totals().getByRole('row', { name: /^All/ }).getByRole('cell').allInnerTexts();
    // Charged and forecast: the same fee at the same price.
    expect(all[2]).toMatch(/^0\.0000\d+ BTC$/);
    expect(all[3]).toMatch(/^0\.0000\d+ BTC$/);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);

    const asked = simulator.control.calls(BY_CURRENCY).count;
    const shown = { all, labels };
    await view.close();
    await terminal.stop();
    terminal = await startTerminal({ simulator, dataDir: terminal.dataDir });
    view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set', workspace: 'History' });
    await panel().getByText('complete: every trade of the window').waitFor();
    await rows().nth(2).waitFor();
    expect(await totals().getByRole('row', { name: /^All/ }).getByRole('cell').allInnerTexts()).toEqual(shown.all);
    expect(simulator.control.calls(BY_CURRENCY).count).toBe(asked);
  });

  it('are not asked for with a window that means nothing: the field says why and what it takes', async () => {
    const asked = simulator.control.calls(BY_CURRENCY).count;
    const fetch = () => panel().getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel().getByLabel('Page').fill('1001');
    await panel().getByLabel('From (UTC)').fill('1790000000');
    await panel().getByLabel('To (UTC)').fill('');
    await fetch();
    await panel().getByText('Give a whole number from 1 to 1000.').waitFor();
    await panel().getByText('This is a time in seconds.').waitFor();
    await panel().getByText('A window needs both ends.').waitFor();
    expect(await panel().getByLabel('Page').getAttribute('aria-invalid')).toBe('true');
    await panel().getByLabel('Page').fill('10');
    await panel().getByLabel('From (UTC)').fill('2026-01-02');
    await panel().getByLabel('To (UTC)').fill('2026-01-01 08:30');
    await fetch();
    await panel().getByText('The window starts after its end: at most 2026-01-01 08:30:00.').waitFor();
    await panel().getByLabel('To (UTC)').fill('2999-01-01');
    await fetch();
    await panel().getByText('Trades of the future can’t be fetched').waitFor();
    expect(simulator.control.calls(BY_CURRENCY).count).toBe(asked);
    expect(view.complaints).toEqual([]);
  });
});
