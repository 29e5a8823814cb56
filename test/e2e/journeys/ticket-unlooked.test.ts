import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { assertDefined } from '../../../shared/result.ts';
import { createTestClient } from '../../support/service-double.ts';
import { openTicketBench } from '../../support/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
const { page } = view;
const { control } = bench.simulator;
beforeEach(() => bench.clear());

const row = (label: string) => view.orders.getByRole('button', { name: `Cancel ${label}` });
const told = (text: string | RegExp) => page.getByText(text).first();
const stateOf = (label: string) => control.ordersByLabel(label)[0]?.['order_state'];

async function rest(label: string, amount: string): Promise<void> {
  await view.amount.fill(amount);
  await view.price.fill(String(bench.bidPlus(500)));
  await bench.press(label);
  await row(label).waitFor();
}

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
    await told('The ticket had just changed. Look at it, and press again.').waitFor();
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

describe('the order whose Cancel is under the pointer', () => {
  it('stays there while others come, and is the one that is cancelled', async () => {
    await rest('aimed-at', '2010');
    await view.orders.locator('.grid:not([data-rows-moved])').waitFor();
    const { clientId, clientSecret, origin } = bench.simulator;
    const other = createTestClient(origin, { credentials: { scheme: 'basic', clientId, clientSecret } });
    const place = (label: string) =>
      other.call('private/sell', {
        instrument_name: 'BTC-PERPETUAL',
        amount: decimal(500),
        type: 'limit',
        price: decimal(bench.bid() + 800),
        label,
      });
    // Away from it: what comes moves the rows, and that is marked.
    await view.amount.hover();
    const isMarked = view.orders.locator('.grid').evaluate(
      (grid) =>
        new Promise<boolean>((done) => {
          new MutationObserver(() => done(grid.hasAttribute('data-rows-moved'))).observe(grid, { attributes: true });
        }),
    );
    await place('elsewhere-1');
    expect(await isMarked).toBe(true);
    await view.orderRow('elsewhere-1').waitFor();
    await view.orders.locator('.grid:not([data-rows-moved])').waitFor();

    const box = assertDefined(await row('aimed-at').boundingBox(), 'its Cancel');
    await page.mouse.move(box.x + 4, box.y + 4);
    await place('elsewhere-2');
    let nudges = 0;
    await expect
      .poll(async () => {
        nudges += 1;
        await page.mouse.move(box.x + 4 + (nudges % 2), box.y + 4);
        return view.orders.locator('.order-scope').innerText();
      })
      .toContain('2 more open at the service');
    // It is known of by now, and not among the rows.
    expect(await view.orderRow('elsewhere-2').count()).toBe(0);
    expect(await row('aimed-at').boundingBox()).toEqual(box);
    await page.mouse.down();
    await page.mouse.up();
    await view
      .orderRow('aimed-at')
      .getByText(/^cancelled/)
      .waitFor();
    expect(['aimed-at', 'elsewhere-1', 'elsewhere-2'].map(stateOf)).toEqual(['cancelled', 'open', 'open']);
    await view.amount.hover();
    await view.orderRow('elsewhere-2').waitFor();
    await other.close();
  });

  it('is not cancelled as rows have just moved, and that is said', async () => {
    await rest('moved', '2030');
    await view.orders.locator('.grid:not([data-rows-moved])').waitFor();
    await view.orders.locator('.grid').evaluate((grid) => grid.setAttribute('data-rows-moved', ''));
    await row('moved').click();
    await told('The rows had just moved. Look at the row, and cancel it again.').waitFor();
    expect(stateOf('moved')).toBe('open');
    await view.orders.locator('.grid').evaluate((grid) => grid.removeAttribute('data-rows-moved'));
    await view.cancelRow('moved');
    await expect.poll(() => stateOf('moved')).toBe('cancelled');
  });

  it('leaves a list of open ones without the key that ended it ending the next', async () => {
    await rest('first', '2050');
    await rest('second', '2060');
    const search = view.orders
      .getByRole('searchbox')
      .or(view.orders.getByPlaceholder(/Search/))
      .first();
    await search.fill('open');
    await view.orderRow('second').locator('[col-id="instrument"]').click();
    await page.keyboard.press('Delete');
    await view.orderRow('second').waitFor({ state: 'detached' });
    await page.keyboard.press('Delete');
    expect(stateOf('first')).toBe('open');
    await search.fill('');
  });
});
