import { beforeEach, describe, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;
beforeEach(() => bench.clear());

const flag = (name: string) => view.ticket.getByRole('checkbox', { name });
const request = () => view.ticket.getByLabel('The request as JSON');

/** The request as the ticket shows it, once it is of an order with that label. */
async function readRequest(label: string): Promise<Readonly<Record<string, unknown>>> {
  await view.label.fill(label);
  if ((await request().count()) === 0) await view.ticket.getByRole('button', { name: 'Request' }).click();
  await request().filter({ hasText: label }).waitFor();
  return JSON.parse(await request().innerText()) as Readonly<Record<string, unknown>>;
}

describe('the request in the ticket', () => {
  it.each([
    ['IOC', 'immediate_or_cancel'],
    ['FOK', 'fill_or_kill'],
    ['Day', 'good_til_day'],
  ])('says post only as false with %s, where it can’t be asked for', async (text, time_in_force) => {
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(200)));
    await view.choose('Time in force', text);
    await expect.poll(() => flag('Post only').isDisabled()).toBe(true);
    const label = bench.nextLabel();
    expect(await readRequest(label)).toMatchObject({ time_in_force, post_only: false });
    await bench.press(label);
    await bench.readOrder(label);
    expect(bench.simulator.control.calls('private/sell').records.at(-1)?.params).toMatchObject({
      time_in_force,
      post_only: false,
    });
  });

  it('has three tenths where the amount was nudged there from one tenth', async () => {
    const option =
      bench.simulator.control.instrumentNames().find((name) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(name)) ?? '';
    const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
    await instrument.fill(option);
    await instrument.press('Enter');
    await view.ticket.getByText(/^tick 0\.0/).waitFor();
    await view.amount.fill('0.1');
    for (const amount of ['0.2', '0.3']) {
      await view.amount.press('ArrowUp');
      await expect.poll(() => view.amount.inputValue()).toBe(amount);
    }
    await view.price.fill('0.9');
    await view.press.getByText(/^Sell 0\.3 BTC/).waitFor();
    expect(await readRequest(bench.nextLabel())).toMatchObject({ amount: 0.3 });
    expect(await request().innerText()).toMatch(/"amount": ?0\.3\b/);
  });
});

describe('a type that has no use for a field', () => {
  it.each(['Stop', 'Take', 'Trail'])(
    'does not offer it: %s has no price, no protection and no iceberg',
    async (type) => {
      await view.chooseType(type as 'Stop');
      await view.field(type === 'Trail' ? 'Distance' : 'Fires at').waitFor();
      await expect.poll(() => view.price.count()).toBe(0);
      await expect.poll(() => flag('MMP').count()).toBe(0);
      await expect.poll(() => view.field('Iceberg').count()).toBe(0);
    },
  );

  it('asks for the price of a limit order behind a trigger', async () => {
    const before = bench.countSells();
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.amount.fill('1000');
    await view.field('Fires at').fill(String(bidPlus(-500)));
    await view.press.getByText(/enter a price/i).waitFor();
    await view.press.click({ force: true });
    await view
      .fieldRow('Price')
      .locator('.issue')
      .getByText(/enter a price/i)
      .waitFor();
    expect(bench.countSells()).toBe(before);
  });
});
