import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { assertDefined } from '../../../shared/result.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { createTestClient } from '../../support/wire/service-double.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeEach(() => bench.clear());

async function rest(): Promise<string> {
  const label = bench.nextLabel();
  // Each of an amount of its own: none is taken for a repetition of the last.
  await view.amount.fill(String(1000 + 10 * Number(label.replaceAll(/\D/g, ''))));
  await view.price.fill(String(bench.bidPlus(500)));
  await bench.press(label);
  await view.orderRow(label).getByText('open', { exact: true }).waitFor();
  return label;
}

const CANCEL = 'private/cancel';
const LOOK_UPS = ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const;

const stopButton = () => view.page.getByRole('button', { name: /Stop trading|allow again/ });

describe('a resting order', () => {
  it('is cancelled from its row, by mouse and by keyboard', async () => {
    const [byMouse, byKey] = [await rest(), await rest()];
    await view.cancelRow(byMouse);
    await view
      .orderRow(byMouse)
      .getByText(/^cancelled/)
      .waitFor();
    await view.orderRow(byKey).locator('[col-id="instrument"]').click();
    await view.page.keyboard.press('Delete');
    await view
      .orderRow(byKey)
      .getByText(/^cancelled/)
      .waitFor();
    expect(bench.simulator.control.ordersByLabel(byKey)[0]).toMatchObject({ cancel_reason: 'user_request' });
  });

  it('whose cancel gets no answer is looked up, and told as it is', async () => {
    const label = await rest();
    bench.simulator.control.failNext('private/cancel', 'drop_after_executing');
    await view.cancelRow(label);
    await view
      .orderRow(label)
      .getByText(/^cancelled/)
      .waitFor();
    expect(bench.simulator.control.ordersByLabel(label)[0]).toMatchObject({ order_state: 'cancelled' });
  });
});

describe('rows that move under the pointer, or the focus', () => {
  const grid = () => view.orders.locator('.grid');
  const cancel = (label: string) => view.orders.getByRole('button', { name: `Cancel ${label}` });
  const stand = () => view.orders.locator('.grid:not([data-rows-moved])').waitFor();
  const stateOf = (label: string) => bench.simulator.control.ordersByLabel(label)[0]?.['order_state'];
  /** As they do for a moment; here until it is taken back. */
  const markMoved = (isMoved: boolean) =>
    grid().evaluate((element, is) => element.toggleAttribute('data-rows-moved', is), isMoved);
  const told = () => view.page.getByText('The rows had just moved. Check the row and cancel again.').first();

  it('stay while that is over a Cancel: the order that is aimed at is the one that is cancelled', async () => {
    const label = await rest();
    await stand();
    const { clientId, clientSecret, origin } = bench.simulator;
    const other = createTestClient(origin, { credentials: { scheme: 'basic', clientId, clientSecret } });
    const place = (elsewhere: string) =>
      other.call('private/sell', {
        instrument_name: 'BTC-PERPETUAL',
        amount: decimal(500),
        type: 'limit',
        price: decimal(bench.bid() + 800),
        label: elsewhere,
      });
    // Away from it, what comes moves the rows, and that is marked.
    await view.amount.hover();
    const isMarked = grid().evaluate(
      (element) =>
        new Promise<boolean>((done) => {
          const observer = new MutationObserver(() => done(element.hasAttribute('data-rows-moved')));
          observer.observe(element, { attributeFilter: ['data-rows-moved'] });
        }),
    );
    await place('elsewhere-1');
    expect(await isMarked).toBe(true);
    await view.orderRow('elsewhere-1').waitFor();
    await stand();

    const box = assertDefined(await cancel(label).boundingBox(), 'its Cancel');
    await view.page.mouse.move(box.x + 4, box.y + 4);
    await place('elsewhere-2');
    let nudges = 0;
    await expect
      .poll(async () => {
        nudges += 1;
        await view.page.mouse.move(box.x + 4 + (nudges % 2), box.y + 4);
        return view.orders.locator('.order-scope').innerText();
      })
      .toContain('2 elsewhere');
    // It is known of by now, and not among the rows.
    expect(await view.orderRow('elsewhere-2').count()).toBe(0);
    expect(await cancel(label).boundingBox()).toEqual(box);
    await view.page.mouse.down();
    await view.page.mouse.up();
    await view
      .orderRow(label)
      .getByText(/^cancelled/)
      .waitFor();
    expect([label, 'elsewhere-1', 'elsewhere-2'].map(stateOf)).toEqual(['cancelled', 'open', 'open']);
    await view.amount.hover();
    await view.orderRow('elsewhere-2').waitFor();
    await other.close();
  });

  it('take no press as they move, and that is said', async () => {
    const label = await rest();
    await stand();
    await markMoved(true);
    await cancel(label).click();
    await told().waitFor();
    expect(stateOf(label)).toBe('open');
    await markMoved(false);
    await view.cancelRow(label);
    await expect.poll(() => stateOf(label)).toBe('cancelled');
    await told().waitFor({ state: 'detached' });
  });

  it('leave a key that ended one, and took it off the list, without ending the next', async () => {
    const [next, first] = [await rest(), await rest()];
    const search = view.orders.getByRole('searchbox');
    await search.fill('open');
    await view.orderRow(first).locator('[col-id="instrument"]').click();
    await view.page.keyboard.press('Delete');
    await view.orderRow(first).waitFor({ state: 'detached' });
    await stand();
    await markMoved(true);
    await view.page.keyboard.press('Delete');
    await told().waitFor();
    expect(stateOf(next)).toBe('open');
    await markMoved(false);
    await view.page.keyboard.press('Delete');
    await expect.poll(() => stateOf(next)).toBe('cancelled');
    await search.fill('');
  });
});

describe('a resting order while look-ups are away', () => {
  it('says when it was seen last, and can be cancelled again whatever became of the first try', async () => {
    const label = await rest();
    const row = view.orderRow(label);
    const { control } = bench.simulator;
    for (const method of [...LOOK_UPS, CANCEL]) control.failAll(method, { httpStatus: 504, html: 'away' });
    await view.cancelRow(label);
    await row.getByText('No answer to the cancel; looking it up.').waitFor();
    await row.getByText(/^open · \d+(\.\d)? s ago$/).waitFor();
    control.failAll(CANCEL, null);
    await view.cancelRow(label);
    await row.getByText(/^cancelled/).waitFor();
    for (const method of LOOK_UPS) control.failAll(method, null);
    expect(control.ordersByLabel(label)[0]).toMatchObject({ order_state: 'cancelled' });
  });
});

describe('stopping trading', () => {
  it('says what rests and cancels it, one or all', async () => {
    const labels = [await rest(), await rest(), await rest()];
    await stopButton().click();
    await view.page.getByText('3 orders still rest at the service.').waitFor();
    await view.page.getByRole('button', { name: 'Cancel all 3…' }).click();
    const dialog = view.page.getByRole('dialog', { name: 'Orders that rest at the service' });
    await dialog.getByRole('button', { name: `Cancel ${labels[0]}` }).click();
    await dialog.getByText('Cancelled.').first().waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('Escape');
    // What had ended before they are shown is not among them.
    await view.page.getByRole('button', { name: 'Cancel all 2…' }).click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Cancel all 2' }).click();
    await view.page.getByText('2 cancelled.').waitFor();
    await view.page.keyboard.press('Escape');
    await view.page.getByText('No order of this terminal rests.').waitFor();
    for (const label of labels) {
      expect(bench.simulator.control.ordersByLabel(label)[0]).toMatchObject({ order_state: 'cancelled' });
    }
    await stopButton().click();
  });

  it('leaves a Cancel that waits for its turn among many to be pressed, and it goes at once', async () => {
    const { control } = bench.simulator;
    const [left, pressed] = [await rest(), await rest()];
    const stateOf = (label: string) => control.ordersByLabel(label)[0]?.['order_state'];
    const limits = (rate: number, burst: number) => ({
      non_matching_engine: { rate: 30, burst: 60 },
      matching_engine: { rate, burst },
    });
    control.setLimits(limits(0.01, 1));
    await view.page
      .getByRole('button', { name: /^requests:/ })
      .filter({ hasText: /orders \d\/1 left/ })
      .waitFor();
    await stopButton().click();
    await view.page.getByRole('button', { name: 'Cancel all 2…' }).click();
    const dialog = view.page.getByRole('dialog', { name: 'Orders that rest at the service' });
    await dialog.getByRole('button', { name: 'Cancel all 2' }).click();
    const waiting = dialog.getByRole('listitem').filter({ hasText: 'once the account’s limit allows…' });
    await expect.poll(() => waiting.count()).toBe(2);
    // The service takes more by now, and the terminal can't know of it.
    control.failAll('private/get_account_summaries', { httpStatus: 504, html: 'away' });
    control.setLimits(limits(30, 60));
    await dialog.getByRole('button', { name: `Cancel ${pressed}` }).click();
    await expect.poll(() => stateOf(pressed)).toBe('cancelled');
    expect(stateOf(left)).toBe('open');
    await waiting.filter({ hasText: left }).waitFor();
    control.failAll('private/get_account_summaries', null);
    await view.page.getByText('2 cancelled.').waitFor();
    await view.page.keyboard.press('Escape');
    await stopButton().click();
  });

  it('says that the service offers no cancel where it does not', async () => {
    const label = await rest();
    const cancels = ['private/cancel', 'private/cancel_by_label', 'private/cancel_all'];
    bench.simulator.control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => !cancels.includes(name))) });
    await stopButton().click();
    await view.page.getByText('1 order still rests at the service: this service offers no cancel.').waitFor();
    expect(await view.orders.getByRole('button', { name: `Cancel ${label}` }).count()).toBe(0);
    await view.orders.getByText(/this service offers no cancel/).waitFor();
    // By label alone it is possible again.
    const byLabel = new Set(EXTENSION_NAMES.filter((name) => name !== 'private/cancel'));
    bench.simulator.control.setDoor({ extensions: byLabel });
    await view.page.getByRole('button', { name: /allow again/ }).click();
    await view.page.getByRole('button', { name: 'Stop trading' }).click();
    await view.cancelRow(label);
    await view
      .orderRow(label)
      .getByText(/^cancelled/)
      .waitFor();
    await stopButton().click();
  });
});
