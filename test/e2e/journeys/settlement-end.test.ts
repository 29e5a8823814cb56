import { afterAll, expect, it } from 'vitest';
import { openService } from '../../support/window/own-terminal.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import { DESK_SCREEN, openTerminalWindow, panelOf } from '../../support/window/terminal-window.ts';

const { browser, simulator } = await openService();
const name = 'SOL_USDC-PERPETUAL';
simulator.control.setInstrumentState(name, 'settlement');
const terminal = await startTerminal({ simulator });
const view = await openTerminalWindow(browser, terminal.url, DESK_SCREEN);
afterAll(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
});

it('what is known of an instrument that was read in settlement is read again as that is over', async () => {
  const { page } = view;
  const add = panelOf(page, 'Watchlist').getByRole('combobox');
  await add.fill(name);
  await add.press('Enter');
  await page
    .locator('main:not([hidden]) .dv-tab')
    .filter({ hasText: /^Instrument/ })
    .first()
    .click();
  const panel = panelOf(page, 'Instrument');
  const tradable = panel
    .locator('div')
    .filter({ has: page.locator('dt', { hasText: /^Tradable$/ }) })
    .last();
  await expect.poll(() => tradable.innerText()).toMatch(/no$/);
  simulator.control.setInstrumentState(name, 'open');
  await expect.poll(() => tradable.innerText(), { timeout: 15_000 }).toMatch(/yes$/);
});
