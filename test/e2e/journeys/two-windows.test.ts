import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;

const field = (page: Page, name: string) => panelOf(page, 'Order ticket').getByLabel(name, { exact: true });

/** Moves the ticket to a window of its own, and opens another where it was. */
async function tearTicketOff(): Promise<Page> {
  const torn = view.page.waitForEvent('popup');
  await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await view.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
  await view.page.getByRole('menuitem', { name: 'Order ticket', exact: true }).click();
  const other = await torn;
  await panelOf(other, 'Order ticket').waitFor();
  await view.page.getByRole('button', { name: /^Panels/ }).click();
  await view.page.getByRole('menuitemcheckbox', { name: 'Order ticket', exact: true }).click();
  await view.ticket.waitFor();
  await view.page.keyboard.press('Escape');
  return other;
}

async function isWhole(part: Locator): Promise<boolean> {
  const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
  return x >= 0 && width > 0 && x + width <= (part.page().viewportSize()?.width ?? 0);
}

it('a panel that was moved to a window of its own has what was typed in it, leaves nothing behind, and is whole when small', async () => {
  await view.amount.fill('1230');
  await view.label.fill('typed-before');
  const other = await tearTicketOff();
  await expect.poll(() => field(other, 'Amount').inputValue()).toBe('1230');
  expect(await field(other, 'Label').inputValue()).toBe('typed-before');
  expect(await field(other, 'Instrument').inputValue()).toBe(await field(view.page, 'Instrument').inputValue());
  for (const name of ['Amount', 'Label']) expect(await field(view.page, name).inputValue()).toBe('');
  // The panel that was opened again leaves every region its own name.
  const names = await view.page
    .locator('main:not([hidden]) [role="region"].dv-groupview')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
  expect(names).toContain('Orders');
  expect(names.filter((name) => /\d$/.test(name ?? ''))).toEqual([]);

  // A small window needs no more than its header, and has news in one line where no corner is clear.
  await other.setViewportSize({ width: 600, height: 400 });
  await expect.poll(() => isWhole(other.getByRole('button', { name: 'Stop trading' }))).toBe(true);
  await expect.poll(() => other.evaluate(() => document.documentElement.scrollWidth)).toBe(600);
  await other.keyboard.press('Alt+s');
  const toast = other.locator('.toast').filter({ hasText: 'Nothing was sent' });
  await toast.waitFor();
  const [bar, press] = [
    await toast.boundingBox(),
    await panelOf(other, 'Order ticket').locator('.press').boundingBox(),
  ];
  expect(bar?.y).toBeGreaterThanOrEqual((press?.y ?? Infinity) + (press?.height ?? 0));
});
