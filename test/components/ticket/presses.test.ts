import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { Preset } from '../../../shared/orders/presets.ts';
import type { TerminalWindow } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

/** A price by a rule: so many ticks above the bid. */
const AT_BID: Preset = {
  scope: { instrument_name: PERPETUAL, currency: null, kind: null },
  values: { amount: { value: decimal(50_000), unit: 'USD' }, price_rule: { reference: 'bid', ticks: 400 } },
};

const equalSellOf = ({ ticket }: TerminalWindow) => ticket.getByRole('checkbox', { name: /^You sent the same sell/ });

/** A resting order, ready to be sold. */
async function openReady(amount: string) {
  const ticket = await openTicket(mount);
  await ticket.fill(amount, '98010');
  await ticket.view.waitUntilPressable();
  const count = () => ticket.backEnd.state.sold.length;
  return { ...ticket, equalSell: equalSellOf(ticket.view), count };
}

describe('hasty presses', () => {
  it('of the mouse sell once, and accept nothing that appears under it', async () => {
    const { view, page, last, equalSell, count } = await openReady('1110');
    const { x = 0, y = 0, height = 0 } = (await view.press.boundingBox()) ?? {};
    await page.mouse.click(x + 40, y + 12);
    await equalSell.waitFor();
    await last.waitFor();
    const after = await view.press.boundingBox();
    expect((after?.y ?? 0) + (after?.height ?? 0)).toBeCloseTo(y + height, 0);
    // The second click of a double click, where the button was.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await view.amount.press('Control+Enter');
    await last.getByText('Accepted: Sell 1,110').waitFor();
    expect(await equalSell.isChecked()).toBe(false);
    expect(count()).toBe(1);
    // One click on its own accepts, once there was time to read.
    await equalSell.click();
    await view.waitUntilPressable();
  });

  it('a moment later, by mouse or key, accept nothing either', DEEP, async () => {
    const { view, page, equalSell, count } = await openReady('1120');
    await view.press.click();
    await equalSell.waitFor();
    const ways: [press: () => Promise<void>, accept: () => Promise<void>][] = [
      [() => view.press.click({ force: true }), () => equalSell.click({ force: true })],
      [() => view.amount.press('Control+Enter'), () => equalSell.press(' ')],
    ];
    for (const [press, accept] of ways) {
      // On a machine that is busy the time to read may be over before the second press: then once more.
      await expect
        .poll(async () => {
          await press();
          await accept();
          const { isHeld, isChecked } = await equalSell.evaluate((box: HTMLInputElement) => ({
            isHeld: box.ariaDisabled === 'true',
            isChecked: box.checked,
          }));
          if (isHeld) expect(isChecked).toBe(false);
          else if (isChecked) await equalSell.uncheck();
          return isHeld;
        })
        .toBe(true);
    }
    await view.ticket.getByText(/Accept it \(in \d s\)/).waitFor();
    await equalSell.focus();
    await view.ticket.locator('input[type="checkbox"][aria-disabled="true"]').waitFor({ state: 'detached' });
    await page.keyboard.press(' ');
    await view.waitUntilPressable();
    expect(count()).toBe(1);
  });

  it('of the keys sell once, and what became of that sell stays in sight', async () => {
    const { view, page, last, equalSell, count } = await openReady('1210');
    await view.amount.focus();
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Control+Enter');
    await equalSell.waitFor();
    await expect.poll(() => last.innerText()).toContain('Accepted: Sell 1,210');
    expect(count()).toBe(1);
  });
});

describe('a press that comes before its check', () => {
  it('is told when the check takes too long for it, and sells nothing later', async () => {
    const { view, backEnd, last, count } = await openReady('1150');
    const checks = backEnd.hold('orders.check');
    await view.amount.fill('1160');
    await view.amount.press('Control+Enter');
    await view.ticket.getByText('The ticket’s check took too long for your press. Press again.').waitFor();
    checks.letGo();
    await view.waitUntilPressable();
    expect(count()).toBe(0);
    await view.amount.press('Control+Enter');
    await last.getByText('Accepted: Sell 1,160').waitFor();
    expect(await view.ticket.getByText('took too long').count()).toBe(0);
    expect(count()).toBe(1);
  });

  it('is not kept while trading is stopped, however soon it is allowed again', async () => {
    const { view, backEnd, last, count } = await openReady('1170');
    backEnd.stopTrading(true);
    await view.press.getByText(/Trading is stopped/).waitFor();
    const checks = backEnd.hold('orders.check');
    await view.amount.fill('1180');
    await view.amount.press('Control+Enter');
    backEnd.stopTrading(false);
    await view.page.locator('.stopped').waitFor({ state: 'detached' });
    checks.letGo();
    await view.press.getByText(/^Sell 1,180 USD/).waitFor();
    await view.waitUntilPressable();
    await view.amount.press('Control+Enter');
    await last.getByText('Accepted: Sell 1,180').waitFor();
    expect(count()).toBe(1);
  });
});

describe('what the market did meanwhile', () => {
  it('is not called accepted in the dialog', DEEP, async () => {
    const { view, backEnd, page } = await openReady('1310');
    await view.setRung('Confirm each');
    await view.press.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the sell' });
    await dialog.waitFor();
    backEnd.makeStale(PERPETUAL, 5000);
    await dialog.getByText('Not accepted', { exact: true }).waitFor();
    expect(await dialog.getByText('Accepted', { exact: true }).count()).toBe(0);
    // Nothing in it accepts a warning: it says where that is done.
    await dialog.getByText('Escape goes back to the ticket: accept the warning there.').waitFor();
    backEnd.makeStale(PERPETUAL, null);
    await dialog.getByText('Not accepted', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('a ticket opened anew', () => {
  it('takes no price that was clicked for the one before', async () => {
    const { view } = await mount({ panels: ['watchlist', 'order-ticket'] });
    const cell = (column: string) => view.watchlist.locator(`[row-id="${PERPETUAL}"] [col-id="${column}"]`).first();
    await cell('bid').click();
    await expect.poll(() => view.price.inputValue()).toBe('97410');
    await view.clear();
    await expect.poll(() => view.price.inputValue()).toBe('');
    await view.ticket.getByText('tick 0.5').waitFor();
    await expect.poll(() => view.price.inputValue()).toBe('');
    await cell('ask').click();
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
  });
});

describe('a back end that asks for more than the window knew', () => {
  it('is answered in one dialog: what was accepted in the ticket still is', async () => {
    const { view, backEnd, page } = await openTicket(mount);
    // The window hears nothing of the cap that the back end goes by.
    const { session } = backEnd.state;
    backEnd.state.session = {
      ...session,
      status: { ...session.status, ladder: { rung: 'one_click', cap_usd: decimal(500) } },
    };
    await view.amount.fill('1410');
    await view.label.fill('mine');
    await view.price.fill('94410');
    await view.ticket.getByRole('checkbox', { name: /Below the band/ }).check();
    await view.waitUntilPressable();
    await view.press.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the sell' });
    await dialog.getByText('Accepted', { exact: true }).waitFor();
    expect(await dialog.getByText('Not accepted', { exact: true }).count()).toBe(0);
    expect(backEnd.state.sold).toEqual([]);
    await dialog.getByRole('button', { name: /^Sell 1,410 USD/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(backEnd.state.sold).toMatchObject([{ amount: '1410' }]);
    // What was accepted of that order is not accepted of the next.
    await view.ticket.getByText(/Accept the \d warnings first/).waitFor();
  });
});

describe('what nobody has looked at', () => {
  it('is not sold by a press that had begun before a preset filled it in', async () => {
    const { view, backEnd, page } = await openTicket(mount, {
      prepare: (prepared) => {
        prepared.setPresets([AT_BID]);
        prepared.makeStale(PERPETUAL, 60_000);
      },
    });
    await view.ticket.getByRole('group', { name: 'Preset in force' }).waitFor();
    // A rule never goes by what is left of a market.
    expect(await view.price.inputValue()).toBe('');
    await view.press.hover();
    await page.mouse.down();
    backEnd.makeStale(PERPETUAL, null);
    await expect.poll(() => view.price.inputValue()).toBe('97610');
    await view.waitUntilPressable();
    await page.mouse.up();
    await page.getByText('The ticket had just changed. Look at it, and press again.').first().waitFor();
    expect(backEnd.state.sold).toEqual([]);
  });

  it('is not confirmed by the keys of something that is being typed', async () => {
    const { view, backEnd, page } = await openReady('1500');
    await view.setRung('Confirm each');
    await view.press.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the sell' });
    const answer = dialog.locator('button.press[aria-disabled="false"]');
    await answer.waitFor();
    await answer.focus();
    // The palette does not come up over a question.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('s 10 btc-perp 99000');
    await page.keyboard.press('Enter');
    expect(backEnd.state.sold).toEqual([]);
    await answer.click();
    await dialog.waitFor({ state: 'detached' });
    expect(backEnd.state.sold).toMatchObject([{ amount: '1500' }]);
  });
});
