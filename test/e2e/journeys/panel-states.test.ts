import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { holdMessages } from '../../support/window/held-messages.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const AWAY = { httpStatus: 503, html: '<h1>away</h1>' } as const;
const SILENT = 'silent_before_executing';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await shareChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  simulator = await createSimulator({ seed: 11 });
});
afterEach(async () => {
  await context.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
});

/** Opens the smallest supported window on any service state; messages with that word are held back. */
async function open({ kept }: { kept?: string } = {}): Promise<void> {
  terminal = await startTerminal({ simulator });
  context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  if (kept !== undefined) (await holdMessages(page, { answered: kept })).hold();
  await page.goto(terminal.url);
  await page.getByRole('main', { name: 'Trade' }).waitFor();
}

async function showWorkspace(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name, exact: true }).click();
  await page.getByRole('main', { name }).waitFor();
}

/** Brings a panel to the front of its group, by what its tab begins with. */
async function showPanel(tab: RegExp): Promise<void> {
  await page.locator('main:not([hidden]) .dv-tab').filter({ hasText: tab }).first().click();
}

const region = (name: string): Locator => panelOf(page, name);

type Expectation = readonly [tab: RegExp, region: string, words: string | RegExp];

/** Each panel says its words, without accessibility faults or cut texts. */
async function expectWords(workspace: string, expectations: readonly Expectation[]): Promise<void> {
  await showWorkspace(workspace);
  for (const [tab, name, words] of expectations) {
    await showPanel(tab);
    await region(name).getByText(words).first().waitFor();
  }
  expect(await findAccessibilityFaults(page), workspace).toEqual([]);
  expect(await listCutOff(), workspace).toEqual([]);
}

/** Notes of panels in front that are wider than their place: their words would end in the middle. */
function listCutOff(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main:not([hidden]) .note')]
      .filter((note) => note.offsetParent !== null && note.scrollWidth > note.clientWidth + 1)
      .map((note) => note.innerText),
  );
}

/** Texts of panels without requests of their own: empty in any state. */
const EMPTY_TRADE: readonly Expectation[] = [
  [/^Orders/, 'Orders', 'No orders yet'],
  [/^Trades/, 'Trades', 'No trades fetched yet'],
];
const EMPTY_RFQ: readonly Expectation[] = [
  [/^(Composer|Block RFQ)/, 'Block RFQ composer', 'No legs yet'],
  [/^Payoff/, 'Payoff', 'Nothing to draw yet'],
  [/^(My requests|Requests)/, 'My requests', 'No requests yet'],
];

describe('every panel', () => {
  it('says that it waits while the service is silent', async () => {
    simulator.control.failAll('*', SILENT);
    // Reads that nobody answers end after a few seconds, on a busy machine before anybody has looked: the account's end is
    // kept from the window.
    await open({ kept: '"offered"' });
    await expectWords('Trade', [
      [/^Watchlist/, 'Watchlist', '…'],
      [/^BTC-PERPETUAL/, 'Ticker', 'Waiting for the first price…'],
      [/^Instrument/, 'Instrument', 'Reading BTC-PERPETUAL…'],
      [/^Chart/, 'Chart', 'Nothing recorded yet'],
      [/^Option chain/, 'Option chain', 'Reading the service’s instruments…'],
      ...EMPTY_TRADE,
      [/^Account/, 'Account', 'Reading the account…'],
    ]);
    await expectWords('Risk', [[/^Account/, 'Account in full', 'Reading the account…']]);
    expect(complaints).toEqual([]);
  });

  it('says why it has nothing when the service can’t be read, and is whole once it can', async () => {
    simulator.control.failAll('*', AWAY);
    await open();
    const NO_ACCOUNT = 'The account could not be read';
    await expectWords('Trade', [
      [/^Watchlist/, 'Watchlist', 'failed'],
      [/^BTC-PERPETUAL/, 'Ticker', 'There is no price'],
      [/^Instrument/, 'Instrument', 'The instrument could not be read'],
      [/^Chart/, 'Chart', 'There is no price to draw'],
      [/^Option chain/, 'Option chain', 'The service’s instruments could not be read'],
      ...EMPTY_TRADE,
      [/^Account/, 'Account', NO_ACCOUNT],
    ]);
    await expectWords('Risk', [
      [/^Account/, 'Account in full', NO_ACCOUNT],
      [/^Subaccounts/, 'Subaccounts', NO_ACCOUNT],
      [/^Exposure/, 'Exposure over time', NO_ACCOUNT],
      [/^Scenario/, 'Scenario', NO_ACCOUNT],
      [/^Alerts/, 'Alerts', 'No alerts'],
    ]);
    await expectWords('Block RFQ', EMPTY_RFQ);
    await expectWords('History', [
      [/^Trades/, 'Trades', 'No trades fetched yet'],
      [/^Diagnostics/, 'Diagnostics', 'not reachable'],
    ]);
    expect(complaints).toEqual([]);

    simulator.control.failAll('*', null);
    await region('Diagnostics')
      .getByText(/^p50 [\d.]+ · p90 [\d.]+ · p99 [\d.]+ · max [\d.]+$/)
      .first()
      .waitFor();
    await region('Diagnostics').getByText('possible', { exact: true }).waitFor();
    await showWorkspace('Risk');
    await page.getByRole('table', { name: /^USD gained/ }).waitFor();
    await showPanel(/^Exposure/);
    await region('Exposure over time').getByRole('img').first().waitFor();
    await showWorkspace('Trade');
    // An untouched list is filled with what the service tells of only now.
    await showPanel(/^Watchlist/);
    await region('Watchlist')
      .locator('[row-id^="ETH-"][row-id$="-P"] [col-id="mark"]')
      .filter({ hasText: /\d/ })
      .waitFor();
    await showPanel(/^Instrument/);
    await region('Instrument').getByText('new orders accepted').waitFor();
    await showPanel(/^Chart/);
    await region('Chart').getByRole('img').waitFor();
    await showPanel(/^Account/);
    await region('Account')
      .getByText(/\d BTC$/)
      .first()
      .waitFor();
    await expect
      .poll(() =>
        page
          .getByText(/could not be read|There is no price/)
          .filter({ visible: true })
          .count(),
      )
      .toBe(0);
  });

  it('keeps its last good numbers and calls them stale when the service goes away', async () => {
    await open();
    await page.locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]').filter({ hasText: /\d/ }).waitFor();
    await showPanel(/^Instrument/);
    await region('Instrument').getByText('new orders accepted').waitFor();
    await showPanel(/^Chart/);
    await region('Chart').getByRole('img').waitFor();
    await showPanel(/^Option chain/);
    await region('Option chain')
      .locator('[col-id] .number, [role="gridcell"]')
      .filter({ hasText: /\d/ })
      .first()
      .waitFor();
    await showPanel(/^Account/);
    await region('Account')
      .getByText(/\d BTC$/)
      .first()
      .waitFor();
    await region('Sell ticket').getByLabel('Amount', { exact: true }).fill('100');
    await region('Sell ticket')
      .locator('[role="radiogroup"][aria-label="Type"]')
      .getByText('Market', { exact: true })
      .click();
    await region('Sell ticket')
      .getByText(/^Sells .* at once/)
      .waitFor();
    await showWorkspace('Risk');
    await region('Exposure over time').getByRole('img').first().waitFor();
    simulator.control.failAll('*', AWAY);
    await expectWords('Risk', [
      [/^Account/, 'Account in full', /^stale, \d+(\.\d)? s old$/],
      [/^Subaccounts/, 'Subaccounts', 'The last reading failed'],
      [/^Exposure/, 'Exposure over time', 'The last reading failed'],
      [/^Scenario/, 'Scenario', /^stale, \d+(\.\d)? s old$/],
    ]);
    await page.getByRole('table', { name: /^USD gained/ }).waitFor();
    await region('Scenario')
      .getByText(/^With stale prices: .*BTC-PERPETUAL/)
      .waitFor();
    await expect.poll(() => page.locator('header .indices').textContent()).toMatch(/btc_usd[\d,.]+ stale/);
    await expectWords('Trade', [
      [/^Watchlist/, 'Watchlist', 'BTC-PERPETUAL'],
      [/^BTC-PERPETUAL/, 'Ticker', 'The last reading failed. This is an older one'],
      [/^Instrument/, 'Instrument', 'stale: it may have changed'],
      [/^Chart/, 'Chart', /^stale, \d+(\.\d)? s old$/],
      [/^Option chain/, 'Option chain', 'Prices are stale. The service is not answering.'],
      [/^Account/, 'Account', 'The last reading failed'],
      [/^Sell ticket/, 'Sell ticket', /^The service does not answer now\. The forecast uses its last prices/],
    ]);
    await showPanel(/^BTC-PERPETUAL/);
    await region('Ticker')
      .getByText(/^stale, \d+(\.\d)? s old$/)
      .waitFor();
    await showPanel(/^Watchlist/);
    await region('Watchlist').locator('.age-dot-failed, .age-dot-stale').first().waitFor();
    await showPanel(/^Account/);
    await region('Account')
      .getByText(/^stale, \d+(\.\d)? s old$/)
      .waitFor();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1600, height: 960 },
    ]) {
      await page.setViewportSize(size);
      const parts = '.ag-cell[col-id="age"], .panel-tool-slot, .panel-tabs';
      const shown = page.locator(':is([aria-label="Watchlist"], [aria-label="Account"])').locator(parts);
      await expect.poll(() => listCut(shown)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
