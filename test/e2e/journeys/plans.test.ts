import { expect, it } from 'vitest';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, dialogOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal({ ...DESK_SCREEN, confirmation: 'One click' });
const { page } = view;

/** The account holds little of it: its book takes the position twice. */
const LINEAR = 'BTC_USDC-PERPETUAL';

/** The dialog's press, once it can be made. */
const press = (title: string) => dialogOf(page, title).locator('button.press[aria-disabled="false"]');

it('reverses a position and flattens an underlying: each plan is shown before its press, and then step by step', async () => {
  await view.select('BTC-PERPETUAL');
  const mark = Math.round(await view.readPrice('BTC-PERPETUAL', 'mark'));
  await page.keyboard.press('b');
  await view.amount.fill('2000');
  await view.price.fill(String(mark - 500));
  await view.label.fill('rests');
  await view.waitUntilPressable();
  await view.press.click();
  await view.orderRow('rests').getByText('open', { exact: true }).waitFor();

  const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
  await instrument.fill(LINEAR);
  await instrument.press('Enter');
  const position = view.ticket.getByRole('group', { name: 'Position' });
  await position.getByText(/(long|short) [\d.]+ BTC/).waitFor();
  const before = readSize(await position.innerText());
  expect(before).not.toBe(0);

  await position.getByRole('button', { name: 'Reverse…' }).click();
  const reverse = dialogOf(page, `Reverse ${LINEAR}`);
  await reverse.getByRole('row', { name: /Close BTC_USDC-PERPETUAL/ }).waitFor();
  await reverse.getByRole('row', { name: /Open BTC_USDC-PERPETUAL/ }).waitFor();
  await acceptAll(reverse);
  await press(`Reverse ${LINEAR}`).click();
  await reverse.getByText('Done: all 2 steps.').waitFor();
  await reverse.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => readSize(await position.innerText())).toBe(-before);

  await page.keyboard.press('Control+Shift+F');
  await dialogOf(page, 'Flatten everything').getByRole('button', { name: 'BTC', exact: true }).click();
  const flatten = dialogOf(page, 'Flatten BTC');
  await flatten.getByRole('row', { name: /Cancel BTC-PERPETUAL Buy 2,000 USD/ }).waitFor();
  await flatten.getByText(/Frees about .* of initial margin/).waitFor();
  await acceptAll(flatten);
  await press('Flatten BTC').click();
  await flatten.getByText(/^Done: all \d+ steps\./).waitFor();
  await flatten.getByRole('button', { name: 'Done' }).click();
  await view.orderRow('rests').getByText('cancelled').waitFor();
  await expect.poll(async () => readSize(await position.innerText())).toBe(0);
});

/** Accepts every warning that the plan shows, if there is any. */
async function acceptAll(dialog: ReturnType<typeof dialogOf>): Promise<void> {
  const box = dialog.getByRole('checkbox', { checked: false });
  const all = dialog.getByRole('button', { name: /^Accept all/ });
  if ((await all.count()) > 0) await all.click();
  else if ((await box.count()) > 0) await box.first().check();
}

/** The signed size that the ticket tells of the position. */
function readSize(text: string): number {
  const [, side, size = '0'] = /(long|short) ([\d.,]+)/.exec(text) ?? [];
  return Number(size.replaceAll(',', '')) * (side === 'short' ? -1 : 1);
}
