import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

/** What the service tells of a margin takes a line of its own. */
function tellMargin({ answer }: WindowBackEnd): void {
  answer('orders.margin', () => ({
    state: 'known',
    initial: decimal('0.0021'),
    currency: 'BTC',
    available: decimal('11.5'),
  }));
}

describe('the ticket', () => {
  it('shows what is chosen, and its button, where the system forces its colours', DEEP, async () => {
    const { view, page } = await mount();
    // The panels are drawn as soon as they are read, the one after the other.
    await view.press.waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    try {
      const groups = await view.ticket.getByRole('radiogroup').evaluateAll((all) =>
        all.map((group) => {
          const shownOf = (choice: Element) => getComputedStyle(choice).backgroundColor;
          const chosen = [...group.querySelectorAll('input:checked + span')].map(shownOf);
          const others = [...group.querySelectorAll('input:not(:checked) + span')].map(shownOf);
          return { name: group.ariaLabel, isSeen: chosen.length === 1 && !others.includes(chosen[0] ?? '') };
        }),
      );
      expect(groups.length).toBeGreaterThan(2);
      expect(groups.filter(({ isSeen }) => !isSeen)).toEqual([]);
      expect(await view.press.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
      const outlineOf = (tab: string) =>
        page
          .locator(tab)
          .filter({ visible: true })
          .first()
          .evaluate((shown) => getComputedStyle(shown).outlineStyle);
      expect(await outlineOf('.dv-active-tab')).toBe('solid');
      expect(await outlineOf('.workspace-tab[aria-current]')).toBe('solid');
    } finally {
      await page.emulateMedia({ forcedColors: null });
    }
  });

  it('is free of serious accessibility faults, with everything open and with issues', async () => {
    const { view, page } = await mount();
    await view.amount.fill('15');
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.price.fill('1.23');
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await view.ticket.getByRole('button', { name: /^Use/ }).first().waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  eachOf(
    [
      [1600, 960],
      [1280, 720],
    ],
    [1280],
  )('shows a limit order whole in a window of %i by %i', async (width, height) => {
    const { view, page } = await mount({ width, height, prepare: tellMargin });
    await view.amount.fill('50k');
    await view.price.fill('97610');
    await view.waitUntilPressable();
    await view.ticket.getByText(/Rests on the book/).waitFor();
    await view.ticket.getByText(/^Initial margin ≤/).waitFor();
    const fields = view.ticket.getByRole('region', { name: 'Order' });
    expect(await fields.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
    const box = await view.press.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect((await view.ticket.boundingBox())?.width).toBeLessThanOrEqual(width === 1280 ? 356 : width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  it(
    'keeps its button in sight, and fields above it, however small it is dragged and whatever is said',
    DEEP,
    async () => {
      const { view, page } = await mount({ width: 1600, height: 960 });
      await view.amount.fill('1000');
      await view.price.fill('97610');
      await view.waitUntilPressable();
      await view.press.click();
      const equal = view.ticket.getByRole('checkbox', { name: /sent the same sell/ });
      await equal.waitFor();
      const account = panelOf(page, 'Account');
      const below = (await account.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      const at = [below.x + below.width / 2, below.y - 1] as const;
      await page.mouse.move(...at);
      await page.mouse.down();
      await page.mouse.move(at[0], at[1] - 60, { steps: 3 });
      await page.mouse.move(at[0], 90, { steps: 3 });
      await page.mouse.up();
      await expect.poll(async () => (await account.boundingBox())?.y ?? below.y).toBeLessThan(below.y - 60);
      const box = await view.press.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await account.boundingBox())?.y ?? 0);
      const fields = await view.ticket.getByRole('region', { name: 'Order' }).boundingBox();
      expect(fields?.height).toBeGreaterThanOrEqual(140);
      await equal.check();
      await view.waitUntilPressable();
    },
  );
});

describe('a sell that waits for a trigger', () => {
  it('of a stop limit asks first where post only would move it as it fires', async () => {
    const { view, flag } = await openTicket(mount);
    await view.amount.fill('1000');
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.field('Fires at').fill('97390');
    await view.price.fill('96810');
    const postOnly = flag('Post only');
    expect(await postOnly.isChecked()).toBe(false);
    await postOnly.check();
    await view.ticket.getByText(/^If it would trade as it fires, post only moves it just above the bid/).waitFor();
    await view.ticket.getByText('If that would trade, post only moves it just above the bid.').waitFor();
    await view.ticket.getByRole('button', { name: 'Use no post only' }).click();
    await expect.poll(() => postOnly.isChecked()).toBe(false);
    await view.ticket.getByText(/^Then goes to the book at/).waitFor();
    await view.waitUntilPressable();
  });
});

describe('a linked order', () => {
  it('says why a flag is not offered, and is told to be confirmed', DEEP, async () => {
    const { view, page } = await openTicket(mount);
    await view.amount.fill('1000');
    await view.chooseType('Market');
    await view.openMore();
    await view.choose('Linked orders', 'OTO');
    await view.choose('Linked order 1: type', 'Market');
    await view.field('Linked order 1: amount').press('ArrowUp');
    expect(await view.field('Linked order 1: amount').inputValue()).toBe('1000');
    await view.choose('Linked order 1: type', 'Limit');
    await view.field('Linked order 1: price').fill('97010');
    await view.ticket.getByRole('button', { name: 'Linked order 1: more' }).click();
    await view.choose('Linked order 1: time in force', 'Day');
    // What is disabled says why, beside it and to who hears it.
    const postOnly = view.ticket.getByRole('group', { name: 'Linked order 1: flags' }).getByLabel('Post only');
    expect(await postOnly.isDisabled()).toBe(true);
    await view.ticket.getByText('Post only: only with GTC: it must stay on the book.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await view.field('Linked order 1: label').fill('mine-profit');
    await view.waitUntilPressable();
    await view.press.click();
    await page
      .getByRole('dialog', { name: 'Confirm the sell' })
      .getByText('Buy 1,000 USD at 97,010.0 · limit · Day · label mine-profit', { exact: true })
      .waitFor();
  });
});
