import { expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import type { Rung } from '../../support/window/terminal-window.ts';

/** Of each rung of the ladder: more than a thousand in all. */
const SCRIPTED = 400;

const bench = await openTicketBench();
const { view } = bench;

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

it('nothing is sold by events that a script makes, and one order by a hand, whatever a press does', async () => {
  for (const [rung, open, sell] of RUNGS) {
    await bench.clear();
    await view.setRung(rung);
    const label = await fill();
    await open();
    const before = bench.countSells();
    expect(await attack(SCRIPTED, 7)).toBe(SCRIPTED);
    // Whatever they had begun would reach the service before this.
    await sell();
    expect(await bench.readOrder(label), rung).toMatchObject({ amount: amounts });
    expect(bench.countSells(), rung).toBe(before + 1);
  }
});
