import { expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;

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
  const { control } = bench.simulator;
  await bench.clear();
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
