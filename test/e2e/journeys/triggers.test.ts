import { beforeEach, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeEach(() => bench.clear());

/** Strides in which the market is let run until it reaches a trigger. */
const STRIDE_MS = 1000;
const MOST_STRIDES = 5000;

it('a stop that fires shows what it became, which is cancelled with the mouse', async () => {
  const { control } = bench.simulator;
  const label = bench.nextLabel();
  await view.amount.fill('1000');
  await view.chooseType('Stop');
  await view.choose('Then', 'Limit');
  await view.field('Fires at').fill(String(bench.bidPlus(-20)));
  await view.price.fill(String(bench.bidPlus(800)));
  await bench.press(label);
  await view.orderRow(label).getByText('waiting').waitFor();
  for (let strides = 0; strides < MOST_STRIDES && control.ordersByLabel(label).length === 1; strides += 1) {
    control.moveClock(STRIDE_MS);
  }
  await view.orderRow(label).getByText('fired · open', { exact: true }).waitFor();
  await view.page.getByText('Trigger fired: Sell 1,000 USD of BTC-PERPETUAL').waitFor();
  expect(await view.page.getByText('Several orders have this label').count()).toBe(0);
  await view.cancelRow(label);
  await view
    .orderRow(label)
    .getByText(/^fired · cancelled/)
    .waitFor();
  expect(control.ordersByLabel(label).map((order) => order['order_state'])).toEqual(['triggered', 'cancelled']);
});

it('an order that a fill places has a row of its own, rests, and is cancelled with the mouse', async () => {
  const label = bench.nextLabel();
  await view.amount.fill('1000');
  await view.chooseType('Market');
  await view.openMore();
  await view.choose('Linked orders', 'OTO');
  await view.field('Linked order 1: amount').fill('1000');
  await view.field('Linked order 1: price').fill(String(bench.bidPlus(-400)));
  await view.ticket.getByRole('button', { name: 'Linked order 1: more' }).click();
  await view.choose('Linked order 1: time in force', 'Day');
  await view.field('Linked order 1: label').fill(`${label}-profit`);
  await bench.press(label);
  const confirming = view.page.getByRole('dialog', { name: 'Confirm the sell' });
  await confirming.getByRole('button', { name: /^Sell/ }).click();
  const child = `${label}-profit`;
  await view.orderRow(child).getByText('open', { exact: true }).waitFor();
  await view.orderRow(child).getByText('Buy', { exact: true }).waitFor();
  await view.orderRow(child).getByText(`Linked order 1 of ${label}.`).waitFor();
  await view.page.getByRole('button', { name: 'Stop trading' }).click();
  await view.page.getByText('1 order still rests at the service.').waitFor();
  await view.cancelRow(child);
  await view
    .orderRow(child)
    .getByText(/^cancelled/)
    .waitFor();
  expect(bench.simulator.control.ordersByLabel(child).at(-1)).toMatchObject({
    order_state: 'cancelled',
    time_in_force: 'good_til_day',
  });
  await view.page.getByRole('button', { name: /allow again/ }).click();
});
