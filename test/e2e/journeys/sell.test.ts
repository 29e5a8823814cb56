import { beforeEach, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import type { TerminalWindow } from '../../support/window/terminal-window.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const bench = await openTicketBench();
const { simulator, view } = bench;
/** What there was before the test. */
let before = { executions: 0, sells: 0 };

beforeEach(async () => {
  await bench.clear();
  before = { executions: simulator.control.executions(), sells: bench.countSells() };
});

const executions = () => simulator.control.executions() - before.executions;
const sells = () => bench.countSells() - before.sells;

/** An amount that was not sold before: equal sells ask first. */
let amounts = 0;
function nextAmount(): string {
  amounts += 1;
  return String(200 + 10 * amounts);
}

const SELL = 'private/sell';
/** In dollars: the bid of a bitcoin goes no farther down while a sell is written, even on a busy machine. */
const BEYOND_MOVES = 500;

describe('prices', () => {
  it('move by themselves', async () => {
    const bids = () => view.watchlist.locator('[row-id] [col-id="bid"]').allInnerTexts();
    const first = await bids();
    expect(first.some((bid) => /\d/.test(bid))).toBe(true);
    await expect.poll(bids).not.toEqual(first);
  });

  it('tell their age in every row', async () => {
    const ages = () => view.watchlist.locator('[row-id] [col-id="age"]').allInnerTexts();
    await expect.poll(async () => (await ages()).every((age) => /^\d+(\.\d)? s$/.test(age))).toBe(true);
    expect((await ages()).length).toBeGreaterThan(5);
  });
});

describe('a sell', () => {
  it('by mouse: a price clicked, the forecast read, the button pressed, the order in the grid', async () => {
    await view.amount.fill('1000');
    await view.label.fill('by-mouse');
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"] [col-id="ask"]').first().click();
    // Far enough from the market that nobody takes it before it was seen to rest.
    for (let nudge = 0; nudge < 4; nudge += 1) await view.price.press('Control+ArrowUp');
    await view.waitUntilPressable();
    await expect.poll(() => view.ticket.innerText()).toContain('Rests on the book');
    await expect.poll(() => view.press.innerText()).toMatch(/^Sell 1,000 USD at [\d,.]+/);
    await view.press.click();
    await view.orderRow('by-mouse').getByText('open', { exact: true }).waitFor();
    expect(simulator.control.ordersByLabel('by-mouse')).toHaveLength(1);
    expect(simulator.control.ordersByLabel('by-mouse')[0]).toMatchObject({
      amount: 1000,
      post_only: true,
      direction: 'sell',
    });
  });

  it('nudged by the arrow keys moves by the tick, by ten and by a hundred', async () => {
    await view.price.fill('97410');
    await view.price.press('ArrowUp');
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
    await view.price.press('Shift+ArrowUp');
    await expect.poll(() => view.price.inputValue()).toBe('97415.5');
    await view.price.press('Control+ArrowDown');
    await expect.poll(() => view.price.inputValue()).toBe('97365.5');
  });

  it('refused by the service shows its reason, in the ticket and in the grid', async () => {
    await view.amount.fill('1000');
    await view.price.fill(String(Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid')) - BEYOND_MOVES));
    await view.label.fill('would-cross');
    await view.ticket.getByRole('checkbox', { name: 'Reject if crossing' }).check();
    await expect.poll(() => view.ticket.innerText()).toContain('refuse');
    await view.waitUntilPressable();
    await view.press.click();
    await view
      .orderRow('would-cross')
      .getByText(/refused/)
      .first()
      .waitFor();
    await expect.poll(() => view.orderRow('would-cross').innerText()).toContain('post only reject');
    await expect.poll(() => view.ticket.innerText()).toContain('Refused');
    expect(executions()).toBe(0);
  });

  it('off the tick is stopped before the wire, and a valid price is one click away', async () => {
    await view.amount.fill('1000');
    const bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
    await view.price.fill(`${bid + 200}.3`);
    const fix = view.ticket.getByRole('button', { name: new RegExp(`${(bid + 200).toLocaleString('en-US')}.5`) });
    await fix.waitFor();
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await view.press.click({ force: true });
    expect(sells()).toBe(0);
    await fix.click();
    await view.waitUntilPressable();
    await expect.poll(() => view.price.inputValue()).toBe(`${bid + 200}.5`);
  });

  it.each([
    ['a double click', (press: TerminalWindow['press']) => press.dblclick()],
    [
      'Enter held down',
      async (press: TerminalWindow['press']) => {
        await press.focus();
        for (let repeat = 0; repeat < 12; repeat += 1) await press.page().keyboard.down('Enter');
        await press.page().keyboard.up('Enter');
      },
    ],
    [
      'a scripted click beside it',
      async (press: TerminalWindow['press']) => {
        await press.click();
        await press.evaluate((button) => {
          for (let again = 0; again < 20; again += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        });
      },
    ],
  ])('makes one order of %s', async (name, act) => {
    await view.chooseType('Market');
    await view.amount.fill(nextAmount());
    await view.label.fill(name);
    await view.waitUntilPressable();
    await act(view.press);
    await view.orderRow(name).getByText('filled', { exact: true }).waitFor();
    expect(executions()).toBe(1);
    expect(sells()).toBe(1);
  });
});

describe('the instrument that is sold', () => {
  beforeEach(async () => {
    await view.chooseType('Market');
    await view.amount.fill(nextAmount());
    await view.waitUntilPressable();
  });

  const field = () => view.ticket.getByRole('combobox', { name: 'Instrument' });

  it('is the one that its field shows: while another is typed, nothing can be', async () => {
    await field().fill('ETH-PERPETUAL');
    await view.page.keyboard.press('Control+Enter');
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await field().press('Escape');
    await expect.poll(() => field().inputValue()).toBe('BTC-PERPETUAL');
    await view.waitUntilPressable();
    expect(sells()).toBe(0);
  });

  it('is none while the name in the field is of none', async () => {
    await field().fill('ETH-PERPETUL');
    await field().press('Enter');
    await view.ticket.getByText(/no instrument “ETH-PERPETUL”/).waitFor();
    await view.amount.focus();
    await view.page.keyboard.press('Control+Enter');
    await view.press.click({ force: true });
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');
    expect(sells()).toBe(0);
  });

  it('becomes the typed one when the field is left, and not the one before', async () => {
    await field().fill('ETH-PERPETUAL');
    await view.press.click({ force: true });
    await view.page.getByRole('tab', { name: 'ETH-PERPETUAL' }).waitFor();
    await expect.poll(() => field().inputValue()).toBe('ETH-PERPETUAL');
    expect(await view.amount.inputValue()).toBe('');
    expect(sells()).toBe(0);
  });
});

describe('when things go wrong', () => {
  it('a service that dies between order and reply comes back, and the order is found by its label', async () => {
    simulator.control.failNext(SELL, { delayMs: 600_000 });
    await view.chooseType('Market');
    await view.amount.fill(nextAmount());
    await view.label.fill('died-in-flight');
    await view.waitUntilPressable();
    const executed = simulator.control.waitForCall(SELL);
    await view.press.click();
    await executed;
    await simulator.control.goOffline();
    await view
      .orderRow('died-in-flight')
      .getByText(/^checking ·/)
      .first()
      .waitFor();
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');
    await simulator.control.goOnline();
    await view.orderRow('died-in-flight').getByText('filled', { exact: true }).waitFor();
    expect(executions()).toBe(1);
    expect(sells()).toBe(1);
  });

  it('prices of a service that is away say so, and come back by themselves', async () => {
    await simulator.control.goOffline();
    await view.watchlist.getByText('failed', { exact: true }).first().waitFor();
    await view.page
      .getByText(/not reachable/)
      .first()
      .waitFor();
    await simulator.control.goOnline();
    await expect.poll(() => view.watchlist.getByText('failed', { exact: true }).count()).toBe(0);
  });

  it('a price that stands still is marked stale, and a sell on it asks first', async () => {
    await view.chooseType('Market');
    await view.amount.fill(nextAmount());
    await view.waitUntilPressable();
    simulator.control.freezeTicker('BTC-PERPETUAL');
    await view.watchlist.locator('[row-id="BTC-PERPETUAL"]').getByText('stale', { exact: true }).first().waitFor();
    const acknowledge = view.ticket.getByRole('checkbox', { name: /stale|old/i });
    await acknowledge.waitFor();
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');
    await acknowledge.check();
    await view.waitUntilPressable();
    simulator.control.freezeTicker('BTC-PERPETUAL', false);
    await acknowledge.waitFor({ state: 'detached' });
  });
});

describe('the whole window', () => {
  it('has one Tab stop for all explained words of the ticker, which the arrow keys go through', async () => {
    const words = panelOf(view.page, 'Ticker').locator('button.explained');
    const stops = () => words.evaluateAll((all) => all.map((word) => (word as HTMLElement).tabIndex));
    await expect.poll(async () => (await stops()).filter((stop) => stop === 0)).toHaveLength(1);
    expect((await stops()).length).toBeGreaterThan(10);
    await words.first().focus();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('ArrowRight');
    expect(await words.nth(2).evaluate((word) => word === document.activeElement)).toBe(true);
    await view.page.getByRole('tooltip').waitFor();
    await view.page.keyboard.press('End');
    expect(await words.last().evaluate((word) => word === document.activeElement)).toBe(true);
    expect((await stops()).filter((stop) => stop === 0)).toHaveLength(1);
  });

  it('is free of serious accessibility faults, with issues and with orders', async () => {
    await view.amount.fill('15');
    await view.price.fill('1.23');
    await view.ticket.getByRole('button', { name: /^Use/ }).first().waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.chooseType('Market');
    await view.amount.fill(nextAmount());
    await view.label.fill('looked-at');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('looked-at').getByText('filled', { exact: true }).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });

  it('fits 1280 by 720: the button is in sight and nothing scrolls sideways', async () => {
    await view.page.setViewportSize({ width: 1280, height: 720 });
    await view.amount.fill('1000');
    const box = await view.press.boundingBox();
    expect(box === null ? null : box.y + box.height).toBeLessThanOrEqual(720);
    const overflow = await view.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('has said nothing in the console that it should not', () => {
    expect(view.complaints).toEqual([]);
  });
});
