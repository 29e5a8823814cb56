import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { Ladder } from '../../../shared/orders/confirmation.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const CAP = decimal(5000);
const RUNGS = {
  'Confirm each': { rung: 'confirm_each', cap_usd: CAP },
  'Arm and fire': { rung: 'arm_and_fire', cap_usd: CAP },
  'One click': { rung: 'one_click', cap_usd: CAP },
} as const satisfies Record<string, Ladder>;

interface Ready extends OpenTicket {
  readonly dialog: ReturnType<typeof dialogOf>;
  readonly count: () => number;
}

/** A resting order of that amount under a ladder, ready to be pressed. */
async function openReady(rung: keyof typeof RUNGS, amount: string): Promise<Ready> {
  const ticket = await openTicket(mount, {
    prepare: ({ setStatus }) => setStatus({ ladder: RUNGS[rung] }),
  });
  await ticket.fill(amount, '97810');
  await ticket.view.label.fill('mine');
  await ticket.view.waitUntilPressable();
  return {
    ...ticket,
    dialog: dialogOf(ticket.page, 'Confirm the sell'),
    count: () => ticket.backEnd.state.sold.length,
  };
}

describe('confirm each', () => {
  it('shows the order, sends nothing on Escape, and sells on a press in the dialog, by keyboard alone', async () => {
    const { view, page, backEnd, dialog, count } = await openReady('Confirm each', '3000');
    const { keyboard } = page;
    await view.label.press('Control+Enter');
    await dialog.getByText('Rests on the book').waitFor();
    await dialog.getByText('Limit · GTC · post only · valid for 5 s', { exact: true }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(count()).toBe(0);
    expect(await view.label.evaluate((field) => field === document.activeElement)).toBe(true);
    await keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: /^Sell 3,000 USD at/ }).waitFor();
    await dialog.getByText('3,000 USD = 300 ct', { exact: true }).waitFor();
    await dialog.getByText(/^Maker fee/).waitFor();
    expect((await dialog.innerText()).match(/Worth/g)).toHaveLength(1);
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Held or struck again in the same breath, the key opens the question and does not answer it.
    await view.press.focus();
    const strike = () => [keyboard.down('Enter'), keyboard.down('Enter'), keyboard.up('Enter')];
    await Promise.all([...strike(), ...strike()]);
    await dialog.locator('button.press[aria-disabled="false"]').waitFor();
    expect(count()).toBe(0);
    const sold = backEnd.nextSold();
    await keyboard.press('Enter');
    expect(await sold).toMatchObject({ amount: '3000', label: 'mine' });
    await dialog.waitFor({ state: 'detached' });
    expect(count()).toBe(1);
  });
});

describe('the question', () => {
  it('tells what the order is worth by the market as it is, not as it was at the press', DEEP, async () => {
    const name = 'BTC_USDC-PERPETUAL';
    const { view, backEnd, enter, dialog } = await openReady('Confirm each', '1000');
    await enter(name);
    await view.chooseType('Market');
    await view.amount.fill('1');
    await view.waitUntilPressable();
    await view.press.click();
    const worth = dialog.locator('dt', { hasText: 'Worth' }).locator('xpath=following-sibling::dd[1]');
    const first = await worth.innerText();
    expect(first).toMatch(/^\d{2},\d{3} USD$/);
    backEnd.move(name, { best_bid_price: 98_000, best_ask_price: 98_000.5, mark_price: 98_000, index_price: 98_000 });
    await expect.poll(() => worth.innerText()).toBe('98,000 USD');
  });
});

describe('arm and fire', () => {
  it('says for how long it is armed, and disarms when the instrument changes', DEEP, async () => {
    const { view, enter, count } = await openReady('Arm and fire', '4000');
    await view.press.click();
    await view.press.getByText(/^Press again to sell 4,000 USD/).waitFor();
    await view.press.getByText(/armed for [1-5] s/).waitFor();
    await enter('ETH-PERPETUAL');
    await enter('BTC-PERPETUAL');
    await view.press.getByText(/^Sell 4,000 USD/).waitFor();
    await view.waitUntilPressable();
    await view.press.click();
    await view.press.getByText(/^Press again/).waitFor();
    expect(count()).toBe(0);
  });

  it('a second press confirms, and only the same order', async () => {
    const { view, backEnd, count } = await openReady('Arm and fire', '1000');
    await view.press.click();
    await view.press.getByText(/^Press again to sell 1,000 USD/).waitFor();
    await view.amount.fill('2000');
    await view.press.getByText(/^Sell 2,000 USD/).waitFor();
    await view.waitUntilPressable();
    await view.press.dblclick();
    await view.press.getByText(/^Press again to sell 2,000 USD/).waitFor();
    expect(count()).toBe(0);
    const sold = backEnd.nextSold();
    await view.press.click();
    expect(await sold).toMatchObject({ amount: '2000' });
    expect(count()).toBe(1);
  });

  it('is taken back by a stop of trading, also once that is lifted', async () => {
    const { view, backEnd, count } = await openReady('Arm and fire', '1000');
    await view.press.click();
    await view.press.getByText(/^Press again to sell/).waitFor();
    backEnd.stopTrading(true);
    await view.press.getByText(/Trading is stopped/).waitFor();
    backEnd.stopTrading(false);
    await view.waitUntilPressable();
    expect(await view.press.innerText()).toMatch(/^Sell 1,000 USD/);
    await view.press.click();
    await view.press.getByText(/^Press again to sell/).waitFor();
    expect(count()).toBe(0);
  });
});

describe('an armed button', () => {
  eachOf<[string, (ticket: OpenTicket) => Promise<void>]>(
    [
      ['the label', ({ view }) => view.label.focus()],
      ['the instrument, whose list takes Escape too', ({ instrument }) => instrument.focus()],
      ['a field of the header', ({ page }) => page.getByRole('banner').getByRole('button').first().focus()],
      ['nothing', ({ page }) => page.evaluate(() => (document.activeElement as HTMLElement).blur())],
    ],
    ['the label'],
  )('is taken back by Escape with the keyboard on %s', async (_where, focus) => {
    const ticket = await openReady('Arm and fire', '4600');
    const { view, page, count } = ticket;
    await page.keyboard.press('Control+Enter');
    await view.press.getByText(/^Press again to sell/).waitFor();
    await focus(ticket);
    await page.keyboard.press('Escape');
    // Long before it would have run out.
    await view.press.getByText(/^Sell /).waitFor({ timeout: 3000 });
    await view.label.focus();
    await page.keyboard.press('Alt+S');
    await page.getByText('The button is not armed. Arm it first.').first().waitFor();
    expect(count()).toBe(0);
  });

  eachOf([['Amount'], ['Label']], ['Amount'])(
    'is armed and fired by its keys from within the field %s',
    async (name) => {
      const { view, page, backEnd, count } = await openReady('Arm and fire', '4700');
      const field = view.field(name);
      const typed = await field.inputValue();
      await field.focus();
      await page.keyboard.press('Alt+A');
      await view.press.getByText(/^Press again to sell/).waitFor();
      expect(await field.inputValue()).toBe(typed);
      expect(count()).toBe(0);
      const sold = backEnd.nextSold();
      await page.keyboard.press('Alt+S');
      expect(await sold).toMatchObject({ amount: '4700' });
      expect(count()).toBe(1);
    },
  );
});

describe('a stroke that is made twice in the same breath', () => {
  eachOf([['Enter'], ['Control+Enter'], ['Space']], ['Control+Enter'])('arms and does not fire: %s', async (key) => {
    const { view, page, backEnd, count } = await openReady('Arm and fire', '4100');
    await view.press.focus();
    await Promise.all([page.keyboard.press(key), page.keyboard.press(key)]);
    await view.press.getByText(/^Press again/).waitFor();
    await view.waitUntilPressable();
    expect(count()).toBe(0);
    const sold = backEnd.nextSold();
    await page.keyboard.press(key);
    await sold;
    expect(count()).toBe(1);
  });
});

describe('a machine that slept', () => {
  eachOf<['Confirm each' | 'Arm and fire']>([['Confirm each'], ['Arm and fire']], ['Arm and fire'])(
    'takes back what was pressed before, with a word why: %s',
    async (rung) => {
      const { view, page, dialog, count } = await openReady(rung, '4000');
      const waiting = rung === 'Confirm each' ? dialog : view.press.getByText(/^Press again/);
      await view.press.click();
      await waiting.waitFor();
      // As the window sees it: the wall clock went on, and the one that runs armings out stood still.
      await page.evaluate(() => {
        const tell = Date.now;
        const sleptMs = 8 * 3_600_000;
        Date.now = () => tell() + sleptMs;
        (window as unknown as { tellAwake: () => void }).tellAwake = () => {
          Date.now = tell;
        };
      });
      try {
        await waiting.waitFor({ state: 'detached' });
        await page.getByText('Taken back: the machine slept').first().waitFor();
        expect(count()).toBe(0);
      } finally {
        await page.evaluate(() => (window as unknown as { tellAwake: () => void }).tellAwake());
      }
    },
  );
});

describe('one click', () => {
  it('is chosen deliberately, with a cap that is a number', async () => {
    const { view, page } = await openReady('Confirm each', '1000');
    await view.ticket.getByRole('button', { name: 'What a press does: Confirm each' }).click();
    const choice = dialogOf(page, 'What a press does');
    await choice.getByRole('radio', { name: 'One click' }).check();
    await choice.getByLabel('Cap for one press, USD').fill('');
    await choice.getByRole('button', { name: 'Save' }).click();
    await choice.getByText('Enter the cap in USD.').waitFor();
    await choice.getByLabel('Cap for one press, USD').fill('-5');
    // Before anything is saved.
    await choice.getByText(/The cap must be a plain number above zero/).waitFor();
    await choice.getByRole('button', { name: 'Save' }).click();
    await choice.getByText('mend the cap first').waitFor();
    await choice.getByLabel('Cap for one press, USD').fill('5k');
    await choice.getByText('= 5,000', { exact: true }).waitFor();
    await choice.getByRole('button', { name: 'Save' }).click();
    await choice.getByText('Tick the box to choose one click.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await choice.getByRole('checkbox').check();
    await choice.getByRole('button', { name: 'Save' }).click();
    await view.ticket.getByRole('button', { name: 'What a press does: 1-click ≤5k USD' }).waitFor();
  });

  it('shows its cap in full in the smallest window, as the orders panel shows what it covers', DEEP, async () => {
    const { view } = await mount({
      prepare: ({ setStatus }) => setStatus({ ladder: { rung: 'one_click', cap_usd: decimal('123456.78') } }),
    });
    await view.orders.locator('.order-scope').filter({ hasText: /\S/ }).waitFor();
    for (const line of [view.ticket.locator('.rung-one_click'), view.orders.locator('.order-scope')]) {
      const { text, isCut } = await line.evaluate((element) => ({
        text: element.textContent,
        isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      }));
      expect(isCut, text).toBe(false);
    }
  });

  it('sells under the cap; above it the order is shown, and why', async () => {
    const { view, backEnd, dialog, count } = await openReady('One click', '5000');
    const under = backEnd.nextSold();
    await view.press.click();
    expect(await under).toMatchObject({ amount: '5000' });
    await view.amount.fill('5010');
    await view.waitUntilPressable();
    await view.press.click();
    await dialog
      .getByText(/Worth 5,010 USD, more than one click may trade. Confirm it: the cap of 5,000 USD/)
      .waitFor();
    expect(count()).toBe(1);
    const above = backEnd.nextSold();
    await dialog.getByRole('button', { name: /^Sell 5,010 USD/ }).click();
    expect(await above).toMatchObject({ amount: '5010' });
  });
});

describe('the label', () => {
  it('moves on after a send, and is not reproached for the order that used it', async () => {
    const { view, sell } = await openReady('One click', '4900');
    await sell('mine-1');
    await expect.poll(() => view.label.inputValue()).toBe('mine-2');
    expect(await view.ticket.getByText(/was used before/).count()).toBe(0);
    await view.label.fill('mine-1');
    await view.ticket
      .getByText(/was used before/)
      .first()
      .waitFor();
  });
});

describe('after a send', () => {
  it('counts while it checks with the service, then tells the price booked against the one asked', DEEP, async () => {
    const { view, backEnd, last } = await openReady('One click', '4800');
    backEnd.holdSells();
    const sold = backEnd.nextSold();
    await view.press.click();
    await sold;
    backEnd.loseAnswer('mine');
    await last.getByText(/^Checking with the service, \d+\.\d s/).waitFor();
    const first = await last.innerText();
    await expect.poll(() => last.innerText()).not.toBe(first);
    backEnd.accept('mine');
    await last.getByText('Open at 97,810, as asked.').waitFor();
  });
});
