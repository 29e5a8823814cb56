import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { JournalEntry, JournalFields, JournalKind } from '../../../shared/ipc/schemas/journal-schema.ts';
import { matchesJournalQuery } from '../../../shared/journal/match.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { type Mounted, openWindowBench } from '../../support/window-bench/bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

interface OpenJournal extends Mounted {
  readonly journal: Locator;
  readonly entry: (text: string | RegExp) => Locator;
  /** One more entry, of which the window is told. */
  readonly write: (kind: JournalKind, fields?: JournalFields) => void;
  readonly stopAndAllow: () => void;
}

/** A journal that begins with a sell and its outcome. */
async function openJournal(): Promise<OpenJournal> {
  const entries: JournalEntry[] = [];
  const add = (kind: JournalKind, fields: JournalFields = {}): JournalEntry => {
    const at = Date.now();
    const sequence = entries.length + 1;
    const entry = { sequence, at, service_at: at, kind, fields, hash: String(sequence).padStart(64, '0') };
    entries.push(entry);
    return entry;
  };
  const order = { label: 'first-of-journal', instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '200' };
  add('intent', { ...order, type: 'market', press: 'single' });
  add('outcome', {
    ...order,
    outcome: 'accepted',
    order_state: 'filled',
    filled_amount: '200',
    average_price: '97410',
  });
  const mounted = await mount({
    panels: ['journal'],
    prepare: ({ answer }) =>
      answer('journal.read', (query) => ({
        entries: entries.filter((entry) => matchesJournalQuery(entry, query)).toReversed(),
        next_before: null,
        total: entries.length,
        verification: query.verify ? { entries: entries.length, fault: null, cuts: 0, at: Date.now() } : null,
      })),
  });
  const journal = panelOf(mounted.page, 'Journal');
  const entry = (text: string | RegExp) => journal.locator('[role="row"][row-id]').filter({ hasText: text });
  await entry(/Sell 200/).waitFor();
  const write = (kind: JournalKind, fields: JournalFields = {}) =>
    mounted.backEnd.publish('journal.changed', [add(kind, fields)]);
  return {
    ...mounted,
    journal,
    entry,
    write,
    stopAndAllow: () => {
      write('trading_stopped');
      write('trading_allowed');
    },
  };
}

describe('the journal on screen', () => {
  it('has what was sold and stopped, in words; new entries come by themselves', async () => {
    const { page, journal, entry, write } = await openJournal();
    await entry(/Sell 200 USD of BTC-PERPETUAL, market; single press\./).waitFor();
    await entry(/Accepted, filled 200 USD at/).waitFor();
    write('trading_stopped');
    await entry('Trading stopped.').waitFor();
    write('trading_allowed');
    await entry('Trading allowed again.').waitFor();
    const sequences = await journal.locator('[row-id] [col-id="sequence"]').allInnerTexts();
    expect(sequences.map(Number)).toEqual([4, 3, 2, 1]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('is searched and filtered, by keyboard too, and says when nothing fits', async () => {
    const { page, journal, entry, stopAndAllow } = await openJournal();
    stopAndAllow();
    const search = page.getByRole('searchbox', { name: 'Search journal' });
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
    stopAndAllow();
    await entry('Trading stopped.').nth(1).waitFor();
    expect(await entry(/Sell 200/).count()).toBe(0);
    await page.getByRole('button', { name: 'Kinds of entries: Locks' }).click();
    await page.getByRole('menuitem', { name: 'All kinds' }).click();
    await entry(/Sell 200/).waitFor();
  });

  it('counts and copies what the filter of a column leaves, and says of how many', async () => {
    const { page, journal, stopAndAllow } = await openJournal();
    stopAndAllow();
    stopAndAllow();
    const header = journal.locator('.ag-header-cell[col-id="what"]');
    await header.hover();
    await header.locator('.ag-header-cell-filter-button').click();
    await page.locator('.ag-filter input[type="text"]').first().fill('trading stopped');
    await journal.getByText(/^2 of the 6 read pass the columns’ filters · 6 in all$/).waitFor();
    await page.keyboard.press('Escape');
    await journal.getByRole('button', { name: 'Copy as CSV' }).click();
    await journal.getByText('2 entries copied as CSV').waitFor();
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitem', { name: 'Clear filters' }).click();
    await expect.poll(() => journal.getByText(/^6 shown of 6$/).count()).toBe(1);
  });

  it('says up to where it is proven, and copies what it shows', async () => {
    const { page, journal } = await openJournal();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^verified up to entry 2 at \d\d:\d\d UTC$/).waitFor();
    await journal.getByRole('button', { name: 'Copy as CSV' }).click();
    await journal.getByText(/^2 entries copied as CSV$/).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search journal' });
    await search.focus();
    await page.keyboard.press('Control+v');
    expect(await search.inputValue()).toMatch(/^sequence,time_utc,service_time_utc,kind,subject,what,fields,hash/);
  });
});
