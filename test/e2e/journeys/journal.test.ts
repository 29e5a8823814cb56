import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const bench = await openTicketBench();
const journal = panelOf(bench.view.page, 'Journal');
beforeAll(() => bench.startAnew());

const entry = (text: string | RegExp): Locator => journal.locator('[role="row"][row-id]').filter({ hasText: text });
const stopButton = () => bench.view.page.getByRole('button', { name: /Stop trading|allow again/ });

describe('the journal on screen', () => {
  it('has what was sold and stopped, in words; new entries come by themselves', async () => {
    const { view } = bench;
    await view.chooseType('Market');
    await view.amount.fill('200');
    await bench.press('first-of-journal');
    await view.orderRow('first-of-journal').getByText('filled', { exact: true }).waitFor();
    await view.page.getByRole('tab', { name: 'Journal' }).click();
    await entry(/Sell 200 USD of BTC-PERPETUAL, market; single press\./).waitFor();
    await entry(/Accepted, filled 200 USD at/).waitFor();
    await stopButton().click();
    await entry('Trading stopped.').waitFor();
    await stopButton().click();
    await entry('Trading allowed again.').waitFor();
    const sequences = await journal.locator('[row-id] [col-id="sequence"]').allInnerTexts();
    expect(sequences.map(Number)).toEqual(sequences.map(Number).toSorted((a, b) => b - a));
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });

  it('is searched and filtered, by keyboard too, and says when nothing fits', async () => {
    const { page } = bench.view;
    const search = journal.page().getByRole('searchbox', { name: 'Search journal' });
    await search.fill('first-of-journal sell');
    await entry('Trading stopped.').first().waitFor({ state: 'detached' });
    await entry(/Sell 200/).waitFor();
    await search.fill('nobody ever said this');
    await journal.getByText('No entry says that').waitFor();
    await search.press('Escape');
    await entry('Trading stopped.').waitFor();
    await page.getByRole('button', { name: 'Kinds of entries: All kinds' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Locks' }).press('Enter');
    await page.keyboard.press('Escape');
    await entry(/Sell 200/).waitFor({ state: 'detached' });
    await entry('Trading stopped.').waitFor();
    // What does not fit stays out as it comes.
    await stopButton().click();
    await entry('Trading stopped.').nth(1).waitFor();
    expect(await entry(/Sell 200/).count()).toBe(0);
    await stopButton().click();
    await page.getByRole('button', { name: 'Kinds of entries: Locks' }).click();
    await page.getByRole('menuitem', { name: 'All kinds' }).click();
    await page.keyboard.press('Escape');
  });

  it('counts and copies what the filter of a column leaves, and says of how many', async () => {
    const { page } = bench.view;
    const header = journal.locator('.ag-header-cell[col-id="what"]');
    await header.hover();
    await header.locator('.ag-header-cell-filter-button').click();
    await page.locator('.ag-filter input[type="text"]').first().fill('trading stopped');
    await journal.getByText(/^2 of the \d+ read pass the columns’ filters · \d+ in all$/).waitFor();
    await page.keyboard.press('Escape');
    await journal.getByRole('button', { name: 'Copy as CSV' }).click();
    await journal.getByText('2 entries copied as CSV').waitFor();
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitem', { name: 'Clear filters' }).click();
    await journal.getByText(/^\d+ shown of \d+$/).waitFor();
    expect(bench.view.complaints).toEqual([]);
  });

  it('says up to where it is proven, and copies what it shows', async () => {
    const { page } = bench.view;
    const [newest] = await journal.locator('[row-id] [col-id="sequence"]').allInnerTexts();
    await page.getByRole('button', { name: 'Verify' }).click();
    const proven = page.getByText(/^verified up to entry \d+ at \d\d:\d\d UTC$/);
    await expect
      .poll(async () => Number(/\d+/.exec(await proven.innerText())?.[0]))
      .toBeGreaterThanOrEqual(Number(newest));
    await journal.getByRole('button', { name: 'Copy as CSV' }).click();
    await journal.getByText(/^\d+ entries copied as CSV$/).waitFor();
    await page.getByRole('searchbox', { name: 'Search journal' }).focus();
    await page.keyboard.press('Control+v');
    const pasted = await page.getByRole('searchbox', { name: 'Search journal' }).inputValue();
    expect(pasted).toMatch(/^sequence,time_utc,service_time_utc,kind,subject,what,fields,hash/);
    expect(bench.view.complaints).toEqual([]);
  });
});
