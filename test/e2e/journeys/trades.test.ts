import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { type UserTrade, userTradeSchema } from '../../../shared/service/trade.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const BY_CURRENCY = 'private/get_user_trades_by_currency_and_time';

const own = await openServedTerminal();
const { simulator, restart } = own;
let { terminal, view } = own;
/** A new window shows what is kept of trades at once. */
const HISTORY = { workspace: 'History' } as const;

const panel = () => panelOf(view.page, 'Trades');
const totals = () => panel().getByRole('region', { name: 'Totals by instrument' });
const rows = () => panel().locator('[role="row"][row-id]:not([row-index^="b-"])');

async function openHistory(): Promise<void> {
  await view.page.getByRole('navigation', { name: 'Workspaces' }).getByText('History').click();
}

/** The trades of this day, those of this moment too: a quick range ends with the last whole second. */
async function fetchToday(): Promise<void> {
  await panel().getByRole('button', { name: 'today' }).click();
  await panel().getByLabel('To (UTC)').fill(String(Date.now()));
  await panel().getByRole('button', { name: 'Fetch', exact: true }).click();
}

async function exportAs(kind: 'CSV' | 'XLSX'): Promise<string> {
  await panel().getByRole('button', { name: 'Export' }).click();
  // The menu says which of the two tells how complete the rows are.
  const name = kind === 'CSV' ? 'CSV: the rows alone' : /XLSX.*how complete/;
  await view.page.getByRole('menuitem', { name }).click();
  const toast = view.page.getByText(new RegExp(`exports.*\\.${kind.toLowerCase()}$`));
  await toast.waitFor();
  return toast.innerText();
}

/** The trades in the terminal's own file, by id. */
function readStored(): Map<string, UserTrade> {
  const [path = ''] = globSync(join(terminal.dataDir, '**/history.sqlite'));
  const database = new DatabaseSync(path, { readOnly: true });
  const trades = database
    .prepare('SELECT row FROM trades')
    .all()
    .map(({ row }) => userTradeSchema.parse(JSON.parse(String(row))));
  database.close();
  return new Map(trades.map((trade) => [trade.trade_id, trade]));
}

/** As a grid shows them, the smallest first: a sell that meets two of the book's amounts is two trades. */
function amountsOf(trades: readonly UserTrade[]): string[] {
  return trades
    .map(({ amount }) => Number(amount))
    .toSorted((a, b) => a - b)
    .map((amount) => amount.toLocaleString('en-US'));
}

/** What the first journey sells. */
let sold: readonly UserTrade[] = [];

describe('the trades of the account', () => {
  it('are fetched for a day, proven whole, added up, and there after a restart without a call', async () => {
    for (const amount of ['1000', '2000', '1500']) {
      await view.chooseType('Market');
      await view.amount.fill(amount);
      await view.label.fill(`sold-${amount}`);
      await view.waitUntilPressable();
      await view.press.click();
      await view.orderRow(`sold-${amount}`).getByText('filled', { exact: true }).waitFor();
    }
    await openHistory();
    await panel().getByText('No trades fetched yet').waitFor();
    await panel().getByRole('button', { name: 'today' }).click();
    // The quick range ends with the last whole second; the last trade may be younger.
    const last = await simulator.control.waitForTrade(({ label }) => label === 'sold-1500');
    await panel().getByLabel('To (UTC)').fill(String(last['timestamp']));
    await panel().getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel().getByText('complete: every trade of the window').waitFor();
    sold = [...readStored().values()];
    const sought = sold.filter(({ label }) => label?.startsWith('sold-1') === true);
    await expect.poll(() => rows().count()).toBe(sold.length);
    const trades = [...sold.keys()];
    const labels = await Promise.all(trades.map((at) => rows().nth(at).locator('[col-id="label"]').innerText()));
    expect(new Set(labels)).toEqual(new Set(['sold-1000', 'sold-2000', 'sold-1500']));
    await totals()
      .getByRole('row', { name: /^BTC-PERPETUAL .*4,500 USD/ })
      .waitFor();
    const all = await totals().getByRole('row', { name: /^All/ }).getByRole('cell').allInnerTexts();
    // Earned comes first, in sight when space is short. Charged and forecast follow: one fee at one price.
    expect(all[2]).toMatch(/^[+−]?0\.\d+ BTC$/);
    expect(all[3]).toMatch(/^0\.0000\d+ BTC$/);
    expect(all[4]).toMatch(/^0\.0000\d+ BTC$/);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);

    const asked = simulator.control.calls(BY_CURRENCY).count;
    const shown = { all, labels };

    await panel().getByRole('searchbox').fill('sold-1');
    await expect.poll(() => rows().count()).toBe(sought.length);
    expect(sought.length).toBeLessThan(sold.length);
    const [smallest = ''] = amountsOf(sought);
    await panel().locator('.ag-header-cell[col-id="amount"] .ag-header-cell-text').click();
    await expect.poll(() => panel().locator('[row-id][row-index="0"] [col-id="amount"]').innerText()).toBe(smallest);
    const csv = Papa.parse<string[]>(readFileSync(await exportAs('CSV'), 'utf8'), { skipEmptyLines: true }).data;
    const [sheet, about] = await readXlsx(readFileSync(await exportAs('XLSX')));
    let stored = new Map<string, UserTrade>();
    ({ terminal, view } = await restart(HISTORY, () => {
      stored = readStored();
    }));
    const [header = [], ...exported] = csv;
    expect(exported).toHaveLength(sought.length);
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)];
    for (const [index, row] of exported.entries()) {
      const trade = stored.get(cell(row, 'Trade') ?? '');
      expect(cell(row, 'Label')).toBe(trade?.label);
      expect(cell(row, 'Instrument')).toBe(trade?.instrument_name);
      expect(Date.parse(cell(row, 'Time (UTC)') ?? '')).toBe(trade?.timestamp);
      expect(Date.parse(cell(row, 'Time (local)') ?? '')).toBe(trade?.timestamp);
      for (const [name, value] of [
        ['Amount', trade?.amount],
        ['Price', trade?.price],
        ['Fee', trade?.fee],
      ] as const) {
        expect(cell(row, name)).toBe(value);
        expect(sheet?.data[index + 1]?.[header.indexOf(name)]).toBe(Number(value));
      }
    }
    const facts = new Map(about?.data.map((row) => [row[0], row[1]]));
    expect(facts.get('Completeness')).toBe('complete: every trade of the window');
    expect(facts.get('Rows')).toBe(`${sought.length} of ${sold.length}: the others are filtered out`);

    await panel().getByText('complete: every trade of the window').waitFor();
    // As it was left: sought and sorted.
    await expect.poll(() => rows().count()).toBe(sought.length);
    await expect.poll(() => panel().getByRole('searchbox').inputValue()).toBe('sold-1');
    await expect.poll(() => panel().locator('[row-id][row-index="0"] [col-id="amount"]').innerText()).toBe(smallest);
    await expect
      .poll(() => totals().getByRole('row', { name: /^All/ }).getByRole('cell').allInnerTexts())
      .toEqual(shown.all);
    await panel().getByRole('searchbox').press('Escape');
    await expect.poll(() => rows().count()).toBe(sold.length);
    expect(simulator.control.calls(BY_CURRENCY).count).toBe(asked);
  });

  it('are not asked for with a window that means nothing: the field says why and what it takes', async () => {
    const asked = simulator.control.calls(BY_CURRENCY).count;
    const fetch = () => panel().getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel().getByLabel('Page').fill('1001');
    await panel().getByLabel('From (UTC)').fill('1790000000');
    await panel().getByLabel('To (UTC)').fill('');
    await fetch();
    await panel().getByText('Give a whole number from 1 to 1000.').waitFor();
    await panel().getByText('This is a time in seconds.').waitFor();
    await panel().getByText('A window needs both ends.').waitFor();
    await expect.poll(() => panel().getByLabel('Page').getAttribute('aria-invalid')).toBe('true');
    await panel().getByLabel('Page').fill('10');
    await panel().getByLabel('From (UTC)').fill('2026-01-02');
    await panel().getByLabel('To (UTC)').fill('2026-01-01 08:30');
    await fetch();
    await panel().getByText('The start is after the end: at most 2026-01-01 08:30:00.').waitFor();
    await panel().getByLabel('To (UTC)').fill('2999-01-01');
    await fetch();
    await panel().getByText('Trades of the future can’t be fetched').waitFor();
    expect(simulator.control.calls(BY_CURRENCY).count).toBe(asked);
    expect(view.complaints).toEqual([]);
  });

  it('are fetched by instrument and by kind: of each only its own', async () => {
    const option = simulator.control.instrumentNames().find((name) => /^BTC-\d.*-C$/.test(name)) ?? '';
    simulator.control.makeTrades(option, 2, { label: 'optional' });
    await panel().getByLabel('Page').fill('1000');
    await panel().getByLabel('Trades of').selectOption('one instrument');
    await panel().getByRole('combobox', { name: 'Instrument' }).fill(option);
    await fetchToday();
    await totals()
      .getByRole('row', { name: new RegExp(`^${option} 2 `) })
      .waitFor();
    await expect.poll(() => rows().count()).toBe(2);
    await panel().getByLabel('Trades of').selectOption('BTC');
    await panel().getByRole('checkbox', { name: 'future', exact: true }).check();
    await fetchToday();
    await expect.poll(() => rows().count()).toBe(sold.length);
    expect(
      await totals()
        .getByRole('row', { name: new RegExp(`^${option}`) })
        .count(),
    ).toBe(0);
    await panel().getByRole('checkbox', { name: 'option', exact: true }).check();
    await fetchToday();
    await expect.poll(() => rows().count()).toBe(sold.length + 2);
  });

  it(
    'are sorted by two columns and filtered by one, kept under a name, and so again after a restart',
    DEEP,
    async () => {
      const header = (column: string) => panel().locator(`.ag-header-cell[col-id="${column}"]`);
      const amounts = () =>
        panel()
          .locator('[role="row"][row-id]:not([row-index^="b-"])')
          .evaluateAll((all) =>
            all
              .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
              .map((row) => row.querySelector('[col-id="amount"]')?.textContent ?? ''),
          );
      await header('instrument').locator('.ag-header-cell-text').click();
      await header('amount')
        .locator('.ag-header-cell-text')
        .click({ modifiers: ['Shift'] });
      const smallFirst = amountsOf(sold);
      const largeFirst = smallFirst.toReversed();
      await expect.poll(async () => (await amounts()).slice(-sold.length)).toEqual(smallFirst);
      await header('amount')
        .locator('.ag-header-cell-text')
        .click({ modifiers: ['Shift'] });
      await expect.poll(async () => (await amounts()).slice(-sold.length)).toEqual(largeFirst);
      await header('label').hover();
      await header('label').locator('.ag-header-cell-filter-button').click();
      await view.page.locator('.ag-filter input[type="text"]').first().fill('sold');
      await expect.poll(amounts).toEqual(largeFirst);
      await view.page.keyboard.press('Escape');
      const menu = (name: string) => view.page.getByRole('menuitem', { name });
      const openViews = () => panel().getByRole('button', { name: /^View/ }).click();
      await openViews();
      await menu('Save this view…').click();
      const naming = view.page.getByRole('dialog', { name: 'Save this view' });
      await naming.getByLabel('Name').fill('Sold');
      await naming.getByRole('button', { name: 'Save', exact: true }).click();
      await openViews();
      await menu('Reset columns, filters and groups').click();
      await expect.poll(() => rows().count()).toBe(sold.length + 2);
      ({ terminal, view } = await restart(HISTORY));
      await expect.poll(() => rows().count()).toBe(sold.length + 2);
      await openViews();
      await menu('Sold').press('ArrowRight');
      await menu('Show').press('Enter');
      await expect.poll(amounts).toEqual(largeFirst);
      await openViews();
      await menu('Clear filters').click();
      await expect.poll(() => rows().count()).toBe(sold.length + 2);
    },
  );

  it('whose walk was cancelled are fetched on when it is resumed', async () => {
    simulator.control.makeTrades('ETH-PERPETUAL', 60, { label: 'ether' });
    await panel().getByLabel('Trades of').selectOption('ETH');
    await panel().getByLabel('Page').fill('1');
    // Slow enough that it can be cancelled, however slow this machine is.
    simulator.control.failAll(BY_CURRENCY, { delayMs: 3000 });
    await fetchToday();
    await panel().getByRole('button', { name: 'Cancel', exact: true }).click();
    await panel()
      .getByText(/^cancelled · .*what came is kept$/)
      .waitFor();
    simulator.control.failAll(BY_CURRENCY, null);
    expect(await panel().getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    await panel().getByRole('button', { name: 'Resume', exact: true }).click();
    await panel()
      .getByText(/^fetched · /)
      .waitFor();
    await totals()
      .getByRole('row', { name: /^ETH-PERPETUAL 60 / })
      .waitFor();
    expect(view.complaints).toEqual([]);
  });
});
