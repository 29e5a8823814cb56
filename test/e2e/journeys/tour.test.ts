import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/window/terminal-window.ts';

let browser: Browser;
let terminal: Terminal;
let view: TerminalWindow;

const open = () => openTerminalWindow(browser, terminal.url, { width: 1280, height: 720, confirmation: 'as set' });
const tour = () => view.page.getByRole('dialog', { name: 'Guided tour' });
const press = (chord: string) => view.page.keyboard.press(chord);

/** Whether the card lies over a part of what is pointed at. */
async function coversTicket(): Promise<boolean> {
  const [card, ticket] = await Promise.all([tour().boundingBox(), view.ticket.boundingBox()]);
  if (card === null || ticket === null) throw new Error('card and ticket are on screen');
  return card.x + card.width > ticket.x && card.x < ticket.x + ticket.width;
}

beforeAll(async () => {
  browser = await shareChromium();
  terminal = await startTerminal({ isFirstStart: true });
  view = await open();
});
afterAll(async () => {
  await view.close();
  await browser.close();
  await terminal.stop();
  terminal.removeData();
});

describe('the tour of a first start', () => {
  it('leads by keyboard through the panels to a sell of one’s own, and tells its outcome', async () => {
    await tour().getByText('Step 1 of 7').waitFor();
    await expect.poll(() => tour().evaluate((card) => card === document.activeElement)).toBe(true);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    const titles = ['The sell ticket', 'An order’s life', 'Your risk', 'Commands and keys', 'The lock'];
    await tour().getByRole('button', { name: 'Next' }).focus();
    for (const title of [...titles, 'A practice sell']) {
      // A key that is held goes on by one step.
      for (let times = 0; times < 3; times += 1) await view.page.keyboard.down('Enter');
      await view.page.keyboard.up('Enter');
      await tour().getByRole('heading', { name: title }).waitFor();
    }
    await expect.poll(coversTicket).toBe(false);
    // The focus is on what fills the ticket in.
    await press('Enter');
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    // Meanwhile other instruments are shown; the ticket takes the tour's.
    await view.amount.fill('7');
    await view.page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name: 'Risk' }).click();
    await view.page.getByRole('main', { name: 'Risk' }).waitFor();
    await tour().getByRole('button', { name: 'Fill in a practice order' }).click();
    await view.page.getByRole('main', { name: 'Trade' }).waitFor();
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    await expect.poll(coversTicket).toBe(false);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.waitUntilPressable();
    await view.amount.focus();
    await press('Escape');
    await tour().getByText('No order was placed yet.').waitFor();
    await press('Control+Enter');
    await view.press.filter({ hasText: 'Press again to' }).waitFor();
    // A second stroke in the same breath fires nothing.
    await view.waitUntilPressable();
    await press('Control+Enter');
    await tour()
      .getByRole('status')
      .getByText(/^Accepted: Sell 5,000 USD of BTC-PERPETUAL/)
      .waitFor();
    await view.orderRow('practice').getByText('filled', { exact: true }).waitFor();
    await tour().getByRole('button', { name: 'End the tour' }).click();
    await tour().waitFor({ state: 'detached' });
    expect(view.complaints).toEqual([]);
  });

  it('never comes again by itself, can be asked for, and is skipped by Escape', async () => {
    await view.reload();
    await view.orderRow('practice').waitFor();
    expect(await tour().count()).toBe(0);
    await view.page.getByRole('button', { name: 'Risk', exact: true }).click();
    await press('Control+k');
    await view.page.keyboard.type('guided tour');
    // An Enter before there is anything to choose would choose nothing.
    await view.page.getByRole('option', { name: /^Guided tour/, selected: true }).waitFor();
    await press('Enter');
    await tour().getByRole('heading', { name: 'The watchlist' }).waitFor();
    await view.page.getByRole('main', { name: 'Trade' }).waitFor();
    await press('Escape');
    await tour().waitFor({ state: 'detached' });
    await view.reload();
    await view.orderRow('practice').waitFor();
    expect(await tour().count()).toBe(0);
  });
});
