import { expect, it } from 'vitest';
import { byKeyboard } from '../../support/window/by-keyboard.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;
const { control } = bench.simulator;
const keys = byKeyboard(view);

it('a limit, a stop limit, and a sell with an order that it cancels are sold by keyboard alone', async () => {
  await bench.clear();
  const limit = bench.nextLabel();
  await keys.enterTicket();
  await keys.type('Amount', '700');
  await keys.type('Price', String(bidPlus(200)));
  await keys.type('Label', limit);
  await view.waitUntilPressable();
  await keys.strike('Control+Enter');
  expect(await bench.readOrder(limit)).toMatchObject({ order_type: 'limit', amount: 700 });

  await bench.clear();
  const stop = bench.nextLabel();
  await keys.enterTicket();
  await keys.move('Type', 2);
  await keys.move('Then', 1);
  await keys.type('Amount', '2k');
  await keys.type('Price', String(bidPlus(-600)));
  await keys.type('Fires at', String(bidPlus(-500)));
  await keys.type('Label', stop);
  await view.waitUntilPressable();
  await keys.strike('Control+Enter');
  expect(await bench.readOrder(stop)).toMatchObject({ order_type: 'stop_limit', amount: 2000 });

  await bench.clear();
  const linked = bench.nextLabel();
  await keys.enterTicket();
  await keys.type('Amount', '1000');
  await keys.type('Price', String(bidPlus(302)));
  await keys.strikeOn(view.ticket.getByRole('button', { name: /^More/ }), 'Enter');
  await keys.move('Linked orders', 2);
  await keys.move('Linked order 1: side', 1);
  await keys.move('Linked order 1: type', 2);
  await keys.type('Linked order 1: amount', '1000');
  await keys.type('Linked order 1: fires at', String(bidPlus(-900)));
  await keys.strikeOn(view.ticket.getByRole('button', { name: 'Linked order 1: More' }), 'Enter');
  await keys.type('Linked order 1: label', `${linked}-stop`);
  await keys.type('Label', linked);
  await view.waitUntilPressable();
  await keys.strike('Control+Enter');
  const dialog = dialogOf(view.page, 'Confirm the sell');
  const answer = dialog.locator('button.press[aria-disabled="false"]');
  await answer.waitFor();
  await keys.expectFocus(answer);
  await keys.strike('Enter');
  await dialog.waitFor({ state: 'detached' });
  await bench.readOrder(linked);
  const made = (label: string) => control.ordersByLabel(label).at(-1);
  expect(made(linked)).toMatchObject({ order_state: 'open', oco_ref: expect.stringMatching(/^OCO-/) });
  expect(made(`${linked}-stop`)).toMatchObject({ order_state: 'untriggered', oco_ref: made(linked)?.['oco_ref'] });
  // The end of one is that of the other, which the grid tells.
  control.cancelByService(linked, 'user_request');
  await view
    .orderRow(`${linked}-stop`)
    .getByText(/^cancelled/)
    .waitFor();
});
