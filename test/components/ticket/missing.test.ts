import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { SPOT, USDC_OPTION } from '../../support/window-bench/market.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const hasFocus =
  ({ view }: OpenTicket, name: string) =>
  () =>
    view.field(name).evaluate((field) => field === document.activeElement);

describe('what is missing or out of place', () => {
  it('a warning that is scrolled out of sight comes into it as the ticket is pressed without its being accepted', async () => {
    const { view, backEnd } = await mount();
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.amount.fill('1000');
    await view.field('Fires at').fill('97110');
    await view.price.fill('97060');
    await view.ticket.getByRole('checkbox', { name: 'Post only' }).check();
    const warning = view.ticket.locator('.issue-warning');
    await view.press.getByText('Accept the warning first.').waitFor();
    await view.field('Instrument').scrollIntoViewIfNeeded();
    await view.press.click({ force: true });
    await expect
      .poll(() =>
        warning.evaluate((line) => {
          const { x, y, height } = line.getBoundingClientRect();
          return line.ownerDocument.elementFromPoint(x + 30, y + height / 2)?.closest('.issue-warning') === line;
        }),
      )
      .toBe(true);
    expect(backEnd.state.sold).toEqual([]);
  });

  it(
    'a press that comes to nothing is read out with its reason, each time, and that goes with the reason',
    DEEP,
    async () => {
      const { view, backEnd, fill } = await openTicket(mount);
      const told = view.ticket.locator('.ticket-foot [role="status"]');
      await fill('1234', '97610');
      await view.press.getByText(/must be a multiple of 10 USD/).waitFor();
      expect(await told.textContent()).toBe('');
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
      expect(backEnd.state.sold).toEqual([]);
    },
  );

  eachOf<[string, (ticket: OpenTicket) => Promise<void>, RegExp, string]>(
    [
      ['no amount', ({ view }) => view.price.fill('97610'), /enter an amount in USD/i, 'Amount'],
      ['no price', ({ view }) => view.amount.fill('1000'), /enter a price/i, 'Price'],
      [
        'no trigger price',
        async ({ view }) => {
          await view.amount.fill('1000');
          await view.chooseType('Stop');
        },
        /enter the trigger price/i,
        'Fires at',
      ],
      [
        'no distance',
        async ({ view }) => {
          await view.amount.fill('1000');
          await view.chooseType('Trail');
        },
        /enter how far/i,
        'Distance',
      ],
      [
        'nothing in a linked order',
        async ({ view, fill }) => {
          await fill('1000', '97610');
          await view.openMore();
          await view.choose('Linked orders', 'OCO');
        },
        /enter an amount/i,
        'Linked order 1: amount',
      ],
    ],
    ['no amount'],
  )(
    '%s is said on the button, without reproach; pressed all the same, at its field, which takes the focus',
    async (_name, fill, text, name) => {
      const ticket = await openTicket(mount);
      const { view, backEnd } = ticket;
      await fill(ticket);
      await view.press.getByText(text).waitFor();
      expect(await view.ticket.locator('.issue').count()).toBe(0);
      await view.press.click({ force: true });
      await view.fieldRow(name).locator('.issue').getByText(text).waitFor();
      await expect.poll(hasFocus(ticket, name)).toBe(true);
      await view.field(name).press('Control+Enter');
      expect(backEnd.state.sold).toEqual([]);
    },
  );

  it('is told of nothing any more once the order is taken: the next one begins without reproach', async () => {
    const { view, fill, sell } = await openTicket(mount);
    await view.press.click({ force: true });
    for (const name of ['Amount', 'Price']) await view.fieldRow(name).locator('.issue').getByText(/Enter/).waitFor();
    await fill('1000', '97610');
    await sell('mine');
    await view.amount.fill('');
    await view.press.getByText('Enter an amount in USD.').waitFor();
    expect(await view.ticket.locator('.issue-error').count()).toBe(0);
  });

  it('in a linked order that is out of sight is brought into it, and blanks are nothing', DEEP, async () => {
    const ticket = await openTicket(mount);
    const { view, backEnd, fill } = ticket;
    const more = view.ticket.getByRole('button', { name: /^More/ });
    await fill('1000', '  ');
    await view.press.click({ force: true });
    await expect.poll(hasFocus(ticket, 'Price')).toBe(true);
    await view.price.fill('97610');
    await view.openMore();
    await view.choose('Linked orders', 'OCO');
    await more.click();
    expect(await view.field('Linked order 1: amount').count()).toBe(0);
    await view.press.getByText(/Linked order 1: enter an amount/).waitFor();
    await view.press.click({ force: true });
    await view.field('Linked order 1: amount').waitFor();
    await expect.poll(hasFocus(ticket, 'Linked order 1: amount')).toBe(true);
    expect(backEnd.state.sold).toEqual([]);
  });

  it('of the instrument before is not the matter while another name is typed', async () => {
    const ticket = await openTicket(mount);
    const { view, instrument } = ticket;
    await instrument.fill('BTC-NONSENSE');
    await instrument.press('Control+Enter');
    await view.press.getByText('You typed another instrument').waitFor();
    expect(await instrument.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await view.fieldRow('Amount').locator('.issue').count()).toBe(0);
  });

  it('in a linked order stands under that one', DEEP, async () => {
    const { view, fill } = await openTicket(mount);
    await fill('1000', '97610');
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await view.field('Linked order 2: amount').fill('15');
    const second = view.ticket.getByRole('group', { name: 'Linked order 2' });
    await second.getByText(/multiple of 10 USD/).waitFor();
    expect(await view.ticket.getByRole('group', { name: 'Linked order 1' }).locator('.issue').count()).toBe(0);
    await second.getByRole('button', { name: 'Use 20' }).click();
    await expect.poll(() => view.field('Linked order 2: amount').inputValue()).toBe('20');
  });

  it('and what warns of a linked order is told where that is closed', DEEP, async () => {
    const { view, fill } = await openTicket(mount);
    await fill('1000', '97610');
    await view.openMore();
    await view.choose('Linked orders', 'OTO');
    await view.field('Linked order 1: amount').fill('1000');
    await view.field('Linked order 1: price').fill('50000');
    await view.ticket.getByText(/% from the mark of/).waitFor();
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
    const { view, fill } = await openTicket(mount);
    await fill('150000', '97610');
    await view.field('Iceberg').fill('1000');
    await view.fieldRow('Iceberg').getByRole('button', { name: /^Use/ }).click();
    await view.waitUntilPressable();
    await expect.poll(() => view.field('Iceberg').inputValue()).toBe('1500');
    await view.price.fill('97610.3');
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await view.ticket.getByRole('button', { name: 'Use 97,610.5', exact: true }).click();
    await view.waitUntilPressable();
    await expect.poll(() => view.price.inputValue()).toBe('97610.5');
  });

  it(
    'is not offered: a dollar price of what is quoted in dollars, reducing where there is no position',
    DEEP,
    async () => {
      const { view, backEnd, enter, flag } = await openTicket(mount);
      await flag('Reduce only').check();
      await enter(USDC_OPTION);
      await view.ticket.getByText(/^tick /).waitFor();
      const forms = view.ticket.getByRole('radiogroup', { name: 'Form of the price' });
      expect((await forms.innerText()).split(/\s+/)).toEqual(['USDC', 'IV']);
      await enter(SPOT);
      await view.ticket.getByText('· spot').waitFor();
      await expect.poll(() => forms.count()).toBe(0);
      await expect.poll(() => flag('Reduce only').isDisabled()).toBe(true);
      await view.ticket.getByText('Spot pairs have no position to reduce.').waitFor();
      await view.amount.fill('1');
      await view.chooseType('Market');
      await view.waitUntilPressable();
      const sold = backEnd.nextSold();
      await view.press.click();
      expect(await sold).toMatchObject({ instrument_name: SPOT });
      expect(await sold).not.toHaveProperty('reduce_only', true);
    },
  );

  it('is not offered: post only, iceberg and protection of other kinds', DEEP, async () => {
    const { view, flag } = await openTicket(mount);
    expect(await view.ticket.getByRole('radiogroup', { name: 'Form of the price' }).count()).toBe(0);
    await flag('Post only').uncheck();
    expect(await flag('Reject if crossing').isDisabled()).toBe(true);
    await view.choose('Time in force', 'IOC');
    expect(await flag('Post only').isDisabled()).toBe(true);
    expect(await view.field('Iceberg').isDisabled()).toBe(true);
    await view.ticket.getByText(/post only: only with GTC/i).waitFor();
    await view.chooseType('Market');
    await expect.poll(() => view.field('Iceberg').count()).toBe(0);
    await expect.poll(() => flag('MMP').count()).toBe(0);
    await expect.poll(() => view.price.count()).toBe(0);
  });
});

describe('a press whose answer comes once somebody went on', () => {
  it('marks what was missing, and leaves the focus where it is', async () => {
    const { view, backEnd } = await mount({ panels: ['order-ticket', 'orders'] });
    const search = view.orders.getByRole('searchbox');
    const mark = view.fieldRow('Price').locator('.issue').getByText('Enter a price');
    const tooLate = view.ticket.getByText('took too long for your press');
    // A press waits half a second for its answer, and a busy machine may take longer to go on.
    for (let times = 0; times < 10 && (await mark.count()) === 0; times += 1) {
      const checks = backEnd.hold('orders.check');
      await view.amount.fill(String(1000 + 10 * times));
      await view.amount.press('Control+Enter');
      await search.focus();
      checks.letGo();
      await mark.or(tooLate).waitFor();
    }
    await mark.waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
