import { beforeEach, describe, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
const { page } = view;
const { control } = bench.simulator;
beforeEach(() => bench.clear());

describe('what nobody has looked at', () => {
  it('is not sold by a press that had begun before a preset filled it in', async () => {
    const presets = page.getByRole('dialog', { name: 'Presets' });
    await view.amount.fill('50k');
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await presets.getByRole('checkbox', { name: 'Price' }).check();
    await presets.getByLabel('Price goes by').selectOption('bid');
    await presets.getByLabel('Ticks from it').fill('400');
    await presets.getByRole('button', { name: 'Save preset' }).click();
    await page.keyboard.press('Escape');
    await view.select('ETH-PERPETUAL');
    control.freezeTicker('BTC-PERPETUAL');
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"]').getByText('stale').waitFor();
    await view.select('BTC-PERPETUAL');
    await view.ticket.getByRole('group', { name: 'Preset in force' }).waitFor();
    expect(await view.price.inputValue()).toBe('');
    const before = bench.countSells();
    await view.press.hover();
    await page.mouse.down();
    control.freezeTicker('BTC-PERPETUAL', false);
    await expect.poll(() => view.price.inputValue()).toMatch(/^\d{5}/);
    await view.waitUntilPressable();
    await page.mouse.up();
    await page.getByText('The ticket had just changed. Look at it, and press again.').first().waitFor();
    expect(bench.countSells()).toBe(before);
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await presets
      .getByRole('button', { name: /^(Delete|Remove)/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await presets.waitFor({ state: 'detached' });
  });

  it('is not confirmed by the keys of something that is being typed', async () => {
    await view.setRung('Confirm each');
    const before = bench.countSells();
    await view.amount.fill('1500');
    await view.price.fill(String(bench.bidPlus(300)));
    await view.waitUntilPressable();
    await view.press.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the sell' });
    const answer = dialog.locator('button.press[aria-disabled="false"]');
    await answer.waitFor();
    await answer.focus();
    // The palette does not come up over a question.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('s 10 btc-perp 99000');
    await page.keyboard.press('Enter');
    expect(bench.countSells()).toBe(before);
    const arrives = control.waitForCall('private/sell');
    await answer.click();
    await arrives;
    await dialog.waitFor({ state: 'detached' });
    await view.setRung('One click');
  });
});
