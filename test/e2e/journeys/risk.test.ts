import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { add, decimal, type DecimalString, roundToPlaces, subtract } from '../../../shared/decimal.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

// The service's clock is still, so it shows the time of the request.
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

/** What the service itself says of an account. */
const tab = (panel: string, name: string): Locator => panelOf(view.page, panel).getByRole('tab', { name, exact: true });

async function askService(subaccountId?: number): Promise<Record<string, unknown> & { summaries: Summary[] }> {
  const key = Buffer.from(`${simulator.clientId}:${simulator.clientSecret}`).toString('base64');
  const params = { extended: true, ...(subaccountId === undefined ? {} : { subaccount_id: subaccountId }) };
  const reply = await fetch(`${simulator.origin}/api/v2/private/get_account_summaries`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'private/get_account_summaries', params }),
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
  it.each(['BTC', 'ETH', 'USDC'])('shows the numbers of %s as the service has them', async (currency) => {
    await tab('Account in full', currency).click();
    await account
      .getByText(new RegExp(`^[\\d,.]+ ${currency}$`))
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

  it('sets all currencies side by side', async () => {
    await tab('Account in full', 'All').click();
    const cells = account.getByRole('row', { name: /^Equity in USD/ }).getByRole('cell');
    await cells.first().filter({ hasText: /\d/ }).waitFor();
    // The index stands still, and what is computed with it says so.
    await cells
      .filter({ hasText: /^≈?[\d,.]+ index stale$/ })
      .first()
      .waitFor();
    const { summaries } = await askService();
    const header = await account.locator('thead th').allInnerTexts();
    expect(header.slice(1)).toEqual(summaries.map(({ currency }) => currency));
    const equities = await account
      .getByRole('row', { name: /^Equity ≈?[\d,.]/ })
      .getByRole('cell')
      .allInnerTexts();
    expect(equities.map((text) => numberIn(text.replace('≈', '')))).toEqual(
      summaries.map(({ currency, equity }) => roundToPlaces(decimal(equity as number), currency === 'USDC' ? 2 : 4)),
    );
  });

  it('sets subaccounts beside the account, by id', async () => {
    const [, first, second] = simulator.control.accountIds();
    await view.page.getByText('Subaccounts', { exact: true }).first().click();
    const panel = panelOf(view.page, 'Subaccounts');
    await tab('Subaccounts', 'BTC').click();
    const id = panel.getByLabel('Subaccount id');
    await id.fill('12x');
    await view.page.keyboard.press('Enter');
    await panel.getByText('The subaccount id is no user id. Enter a whole number above 0.').waitFor();
    for (const subaccount of [first, second]) {
      // The service names its subaccounts; an id can be typed too.
      if (subaccount === first) await panel.getByRole('button', { name: 'Add trader_hedges' }).click();
      else {
        await id.fill(String(subaccount));
        await view.page.keyboard.press('Enter');
      }
      const cell = panel.locator(`[data-field="equity"] [data-account="${subaccount}"]`);
      await cell.filter({ hasText: /\d/ }).waitFor();
      const summary = (await askService(subaccount)).summaries.find(({ currency }) => currency === 'BTC');
      expect(numberIn(await cell.innerText())).toBe(decimal(summary?.['equity'] as number));
    }
    await panel.getByRole('button', { name: /^Add trader_/ }).waitFor({ state: 'detached' });
    await id.fill('5');
    await view.page.keyboard.press('Enter');
    await panel.getByText(/^5: The service answered with an error/).waitFor();
    await panel.getByRole('button', { name: 'Remove 5' }).click();
    await panel.getByText(/^5: The service answered with an error/).waitFor({ state: 'detached' });
  });

  it('raises an alert when the account crosses its limit, and is quiet while it is snoozed', async () => {
    const condition = 'BTC maintenance_margin / margin_balance > 60 %';
    await addAlert('BTC-PERPETUAL mark_price < 1000');
    await addAlert('BTC maintenance_margins > 1');
    await alerts
      .getByText(/^Condition: the BTC account has no number “maintenance_margins”\. Allowed: maintenance_margin/)
      .waitFor();
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
    const wake = alerts.getByRole('button', { name: `Wake ${condition}` });
    await expect.poll(() => wake.evaluate((element) => element === document.activeElement)).toBe(true);
    // The service's clock and tickers are frozen: the other alert reports bad input.
    await alertRow('BTC-PERPETUAL mark_price < 1000').getByText('input stale').waitFor();
    await toast('Alert is blind: BTC-PERPETUAL mark_price < 1000').waitFor();
    await expect.poll(() => alerts.locator('tbody tr').count()).toBe(2);
  });

  it('keeps alerts over a reload, and lets them be changed and deleted, the keyboard staying with them', async () => {
    await view.page.reload();
    const condition = 'BTC-PERPETUAL mark_price < 1000';
    const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement);
    const button = (name: string) => alerts.getByRole('button', { name, exact: true });
    await button(`Wake BTC maintenance_margin / margin_balance > 60 %`).press('Enter');
    await expect.poll(() => isFocused(button(`Snooze BTC maintenance_margin / margin_balance > 60 %`))).toBe(true);
    await button(`Edit ${condition}`).press('Enter');
    await expect.poll(() => isFocused(alerts.getByLabel('Condition', { exact: true }))).toBe(true);
    await view.page.keyboard.press('Escape');
    await expect.poll(() => isFocused(button(`Edit ${condition}`))).toBe(true);
    await view.page.keyboard.press('Enter');
    await alerts.getByLabel('Comes back by', { exact: true }).fill('-5');
    await alerts.getByRole('button', { name: 'Save alert' }).click();
    await alerts
      .getByText('Comes back by: “-5” is not a distance. Allowed: a number, 0 or more, in the limit’s unit.')
      .waitFor();
    await alerts.getByLabel('Comes back by', { exact: true }).fill('5');
    await alerts.getByLabel('Condition', { exact: true }).fill('BTC-PERPETUAL mark_price < 2000');
    await alerts.getByRole('button', { name: 'Save alert' }).click();
    await alertRow('BTC-PERPETUAL mark_price < 2000').waitFor();
    await expect.poll(() => isFocused(button('Edit BTC-PERPETUAL mark_price < 2000'))).toBe(true);
    await button('Delete BTC-PERPETUAL mark_price < 2000').press('Enter');
    await alertRow('BTC-PERPETUAL mark_price < 2000').waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(alertRow('BTC maintenance_margin / margin_balance > 60 %'))).toBe(true);
    await expect.poll(() => alerts.locator('tbody tr').count()).toBe(1);
    expect(view.complaints).toEqual([]);
  });
});
