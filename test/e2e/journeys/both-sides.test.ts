import { expect, it } from 'vitest';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, dialogOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal({ ...DESK_SCREEN, confirmation: 'One click' });
const { page } = view;

it('buys by keyboard, amends what rests, and closes half of the position that a market buy made', async () => {
  await view.select('BTC-PERPETUAL');
  const mark = Math.round(await view.readPrice('BTC-PERPETUAL', 'mark'));
  await page.keyboard.press('b');
  await view.amount.fill('2000');
  await view.price.fill(String(mark - 500));
  await view.label.fill('rests');
  await view.waitUntilPressable();
  expect(await view.press.innerText()).toMatch(/^Buy 2,000 USD at/);
  await view.press.click();
  await view.orderRow('rests').getByText('open', { exact: true }).waitFor();

  await view.orderRow('rests').locator('[col-id="instrument"]').click();
  await page.keyboard.press('F2');
  const amend = dialogOf(page, 'Amend rests');
  await amend.getByLabel('Remaining').fill('1500');
  await amend.getByText('Keeps its place in the queue.').waitFor();
  await amend.locator('button.press[aria-disabled="false"]').click();
  await amend.getByText(/^Amended: total 1,500/).waitFor();
  await page.keyboard.press('Escape');
  await view.orderRow('rests').locator('[col-id="amount"]').getByText('1,500').waitFor();

  await view.clear();
  const position = view.ticket.getByRole('group', { name: 'Position' });
  const before = readSize(await position.innerText());
  await view.chooseType('Market');
  await view.amount.fill('1000');
  await view.label.fill('taken');
  await view.waitUntilPressable();
  await view.press.click();
  await view.orderRow('taken').getByText('filled').waitFor();
  await expect.poll(async () => readSize(await position.innerText())).toBe(before + 1000);

  const long = before + 1000;
  await position.getByRole('button', { name: 'Close 50 %' }).click();
  await view.label.fill('closed');
  await view.waitUntilPressable();
  const half = Math.floor(Math.abs(long) / 2 / 10) * 10;
  await view.ticket.getByRole('checkbox', { name: 'Reduce only', checked: true }).waitFor();
  expect(await view.press.innerText()).toContain(`${long > 0 ? 'Sell' : 'Buy'} ${half.toLocaleString('en-US')} USD`);
  await view.press.click();
  await view.orderRow('closed').getByText('filled').waitFor();
  await expect.poll(async () => readSize(await position.innerText())).toBe(long - Math.sign(long) * half);
});

/** The signed size that the ticket tells of the position. */
function readSize(text: string): number {
  const [, side, size = '0'] = /(long|short) ([\d,]+)/.exec(text) ?? [];
  return Number(size.replaceAll(',', '')) * (side === 'short' ? -1 : 1);
}
