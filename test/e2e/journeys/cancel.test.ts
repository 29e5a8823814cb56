import { beforeEach, describe, expect, it } from 'vitest';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { openTicketBench } from '../../support/ticket-bench.ts';

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
    await view.page.getByText('No order of this terminal rests at the service.').waitFor();
    for (const label of labels) {
      expect(bench.simulator.control.ordersByLabel(label)[0]).toMatchObject({ order_state: 'cancelled' });
    }
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
