import { beforeEach, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import type { Rung } from '../../support/window/terminal-window.ts';

/** Of each rung of the ladder: more than a thousand in all. */
const SCRIPTED = 400;

const bench = await openTicketBench();
const { view } = bench;
const keys = view.page.keyboard;
beforeEach(() => bench.clear());

let amounts = 2000;
/** An order that rests, of an amount that was not sold before: an equal one would be stopped as such. */
async function fill(): Promise<string> {
  const label = bench.nextLabel();
  amounts += 10;
  await view.amount.fill(String(amounts));
  await view.price.fill(String(bench.bidPlus(600)));
  await view.label.fill(label);
  await view.waitUntilPressable();
  return label;
}

/** Scripted events at whatever could sell, in a seeded order; gives their number. */
function attack(count: number, seed: number): Promise<number> {
  return view.page.evaluate(
    ([wanted = 0, start = 0]) => {
      let state = start;
      const pick = <T>(items: readonly T[]): T => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const item = items[state % items.length];
        if (item === undefined) throw new Error('nothing to pick from');
        return item;
      };
      const all = { bubbles: true, cancelable: true, composed: true };
      const mouse = (type: string) => new MouseEvent(type, { ...all, detail: 1, button: 0, buttons: 1 });
      const pointer = (type: string) => new PointerEvent(type, { ...all, isPrimary: true, pointerType: 'mouse' });
      const key = (type: string, name: string, ctrlKey = false) =>
        new KeyboardEvent(type, { ...all, key: name, code: name === ' ' ? 'Space' : name, ctrlKey });
      const ways: ((target: HTMLElement) => void)[] = [
        (target) => target.click(),
        (target) => target.dispatchEvent(mouse('click')),
        (target) => target.dispatchEvent(mouse('dblclick')),
        (target) => ['mousedown', 'mouseup', 'click'].map((type) => target.dispatchEvent(mouse(type))),
        (target) => ['pointerdown', 'pointerup'].map((type) => target.dispatchEvent(pointer(type))),
        (target) => ['keydown', 'keypress', 'keyup'].map((type) => target.dispatchEvent(key(type, 'Enter', true))),
        (target) => ['keydown', 'keypress', 'keyup'].map((type) => target.dispatchEvent(key(type, 'Enter'))),
        (target) => ['keydown', 'keyup'].map((type) => target.dispatchEvent(key(type, ' '))),
        (target) => target.dispatchEvent(new SubmitEvent('submit', all)),
        (target) => {
          // The focus is taken to where a press would count.
          target.focus();
          target.dispatchEvent(key('keydown', 'Enter'));
          target.click();
        },
      ];
      const ticket = document.querySelector<HTMLElement>(
        'main:not([hidden]) [role="region"][aria-label="Sell ticket"]',
      );
      const dialog = document.querySelector('[role="dialog"]');
      let made = 0;
      for (; made < wanted; made += 1) {
        const buttons = [...(dialog ?? document).querySelectorAll<HTMLElement>('button')].filter((button) =>
          /^(?:Sell|Fire|Armed|Press)/.test(button.innerText),
        );
        const press = ticket?.querySelector<HTMLElement>('button.press');
        const targets = [...buttons, press, ticket?.querySelector('input'), ticket, document.body].filter(
          (target): target is HTMLElement => target instanceof HTMLElement,
        );
        pick(ways)(pick(targets));
      }
      return made;
    },
    [count, seed],
  );
}

const RUNGS: readonly (readonly [Rung, () => Promise<void>, () => Promise<void>])[] = [
  ['One click', async () => undefined, () => view.press.click()],
  [
    'Arm and fire',
    async () => {
      await view.press.click();
      await view.ticket.getByText(/^armed for \d+ s/).waitFor();
    },
    () => view.press.click(),
  ],
  [
    'Confirm each',
    async () => {
      await view.press.click();
      await view.page.getByRole('dialog', { name: 'Confirm the sell' }).waitFor();
    },
    () =>
      view.page
        .getByRole('dialog', { name: 'Confirm the sell' })
        .getByRole('button', { name: /^Sell / })
        .click({ delay: 1 }),
  ],
];

it.each(RUNGS)(
  '%s: nothing is sold by events that a script makes, and one order by a hand',
  async (rung, open, sell) => {
    await view.setRung(rung);
    const label = await fill();
    await open();
    const before = bench.countSells();
    expect(await attack(SCRIPTED, 7)).toBe(SCRIPTED);
    // Whatever they had begun would reach the service before this.
    await sell();
    expect(await bench.readOrder(label)).toMatchObject({ amount: amounts });
    expect(bench.countSells()).toBe(before + 1);
  },
);

/** A layer of a script's over the button, gone as soon as something is pressed on it. */
async function pressThroughLayer(): Promise<void> {
  const { x = 0, y = 0 } = (await view.press.boundingBox()) ?? {};
  await view.page.evaluate(() => {
    const layer = document.createElement('div');
    Object.assign(layer.style, { position: 'fixed', inset: '0', zIndex: '9999' });
    layer.addEventListener('pointerdown', () => layer.remove());
    document.body.append(layer);
  });
  await view.page.mouse.click(x + 40, y + 12);
}

/** A script moves the focus to the button between the press of a key elsewhere and its release. */
async function stealFocus(key: 'Enter' | ' '): Promise<void> {
  await view.label.focus();
  await keys.down(key);
  await view.press.evaluate((button: HTMLElement) => button.focus());
  await keys.up(key);
}

const HANDS: readonly (readonly [name: string, sold: 0 | 1, act: () => Promise<void>])[] = [
  ['three clicks in a row', 1, () => view.press.click({ clickCount: 3 })],
  [
    'a click and the keys at once',
    1,
    async () => {
      await view.press.click();
      await view.amount.press('Control+Enter');
    },
  ],
  [
    'the keys held down',
    1,
    async () => {
      await view.amount.focus();
      await keys.down('Control');
      for (let repeat = 0; repeat < 12; repeat += 1) await keys.down('Enter');
      await keys.up('Enter');
      await keys.up('Control');
    },
  ],
  [
    'the space bar held down on the button',
    1,
    async () => {
      await view.press.focus();
      for (let repeat = 0; repeat < 12; repeat += 1) await keys.down(' ');
      await keys.up(' ');
    },
  ],
  ['a press on a layer over the button, which is then taken away', 0, pressThroughLayer],
  ['Enter in a field while the focus is taken to the button', 0, () => stealFocus('Enter')],
  ['a space in a field while the focus is taken to the button', 0, () => stealFocus(' ')],
];

it.each(HANDS)('%s: %d orders', async (_name, sold, act) => {
  await view.setRung('One click');
  const label = await fill();
  const before = bench.countSells();
  await act();
  if (sold === 1) expect(await bench.readOrder(label)).toMatchObject({ amount: amounts });
  // The next one, by a plain press, comes after whatever that had begun.
  await bench.clear();
  const next = await fill();
  await view.press.click();
  await bench.readOrder(next);
  expect(bench.countSells()).toBe(before + sold + 1);
});
