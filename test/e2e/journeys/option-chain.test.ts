import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { openTerminalWindow, panelOf, type TerminalWindow } from '../../support/window/terminal-window.ts';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;
let chain: Locator;

beforeAll(async () => {
  browser = await shareChromium();
});
afterAll(() => browser.close());
afterEach(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
});

async function openChain(service: Simulator): Promise<void> {
  simulator = service;
  terminal = await startTerminal({ simulator });
  await showChain();
}

async function showChain(): Promise<void> {
  view = await openTerminalWindow(browser, terminal.url);
  await view.page.getByRole('tab', { name: 'Option chain' }).click();
  chain = panelOf(view.page, 'Option chain');
}

/** Opens one that is some days away on any day; gives it as names have it. */
async function openExpiry(): Promise<string> {
  const tab = chain.getByRole('tab', { name: /^\d+ [A-Z]{3} \d\d/ }).nth(4);
  await tab.click();
  await chain.locator('[role="row"][row-id]').first().waitFor();
  return /^\d+ [A-Z]{3} \d\d/.exec((await tab.innerText()).trim())?.[0].replaceAll(' ', '') ?? '';
}

/** A cell of a strike that shows a number. */
async function cellOf(strike: string, column: string): Promise<Locator> {
  const cell = chain.locator(`[row-id="${strike}"] [col-id="${column}"]`);
  await cell.filter({ hasText: /\d/ }).waitFor();
  return cell;
}

/** Strikes on screen, top first. */
const strikesShown = () =>
  chain
    .locator('[role="row"][row-id]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
        .map((row) => row.getAttribute('row-id') ?? ''),
    );

describe('the option chain', () => {
  it('loads the ticket by mouse and by keyboard, and picks legs', async () => {
    await openChain(await createSimulator({ seed: 11 }));
    const expiry = await openExpiry();
    const strikes = await strikesShown();
    expect(strikes).toEqual(strikes.toSorted((a, b) => Number(a) - Number(b)));
    const strike = await chain.locator('.chain-first-above').getAttribute('row-id');
    if (strike === null) throw new Error('no strike above the forward');

    // A price that is cut off reads as another: none is, in a window that was made smaller either.
    await view.page.setViewportSize({ width: 1280, height: 720 });
    const bid = await cellOf(strike, 'put.bid');
    const cut = () =>
      chain
        .locator('.price-cell')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    await expect.poll(cut).toBe(0);
    await bid.click();
    const name = `BTC-${expiry}-${strike}-P`;
    await expect.poll(() => view.field('Instrument').inputValue()).toBe(name);
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(0);

    await chain.getByText('Ctrl-click picks a leg').waitFor();
    await (await cellOf(strike, 'call.ask')).click({ modifiers: ['Control'] });
    await chain.getByText('1 leg picked').waitFor();
    // The leg is another instrument's, and the ticket keeps its own.
    await expect.poll(() => view.field('Instrument').inputValue()).toBe(name);
    await chain.locator(`[row-id="${strike}"]`).getByTitle('Leg to buy').waitFor();

    // From the call's ask, right over the strike to the put's bid.
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('Shift+Enter');
    await chain.getByText('2 legs picked').waitFor();
    await chain.locator(`[row-id="${strike}"]`).getByTitle('Leg to sell').waitFor();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    await expect
      .poll(() => view.ticket.getByLabel('Instrument', { exact: true }).inputValue())
      .toMatch(new RegExp(`-${strikes[strikes.indexOf(strike) + 1]}-P$`));

    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await chain.getByRole('button', { name: 'clear' }).click();
    await chain.getByText('Ctrl-click picks a leg').waitFor();
    expect(view.complaints).toEqual([]);
  });

  it('asks for quotes of the rows in view alone, and for others after scrolling', DEEP, async () => {
    await openChain(await createSimulator({ seed: 11 }));
    await view.page.setViewportSize({ width: 1280, height: 720 });
    await openExpiry();
    const [lowest = ''] = await strikesShown();
    await chain.locator('.chain-grid').hover();
    await view.page.mouse.wheel(0, 4000);
    const highest = (await strikesShown()).at(-1) ?? '';
    await cellOf(highest, 'put.mark');
    // Two sides of 17 strikes and the eight of the watchlist would be asked for if all were.
    const polled = async () => Number(/polling (\d+)/.exec(await view.page.locator('body').innerText())?.[1]);
    await expect.poll(polled).toBeLessThan(2 * 17 + 8);
    await view.page.mouse.wheel(0, -4000);
    await cellOf(lowest, 'call.mark');
    // What has gone out of view shows no old price when it comes back: it is asked for again.
    await view.page.mouse.wheel(0, 4000);
    await cellOf(highest, 'put.mark');
    expect(view.complaints).toEqual([]);
  });

  it('keeps the columns that were chosen', DEEP, async () => {
    await openChain(await createSimulator({ seed: 11 }));
    await chain.locator('[role="row"][row-id]').first().waitFor();
    await view.page.getByRole('button', { name: 'Columns' }).click();
    await view.page.getByRole('menuitemcheckbox', { name: 'Delta' }).click();
    await view.page.getByRole('menuitemcheckbox', { name: 'Mark' }).click();
    await view.page.keyboard.press('Escape');
    const headers = () => chain.locator('.ag-header-row-column .ag-header-cell-text').allInnerTexts();
    await expect.poll(headers).toEqual(['Delta', 'Bid', 'Ask', 'Strike', 'Bid', 'Ask', 'Delta']);
    await view.page.reload();
    await view.page.getByRole('tab', { name: 'Option chain' }).click();
    await expect.poll(headers).toEqual(['Delta', 'Bid', 'Ask', 'Strike', 'Bid', 'Ask', 'Delta']);
    await view.page.getByRole('button', { name: 'Columns' }).click();
    await view.page.getByRole('menuitem', { name: 'As it came' }).click();
    await expect.poll(headers).toEqual(['Bid', 'Mark', 'Ask', 'Strike', 'Bid', 'Mark', 'Ask']);
  });

  it('is found name by name where the service lists nothing, and says how far it is', DEEP, async () => {
    await openChain(await createSimulator({ seed: 11, door: { extensions: new Set() } }));
    await chain.getByText(/searching…$/).waitFor();
    const mark = chain.locator('[role="row"][row-id] [col-id="call.mark"]').filter({ hasText: /\d/ }).first();
    await mark.click();
    await expect
      .poll(() => view.ticket.getByLabel('Instrument', { exact: true }).inputValue())
      .toMatch(/^BTC-\d+[A-Z]{3}\d\d-\d+-C$/);
  });
});

describe('the instrument panel', () => {
  it('says what the book allows, what comes next, and all fields', async () => {
    await openChain(await createSimulator({ seed: 11 }));
    await view.page.getByRole('tab', { name: 'Instrument' }).click();
    const panel = panelOf(view.page, 'Instrument');
    await panel.getByText('trading live').waitFor();
    await panel.getByText('Accrues every millisecond').waitFor();
    await expect.poll(() => panel.getByRole('table', { name: 'Ticks' }).innerText()).toContain('every price');
    simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    await panel.getByText('Books may start locked').waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'cancels accepted' }).waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'new orders rejected' }).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });
});

describe('both panels without the service', DEEP, () => {
  it('say why nothing is there, and fill by themselves once it answers', async () => {
    const service = await createSimulator({ seed: 11 });
    await service.control.goOffline();
    await openChain(service);
    await view.page.getByRole('tab', { name: 'Instrument' }).click();
    await chain.getByText('The service’s instruments could not be read').waitFor();
    const panel = panelOf(view.page, 'Instrument');
    await panel.getByText('The instrument could not be read').waitFor();
    await service.control.goOnline();
    await panel.getByText('trading live').waitFor();
    await cellOf((await chain.locator('.chain-first-above').getAttribute('row-id')) ?? '', 'call.mark');
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });
});
