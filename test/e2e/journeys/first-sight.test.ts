import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { openService } from '../../support/window/own-terminal.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { browser, simulator } = await openService();
let terminal: Terminal;
let page: Page;

beforeEach(async () => {
  terminal = await startTerminal({ simulator });
});
afterEach(async () => {
  await page.context().close();
  await terminal.stop();
  terminal.removeData();
});

const LOW = { width: 1280, height: 720 };
const DESK = { width: 1600, height: 960 };

const tabs = () => page.locator('main:not([hidden]) .dv-tab').allInnerTexts();
const region = (name: string) => panelOf(page, name);

/** A window held at its first sight: its clock and frames wait. */
async function openInFirstSight(viewport: typeof LOW): Promise<void> {
  const context = await browser.newContext({ viewport });
  page = await context.newPage();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(terminal.url);
  await page.getByRole('main', { name: 'Trade' }).locator('.dv-tab').first().waitFor();
  // What is behind tabs comes after the first sight.
  expect(await tabs()).not.toContain('Option chain');
}

async function endFirstSight(): Promise<void> {
  await page.clock.resume();
  await page.locator('.dv-tab').filter({ hasText: 'Option chain' }).waitFor();
}

async function boxOf(name: string) {
  const box = await region(name).boundingBox();
  if (box === null) throw new Error('it is in sight');
  return box;
}

/** Whether the groups of the dock have all of its room, edge to edge. */
async function isFilled(): Promise<boolean> {
  return page.evaluate(() => {
    const dock = document.querySelector('main:not([hidden])');
    if (dock === null) return false;
    const boxes = [...dock.querySelectorAll('.dv-groupview')].map((group) => group.getBoundingClientRect());
    const whole = dock.getBoundingClientRect();
    const isAt = (edge: 'right' | 'bottom'): boolean =>
      Math.abs(Math.max(...boxes.map((box) => box[edge])) - whole[edge]) < 2;
    return isAt('right') && isAt('bottom') && boxes.every(({ width, height }) => width > 0 && height > 0);
  });
}

describe('a window whose size changes in its first sight', DEEP, () => {
  it('is arranged for the size that it has grown to', async () => {
    await openInFirstSight(LOW);
    await page.setViewportSize(DESK);
    await endFirstSight();
    await expect.poll(isFilled).toBe(true);
    // There is room for the account below the ticket.
    await expect.poll(async () => (await boxOf('Account')).x).toBe((await boxOf('Order ticket')).x);
    const [ticket, account] = [await boxOf('Order ticket'), await boxOf('Account')];
    expect(account.y).toBeGreaterThanOrEqual(ticket.y + ticket.height - 1);
    expect(ticket.height).toBeGreaterThanOrEqual(380);
    expect(new Set(await tabs()).size).toBe((await tabs()).length);
  });

  it('is arranged for the size that it has shrunk to', async () => {
    await openInFirstSight(DESK);
    await page.setViewportSize(LOW);
    await endFirstSight();
    await expect.poll(isFilled).toBe(true);
    // The account is behind the orders, so that the ticket keeps its height.
    await expect.poll(() => region('Account').count()).toBe(0);
    expect(await tabs()).toContain('Account');
    const [ticket, orders] = [await boxOf('Order ticket'), await boxOf('Orders')];
    expect(ticket.y + ticket.height).toBeGreaterThanOrEqual(orders.y + orders.height - 1);
  });
});
