import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION } from '../../support/window-bench/market.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

type Sent = Readonly<Record<string, unknown>>;

/** The request as the ticket shows it, once it is of an order with that label. */
async function readRequest({ view }: OpenTicket, label: string): Promise<string> {
  await view.label.fill(label);
  await view.ticket.getByRole('button', { name: 'Request' }).click();
  const request = view.ticket.getByLabel('The request as JSON');
  await request.filter({ hasText: label }).waitFor();
  return request.innerText();
}

describe('the request in the ticket', () => {
  eachOf(
    [
      ['IOC', 'immediate_or_cancel'],
      ['FOK', 'fill_or_kill'],
      ['Day', 'good_til_day'],
    ],
    ['Day'],
  )('says post only as false with %s, where it can’t be asked for', async (text, time_in_force) => {
    const ticket = await openTicket(mount);
    const { view, backEnd } = ticket;
    await ticket.fill('1000', '97600');
    await view.choose('Time in force', text);
    await expect.poll(() => ticket.flag('Post only').isDisabled()).toBe(true);
    expect(JSON.parse(await readRequest(ticket, 'mine'))).toMatchObject({ time_in_force, post_only: false });
    await ticket.sell('mine');
    expect(backEnd.state.sold).toMatchObject([{ time_in_force, post_only: false }]);
  });

  it('is what is sent, but for the time it is valid until, which is made anew', async () => {
    const ticket = await openTicket(mount);
    const { view, backEnd } = ticket;
    await ticket.fill('1000', '97610');
    const { valid_until: shownUntil, ...shown } = JSON.parse(await readRequest(ticket, 'mine')) as Sent;
    const told = view.ticket.getByText(/^A press sends a new/);
    await expect.poll(() => told.innerText()).toBe('A press sends a new valid_until.');
    await view.label.fill('');
    await told.getByText('A press sends a new label and valid_until. No order has this label.').waitFor();
    await view.label.fill('mine');
    await told.getByText('A press sends a new valid_until.').waitFor();
    await ticket.sell('mine');
    const [{ valid_until: sentUntil, ...sent } = {}] = backEnd.state.sold as readonly Sent[];
    // The request says numbers as numbers.
    expect(shown).toEqual({ ...sent, amount: 1000, price: 97_610 });
    expect(Number(sentUntil)).toBeGreaterThanOrEqual(Number(shownUntil));
  });

  it('has three tenths where the amount was nudged there from one tenth', DEEP, async () => {
    const ticket = await openTicket(mount);
    const { view } = ticket;
    await ticket.enter(BTC_OPTION);
    await view.amount.fill('0.1');
    for (const amount of ['0.2', '0.3']) {
      await view.amount.press('ArrowUp');
      await expect.poll(() => view.amount.inputValue()).toBe(amount);
    }
    await view.price.fill('0.2');
    await view.press.getByText(/^Sell 0\.3 BTC/).waitFor();
    const request = await readRequest(ticket, 'mine');
    expect(JSON.parse(request)).toMatchObject({ amount: 0.3 });
    expect(request).toMatch(/"amount": ?0\.3\b/);
  });
});

describe('a type that has no use for a field', () => {
  eachOf<['Stop' | 'Take' | 'Trail']>([['Stop'], ['Take'], ['Trail']], ['Stop'])(
    'does not offer it: %s has no price, no protection and no iceberg',
    async (type) => {
      const { view, flag } = await openTicket(mount);
      await view.chooseType(type);
      await view.field(type === 'Trail' ? 'Distance' : 'Fires at').waitFor();
      await expect.poll(() => view.price.count()).toBe(0);
      await expect.poll(() => flag('MMP').count()).toBe(0);
      await expect.poll(() => view.field('Iceberg').count()).toBe(0);
    },
  );

  it('asks for the price of a limit order behind a trigger', async () => {
    const { view, backEnd } = await openTicket(mount);
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.amount.fill('1000');
    await view.field('Fires at').fill('96900');
    await view.press.getByText(/enter a price/i).waitFor();
    await view.press.click({ force: true });
    await view
      .fieldRow('Price')
      .locator('.issue')
      .getByText(/enter a price/i)
      .waitFor();
    expect(backEnd.state.sold).toEqual([]);
  });
});
