import { afterEach, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { createTestClient } from '../../support/wire/service-double.ts';

const { view, terminal, simulator } = await openServedTerminal();
const { page, ticket } = view;

// Whatever failed: a process that stands still would not end either.
afterEach(() => void process.kill(terminal.pid, 'SIGCONT'));

async function placeElsewhere(): Promise<void> {
  const { clientId, clientSecret, origin } = simulator;
  const other = createTestClient(origin, { credentials: { scheme: 'basic', clientId, clientSecret } });
  const price = decimal(Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid')) + 800);
  const terms = { type: 'limit' as const, amount: decimal(500), price, label: 'elsewhere' };
  await other.call('private/sell', { instrument_name: 'BTC-PERPETUAL', ...terms });
  await other.close();
  await view.orderRow('elsewhere').getByText('open', { exact: true }).waitFor();
}

/** What is sold of the instrument in the ticket begins at its ask from now on. */
async function beginAtAsk(): Promise<void> {
  await ticket.getByRole('button', { name: 'Presets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Presets' });
  await dialog.getByRole('checkbox', { name: 'Price' }).check();
  await dialog.getByLabel('Price goes by').selectOption('ask');
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await dialog.getByText(/· in force/).waitFor();
  await page.keyboard.press('Escape');
}

it('a back end that hangs is noticed by its silence, and all is as before once it speaks again', async () => {
  await view.select('ETH-PERPETUAL');
  await beginAtAsk();
  await expect.poll(() => view.price.inputValue()).not.toBe('');
  await placeElsewhere();
  await view.select('BTC-PERPETUAL');
  const bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
  await view.amount.fill('1000');
  await view.price.fill(String(bid + 400));
  await view.waitUntilPressable();
  await ticket.getByText('Rests on the book').waitFor();
  await expect.poll(() => page.locator('header').innerText()).toContain('online');

  process.kill(terminal.pid, 'SIGSTOP');
  await page.getByText('The terminal’s back end is not answering').waitFor();
  await expect.poll(() => page.locator('header').innerText()).toContain('no back end');
  expect(await page.locator('header').innerText()).not.toContain('online');
  expect(await page.locator('footer').innerText()).not.toContain('online');
  await ticket.getByText('The back end does not answer. No forecast.').waitFor();
  expect(await ticket.getByText('Rests on the book').count()).toBe(0);
  expect(await view.press.getAttribute('aria-disabled')).toBe('true');
  expect(await view.press.innerText()).toContain('The back end is not answering.');
  await view.press.click({ force: true });
  await view.orderRow('elsewhere').getByText('open · no back end').waitFor();
  await view.orders.getByText(/no back end: orders placed elsewhere stand as they were last heard of/).waitFor();
  // A rule takes no price of a market that nobody tells of.
  await view.select('ETH-PERPETUAL');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await view.price.inputValue()).toBe('');
  await view.select('BTC-PERPETUAL');

  process.kill(terminal.pid, 'SIGCONT');
  await view.waitUntilPressable();
  await ticket.getByText('Rests on the book').waitFor();
  await page.getByText('The terminal’s back end is not answering').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('header').innerText()).toContain('online');
  await expect.poll(() => view.amount.inputValue()).toBe('1000');
  // What was pressed meanwhile was not kept for later.
  expect(simulator.control.calls('private/sell').count).toBe(1);
  await view.select('ETH-PERPETUAL');
  await expect.poll(() => view.price.inputValue()).not.toBe('');
});
