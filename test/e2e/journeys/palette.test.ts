import { expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal();
const { page } = view;

const palette = () => page.getByRole('dialog', { name: 'Commands', exact: true });

/** Has the palette do what these words mark. */
async function choose(words: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await palette().getByRole('option', { selected: true }).filter({ hasText: title }).waitFor();
  await page.keyboard.press('Enter');
  await palette().waitFor({ state: 'hidden' });
}

it('the palette fills the ticket where it is: in a window of its own, instead of a second one here', DEEP, async () => {
  await view.setRung('Confirm each');
  const opening = page.context().waitForEvent('page');
  await choose('move order ticket', 'Move Order ticket to its own window');
  const torn = await opening;
  const ticket = torn.getByRole('region', { name: 'Order ticket', exact: true });
  await ticket.waitFor();
  await panelOf(page, 'Order ticket').waitFor({ state: 'detached' });
  expect(await torn.title()).toContain('Order ticket · ');
  const amount = ticket.getByLabel('Amount', { exact: true });
  await amount.fill('1220');
  await ticket.getByLabel('Price', { exact: true }).fill('99000');
  await ticket.locator('button.press[aria-disabled="false"][aria-busy="false"]').click();
  const question = torn.getByRole('dialog', { name: 'Confirm the sell' });
  await question.waitFor();
  await choose('s 1230 btc-perp 99000', 'sell 1,230 USD of BTC-PERPETUAL at 99,000 USD');
  await page.locator('.toast').filter({ hasText: 'The order is in the ticket’s own window' }).waitFor();
  // A question about the draft before goes with that, and leaves the keyboard at the new one, not at the button that sells.
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => amount.inputValue()).toBe('1230');
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await panelOf(page, 'Order ticket').count()).toBe(0);
  await torn.close();
  // Without it, the ticket of this window is opened and filled.
  await choose('s 1240 btc-perp 99000', 'sell 1,240 USD');
  await expect.poll(() => view.amount.inputValue()).toBe('1240');
});
