import { expect } from 'vitest';
import { eachOf } from '../../support/deep.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

/** A layer of a script's over the button, gone as soon as something is pressed on it. */
async function pressThroughLayer({ view, page }: OpenTicket): Promise<void> {
  const { x = 0, y = 0 } = (await view.press.boundingBox()) ?? {};
  await page.evaluate(() => {
    const layer = document.createElement('div');
    Object.assign(layer.style, { position: 'fixed', inset: '0', zIndex: '9999' });
    layer.addEventListener('pointerdown', () => layer.remove());
    document.body.append(layer);
  });
  await page.mouse.click(x + 40, y + 12);
}

/** A script moves the focus to the button between the press of a key elsewhere and its release. */
async function stealFocus({ view, page }: OpenTicket, key: 'Enter' | ' '): Promise<void> {
  await view.label.focus();
  await page.keyboard.down(key);
  await view.press.evaluate((button: HTMLElement) => button.focus());
  await page.keyboard.up(key);
}

const HANDS: readonly (readonly [name: string, sold: 0 | 1, act: (ticket: OpenTicket) => Promise<void>])[] = [
  ['three clicks in a row', 1, ({ view }) => view.press.click({ clickCount: 3 })],
  [
    'a click and the keys at once',
    1,
    async ({ view }) => {
      await view.press.click();
      await view.amount.press('Control+Enter');
    },
  ],
  [
    'the keys held down',
    1,
    async ({ view, page: { keyboard } }) => {
      await view.amount.focus();
      await keyboard.down('Control');
      for (let repeat = 0; repeat < 12; repeat += 1) await keyboard.down('Enter');
      await keyboard.up('Enter');
      await keyboard.up('Control');
    },
  ],
  [
    'the space bar held down on the button',
    1,
    async ({ view, page: { keyboard } }) => {
      await view.press.focus();
      for (let repeat = 0; repeat < 12; repeat += 1) await keyboard.down(' ');
      await keyboard.up(' ');
    },
  ],
  ['a press on a layer over the button, which is then taken away', 0, pressThroughLayer],
  ['Enter in a field while the focus is taken to the button', 0, (ticket) => stealFocus(ticket, 'Enter')],
  ['a space in a field while the focus is taken to the button', 0, (ticket) => stealFocus(ticket, ' ')],
];

eachOf(HANDS, [
  'three clicks in a row',
  'a click and the keys at once',
  'the keys held down',
  'a press on a layer over the button, which is then taken away',
  'Enter in a field while the focus is taken to the button',
])('%s: %d orders', async (_name, sold, act) => {
  const ticket = await openTicket(mount);
  const { view, backEnd } = ticket;
  await ticket.fill('2010', '98010');
  await view.waitUntilPressable();
  const first = sold === 1 ? backEnd.nextSold() : null;
  await act(ticket);
  await first;
  // The next one, by a plain press, comes after whatever that had begun.
  await view.clear();
  await ticket.fill('2020', '98010');
  await view.waitUntilPressable();
  const next = backEnd.nextSold();
  await view.press.click();
  expect(await next).toMatchObject({ amount: '2020' });
  expect(backEnd.state.sold).toHaveLength(sold + 1);
});
