import { expect } from 'vitest';
import type { Locator } from 'playwright-core';
import type { TerminalWindow } from './terminal-window.ts';

/** Stops of the Tab key from one end of the ticket to the other, with every linked order open, and some to spare. */
const MOST_TABS = 80;

/** What has the focus, and whether somebody sees that: it is marked, nothing lies over it, and it does not fade. */
export interface FocusSeen {
  /** Of a choice that of its group. */
  readonly name: string;
  readonly isSeen: boolean;
  readonly isMarked: boolean;
  readonly isFaded: boolean;
}

/** A window in the hands of somebody without a mouse: what is not reached by the Tab key is not reached. */
export interface Keyboard {
  /** To the amount of the ticket, from anywhere. */
  readonly enterTicket: () => Promise<void>;
  /** Waits until the target has the focus. */
  readonly expectFocus: (target: Locator) => Promise<void>;
  /** Tabs on, or back, until the target has the focus. */
  readonly goTo: (target: Locator) => Promise<void>;
  readonly strike: (...keys: readonly string[]) => Promise<void>;
  /** Goes to a button, box or figure and strikes a key there. */
  readonly strikeOn: (target: Locator, key: 'Enter' | 'Space') => Promise<void>;
  /** Goes to a field of the ticket and types over what stands there. */
  readonly type: (field: string, text: string) => Promise<void>;
  /** Moves inside a group of the ticket from the chosen one, by arrow keys; back for steps below zero. */
  readonly move: (group: string, steps: number) => Promise<void>;
  /** A box of the ticket. */
  readonly toggle: (box: string) => Promise<void>;
  /** What is chosen in a group of the ticket. */
  readonly chosen: (group: string) => Locator;
  readonly look: () => Promise<FocusSeen>;
}

export function byKeyboard(view: TerminalWindow): Keyboard {
  const { page, ticket } = view;
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const chosen = (group: string) =>
    ticket.locator(`[role="radiogroup"][aria-label="${group}"] input[type="radio"]:checked`);

  /** The key that leads there; null where it has the focus. */
  const readWay = (target: Locator) =>
    target.evaluate((element) => {
      const { activeElement: at } = document;
      if (at === element || at === null) return null;
      const isBefore = (at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return isBefore ? 'Shift+Tab' : 'Tab';
    });

  async function expectFocus(target: Locator): Promise<void> {
    await expect.poll(() => isFocused(target), { message: String(target) }).toBe(true);
  }

  async function strike(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  async function goTo(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      const way = await readWay(target);
      if (way === null) return;
      await strike(way);
    }
    expect(await isFocused(target), `the Tab key never came to ${String(target)}`).toBe(true);
  }

  async function strikeOn(target: Locator, key: 'Enter' | 'Space'): Promise<void> {
    await goTo(target);
    await strike(key);
  }

  return {
    enterTicket: async () => {
      await strike('Alt+T');
      await expectFocus(view.amount);
    },
    expectFocus,
    goTo,
    strike,
    strikeOn,
    type: async (field, text) => {
      await goTo(view.field(field));
      // The Tab key selects it, but for who is there already.
      await strike('Control+A');
      await page.keyboard.type(text);
    },
    move: async (group, steps) => {
      await goTo(chosen(group));
      const key = steps < 0 ? 'ArrowLeft' : 'ArrowRight';
      await strike(...Array.from({ length: Math.abs(steps) }, () => key));
      await expectFocus(chosen(group));
    },
    toggle: (box) => strikeOn(ticket.getByRole('checkbox', { name: box, exact: true }), 'Space'),
    chosen,
    look: () => page.evaluate(lookAtFocus),
  };
}

/** Goes into the page as it stands. */
async function lookAtFocus(): Promise<FocusSeen> {
  // Until it has scrolled.
  await new Promise(requestAnimationFrame);
  const at = document.activeElement ?? document.body;
  // What is chosen by arrow keys lies unseen under its label.
  const seen = at.closest('.segment') ?? at;
  const { left, right, top, bottom } = seen.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const box = at.closest('.segmented, .ticket-input');
  const isRinged = box !== null && getComputedStyle(box).boxShadow !== 'none';
  const fading = at.closest('[data-more-below]');
  const group = at.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? null;
  const label = at instanceof HTMLInputElement ? at.labels?.[0] : at;
  return {
    name: group ?? at.getAttribute('aria-label') ?? label?.textContent ?? '',
    isSeen: over !== null && seen.contains(over),
    isMarked: isRinged || (outlineStyle !== 'none' && outlineWidth !== '0px'),
    isFaded: fading !== null && bottom > fading.getBoundingClientRect().bottom - 22,
  };
}
