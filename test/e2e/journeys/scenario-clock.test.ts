import { expect, it } from 'vitest';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

/** By this machine's clock, the option of the next day has expired. */
const BEHIND_MS = 2 * 86_400_000;
const { simulator, view } = await openServedTerminal(
  { ...DESK_SCREEN, confirmation: 'One click' },
  { seed: 11, clock: { now: () => Date.now() - BEHIND_MS } },
);

it('a scenario values options by the service’s time, wherever the machine’s clock is set', async () => {
  const { page } = view;
  const name = simulator.control.instrumentNames().find((known) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(known)) ?? '';
  const add = panelOf(page, 'Watchlist').getByRole('combobox');
  await add.fill(name);
  await add.press('Enter');
  const mark = await view.readPrice(name, 'mark');
  await view.amount.fill('0.2');
  await view.price.fill((mark * 1.18).toFixed(4));
  await view.waitUntilPressable();
  await view.press.click();
  await view.orders.getByText('open', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Risk', exact: true }).click();
  await page
    .locator('main:not([hidden]) .dv-tab')
    .filter({ hasText: /^Scenario/ })
    .first()
    .click();
  const scenario = panelOf(page, 'Scenario');
  await scenario.getByRole('radio', { name: 'Open orders' }).click();
  await scenario.getByText(name).waitFor();
  const gains = await scenario.getByRole('row', { name: /^now/ }).getByRole('cell').allInnerTexts();
  // What has expired has no volatility left: a rise of it would cost nothing.
  expect(new Set(gains).size).toBeGreaterThan(1);
});
