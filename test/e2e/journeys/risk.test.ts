import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { add, decimal, type DecimalString, subtract } from '../../../shared/decimal.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

// The service's clock stands still: what it says now is what it said when the terminal asked.
const nowMs = Date.now();
const { simulator, view } = await openServedTerminal(DESK_SCREEN, { seed: 11, clock: { now: () => nowMs } });
let account: Locator;
let alerts: Locator;
/** Where the perpetual stands, and will. */
let mark: number;

beforeAll(async () => {
  account = panelOf(view.page, 'Account in full');
  alerts = panelOf(view.page, 'Alerts');
  mark = Math.round(await view.readPrice('BTC-PERPETUAL', 'mark'));
  await view.page.getByRole('button', { name: 'All fields' }).click();
  await account.locator('[data-field="equity"]').waitFor();
});

type Summary = Readonly<Record<string, unknown>> & { readonly currency: string };

/** What the service itself says of the account. */
async function askService(): Promise<Record<string, unknown> & { summaries: Summary[] }> {
  const key = Buffer.from(`${simulator.clientId}:${simulator.clientSecret}`).toString('base64');
  const reply = await fetch(`${simulator.origin}/api/v2/private/get_account_summaries`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'private/get_account_summaries',
      params: { extended: true },
    }),
  });
  const { result } = (await reply.json()) as { result: Record<string, unknown> & { summaries: Summary[] } };
  return result;
}

/** The first number of a text on screen. */
function numberIn(text: string): DecimalString {
  const match = /[+−-]?[\d,]+(\.\d+)?/.exec(text);
  if (match === null) throw new Error(`no number in “${text}”`);
  return decimal(match[0].replaceAll(',', '').replace('−', '-').replace('+', ''));
}

async function readField(key: string): Promise<DecimalString> {
  const field = account.locator(`[data-field="${key}"]`).first();
  const value = field.locator('dd, .margin-amount');
  return numberIn(await ((await value.count()) > 0 ? value.first() : field).innerText());
}

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
];

async function addAlert(condition: string): Promise<void> {
  await alerts.getByLabel('Condition', { exact: true }).fill(condition);
  await view.page.keyboard.press('Enter');
}

const alertRow = (condition: string): Locator => alerts.locator(`tr[data-alert="${condition}"]`);
const toast = (title: string): Locator =>
  view.page.getByRole('list', { name: 'News' }).getByText(title, { exact: true });

describe('the workspace about risk', () => {
  it('shows the numbers of the account as the service has them', async () => {
    const currency = 'BTC';
    await account.getByRole('tab', { name: currency, exact: true }).click();
    await account
      .getByText(/^[\d,.]+ BTC$/)
      .first()
      .waitFor();
    const summary = (await askService()).summaries.find((item) => item.currency === currency);
    if (summary === undefined) throw new Error(`no summary of ${currency}`);
    const shown: Record<string, string> = {};
    for (const key of NUMBERS) shown[key] = await readField(key);
    expect(shown).toEqual(Object.fromEntries(NUMBERS.map((key) => [key, decimal(summary[key] as number)])));
    const of = (key: string): DecimalString => decimal(shown[key] ?? Number.NaN);
    expect(add(of('futures_session_upl'), of('options_session_upl'))).toBe(of('session_upl'));
    expect(add(of('futures_pl'), of('options_pl'))).toBe(of('total_pl'));
    expect(subtract(of('equity'), of('options_value'))).toBe(of('margin_balance'));
    expect(subtract(of('margin_balance'), of('initial_margin'))).toBe(of('available_funds'));
    for (const [index, delta] of Object.entries(summary['delta_total_map'] as Record<string, number>)) {
      const bar = account.locator(`[data-field="delta_total_map"] [data-index="${index}"]`);
      expect(numberIn(await bar.locator('.number').innerText())).toBe(decimal(delta));
    }
  });

  it('raises an alert when the account crosses its limit, is quiet while it is snoozed, and is kept over a reload', async () => {
    const condition = 'BTC maintenance_margin / margin_balance > 60 %';
    await addAlert('BTC-PERPETUAL mark_price < 1000');
    await addAlert(condition);
    await alertRow(condition).getByText('quiet', { exact: true }).waitFor();
    simulator.control.givePosition('BTC-PERPETUAL', -320 * mark - ((-320 * mark) % 10), mark);
    await alertRow(condition).getByText('raised', { exact: true }).waitFor();
    await toast(`Alert: ${condition}`).waitFor();

    await alerts.getByRole('button', { name: `Snooze ${condition}` }).focus();
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('menuitem', { name: '1 hour' }).waitFor();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    await alertRow(condition)
      .getByText(/^raised, snoozed to \d\d:\d\d$/)
      .waitFor();
    // The service's clock stands still, and so its tickers: the other alert can't see, and says so.
    await alertRow('BTC-PERPETUAL mark_price < 1000').getByText('input stale').waitFor();
    await toast('Alert is blind: BTC-PERPETUAL mark_price < 1000').waitFor();
    await view.page.reload();
    await alertRow(condition)
      .getByText(/^raised, snoozed to \d\d:\d\d$/)
      .waitFor();
    await expect.poll(() => alerts.locator('tbody tr').count()).toBe(2);
    expect(view.complaints).toEqual([]);
  });
});
