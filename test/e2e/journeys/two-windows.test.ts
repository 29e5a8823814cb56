import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;

let other: Page;

/** A ticket in a window of its own, beside the one of the main window. */
beforeAll(async () => {
  await view.amount.fill('1230');
  await view.label.fill('typed-before');
  const torn = view.page.waitForEvent('popup');
  await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await view.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
  await view.page.getByRole('menuitem', { name: 'Sell ticket', exact: true }).click();
  other = await torn;
  await panelOf(other, 'Sell ticket').waitFor();
  await view.page.getByRole('button', { name: /^Panels/ }).click();
  await view.page.getByRole('menuitemcheckbox', { name: 'Sell ticket', exact: true }).click();
  await view.ticket.waitFor();
});
afterEach(async () => {
  for (const page of [view.page, other]) await page.keyboard.press('Escape');
});

describe('a panel that was moved to a window of its own', () => {
  const field = (page: Page, name: string) => panelOf(page, 'Sell ticket').getByLabel(name, { exact: true });

  it('has what was typed in it, and leaves nothing of it behind', async () => {
    await expect.poll(() => field(other, 'Amount').inputValue()).toBe('1230');
    expect(await field(other, 'Label').inputValue()).toBe('typed-before');
    expect(await field(other, 'Instrument').inputValue()).toBe(await field(view.page, 'Instrument').inputValue());
    for (const name of ['Amount', 'Label']) expect(await field(view.page, name).inputValue()).toBe('');
  });

  it('and was opened again leaves every region its own name', async () => {
    const names = await view.page
      .locator('main:not([hidden]) [role="region"].dv-groupview')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
    expect(names).toContain('Orders');
    expect(names.filter((name) => /\d$/.test(name ?? ''))).toEqual([]);
  });
});

describe('a small window', () => {
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop trading' });
  const isWhole = async (part: Locator): Promise<boolean> => {
    const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
    return x >= 0 && width > 0 && x + width <= (part.page().viewportSize()?.width ?? 0);
  };

  it('of its own needs no more than its header, and has news in one line where no corner is clear', async () => {
    const before = other.viewportSize();
    await other.setViewportSize({ width: 600, height: 400 });
    await expect.poll(() => isWhole(stop(other))).toBe(true);
    await expect.poll(() => other.evaluate(() => document.documentElement.scrollWidth)).toBe(600);
    await other.keyboard.press('Alt+s');
    const toast = other.locator('.toast').filter({ hasText: 'Nothing was sent' });
    await toast.waitFor();
    const [bar, press] = [
      await toast.boundingBox(),
      await panelOf(other, 'Sell ticket').locator('.press').boundingBox(),
    ];
    expect(bar?.y).toBeGreaterThanOrEqual((press?.y ?? Infinity) + (press?.height ?? 0));
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    if (before !== null) await other.setViewportSize(before);
  });
});
