import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { checkHistoryQuery, type HistoryQuery } from '../../../shared/history/query.ts';
import type { TradeRow, Walk } from '../../../shared/history/view.ts';
import { userTradeSchema } from '../../../shared/service/trade.ts';
import { createTotals } from '../../../electron/history/totals.ts';
import { type Mounted, openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION, PERPETUAL } from '../../support/window-bench/market.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

const kindOf = (name: string): string => (name.endsWith('PERPETUAL') ? 'future' : 'option');

function tradeRow(id: number, instrument_name: string, amount: number, label: string): TradeRow {
  const trade = userTradeSchema.parse({
    trade_id: `T-${id}`,
    trade_seq: id,
    timestamp: Date.now() - 60_000 + id,
    order_id: `O-${id}`,
    instrument_name,
    direction: 'sell',
    price: 97_410,
    amount,
    fee: 0.00001,
    fee_currency: instrument_name.slice(0, 3),
    profit_loss: 0,
    label,
  });
  return {
    key: `T-${id}`,
    kind: kindOf(instrument_name),
    currency: instrument_name.slice(0, 3),
    predicted_fee: null,
    trade,
  };
}

/** What the account has traded: three sells of the perpetual, two of an option, and one of another coin. */
const TRADES: readonly TradeRow[] = [
  tradeRow(1, PERPETUAL, 1000, 'sold-1000'),
  tradeRow(2, PERPETUAL, 2000, 'sold-2000'),
  tradeRow(3, PERPETUAL, 1500, 'sold-1500'),
  tradeRow(4, BTC_OPTION, 0.1, 'optional'),
  tradeRow(5, BTC_OPTION, 0.2, 'optional'),
  tradeRow(6, 'ETH-PERPETUAL', 60, 'ether'),
];

function isOf({ scope }: HistoryQuery, { kind, currency, trade }: TradeRow): boolean {
  if (scope.by === 'instrument') return trade.instrument_name === scope.instrument_name;
  return currency === scope.currency && (scope.kinds.length === 0 || scope.kinds.some((known) => known === kind));
}

interface OpenTrades extends Mounted {
  readonly panel: Locator;
  readonly rows: Locator;
  readonly fetch: () => Promise<void>;
  readonly fetchToday: () => Promise<void>;
}

/** The trades of an account whose service answers at once; `isSlow`: a walk stays on its way. */
async function openTrades(isSlow = false): Promise<OpenTrades> {
  let walk: Walk | null = null;
  let slow = isSlow;
  const mounted = await mount({
    panels: ['trades'],
    width: 1600,
    prepare: ({ answer, publish }) => {
      answer('history.walk', (asked) => {
        if (asked.action === 'cancel') {
          slow = false;
          if (walk !== null) walk = { ...walk, state: 'cancelled', ended_at: Date.now() };
          publish('history.changed', walk);
          return { issues: [], walk };
        }
        const checked = checkHistoryQuery(asked.query, Date.now());
        if (!checked.ok) return { issues: checked.error, walk };
        walk = {
          query: checked.value,
          state: slow ? 'running' : 'done',
          failure: null,
          started_at: Date.now(),
          ended_at: slow ? null : Date.now(),
          requests: 1,
          trades: slow ? 0 : TRADES.length,
          trades_per_second: 1,
          fraction: slow ? 0.1 : 1,
          remaining_ms: null,
        };
        publish('history.changed', walk);
        return { issues: [], walk };
      });
      answer('history.read', ({ query: typed }) => {
        const checked = typed === null ? null : checkHistoryQuery(typed, Date.now());
        const query = checked === null ? (walk?.query ?? null) : checked.ok ? checked.value : null;
        const none = { rows: [], next: null, summary: null, walk, set_aside: null };
        if (checked?.ok === false) return { ...none, issues: checked.error, query: null };
        if (query === null) return { ...none, issues: [], query };
        const isKnown = walk?.state === 'done';
        const found = isKnown ? TRADES.filter((row) => isOf(query, row)) : [];
        const totals = createTotals();
        for (const row of found) totals.add(row);
        const state = isKnown ? 'complete' : 'gap';
        const coverage = [
          { from: query.from_ms, to: query.to_ms, state, reason: isKnown ? null : 'not_fetched' } as const,
        ];
        const summary = { coverage, unreadable: 0, ...totals.read() };
        return { ...none, issues: [], query, rows: found.toReversed(), summary };
      });
    },
  });
  const panel = panelOf(mounted.page, 'Trades');
  const fetch = () => panel.getByRole('button', { name: 'Fetch', exact: true }).click();
  return {
    ...mounted,
    panel,
    rows: panel.locator('[role="row"][row-id]:not([row-index^="b-"])'),
    fetch,
    fetchToday: async () => {
      await panel.getByRole('button', { name: 'today' }).click();
      await panel.getByLabel('To (UTC)').fill(String(Date.now()));
      await fetch();
    },
  };
}

describe('the trades of the account', () => {
  it('are not asked for with a window that means nothing: the field says why and what it takes', async () => {
    const { panel, fetch } = await openTrades();
    await panel.getByLabel('Page').fill('1001');
    await panel.getByLabel('From (UTC)').fill('1790000000');
    await panel.getByLabel('To (UTC)').fill('');
    await fetch();
    await panel.getByText('Give a whole number from 1 to 1000.').waitFor();
    await panel.getByText('This is a time in seconds.').waitFor();
    await panel.getByText('A window needs both ends.').waitFor();
    await expect.poll(() => panel.getByLabel('Page').getAttribute('aria-invalid')).toBe('true');
    await panel.getByLabel('Page').fill('10');
    await panel.getByLabel('From (UTC)').fill('2026-01-02');
    await panel.getByLabel('To (UTC)').fill('2026-01-01 08:30');
    await fetch();
    await panel.getByText('The start is after the end: at most 2026-01-01 08:30:00.').waitFor();
    await panel.getByLabel('To (UTC)').fill('2999-01-01');
    await fetch();
    await panel.getByText(/^No trades in the future: at most .*, the service’s time\.$/).waitFor();
    await panel.getByText('No trades fetched yet').waitFor();
  });

  it('are fetched by instrument and by kind: of each only its own', async () => {
    const { panel, rows, fetchToday } = await openTrades();
    const totals = panel.getByRole('region', { name: 'Totals by instrument' });
    await panel.getByLabel('Trades of').selectOption('one instrument');
    await panel.getByRole('combobox', { name: 'Instrument' }).fill(BTC_OPTION);
    await fetchToday();
    await totals.getByRole('row', { name: new RegExp(`^${BTC_OPTION} 2 `) }).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await panel.getByLabel('Trades of').selectOption('BTC');
    await panel.getByRole('checkbox', { name: 'future', exact: true }).check();
    await fetchToday();
    await expect.poll(() => rows.count()).toBe(3);
    expect(await totals.getByRole('row', { name: new RegExp(`^${BTC_OPTION}`) }).count()).toBe(0);
    await panel.getByRole('checkbox', { name: 'option', exact: true }).check();
    await fetchToday();
    await expect.poll(() => rows.count()).toBe(5);
  });

  it('are sorted by two columns and filtered by one, kept under a name, and so again after a reload', async () => {
    const { view, page, panel, rows, fetchToday } = await openTrades();
    await fetchToday();
    await expect.poll(() => rows.count()).toBe(5);
    const header = (column: string) => panel.locator(`.ag-header-cell[col-id="${column}"]`);
    const amounts = () =>
      rows.evaluateAll((all) =>
        all
          .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
          .map((row) => row.querySelector('[col-id="amount"]')?.textContent ?? ''),
      );
    const byAmount = () =>
      header('amount')
        .locator('.ag-header-cell-text')
        .click({ modifiers: ['Shift'] });
    await header('instrument').locator('.ag-header-cell-text').click();
    await byAmount();
    await expect.poll(amounts).toEqual(['0.1', '0.2', '1,000', '1,500', '2,000']);
    await byAmount();
    await expect.poll(amounts).toEqual(['0.2', '0.1', '2,000', '1,500', '1,000']);
    await header('label').hover();
    await header('label').locator('.ag-header-cell-filter-button').click();
    await page.locator('.ag-filter input[type="text"]').first().fill('sold');
    const sold = ['2,000', '1,500', '1,000'];
    await expect.poll(amounts).toEqual(sold);
    await page.keyboard.press('Escape');
    const menu = (name: string) => page.getByRole('menuitem', { name });
    const openViews = () => panel.getByRole('button', { name: /^View/ }).click();
    await openViews();
    await menu('Save this view…').click();
    const naming = page.getByRole('dialog', { name: 'Save this view' });
    await naming.getByLabel('Name').fill('Sold');
    await naming.getByRole('button', { name: 'Save', exact: true }).click();
    await openViews();
    await menu('Reset columns, filters and groups').click();
    await expect.poll(() => rows.count()).toBe(5);
    await view.reload();
    await expect.poll(() => rows.count()).toBe(5);
    await openViews();
    await menu('Sold').press('ArrowRight');
    await menu('Show').press('Enter');
    await expect.poll(amounts).toEqual(sold);
    await openViews();
    await menu('Clear filters').click();
    await expect.poll(() => rows.count()).toBe(5);
  });

  it('whose walk was cancelled are fetched on when it is resumed', async () => {
    const { panel, fetchToday } = await openTrades(true);
    await panel.getByLabel('Trades of').selectOption('ETH');
    await fetchToday();
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
    await panel.getByText(/^cancelled · .*what came is kept$/).waitFor();
    expect(await panel.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Resume', exact: true }).click();
    await panel.getByText(/^fetched · /).waitFor();
    await panel
      .getByRole('region', { name: 'Totals by instrument' })
      .getByRole('row', { name: /^ETH-PERPETUAL 1 / })
      .waitFor();
  });
});
