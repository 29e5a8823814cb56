import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { decimal, type DecimalString } from '../../../shared/decimal.ts';
import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import { type CurrencySummary, currencySummarySchema } from '../../../shared/service/account.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

const NUMBERS = [
  'equity',
  'balance',
  'margin_balance',
  'available_funds',
  'available_withdrawal_funds',
  'initial_margin',
  'maintenance_margin',
  'projected_initial_margin',
  'projected_maintenance_margin',
  'estimated_liquidation_ratio',
  'delta_total',
  'projected_delta_total',
  'session_upl',
  'session_rpl',
  'total_pl',
  'futures_pl',
  'futures_session_upl',
  'futures_session_rpl',
  'options_pl',
  'options_session_upl',
  'options_session_rpl',
  'options_value',
  'options_delta',
  'options_gamma',
  'options_vega',
  'options_theta',
  'spot_reserve',
  'additional_reserve',
  'fee_balance',
] as const;

/** Another number in each field, every third below zero. */
function summaryOf(currency: string, changes: Record<string, unknown> = {}): CurrencySummary {
  const numbers = NUMBERS.map((key, at) => [key, (at % 3 === 2 ? -1 : 1) * (10 + at + 0.1234)] as const);
  return currencySummarySchema.parse({
    currency,
    ...Object.fromEntries(numbers),
    delta_total_map: { [`${currency.toLowerCase()}_usd`]: 1.25 },
    margin_model: 'segregated_sm',
    ...changes,
  });
}

/** The first number of a text on screen. */
function numberIn(text: string): DecimalString {
  const match = /[+−-]?[\d,]+(\.\d+)?/.exec(text);
  if (match === null) throw new Error(`no number in “${text}”`);
  return decimal(match[0].replaceAll(',', '').replace('−', '-').replace('+', ''));
}

async function readField(panel: Locator, key: string): Promise<DecimalString> {
  const field = panel.locator(`[data-field="${key}"]`).first();
  const value = field.locator('dd, .margin-amount');
  return numberIn(await ((await value.count()) > 0 ? value.first() : field).innerText());
}

const withSummaries =
  (...summaries: CurrencySummary[]) =>
  ({ setAccount }: WindowBackEnd) =>
    setAccount({ summaries });

describe('the account in full', () => {
  it.each(['BTC', 'USDC'])('shows every number of %s as the service has it', async (currency) => {
    const summary = summaryOf(currency);
    const { page } = await mount({
      panels: ['account-full'],
      prepare: withSummaries(summaryOf('ETH', { equity: 7 }), summary),
    });
    const account = panelOf(page, 'Account in full');
    await account.getByRole('tab', { name: currency, exact: true }).click();
    await account.locator('[data-field="equity"]').getByText(currency).first().waitFor();
    await account.locator('[data-field="fee_balance"]').first().waitFor();
    const shown: Record<string, string> = {};
    for (const key of NUMBERS) shown[key] = await readField(account, key);
    expect(shown).toEqual(Object.fromEntries(NUMBERS.map((key) => [key, summary[key]])));
    const bar = account.locator(`[data-field="delta_total_map"] [data-index="${currency.toLowerCase()}_usd"]`);
    expect(numberIn(await bar.locator('.number').innerText())).toBe('1.25');
  });

  it('sets all currencies side by side', async () => {
    const summaries = ['BTC', 'ETH', 'USDC'].map((currency, at) => summaryOf(currency, { equity: 3.25 + at }));
    const { page } = await mount({ panels: ['account-full'], prepare: withSummaries(...summaries) });
    const account = panelOf(page, 'Account in full');
    await account.getByRole('tab', { name: 'All', exact: true }).click();
    const cells = account.getByRole('row', { name: /^Equity in USD/ }).getByRole('cell');
    await cells.first().filter({ hasText: /\d/ }).waitFor();
    const header = await account.locator('thead th').allInnerTexts();
    expect(header.slice(1)).toEqual(['BTC', 'ETH', 'USDC']);
    const equities = await account
      .getByRole('row', { name: /^Equity ≈?[\d,.]/ })
      .getByRole('cell')
      .allInnerTexts();
    expect(equities.map((text) => numberIn(text.replace('≈', '')))).toEqual(summaries.map(({ equity }) => equity));
  });
});

/** A subaccount as it is read. */
function reading(subaccount_id: number, username: string, equity: number): AccountSnapshot['subaccounts'][number] {
  return {
    subaccount_id,
    account: { id: subaccount_id, username },
    summaries: [summaryOf('BTC', { equity })],
    unreadable_summaries: 0,
    age_ms: 0,
    failure: null,
  };
}

const HEDGES = { subaccount_id: 12, name: 'trader_hedges' };

/** Follows what is asked, and reads it at once; one of no account fails. */
function follows({ answer, setAccount }: WindowBackEnd): void {
  setAccount({ offered: [HEDGES], summaries: [summaryOf('BTC')] });
  answer('account.follow', ({ subaccount_ids: ids }) => {
    setAccount({
      subaccounts: ids.map((id) =>
        id === 5
          ? {
              ...reading(5, '', 0),
              account: null,
              summaries: [],
              age_ms: null,
              failure: {
                code: 'ExchangeError',
                message: 'no such subaccount',
                params: { code: '10009', name: 'no_such_subaccount' },
              },
            }
          : reading(id, id === 12 ? 'trader_hedges' : `sub_${id}`, id + 0.5),
      ),
    });
    return null;
  });
}

describe('subaccounts', () => {
  it('are set beside the account, by id or by the name that is offered', async () => {
    const { page } = await mount({ panels: ['subaccounts'], prepare: follows });
    const panel = panelOf(page, 'Subaccounts');
    await panel.getByRole('tab', { name: 'BTC', exact: true }).click();
    const id = panel.getByLabel('Subaccount id');
    await id.fill('12x');
    await page.keyboard.press('Enter');
    await panel.getByText('The subaccount id is no user id. Enter a whole number above 0.').waitFor();
    await panel.getByRole('button', { name: 'Add trader_hedges' }).click();
    const equity = (account: number) => panel.locator(`[data-field="equity"] [data-account="${account}"]`);
    await equity(12).filter({ hasText: '12.5' }).waitFor();
    await panel.getByRole('button', { name: /^Add trader_/ }).waitFor({ state: 'detached' });
    await id.fill('14');
    await page.keyboard.press('Enter');
    await equity(14).filter({ hasText: '14.5' }).waitFor();
    await id.fill('5');
    await page.keyboard.press('Enter');
    await panel.getByText(/^5: The service answered with an error/).waitFor();
    await panel.getByRole('button', { name: 'Remove 5' }).click();
    await expect.poll(() => panel.getByText(/^5: The service answered with an error/).count()).toBe(0);
  });

  it('that can’t be removed, since the disk takes nothing, are told to stay', async () => {
    const { page, backEnd } = await mount({ panels: ['subaccounts'], prepare: follows });
    const panel = panelOf(page, 'Subaccounts');
    await panel.getByRole('button', { name: 'Add trader_hedges' }).click();
    const remove = panel.getByRole('button', { name: 'Remove trader_hedges' });
    await remove.waitFor();
    backEnd.refuse('account.follow', { code: 'StorageFailed', message: 'disk', params: { reason: 'locked' } });
    await remove.click();
    await page.locator('.toast').filter({ hasText: 'Not removed: trader_hedges' }).waitFor();
    expect(await remove.count()).toBe(1);
    backEnd.refuse('account.follow', null);
    follows(backEnd);
    await remove.click();
    await remove.waitFor({ state: 'detached' });
  });
});

describe('the exposure over time', () => {
  it('tells the figure of now where its record takes no more', async () => {
    const at = Date.now() - 60_000;
    const { page, backEnd } = await mount({
      panels: ['exposure', 'account-full'],
      width: 1600,
      prepare: (made) => {
        withSummaries(summaryOf('BTC', { delta_total: 1 }))(made);
        made.answer('account.history', () => ({
          points: [0, 1, 2].map((step) => ({
            at: at + step * 3000,
            after_gap: false,
            values: { delta_total: decimal(1) },
          })),
          fills: [],
          started_at: at,
          recorded_since: at,
          recording: 'failed',
          failure: 'the disk is full',
        }));
      },
    });
    const now = panelOf(page, 'Exposure over time').locator('.exposure-now');
    await now.filter({ hasText: '+1 BTC' }).waitFor();
    backEnd.setAccount({ summaries: [summaryOf('BTC', { delta_total: 2.5 })] });
    await now.filter({ hasText: '+2.5 BTC' }).waitFor();
    const delta = panelOf(page, 'Account in full').locator('[data-field="delta_total"] dd').first();
    expect(await delta.innerText()).toContain('2.5');
  });
});
