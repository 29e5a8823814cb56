import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { byKeyboard, type FocusSeen } from '../../support/window/by-keyboard.ts';
import { holdMessages } from '../../support/window/held-messages.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;
const { page, ticket } = view;
const { control } = bench.simulator;
const keys = byKeyboard(view);
beforeEach(async () => {
  await bench.clear();
  await keys.enterTicket();
});

const whole = ticket.locator('.ticket');
const fields = ticket.getByRole('region', { name: 'Order' });
/** A digit on the way to a whole number has its own warning. */
const use = (field: string, value: string) =>
  view.fieldRow(field).getByRole('button', { name: `Use ${value}`, exact: true });
const warning = (text: RegExp) => ticket.getByRole('checkbox', { name: text });

async function fill(amount: string, price: number): Promise<string> {
  // The ticket goes on counting from the last number of a label.
  const label = `${bench.nextLabel()}-keys`;
  await keys.type('Amount', amount);
  await keys.type('Price', String(price));
  await keys.type('Label', label);
  return label;
}

describe('the Tab key', () => {
  /** Every stop from where the focus is to the one of that name. */
  async function walk(way: 'Tab' | 'Shift+Tab', end: RegExp): Promise<FocusSeen[]> {
    const stops = [await keys.look()];
    while (!end.test(stops.at(-1)?.name ?? '') && stops.length < 60) {
      await keys.strike(way);
      stops.push(await keys.look());
    }
    return stops;
  }

  it('goes through every field of the ticket, there and back, each marked and in sight', async () => {
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
    const price = bidPlus(200);
    await keys.move('Unit of the amount', 1);
    await keys.type('Amount', '100.5');
    await keys.type('Price', `${price}.3`);
    const fix = use('Price', `${price.toLocaleString('en-US')}.5`);
    await fix.waitFor();
    await keys.strikeOn(fix, 'Enter');
    await keys.expectFocus(view.price);
    await expect.poll(() => view.price.inputValue()).toBe(`${price}.5`);
    await keys.strikeOn(use('Amount', '101'), 'Space');
    await keys.expectFocus(view.amount);
    await expect.poll(() => view.amount.inputValue()).toBe('101');
    await view.waitUntilPressable();
    const sold = control.waitForCall('private/sell');
    await keys.strike('Control+Enter');
    expect((await sold).params).toMatchObject({ amount: 1010, price: price + 0.5 });
  });

  it('of a flag leaves the focus at the flag, and of a used label at the label', async () => {
    const label = await fill('1020', bidPlus(210));
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await bench.readOrder(label);
    await keys.type('Label', label);
    await use('Label', `${label}-2`).waitFor();
    await keys.strikeOn(use('Label', `${label}-2`), 'Enter');
    await keys.expectFocus(view.label);
    await expect.poll(() => view.label.inputValue()).toBe(`${label}-2`);
    await keys.move('Type', 2);
    await keys.move('Then', 1);
    await keys.type('Fires at', String(bidPlus(-500)));
    await keys.type('Price', String(bidPlus(-600)));
    await keys.toggle('Post only');
    await use('Post only', 'no post only').waitFor();
    await keys.strikeOn(use('Post only', 'no post only'), 'Enter');
    const postOnly = ticket.getByRole('checkbox', { name: 'Post only', exact: true });
    await keys.expectFocus(postOnly);
    await expect.poll(() => postOnly.isChecked()).toBe(false);
    await view.waitUntilPressable();
    const sold = control.waitForCall('private/sell');
    await keys.strike('Control+Enter');
    expect((await sold).params).toMatchObject({ type: 'stop_limit', post_only: false });
  });
});

describe('the focus', () => {
  /** By a way that leaves the focus where it is, for the dialog to give back. */
  async function openGuards(): Promise<Locator> {
    await keys.strike('Control+K');
    await page.keyboard.type('Guards of this profile');
    await keys.strike('Enter');
    const dialog = dialogOf(page, 'Guards of this profile');
    await dialog.getByRole('textbox').first().waitFor();
    return dialog;
  }

  it('stays in the ticket as what has it goes, at nothing that a key changes', async () => {
    const label = await fill('1030', bidPlus(220));
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await bench.readOrder(label);
    await keys.strikeOn(ticket.getByRole('button', { name: /^Put away/ }), 'Enter');
    await keys.expectFocus(whole);
    const equal = warning(/^You sent the same sell/);
    await equal.and(page.locator('[aria-disabled="false"]')).waitFor();
    await keys.strikeOn(equal, 'Space');
    await view.waitUntilPressable();
    const sold = control.waitForCall('private/sell');
    await keys.strike('Control+Enter');
    await sold;
    await keys.expectFocus(whole);
    const before = bench.countSells();
    await page.keyboard.type('5');
    await keys.strike('Enter', 'Space');
    expect([await view.amount.inputValue(), bench.countSells()]).toEqual(['1030', before]);
    await keys.strike('Tab');
    await keys.expectFocus(view.field('Instrument'));
    await keys.strikeOn(ticket.getByRole('button', { name: 'Clear', exact: true }), 'Enter');
    await expect.poll(() => view.amount.inputValue()).toBe('');
    await keys.expectFocus(fields);
  });

  it('goes past what was said of a price before the one that stands there, however late its check comes', async () => {
    const checks = await holdMessages(page, { asked: 'orders.check' });
    await bench.startAnew();
    const price = bidPlus(230);
    await keys.enterTicket();
    await keys.type('Amount', '1040');
    await keys.type('Price', `${price}.3`);
    const fix = use('Price', `${price.toLocaleString('en-US')}.5`);
    await fix.waitFor();
    checks.hold();
    await keys.type('Price', `${price}.5`);
    await keys.strike('Tab');
    await keys.expectFocus(keys.chosen('Time in force'));
    expect(await fix.count()).toBe(1);
    checks.letGo();
    await view.waitUntilPressable();
  });

  it('stays by the field whose warning goes, from where the Tab key goes on', async () => {
    await fill('20000', bidPlus(240));
    const guarded = view.fieldRow('Amount').getByRole('checkbox');
    for (const limit of ['10k', '1m']) {
      if (limit === '1m') await keys.goTo(guarded);
      const dialog = await openGuards();
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

  it('comes back into the ticket from a dialog over what went meanwhile', async () => {
    await fill('1040', bidPlus(250));
    control.freezeTicker('BTC-PERPETUAL');
    const stale = warning(/^The price shown is over/);
    await stale.waitFor();
    await keys.goTo(stale);
    const dialog = await openGuards();
    control.freezeTicker('BTC-PERPETUAL', false);
    await stale.waitFor({ state: 'detached' });
    await keys.strike('Escape');
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(whole);
    await page.keyboard.type('7');
    expect(await view.amount.inputValue()).toBe('1040');
  });

  it('is in sight still once what became of a sell has taken room from the fields', async () => {
    await keys.move('Type', 2);
    await keys.move('Then', 1);
    await keys.type('Fires at', String(bidPlus(-510)));
    const label = await fill('1050', bidPlus(-610));
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await bench.readOrder(label);
    await ticket.getByRole('group', { name: 'Last order' }).waitFor();
    await warning(/^You sent the same sell/).waitFor();
    await keys.expectFocus(view.label);
    await expect.poll(keys.look).toMatchObject({ name: 'Label', isSeen: true, isFaded: false });
  });
});

describe('a dialog of the ticket', () => {
  const guards = ticket.getByRole('button', { name: 'Guards', exact: true });
  const ladder = ticket.getByRole('button', { name: /^What a press does: / });

  async function open(button: Locator, title: string): Promise<Locator> {
    await keys.strikeOn(button, 'Enter');
    const dialog = dialogOf(page, title);
    await dialog.waitFor();
    return dialog;
  }

  async function close(key: 'Enter' | 'Escape', dialog: Locator, button: Locator): Promise<void> {
    await keys.strike(key);
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(button);
  }

  it('sets what a press does: armed and fired, then one click under a cap', async () => {
    const first = await open(ladder, 'What a press does');
    await keys.goTo(first.getByRole('radio', { name: 'One click' }));
    await keys.strike('ArrowUp');
    await close('Enter', first, ladder);
    const armed = await fill('1060', bidPlus(240));
    const before = bench.countSells();
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await view.press
      .and(page.locator('[aria-disabled="false"]'))
      .getByText(/^Press again to sell 1,060/)
      .waitFor();
    expect(bench.countSells()).toBe(before);
    await keys.strike('Control+Enter');
    expect(await bench.readOrder(armed)).toMatchObject({ amount: 1060 });
    const second = await open(ladder, 'What a press does');
    await keys.goTo(second.getByRole('radio', { name: 'Arm and fire' }));
    await keys.strike('ArrowDown');
    await keys.goTo(second.getByLabel('Cap for one press, USD'));
    await page.keyboard.type('5k');
    await keys.strikeOn(second.getByRole('checkbox'), 'Space');
    await close('Enter', second, ticket.getByRole('button', { name: 'What a press does: 1-click ≤5k USD' }));
    const one = await fill('1070', bidPlus(250));
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    expect(await bench.readOrder(one)).toMatchObject({ amount: 1070 });
    expect(bench.countSells()).toBe(before + 2);
  });

  it('sets a guard, which holds, and is left as it was by Escape', async () => {
    const worth = /^Worth of one order: stops above/;
    const first = await open(guards, 'Guards of this profile');
    await keys.goTo(first.getByLabel(worth));
    await page.keyboard.type('2m');
    await close('Enter', first, guards);
    const before = bench.countSells();
    await fill('2000010', bidPlus(260));
    await view.press.getByText(/over this profile’s limit of 2,000,000 USD/).waitFor();
    await keys.strike('Control+Enter');
    const second = await open(guards, 'Guards of this profile');
    await keys.goTo(second.getByLabel(worth));
    expect(await second.getByLabel(worth).inputValue()).toBe('2000000');
    await page.keyboard.type('9m');
    await close('Escape', second, guards);
    expect(await view.press.innerText()).toMatch(/limit of 2,000,000 USD/);
    expect(bench.countSells()).toBe(before);
  });
});
