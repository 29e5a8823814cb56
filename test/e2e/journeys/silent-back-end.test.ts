import { afterEach, expect, it } from 'vitest';
import { openServedTerminal } from '../../support/own-terminal.ts';

const { view, terminal, simulator } = await openServedTerminal();
const { page, ticket } = view;

// Whatever failed: a process that stands still would not end either.
afterEach(() => void process.kill(terminal.pid, 'SIGCONT'));

it('a back end that hangs is noticed by its silence, and all is as before once it speaks again', async () => {
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
  await ticket.getByText('The back end is not answering: what would happen is not known.').waitFor();
  expect(await ticket.getByText('Rests on the book').count()).toBe(0);
  expect(await view.press.getAttribute('aria-disabled')).toBe('true');
  expect(await view.press.innerText()).toContain('The back end is not answering.');
  await view.press.click({ force: true });

  process.kill(terminal.pid, 'SIGCONT');
  await view.waitUntilPressable();
  await ticket.getByText('Rests on the book').waitFor();
  await page.getByText('The terminal’s back end is not answering').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('header').innerText()).toContain('online');
  await expect.poll(() => view.amount.inputValue()).toBe('1000');
  // What was pressed meanwhile was not kept for later.
  expect(simulator.control.calls('private/sell').count).toBe(0);
});
