import { beforeEach, expect, it } from 'vitest';
import { openTicketBench } from '../../support/ticket-bench.ts';

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
  await view.orderRow(label).getByText('waits for its trigger').waitFor();
  for (let strides = 0; strides < MOST_STRIDES && control.ordersByLabel(label).length === 1; strides += 1) {
    control.moveClock(STRIDE_MS);
  }
  await view.orderRow(label).getByText('fired · open', { exact: true }).waitFor();
  await view.page.getByText('Trigger fired: Sell 1,000 BTC-PERPETUAL').waitFor();
  expect(await view.page.getByText('More than one order bears this label').count()).toBe(0);
  await view.orders.getByRole('button', { name: `Cancel ${label}` }).click();
  await view
    .orderRow(label)
    .getByText(/^fired · cancelled/)
    .waitFor();
  expect(control.ordersByLabel(label).map((order) => order['order_state'])).toEqual(['triggered', 'cancelled']);
});
