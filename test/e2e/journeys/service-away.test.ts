import { expect, it } from 'vitest';
import { openService } from '../../support/window/own-terminal.ts';
import { openTerminalWindow, panelOf } from '../../support/window/terminal-window.ts';
import { startTerminal } from '../../support/window/terminal.ts';

const { browser, simulator } = await openService();

it('a service that is away at the start, and goes away again, is told of; between the two all is whole by itself', async () => {
  simulator.control.failAll('*', { httpStatus: 503, html: '<h1>away</h1>' });
  const terminal = await startTerminal({ simulator });
  const view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set', workspace: null });
  const { page } = view;
  const perpetual = panelOf(page, 'Ticker');
  const account = async (text: string | RegExp): Promise<void> => {
    await page
      .locator('main:not([hidden]) .dv-tab')
      .filter({ hasText: /^Account/ })
      .click();
    await panelOf(page, 'Account').getByText(text).first().waitFor();
  };
  await perpetual.getByText('There is no price').first().waitFor();
  await account('The account could not be read');

  simulator.control.failAll('*', null);
  // An untouched list is filled with what the service tells of only now.
  await view.watchlist.locator('[row-id^="ETH-"][row-id$="-P"] [col-id="mark"]').filter({ hasText: /\d/ }).waitFor();
  await account(/\d BTC$/);
  await perpetual.getByText('There is no price').waitFor({ state: 'detached' });

  simulator.control.failAll('*', { httpStatus: 503, html: '<h1>away</h1>' });
  await perpetual.getByText('The last reading failed. This is an older one').first().waitFor();
  await account('The last reading failed');
  expect(view.complaints).toEqual([]);
  await view.close();
  await terminal.stop();
  terminal.removeData();
});
