import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { IS_DEEP } from '../../support/repetitions.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
const { page } = view;
const { control } = bench.simulator;
beforeEach(() => bench.clear());

async function rest(amount: string): Promise<string> {
  const label = bench.nextLabel();
  // Each of an amount of its own: none is taken for a repetition of the last.
  await view.amount.fill(amount);
  await view.price.fill(String(bench.bidPlus(500)));
  await bench.press(label);
  await view.orderRow(label).getByText('open', { exact: true }).waitFor();
  return label;
}

it('a resting order is cancelled from its row, by mouse and by keyboard, and looked up where its cancel got no answer', async () => {
  const labels = [await rest('1010'), await rest('1020'), await rest('1030')];
  const [byMouse = '', byKey = '', unanswered = ''] = labels;
  const ended = (label: string) =>
    view
      .orderRow(label)
      .getByText(/^cancelled/)
      .waitFor();
  await view.cancelRow(byMouse);
  await ended(byMouse);
  await view.orderRow(byKey).locator('[col-id="instrument"]').click();
  await view.page.keyboard.press('Delete');
  await ended(byKey);
  control.failNext('private/cancel', 'drop_after_executing');
  await view.cancelRow(unanswered);
  await ended(unanswered);
  for (const label of labels) {
    expect(control.ordersByLabel(label)[0]).toMatchObject({ order_state: 'cancelled', cancel_reason: 'user_request' });
  }
});

const stop = page.getByRole('button', { name: 'Stop trading', exact: true });
const allow = page.getByRole('button', { name: /allow again/ });
const resting = page.getByRole('dialog', { name: 'Orders that rest at the service' });

/** Those parts of the header, in sight, that another stands over. */
function listCovered(window: Page): Promise<string[]> {
  return window
    .locator('.header :is(button, .profile)')
    .filter({ visible: true })
    .evaluateAll((all) => {
      const boxes = all.map((part) => part.getBoundingClientRect());
      return all
        .filter((_part, at) => boxes.slice(at + 1).some((next) => next.x < (boxes[at]?.right ?? 0) - 1))
        .map((part) => part.textContent);
    });
}

/** Pixels: those of the smallest window, and of each other arrangement of its header. */
const WIDTHS = IS_DEEP ? [460, 480, 640, 720, 860, 900, 960, 1080] : [460, 720];

it('trading is stopped, and all that rests is cancelled, which is shown for as long as it takes', async () => {
  for (const amount of ['2110', '2120']) await rest(amount);
  control.failAll('private/cancel', { delayMs: 1500 });
  const own = await page.context().newPage();
  await own.goto(`${new URL(page.url()).origin}/?window=w-smallone`);
  await stop.click();
  // Every window tells of it, and whose money it is.
  await own.getByRole('button', { name: 'Cancel all 2…' }).waitFor();
  expect(await own.title()).toBe('Window · TEST · test money · Strikedesk');
  await own.getByRole('button', { name: /allow again/ }).waitFor();
  // In a small window, too, what can be done about what rests stands clear of the button.
  for (const width of WIDTHS) {
    await own.setViewportSize({ width, height: 420 });
    expect(await listCovered(own), `${width} px`).toEqual([]);
    const pill = own.locator('.profile');
    expect(await pill.innerText()).toContain('TEST');
    expect(await pill.evaluate((box) => box.scrollWidth <= box.clientWidth + 1), `${width} px`).toBe(true);
  }
  await own.close();
  await page.getByRole('button', { name: 'Cancel all 2…' }).click();
  await resting.getByRole('button', { name: 'Cancel all 2' }).click();
  const progress = resting.getByRole('button', { name: /^Cancelling 2…/ });
  await progress.getByRole('progressbar').waitFor();
  await view.orders.getByText('Cancelling…').first().waitFor();
  expect(await progress.isDisabled()).toBe(true);
  // The dialog may stand over it.
  await page.getByText('2 cancelled.').waitFor({ state: 'attached' });
  await progress.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  control.failAll('private/cancel', null);
  await allow.click();
});

/** Strides in which the market is let run until it reaches a trigger. */
const STRIDE_MS = 1000;
const MOST_STRIDES = 5000;

it('a stop that fires shows what it became, which is cancelled with the mouse', DEEP, async () => {
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

it('an order that a fill places has a row of its own, rests, and is cancelled with the mouse', DEEP, async () => {
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
  await view.cancelRow(child);
  await view
    .orderRow(child)
    .getByText(/^cancelled/)
    .waitFor();
  expect(control.ordersByLabel(child).at(-1)).toMatchObject({
    order_state: 'cancelled',
    time_in_force: 'good_til_day',
  });
});
