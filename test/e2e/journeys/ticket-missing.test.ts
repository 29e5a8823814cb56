import { beforeEach, describe, expect, it } from 'vitest';
import { holdMessages } from '../../support/window/held-messages.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;

const price = bench.priced;
const amount = bench.sized;

describe('what is missing or out of place', () => {
  beforeEach(() => bench.clear());

  async function enterInstrument(name: string): Promise<void> {
    const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
    await instrument.fill(name);
    await instrument.press('Enter');
  }

  it('a warning that is scrolled out of sight comes into it as the ticket is pressed without its being accepted', async () => {
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.amount.fill('1000');
    await view.field('Fires at').fill(String(bidPlus(-300)));
    await price(String(bidPlus(-350)))();
    await view.ticket.getByRole('checkbox', { name: 'Post only' }).check();
    const warning = view.ticket.locator('.issue-warning');
    await view.press.getByText('Accept the warning first.').waitFor();
    const before = bench.countSells();
    await view.field('Instrument').scrollIntoViewIfNeeded();
    await view.press.click({ force: true });
    await expect
      .poll(() =>
        warning.evaluate(
          (line) =>
            line.ownerDocument
              .elementFromPoint(
                line.getBoundingClientRect().x + 30,
                line.getBoundingClientRect().y + line.getBoundingClientRect().height / 2,
              )
              ?.closest('.issue-warning') === line,
        ),
      )
      .toBe(true);
    expect(bench.countSells()).toBe(before);
  });

  it('a press that comes to nothing is read out with its reason, each time, and that goes with the reason', async () => {
    const told = view.ticket.locator('.ticket-foot [role="status"]');
    await bench.sized('1234')();
    await view.press.getByText(/must be a multiple of 10 USD/).waitFor();
    expect(await told.textContent()).toBe('');
    const before = bench.countSells();
    const heard: (string | null)[] = [];
    for (const _ of [1, 2]) {
      const last = heard.at(-1) ?? '';
      await view.amount.press('Control+Enter');
      await expect.poll(() => told.textContent()).not.toBe(last);
      heard.push(await told.textContent());
    }
    for (const text of heard) expect(text).toMatch(/^Nothing was sent\. .*must be a multiple of 10 USD\./);
    await view.amount.fill('1230');
    await view.waitUntilPressable();
    expect(await told.textContent()).toBe('');
    expect(bench.countSells()).toBe(before);
  });

  it.each<[string, () => Promise<void>, RegExp, string]>([
    ['no amount', () => view.price.fill(String(bidPlus(200))), /enter an amount in USD/i, 'Amount'],
    ['no price', () => view.amount.fill('1000'), /enter a price/i, 'Price'],
    [
      'no trigger price',
      async () => {
        await view.amount.fill('1000');
        await view.chooseType('Stop');
      },
      /enter the trigger price/i,
      'Fires at',
    ],
    [
      'no distance',
      async () => {
        await view.amount.fill('1000');
        await view.chooseType('Trail');
      },
      /enter how far/i,
      'Distance',
    ],
    [
      'nothing in a linked order',
      async () => {
        await price(String(bidPlus(200)))();
        await view.openMore();
        await view.choose('Linked orders', 'OCO');
      },
      /enter an amount/i,
      'Linked order 1: amount',
    ],
  ])(
    '%s is said on the button, without reproach; pressed all the same, at its field, which takes the focus',
    async (_name, fill, text, name) => {
      const before = bench.countSells();
      await fill();
      await view.press.getByText(text).waitFor();
      expect(await view.ticket.locator('.issue').count()).toBe(0);
      await view.press.click({ force: true });
      await view.fieldRow(name).locator('.issue').getByText(text).waitFor();
      await expect.poll(() => view.field(name).evaluate((field) => field === document.activeElement)).toBe(true);
      await view.field(name).press('Control+Enter');
      expect(bench.countSells()).toBe(before);
    },
  );

  it('is told of nothing any more once the order is taken: the next one begins without reproach', async () => {
    const label = bench.nextLabel();
    await view.label.fill(label);
    await view.press.click({ force: true });
    for (const name of ['Amount', 'Price']) await view.fieldRow(name).locator('.issue').getByText(/Enter/).waitFor();
    await price(String(bidPlus(200)))();
    await bench.press(label);
    await bench.readOrder(label);
    await view.amount.fill('');
    await view.press.getByText('Enter an amount in USD.').waitFor();
    expect(await view.ticket.locator('.issue-error').count()).toBe(0);
  });

  it('in a linked order that is out of sight is brought into it, and blanks are nothing', async () => {
    const before = bench.countSells();
    const more = view.ticket.getByRole('button', { name: /^More/ });
    await view.amount.fill('1000');
    await view.price.fill('  ');
    await view.press.click({ force: true });
    await expect.poll(() => view.price.evaluate((field) => field === document.activeElement)).toBe(true);
    await view.price.fill(String(bidPlus(200)));
    await view.openMore();
    await view.choose('Linked orders', 'OCO');
    await more.click();
    expect(await view.field('Linked order 1: amount').count()).toBe(0);
    await view.press.getByText(/Linked order 1: enter an amount/).waitFor();
    await view.press.click({ force: true });
    await view.field('Linked order 1: amount').waitFor();
    const isFocused = () => view.field('Linked order 1: amount').evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    expect(bench.countSells()).toBe(before);
  });

  it('of the instrument before is not the matter while another name is typed', async () => {
    const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
    await instrument.fill('BTC-NONSENSE');
    await instrument.press('Control+Enter');
    await view.press.getByText('You typed another instrument').waitFor();
    expect(await instrument.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await view.fieldRow('Amount').locator('.issue').count()).toBe(0);
    await instrument.press('Escape');
  });

  it('in a linked order stands under that one', async () => {
    await price(String(bidPlus(200)))();
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await view.field('Linked order 2: amount').fill('15');
    const second = view.ticket.getByRole('group', { name: 'Linked order 2' });
    await second.getByText(/multiple of 10 USD/).waitFor();
    expect(await view.ticket.getByRole('group', { name: 'Linked order 1' }).locator('.issue').count()).toBe(0);
    await second.getByRole('button', { name: 'Use 20' }).click();
    await expect.poll(() => view.field('Linked order 2: amount').inputValue()).toBe('20');
  });

  it('and what warns of a linked order is told where that is closed', async () => {
    await price(String(bidPlus(200)))();
    await view.openMore();
    await view.choose('Linked orders', 'OTO');
    await view.field('Linked order 1: amount').fill('1000');
    await view.field('Linked order 1: price').fill('50000');
    await view.ticket.getByText(/away from the mark/).waitFor();
    const more = view.ticket.getByRole('button', { name: /^More/ });
    await more.getByText('a warning').waitFor({ state: 'detached' });
    await more.click();
    await more.getByText('a warning').waitFor();
    await view.press.getByText('Accept the warning first').waitFor();
    await more.click();
    await view.ticket.getByText('Accept it').click();
    await more.click();
    await view.waitUntilPressable();
    expect(await more.getByText('a warning').count()).toBe(0);
  });

  it('has its nearest legal value one click away', async () => {
    await amount('150000')();
    await view.field('Iceberg').fill('1000');
    await view.fieldRow('Iceberg').getByRole('button', { name: /^Use/ }).click();
    await view.waitUntilPressable();
    await expect.poll(() => view.field('Iceberg').inputValue()).toBe('1500');
  });

  it('is not offered: a dollar price of what is quoted in dollars, reducing where there is no position', async () => {
    const names = bench.simulator.control.instrumentNames();
    const linear = names.find((name) => /^\w+_USDC-.*-C$/.test(name)) ?? '';
    const reduceOnly = view.ticket.getByRole('checkbox', { name: 'Reduce only' });
    await reduceOnly.check();
    await enterInstrument(linear);
    await view.ticket.getByText(/^tick /).waitFor();
    const forms = view.ticket.getByRole('radiogroup', { name: 'Form of the price' });
    expect((await forms.innerText()).split(/\s+/)).toEqual(['USDC', 'IV']);
    await enterInstrument('BTC_USDC');
    await view.ticket.getByText('· spot').waitFor();
    await expect.poll(() => forms.count()).toBe(0);
    await expect.poll(() => reduceOnly.isDisabled()).toBe(true);
    await view.ticket.getByText('Spot pairs have no position to reduce.').waitFor();
    await view.amount.fill('1');
    await view.chooseType('Market');
    await view.waitUntilPressable();
    await view.ticket.getByRole('button', { name: /Request/ }).click();
    const request = view.ticket.getByLabel('The request as JSON');
    await request.getByText('BTC_USDC').waitFor();
    expect(JSON.parse(await request.innerText())).not.toHaveProperty('reduce_only', true);
    await view.ticket.getByRole('button', { name: /Request/ }).click();
  });

  it('is not offered: post only, iceberg and protection of other kinds', async () => {
    expect(await view.ticket.getByRole('radiogroup', { name: 'Form of the price' }).count()).toBe(0);
    await view.ticket.getByRole('checkbox', { name: 'Post only' }).uncheck();
    expect(await view.ticket.getByRole('checkbox', { name: 'Reject if crossing' }).isDisabled()).toBe(true);
    await view.choose('Time in force', 'IOC');
    expect(await view.ticket.getByRole('checkbox', { name: 'Post only' }).isDisabled()).toBe(true);
    expect(await view.field('Iceberg').isDisabled()).toBe(true);
    await view.ticket.getByText(/post only: only with GTC/i).waitFor();
    await view.chooseType('Market');
    await expect.poll(() => view.field('Iceberg').count()).toBe(0);
    await expect.poll(() => view.ticket.getByRole('checkbox', { name: 'MMP' }).count()).toBe(0);
    await expect.poll(() => view.price.count()).toBe(0);
  });
});

/** Last: from here on the page hears of checks when it is let. */
describe('a press whose answer comes once somebody went on', () => {
  it('marks what was missing, and leaves the focus where it is', async () => {
    const answers = await holdMessages(view.page, { answered: '"issues"' });
    await bench.startAnew();
    const search = view.orders.getByRole('searchbox');
    const mark = view.fieldRow('Price').locator('.issue').getByText('Enter a price');
    const tooLate = view.ticket.getByText('took too long for your press');
    // A press waits half a second for its answer, and a busy machine may take longer to go on.
    for (let times = 0; times < 10 && (await mark.count()) === 0; times += 1) {
      answers.hold();
      await view.amount.fill(String(1000 + 10 * times));
      await view.amount.press('Control+Enter');
      await search.focus();
      answers.letGo();
      await mark.or(tooLate).waitFor();
    }
    await mark.waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
