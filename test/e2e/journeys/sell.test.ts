import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { repetitions } from '../../support/repetitions.ts';
import { panelOf, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

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

it('prices move by themselves, and tell their age in every row', async () => {
  const bids = () => view.watchlist.locator('[row-id] [col-id="bid"]').allInnerTexts();
  const ages = () => view.watchlist.locator('[row-id] [col-id="age"]').allInnerTexts();
  const first = await bids();
  expect(first.some((bid) => /\d/.test(bid))).toBe(true);
  await expect.poll(bids).not.toEqual(first);
  await expect.poll(async () => (await ages()).every((age) => /^\d+(\.\d)? s$/.test(age))).toBe(true);
  expect((await ages()).length).toBeGreaterThan(5);
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

  it('refused by the service shows its reason, in the ticket and in the grid', async () => {
    await view.amount.fill('1000');
    await view.price.fill(String(Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid')) - BEYOND_MOVES));
    await view.label.fill('would-cross');
    await view.ticket.getByRole('checkbox', { name: 'Reject if crossing' }).check();
    await expect.poll(() => view.ticket.innerText()).toContain('reject');
    await view.waitUntilPressable();
    await view.press.click();
    await view
      .orderRow('would-cross')
      .getByText(/rejected/)
      .first()
      .waitFor();
    await expect.poll(() => view.orderRow('would-cross').innerText()).toContain('post only reject');
    await expect.poll(() => view.ticket.innerText()).toContain('Rejected');
    expect(executions()).toBe(0);
  });

  const HASTY: readonly (readonly [name: string, act: (press: TerminalWindow['press']) => Promise<void>])[] = [
    ['a double click', (press) => press.dblclick()],
    [
      'Enter held down',
      async (press) => {
        await press.focus();
        for (let repeat = 0; repeat < 12; repeat += 1) await press.page().keyboard.down('Enter');
        await press.page().keyboard.up('Enter');
      },
    ],
    [
      'a scripted click beside it',
      async (press) => {
        await press.click();
        await press.evaluate((button) => {
          for (let again = 0; again < 20; again += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        });
      },
    ],
  ];

  it('makes one order of each hasty press', async () => {
    for (const [at, [name, act]] of HASTY.slice(0, repetitions(3, 1)).entries()) {
      await bench.clear();
      await view.chooseType('Market');
      await view.amount.fill(nextAmount());
      await view.label.fill(name);
      await view.waitUntilPressable();
      await act(view.press);
      await view.orderRow(name).getByText('filled', { exact: true }).waitFor();
      expect([executions(), sells()], name).toEqual([at + 1, at + 1]);
    }
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
    expect(view.complaints).toEqual([]);
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

  it('a forecast that was missed is counted in the status bar', async () => {
    const { control } = simulator;
    const said = view.page.getByText(/^\d+ forecasts? missed$/);
    const readCount = async () => Number.parseInt((await said.allInnerTexts())[0] ?? '0', 10);
    const missed = await readCount();
    // The account has other fees than it was last read with: what the reply charges nobody could foresee.
    control.failAll('private/get_account_summaries', { httpStatus: 502, html: 'away' });
    const rate = { type: 'fixed', maker: 0.001, taker: 0.002 } as const;
    control.setAccount({ fees: { btc_usd: { perpetual: { default: rate, block_trade: 1 } } } });
    await bench.clear();
    await view.amount.fill('1230');
    await view.chooseType('Market');
    await bench.press('missed');
    await expect.poll(readCount).toBe(missed + 1);
    control.failAll('private/get_account_summaries', null);
    control.setAccount({ fees: {} });
  });
});

const journal = panelOf(view.page, 'Journal');
const entry = (text: string | RegExp): Locator => journal.locator('[role="row"][row-id]').filter({ hasText: text });
const stopButton = () => view.page.getByRole('button', { name: /Stop trading|allow again/ });

describe('the journal on screen', () => {
  it('has what was sold and stopped as it happens, and proves itself up to the newest', async () => {
    const amount = nextAmount();
    await view.chooseType('Market');
    await view.amount.fill(amount);
    await bench.press('first-of-journal');
    await view.orderRow('first-of-journal').getByText('filled', { exact: true }).waitFor();
    await view.page.getByRole('tab', { name: 'Journal' }).click();
    await entry(new RegExp(`Sell ${amount} USD of BTC-PERPETUAL, market; single press`)).waitFor();
    await entry(`Accepted, filled ${amount} USD at`).waitFor();
    await stopButton().click();
    await entry('Trading stopped.').waitFor();
    await stopButton().click();
    await entry('Trading allowed again.').waitFor();
    const sequences = await journal.locator('[row-id] [col-id="sequence"]').allInnerTexts();
    expect(sequences.map(Number)).toEqual(sequences.map(Number).toSorted((a, b) => b - a));
    await view.page.getByRole('button', { name: 'Verify' }).click();
    const proven = view.page.getByText(/^verified up to entry \d+ at \d\d:\d\d UTC$/);
    await expect
      .poll(async () => Number(/\d+/.exec(await proven.innerText())?.[0]))
      .toBeGreaterThanOrEqual(Number(sequences[0]));
    expect(view.complaints).toEqual([]);
  });
});
