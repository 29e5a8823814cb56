import { beforeEach, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeEach(() => bench.clear());

const dialog = () => view.page.getByRole('dialog', { name: 'Confirm the sell' });

async function fill(amount: string): Promise<string> {
  const label = bench.nextLabel();
  await view.amount.fill(amount);
  await view.price.fill(String(bench.bidPlus(400)));
  await view.label.fill(label);
  await view.waitUntilPressable();
  return label;
}

describe('confirm each', () => {
  it('shows the order, sends nothing on Escape, and sells on a press in the dialog, by keyboard alone', async () => {
    await view.setRung('Confirm each');
    const before = bench.countSells();
    const label = await fill('3000');
    await view.label.press('Control+Enter');
    await dialog().getByText('Rests on the book').waitFor();
    await dialog().getByText('Limit · GTC · post only · valid for 5 s', { exact: true }).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(bench.countSells()).toBe(before);
    expect(await view.label.evaluate((field) => field === document.activeElement)).toBe(true);
    await view.page.keyboard.press('Control+Enter');
    await dialog()
      .getByRole('button', { name: /^Sell 3,000 USD at/ })
      .waitFor();
    await dialog().getByText('3,000 USD = 300 ct', { exact: true }).waitFor();
    await dialog()
      .getByText(/^Maker fee/)
      .waitFor();
    expect((await dialog().innerText()).match(/Worth/g)).toHaveLength(1);
    await view.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    // Held or struck again in the same breath, the key opens the question and does not answer it.
    await view.press.focus();
    const { keyboard } = view.page;
    const strike = () => [keyboard.down('Enter'), keyboard.down('Enter'), keyboard.up('Enter')];
    await Promise.all([...strike(), ...strike()]);
    await dialog().locator('button.press[aria-disabled="false"]').waitFor();
    expect(bench.countSells()).toBe(before);
    await keyboard.press('Enter');
    expect(await bench.readOrder(label)).toMatchObject({ amount: 3000 });
    expect(bench.countSells()).toBe(before + 1);
  });
});

describe('the question', () => {
  it('tells what the order is worth by the market as it is, not as it was at the press', async () => {
    await view.setRung('Confirm each');
    await view.field('Instrument').fill('BTC_USDC-PERPETUAL');
    await view.field('Instrument').press('Enter');
    await view.chooseType('Market');
    await view.amount.fill('1');
    await view.waitUntilPressable();
    await view.press.click();
    const worth = dialog().locator('dt', { hasText: 'Worth' }).locator('xpath=following-sibling::dd[1]');
    const first = await worth.innerText();
    expect(first).toMatch(/^\d{2,3},\d{3} USD$/);
    await expect.poll(() => worth.innerText()).not.toBe(first);
    await view.page.keyboard.press('Escape');
  });
});

describe('arm and fire', () => {
  it('says for how long it is armed, and disarms when the instrument changes', async () => {
    await view.setRung('Arm and fire');
    const before = bench.countSells();
    await fill('4000');
    await view.press.click();
    await view.press.getByText(/^Press again to sell 4,000 USD/).waitFor();
    await view.press.getByText(/armed for [1-4] s/).waitFor();
    await view.select('ETH-PERPETUAL');
    await view.select('BTC-PERPETUAL');
    await view.press.getByText(/^Sell 4,000 USD/).waitFor();
    await view.waitUntilPressable();
    await view.press.click();
    await view.press.getByText(/^Press again/).waitFor();
    expect(bench.countSells()).toBe(before);
  });
});

describe('an armed button', () => {
  const armed = () => view.press.getByText(/^Press again to sell/);
  const standing = () => view.press.getByText(/^Sell /);

  it.each([
    ['the label', () => view.label.focus()],
    ['the instrument, whose list takes Escape too', () => view.field('Instrument').focus()],
    ['another panel', () => view.orders.getByRole('searchbox').first().focus()],
    ['nothing', () => view.page.evaluate(() => (document.activeElement as HTMLElement).blur())],
  ])('is taken back by Escape with the keyboard on %s', async (_where, focus) => {
    await view.setRung('Arm and fire');
    const before = bench.countSells();
    await fill('4600');
    await view.page.keyboard.press('Control+Enter');
    await armed().waitFor();
    await focus();
    await view.page.keyboard.press('Escape');
    // Long before it would have run out.
    await standing().waitFor({ timeout: 3000 });
    await view.label.focus();
    await view.page.keyboard.press('Alt+S');
    await view.page.getByText('The button is not armed. Arm it first.').first().waitFor();
    expect(bench.countSells()).toBe(before);
  });

  it.each(['Amount', 'Label'])('is armed and fired by its keys from within the field %s', async (name) => {
    await view.setRung('Arm and fire');
    const before = bench.countSells();
    await fill(name === 'Amount' ? '4700' : '4800');
    const field = view.field(name);
    const typed = await field.inputValue();
    await field.focus();
    await view.page.keyboard.press('Alt+A');
    await armed().waitFor();
    expect(await field.inputValue()).toBe(typed);
    expect(bench.countSells()).toBe(before);
    await view.page.keyboard.press('Alt+S');
    await expect.poll(() => bench.countSells()).toBe(before + 1);
  });
});

describe('a stroke that is made twice in the same breath', () => {
  it.each([
    ['Enter', '4100'],
    ['Control+Enter', '4200'],
    ['Space', '4300'],
  ])('arms and does not fire: %s', async (key, amount) => {
    await view.setRung('Arm and fire');
    const before = bench.countSells();
    await fill(amount);
    await view.press.focus();
    await Promise.all([view.page.keyboard.press(key), view.page.keyboard.press(key)]);
    await view.press.getByText(/^Press again/).waitFor();
    await view.waitUntilPressable();
    expect(bench.countSells()).toBe(before);
    await view.page.keyboard.press(key);
    await expect.poll(() => bench.countSells()).toBe(before + 1);
  });
});

describe('a machine that slept', () => {
  /** As in a sleep: the wall clock went on, the monotonic one stood still. */
  const sleep = () =>
    view.page.evaluate(() => {
      const tell = Date.now;
      const sleptMs = 8 * 3_600_000;
      Date.now = () => tell() + sleptMs;
    });

  it.each(['Confirm each', 'Arm and fire'] as const)(
    'takes back what was pressed before, with a word why: %s',
    async (rung) => {
      await view.setRung(rung);
      const before = bench.countSells();
      await fill('4000');
      const isDialog = rung === 'Confirm each';
      const waiting = isDialog ? dialog() : view.press.getByText(/^Press again/);
      await view.press.click();
      await waiting.waitFor();
      await sleep();
      await waiting.waitFor({ state: 'detached' });
      await view.page.getByText('Taken back: the machine slept').first().waitFor();
      expect(bench.countSells()).toBe(before);
      await view.reload();
    },
  );
});

describe('one click', () => {
  it('is chosen deliberately, with a cap that is a number', async () => {
    await view.setRung('Confirm each');
    await view.ticket.getByRole('button', { name: 'What a press does: Confirm each' }).click();
    const choice = view.page.getByRole('dialog', { name: 'What a press does' });
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
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await choice.getByRole('checkbox').check();
    await choice.getByRole('button', { name: 'Save' }).click();
    await view.ticket.getByRole('button', { name: 'What a press does: 1-click ≤5k USD' }).waitFor();
  });

  it('shows its cap in full in the smallest window, as the orders panel shows what it covers', async () => {
    await view.setRung('One click', '123456.78');
    await view.orders.getByText(/placed here, \d+ elsewhere$/).waitFor();
    for (const line of [view.ticket.locator('.rung-one_click'), view.orders.locator('.order-scope')]) {
      const { text, isCut } = await line.evaluate((element) => ({
        text: element.textContent,
        isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      }));
      expect(isCut, text).toBe(false);
    }
  });

  it('sells under the cap; above it the order is shown, and why', async () => {
    await view.setRung('One click', '5000');
    const under = await fill('5000');
    await view.press.click();
    expect(await bench.readOrder(under)).toMatchObject({ amount: 5000 });
    const before = bench.countSells();
    const above = await fill('5010');
    await view.press.click();
    await dialog()
      .getByText(/Worth 5,010 USD, more than one click may sell. Confirm it: the cap of 5,000 USD/)
      .waitFor();
    expect(bench.countSells()).toBe(before);
    await dialog()
      .getByRole('button', { name: /^Sell 5,010 USD/ })
      .click();
    expect(await bench.readOrder(above)).toMatchObject({ amount: 5010 });
  });
});

describe('the label', () => {
  it('moves on after a send, and is not reproached for the order that used it', async () => {
    await view.setRung('One click');
    const label = await fill('7000');
    await view.press.click();
    await bench.readOrder(label);
    const [, stem, number] = /^(.*)-(\d+)$/.exec(label)!;
    await expect.poll(() => view.label.inputValue()).toMatch(new RegExp(`^${stem}-(?!${number}$)\\d+$`));
    expect(await view.ticket.getByText(/was used before/).count()).toBe(0);
    await view.label.fill(label);
    await view.ticket
      .getByText(/was used before/)
      .first()
      .waitFor();
  });
});

describe('after a send', () => {
  it('counts while it checks with the service, then tells the price booked against the one asked', async () => {
    await view.setRung('One click');
    const label = await fill('8000');
    bench.simulator.control.failNext('private/sell', 'drop_after_executing');
    const last = view.ticket.getByRole('group', { name: 'Last order' });
    bench.simulator.control.failAll('private/get_order_state_by_label', 'drop_before_executing');
    await view.press.click();
    await last.getByText(/^Checking with the service, \d\.\d s/).waitFor();
    const first = await last.innerText();
    await expect.poll(() => last.innerText()).not.toBe(first);
    bench.simulator.control.failAll('private/get_order_state_by_label', null);
    await last.getByText(/Open at [\d,.]+, as asked\./).waitFor();
    expect(await bench.readOrder(label)).toMatchObject({ amount: 8000 });
  });
});

describe('the ticket in its column', () => {
  it('fits 356 by 720 in its common form without scrolling', async () => {
    await view.page.setViewportSize({ width: 1280, height: 720 });
    await fill('1000');
    const fields = view.ticket.getByRole('region', { name: 'Order' });
    const hidden = await fields.evaluate((element) => element.scrollHeight - element.clientHeight);
    const box = await view.ticket.boundingBox();
    await view.page.setViewportSize({ width: 1600, height: 960 });
    expect(box?.width).toBeLessThanOrEqual(356);
    expect(hidden).toBeLessThanOrEqual(0);
  });
});
