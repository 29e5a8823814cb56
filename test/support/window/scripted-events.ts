import type { Page } from 'playwright-core';

/** Scripted events at whatever could sell, in a seeded order; gives their number. */
export function attack(page: Page, count: number, seed: number): Promise<number> {
  return page.evaluate(
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
        'main:not([hidden]) [role="region"][aria-label="Order ticket"]',
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
