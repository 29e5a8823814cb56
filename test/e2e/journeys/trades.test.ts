import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
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

async function openWorkspace(name: 'Trade' | 'History'): Promise<void> {
  await view.page.getByRole('navigation', { name: 'Workspaces' }).getByText(name, { exact: true }).click();
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

describe('the trades of the account', () => {
  it('are fetched for a day, proven whole, added up, and there after a restart without a call', async () => {
    await openWorkspace('History');
    await panel().getByText('No trades fetched yet').waitFor();
    await openWorkspace('Trade');
    for (const amount of ['1000', '2000', '1500']) {
      await view.chooseType('Market');
      await view.amount.fill(amount);
      await view.label.fill(`sold-${amount}`);
      await view.waitUntilPressable();
      await view.press.click();
      await view.orderRow(`sold-${amount}`).getByText('filled', { exact: true }).waitFor();
    }
    await openWorkspace('History');
    await panel().getByRole('button', { name: 'today' }).click();
    // The quick range ends with the last whole second; the last trade may be younger.
    const last = await simulator.control.waitForTrade(({ label }) => label === 'sold-1500');
    await panel().getByLabel('To (UTC)').fill(String(last['timestamp']));
    await panel().getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel().getByText('complete: every trade of the window').waitFor();
    const sold = [...readStored().values()];
    const sought = sold.filter(({ label }) => label?.startsWith('sold-1') === true);
    await expect.poll(() => rows().count()).toBe(sold.length);
    const trades = [...sold.keys()];
    const labels = await Promise.all(trades.map((at) => rows().nth(at).locator('[col-id="label"]').innerText()));
    expect(new Set(labels)).toEqual(new Set(['sold-1000', 'sold-2000', 'sold-1500']));
    await totals()
      .getByRole('row', { name: /^BTC-PERPETUAL .*4,500 USD/ })
      .waitFor();
    const all = await totals().getByRole('row', { name: /^All/ }).getByRole('cell').allInnerTexts();
    // What was earned comes first: it is in sight where there is no room for all. Then charged and forecast: the same
    // fee at the same price.
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
});
