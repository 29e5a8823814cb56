import { beforeEach, describe, expect, it } from 'vitest';
import { holdMessages } from '../../support/window/held-messages.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeEach(() => bench.clear());

const last = () => view.ticket.getByRole('group', { name: 'Last order' });
const equalSell = () => view.ticket.getByRole('checkbox', { name: /^You sent the same sell/ });

async function fill(amount: string): Promise<void> {
  await view.amount.fill(amount);
  await view.price.fill(String(bench.bidPlus(600)));
  await view.waitUntilPressable();
}

describe('hasty presses', () => {
  it('of the mouse sell once, and accept nothing that appears under it', async () => {
    await fill('1110');
    const before = bench.countSells();
    const { x = 0, y = 0, height = 0 } = (await view.press.boundingBox()) ?? {};
    await view.page.mouse.click(x + 40, y + 12);
    await equalSell().waitFor();
    await last().waitFor();
    const after = await view.press.boundingBox();
    expect((after?.y ?? 0) + (after?.height ?? 0)).toBeCloseTo(y + height, 0);
    // The second click of a double click, where the button was.
    await view.page.mouse.down({ clickCount: 2 });
    await view.page.mouse.up({ clickCount: 2 });
    await view.amount.press('Control+Enter');
    await last().getByText('Accepted: Sell 1,110').waitFor();
    expect(await equalSell().isChecked()).toBe(false);
    expect(bench.countSells()).toBe(before + 1);
    // One click on its own accepts, once there was time to read.
    await equalSell().click();
    await view.waitUntilPressable();
  });

  it('a moment later, by mouse or key, accept nothing either', async () => {
    await fill('1120');
    const before = bench.countSells();
    await view.press.click();
    await equalSell().waitFor();
    const ways: [press: () => Promise<void>, accept: () => Promise<void>][] = [
      [() => view.press.click({ force: true }), () => equalSell().click({ force: true })],
      [() => view.amount.press('Control+Enter'), () => equalSell().press(' ')],
    ];
    for (const [press, accept] of ways) {
      // On a machine that is busy the time to read may be over before the second press: then once more.
      await expect
        .poll(async () => {
          await press();
          await accept();
          const { isHeld, isChecked } = await equalSell().evaluate((box: HTMLInputElement) => ({
            isHeld: box.ariaDisabled === 'true',
            isChecked: box.checked,
          }));
          if (isHeld) expect(isChecked).toBe(false);
          else if (isChecked) await equalSell().uncheck();
          return isHeld;
        })
        .toBe(true);
    }
    await view.ticket.getByText(/Accept it \(in \d s\)/).waitFor();
    await equalSell().focus();
    await view.ticket.locator('input[type="checkbox"][aria-disabled="true"]').waitFor({ state: 'detached' });
    await view.page.keyboard.press(' ');
    await view.waitUntilPressable();
    expect(bench.countSells()).toBe(before + 1);
  });

  it('of the keys sell once, and what became of that sell stays in sight', async () => {
    for (const amount of ['1210', '1220', '1230', '1240']) {
      await fill(amount);
      const before = bench.countSells();
      await view.amount.focus();
      for (let count = 0; count < 6; count += 1) await view.page.keyboard.press('Control+Enter');
      await equalSell().waitFor();
      await expect.poll(() => last().innerText()).toContain(`Accepted: Sell ${Number(amount).toLocaleString('en-US')}`);
      expect(bench.countSells()).toBe(before + 1);
    }
  });
});

describe('a press that comes before its check', () => {
  it('is told when the check takes too long for it, and sells nothing later', async () => {
    const answers = await holdMessages(view.page, { answered: '' });
    await bench.startAnew();
    await fill('1150');
    const before = bench.countSells();
    answers.hold();
    await view.amount.fill('1160');
    await view.amount.press('Control+Enter');
    await view.ticket.getByText('The check of the ticket took too long for your press').waitFor();
    answers.letGo();
    await view.waitUntilPressable();
    expect(bench.countSells()).toBe(before);
    await view.amount.press('Control+Enter');
    await last().getByText('Accepted: Sell 1,160').waitFor();
    expect(await view.ticket.getByText('took too long').count()).toBe(0);
    expect(bench.countSells()).toBe(before + 1);
  });

  it('is not kept while trading is stopped, however soon it is allowed again', async () => {
    const checks = await holdMessages(view.page, { asked: 'orders.check' });
    await bench.startAnew();
    await fill('1170');
    const before = bench.countSells();
    const stop = view.page.getByRole('button', { name: /^(Stop trading|Trading stopped)/ });
    await stop.click();
    await view.press.getByText(/Trading is stopped/).waitFor();
    checks.hold();
    await view.amount.fill('1180');
    await view.amount.press('Control+Enter');
    await stop.click();
    await view.page.locator('.stopped').waitFor({ state: 'detached' });
    checks.letGo();
    await view.press.getByText(/^Sell 1,180 USD/).waitFor();
    await view.waitUntilPressable();
    await view.amount.press('Control+Enter');
    await last().getByText('Accepted: Sell 1,180').waitFor();
    expect(bench.countSells()).toBe(before + 1);
  });
});

describe('what the market did meanwhile', () => {
  it('is not called accepted in the dialog', async () => {
    await view.setRung('Confirm each');
    await fill('1310');
    await view.press.click();
    const dialog = view.page.getByRole('dialog', { name: 'Confirm the sell' });
    await dialog.waitFor();
    bench.simulator.control.freezeTicker('BTC-PERPETUAL');
    await dialog.getByText('Not accepted', { exact: true }).waitFor();
    expect(await dialog.getByText('Accepted', { exact: true }).count()).toBe(0);
    // Nothing in it accepts a warning: it says where that is done.
    await dialog.getByText('Escape goes back to the ticket: accept the warning there.').waitFor();
    bench.simulator.control.freezeTicker('BTC-PERPETUAL', false);
    await dialog.getByText('Not accepted', { exact: true }).waitFor({ state: 'detached' });
    await view.page.keyboard.press('Escape');
  });

  it('never prices an order by the rule of a preset from what is left of a market', async () => {
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    const presets = view.page.getByRole('dialog', { name: 'Presets' });
    await presets.getByRole('checkbox', { name: 'Price' }).check();
    await presets.getByLabel('Price goes by').selectOption('bid');
    await presets.getByLabel('Ticks from it').fill('200');
    await presets.getByRole('button', { name: 'Save preset' }).click();
    await view.page.keyboard.press('Escape');
    await expect.poll(() => view.price.inputValue()).not.toBe('');
    await view.select('ETH-PERPETUAL');
    bench.simulator.control.freezeTicker('BTC-PERPETUAL');
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"]').getByText('stale').waitFor();
    await view.select('BTC-PERPETUAL');
    await view.ticket.getByRole('group', { name: 'Preset in force' }).waitFor();
    await expect.poll(() => view.price.inputValue()).toBe('');
    bench.simulator.control.freezeTicker('BTC-PERPETUAL', false);
    await expect.poll(() => view.price.inputValue()).not.toBe('');
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await presets.getByRole('button', { name: 'Delete the preset of BTC-PERPETUAL' }).click();
    await view.page.keyboard.press('Escape');
  });
});

describe('a ticket opened anew', () => {
  it('takes no price that was clicked for the one before', async () => {
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"] [col-id="bid"]').first().click();
    await expect.poll(() => view.price.inputValue()).not.toBe('');
    await view.clear();
    await expect.poll(() => view.price.inputValue()).toBe('');
    await view.ticket.getByText('tick 0.5').waitFor();
    await expect.poll(() => view.price.inputValue()).toBe('');
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"] [col-id="ask"]').first().click();
    await expect.poll(() => view.price.inputValue()).not.toBe('');
  });
});

describe('a back end that asks for more than the window knew', () => {
  it('is answered in one dialog: what was accepted in the ticket still is', async () => {
    await view.setRung('One click', '500');
    // From here on the window believes in a cap that the back end does not.
    await view.page.routeWebSocket(/.*/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) =>
        socket.send(String(message).replaceAll('"cap_usd":"500"', '"cap_usd":"1000000000"')),
      );
    });
    await bench.startAnew();
    const label = bench.nextLabel();
    await view.amount.fill('1410');
    await view.label.fill(label);
    await view.price.fill(String(bench.bidPlus(-3000)));
    await view.ticket.getByRole('checkbox', { name: /Below the band/ }).check();
    await view.waitUntilPressable();
    const before = bench.countSells();
    await view.press.click();
    const dialog = view.page.getByRole('dialog', { name: 'Confirm the sell' });
    await dialog.getByText('Accepted', { exact: true }).waitFor();
    expect(await dialog.getByText('Not accepted', { exact: true }).count()).toBe(0);
    expect(bench.countSells()).toBe(before);
    await dialog.getByRole('button', { name: /^Sell 1,410 USD/ }).click();
    expect(await bench.readOrder(label)).toMatchObject({ amount: 1410 });
    await dialog.waitFor({ state: 'detached' });
    expect(bench.countSells()).toBe(before + 1);
    // What was accepted of that order is not accepted of the next.
    await view.ticket.getByText(/Accept the \d warnings first/).waitFor();
  });
});
