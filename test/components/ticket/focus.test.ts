import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { byKeyboard, type FocusSeen, type Keyboard } from '../../support/window/by-keyboard.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

interface Entered extends OpenTicket {
  readonly keys: Keyboard;
  /** The whole ticket, which has the focus where nothing in it does. */
  readonly whole: Locator;
  /** Fills in an order. As a number on its way to what is meant has its own, a fix is told by what it would put there. */
  readonly type: (amount: string, price: string) => Promise<void>;
  readonly use: (field: string, value: string) => Locator;
  readonly warning: (text: RegExp) => Locator;
  readonly strikeToSell: () => ReturnType<OpenTicket['backEnd']['nextSold']>;
}

async function enterTicket(): Promise<Entered> {
  const ticket = await openTicket(mount);
  const { view, backEnd } = ticket;
  const keys = byKeyboard(view);
  await keys.enterTicket();
  return {
    ...ticket,
    keys,
    whole: view.ticket.locator('.ticket'),
    type: async (amount, price) => {
      await keys.type('Amount', amount);
      await keys.type('Price', price);
      await keys.type('Label', 'mine');
    },
    use: (field, value) => view.fieldRow(field).getByRole('button', { name: `Use ${value}`, exact: true }),
    warning: (text) => view.ticket.getByRole('checkbox', { name: text }),
    strikeToSell: async () => {
      await view.waitUntilPressable();
      const sold = backEnd.nextSold();
      await keys.strike('Control+Enter');
      return sold;
    },
  };
}

describe('the Tab key', () => {
  it('goes through every field of the ticket, there and back, each marked and in sight', DEEP, async () => {
    // In the column that the window gives it, where its fields scroll.
    const { view } = await mount();
    const { ticket } = view;
    const keys = byKeyboard(view);
    /** Every stop from where the focus is to the one of that name. */
    async function walk(way: 'Tab' | 'Shift+Tab', end: RegExp): Promise<FocusSeen[]> {
      const stops = [await keys.look()];
      while (!end.test(stops.at(-1)?.name ?? '') && stops.length < 60) {
        await keys.strike(way);
        stops.push(await keys.look());
      }
      return stops;
    }
    await keys.enterTicket();
    await keys.move('Type', 2);
    await keys.move('Then', 1);
    await keys.strikeOn(ticket.getByRole('button', { name: /^More/ }), 'Enter');
    await keys.move('Linked orders', 3);
    for (const index of [1, 2]) {
      await keys.strikeOn(ticket.getByRole('button', { name: `Linked order ${index}: More` }), 'Enter');
    }
    await keys.goTo(view.field('Instrument'));
    const there = await walk('Tab', /^Sell/);
    const back = await walk('Shift+Tab', /^Instrument$/);
    expect([...there, ...back].filter((stop) => !stop.isSeen || !stop.isMarked || stop.isFaded)).toEqual([]);
    const names = there.map(({ name }) => name);
    expect(back.map(({ name }) => name)).toEqual(names.toReversed());
    expect(names).toEqual(
      expect.arrayContaining(['Type', 'Then', 'Unit of the amount', 'Fires at', 'Valid for', 'After which fill']),
    );
    expect(names.filter((name) => name.includes('Linked order '))).toHaveLength(18);
  });
});

describe('a value that would do, taken by keyboard', () => {
  it('stands in its field, which has the focus, and is what is sold', async () => {
    const { view, keys, use, strikeToSell } = await enterTicket();
    await keys.move('Unit of the amount', 1);
    await keys.type('Amount', '100.5');
    await keys.type('Price', '97610.3');
    const fix = use('Price', '97,610.5');
    await fix.waitFor();
    await keys.strikeOn(fix, 'Enter');
    await keys.expectFocus(view.price);
    await expect.poll(() => view.price.inputValue()).toBe('97610.5');
    await keys.strikeOn(use('Amount', '101'), 'Space');
    await keys.expectFocus(view.amount);
    await expect.poll(() => view.amount.inputValue()).toBe('101');
    expect(await strikeToSell()).toMatchObject({ amount: '1010', price: '97610.5' });
  });

  it('of a flag leaves the focus at the flag, and of a used label at the label', DEEP, async () => {
    const { view, keys, last, flag, type, use, strikeToSell } = await enterTicket();
    await type('1020', '97620');
    await strikeToSell();
    await last.waitFor();
    await keys.type('Label', 'mine');
    await use('Label', 'mine-2').waitFor();
    await keys.strikeOn(use('Label', 'mine-2'), 'Enter');
    await keys.expectFocus(view.label);
    await expect.poll(() => view.label.inputValue()).toBe('mine-2');
    await keys.move('Type', 2);
    await keys.move('Then', 1);
    await keys.type('Fires at', '96910');
    await keys.type('Price', '96810');
    await keys.toggle('Post only');
    await use('Post only', 'no post only').waitFor();
    await keys.strikeOn(use('Post only', 'no post only'), 'Enter');
    await keys.expectFocus(flag('Post only'));
    await expect.poll(() => flag('Post only').isChecked()).toBe(false);
    expect(await strikeToSell()).toMatchObject({ type: 'stop_limit', post_only: false });
  });
});

describe('the focus', () => {
  /** By a way that leaves the focus where it is, for the dialog to give back. */
  async function openGuards({ page, keys }: Entered): Promise<Locator> {
    await keys.strike('Control+K');
    await page.keyboard.type('Guards of this profile');
    await keys.strike('Enter');
    const dialog = dialogOf(page, 'Guards of this profile');
    await dialog.getByRole('textbox').first().waitFor();
    return dialog;
  }

  it('stays in the ticket as what has it goes, at nothing that a key changes', async () => {
    const { view, page, backEnd, keys, last, whole, warning, type, strikeToSell } = await enterTicket();
    await type('1030', '97630');
    await strikeToSell();
    await last.waitFor();
    await keys.strikeOn(view.ticket.getByRole('button', { name: 'Close the last order’s outcome' }), 'Enter');
    await keys.expectFocus(whole);
    const equal = warning(/^You sent the same sell/);
    await equal.and(page.locator('[aria-disabled="false"]')).waitFor();
    await keys.strikeOn(equal, 'Space');
    await strikeToSell();
    await keys.expectFocus(whole);
    await page.keyboard.type('5');
    await keys.strike('Enter', 'Space');
    expect(await view.amount.inputValue()).toBe('1030');
    expect(backEnd.state.sold).toHaveLength(2);
    await keys.strike('Tab');
    await keys.expectFocus(view.field('Instrument'));
    await keys.strikeOn(view.ticket.getByRole('button', { name: 'Clear', exact: true }), 'Enter');
    await expect.poll(() => view.amount.inputValue()).toBe('');
    await keys.expectFocus(view.ticket.getByRole('region', { name: 'Order' }));
  });

  it(
    'goes past what was said of a price before the one that stands there, however late its check comes',
    DEEP,
    async () => {
      const { view, backEnd, keys, use } = await enterTicket();
      await keys.type('Amount', '1040');
      await keys.type('Price', '97640.3');
      const fix = use('Price', '97,640.5');
      await fix.waitFor();
      const checks = backEnd.hold('orders.check');
      await keys.type('Price', '97640.5');
      await keys.strike('Tab');
      await keys.expectFocus(keys.chosen('Time in force'));
      expect(await fix.count()).toBe(1);
      checks.letGo();
      await view.waitUntilPressable();
    },
  );

  it('stays by the field whose warning goes, from where the Tab key goes on', DEEP, async () => {
    const entered = await enterTicket();
    const { view, page, keys, type } = entered;
    await type('20000', '97650');
    const guarded = view.fieldRow('Amount').getByRole('checkbox');
    for (const limit of ['10k', '1m']) {
      if (limit === '1m') await keys.goTo(guarded);
      const dialog = await openGuards(entered);
      await keys.goTo(dialog.getByLabel(/^Worth of one order: asks above/));
      await page.keyboard.type(limit);
      await keys.strike('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    await guarded.waitFor({ state: 'detached' });
    await keys.expectFocus(view.fieldRow('Amount').locator('.field-issues'));
    await page.keyboard.type('7');
    expect(await view.amount.inputValue()).toBe('20000');
    await keys.strike('Tab');
    await keys.expectFocus(view.price);
  });

  it('comes back into the ticket from a dialog over what went meanwhile', DEEP, async () => {
    const entered = await enterTicket();
    const { view, page, backEnd, keys, whole, warning, type } = entered;
    await type('1040', '97660');
    backEnd.makeStale(PERPETUAL, 5000);
    const stale = warning(/^The price shown is over/);
    await stale.waitFor();
    await keys.goTo(stale);
    const dialog = await openGuards(entered);
    backEnd.makeStale(PERPETUAL, null);
    await stale.waitFor({ state: 'detached' });
    await keys.strike('Escape');
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(whole);
    await page.keyboard.type('7');
    expect(await view.amount.inputValue()).toBe('1040');
  });

  it('is in sight still once what became of a sell has taken room from the fields', DEEP, async () => {
    const { view } = await mount();
    const keys = byKeyboard(view);
    await keys.enterTicket();
    await keys.move('Type', 2);
    await keys.move('Then', 1);
    await keys.type('Fires at', '96900');
    await keys.type('Amount', '1050');
    await keys.type('Price', '96800');
    await keys.type('Label', 'mine');
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await view.ticket.getByRole('group', { name: 'Last order' }).waitFor();
    await view.ticket.getByRole('checkbox', { name: /^You sent the same sell/ }).waitFor();
    await keys.expectFocus(view.label);
    await expect.poll(keys.look).toMatchObject({ name: 'Label', isSeen: true, isFaded: false });
  });
});

describe('a dialog of the ticket', () => {
  async function open({ page, keys }: Entered, button: Locator, title: string): Promise<Locator> {
    await keys.strikeOn(button, 'Enter');
    const dialog = dialogOf(page, title);
    await dialog.waitFor();
    return dialog;
  }

  async function close({ keys }: Entered, key: 'Enter' | 'Escape', dialog: Locator, button: Locator): Promise<void> {
    await keys.strike(key);
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(button);
  }

  it('sets what a press does: armed and fired, then one click under a cap', DEEP, async () => {
    const entered = await enterTicket();
    const { view, page, backEnd, keys, type, strikeToSell } = entered;
    const ladder = view.ticket.getByRole('button', { name: /^What a press does: / });
    const first = await open(entered, ladder, 'What a press does');
    await keys.goTo(first.getByRole('radio', { name: 'One click' }));
    await keys.strike('ArrowUp');
    await close(entered, 'Enter', first, ladder);
    await type('1060', '97650');
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await view.press
      .and(page.locator('[aria-disabled="false"]'))
      .getByText(/^Press again to sell 1,060/)
      .waitFor();
    expect(backEnd.state.sold).toEqual([]);
    const armed = backEnd.nextSold();
    await keys.strike('Control+Enter');
    expect(await armed).toMatchObject({ amount: '1060' });
    const second = await open(entered, ladder, 'What a press does');
    await keys.goTo(second.getByRole('radio', { name: 'Arm and fire' }));
    await keys.strike('ArrowDown');
    await keys.goTo(second.getByLabel('Cap for one press, USD'));
    await page.keyboard.type('5k');
    await keys.strikeOn(second.getByRole('checkbox'), 'Space');
    const oneClick = view.ticket.getByRole('button', { name: 'What a press does: 1-click ≤5k USD' });
    await close(entered, 'Enter', second, oneClick);
    await keys.type('Amount', '1070');
    expect(await strikeToSell()).toMatchObject({ amount: '1070' });
    expect(backEnd.state.sold).toHaveLength(2);
  });

  it('sets a guard, which holds, and is left as it was by Escape', DEEP, async () => {
    const entered = await enterTicket();
    const { view, page, backEnd, keys, type } = entered;
    const guards = view.ticket.getByRole('button', { name: 'Guards', exact: true });
    const worth = /^Worth of one order: stops above/;
    const first = await open(entered, guards, 'Guards of this profile');
    await keys.goTo(first.getByLabel(worth));
    await page.keyboard.type('2m');
    await close(entered, 'Enter', first, guards);
    await type('2000010', '97670');
    await view.press.getByText(/over this profile’s limit of 2,000,000 USD/).waitFor();
    await keys.strike('Control+Enter');
    const second = await open(entered, guards, 'Guards of this profile');
    await keys.goTo(second.getByLabel(worth));
    expect(await second.getByLabel(worth).inputValue()).toBe('2000000');
    await page.keyboard.type('9m');
    await close(entered, 'Escape', second, guards);
    expect(await view.press.innerText()).toMatch(/limit of 2,000,000 USD/);
    expect(backEnd.state.sold).toEqual([]);
  });
});
