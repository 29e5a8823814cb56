import { describe, expect, it } from 'vitest';
import type { RequestChannel } from '../../../shared/ipc/channels.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { AWAY } from '../../support/window-bench/verbs.ts';
import { type Framed, openFrame } from '../frame/palette.ts';
import { fillMarket } from './filled.ts';

const mount = await openWindowBench();

type Expectation = readonly [tab: RegExp, panel: string, words: string | RegExp];

/** Each panel must say its words; and what stands on screen then has no accessibility faults, nor is cut off. */
async function expectWords(window: Framed, workspace: string, expectations: readonly Expectation[]): Promise<void> {
  const { page, panel, showWorkspace, showPanel } = window;
  await showWorkspace(workspace);
  for (const [tab, name, words] of expectations) {
    await showPanel(tab);
    await panel(name).getByText(words).first().waitFor();
  }
  expect(await findAccessibilityFaults(page), workspace).toEqual([]);
  // Notes in front that are wider than their place would end in the middle.
  expect(await listCut(page.locator('main:not([hidden]) .note')), workspace).toEqual([]);
}

/** What panels say that ask the service for nothing by themselves: empty, whatever it does. */
const EMPTY_TRADE: readonly Expectation[] = [
  [/^Orders/, 'Orders', 'No orders yet'],
  [/^Trades/, 'Trades', 'No trades fetched yet'],
];
const EMPTY_RFQ: readonly Expectation[] = [
  [/^(Composer|Block RFQ)/, 'Block RFQ composer', 'No legs yet'],
  [/^Payoff/, 'Payoff', 'Nothing to draw yet'],
  [/^(My requests|Requests)/, 'My requests', 'No requests yet'],
];

/** A terminal to which its service has not said anything yet. */
function beSilent(backEnd: WindowBackEnd): void {
  const { state } = backEnd;
  const held: readonly RequestChannel[] = ['market.instrument', 'market.instruments'];
  for (const channel of held) backEnd.hold(channel);
  state.quotes.clear();
  state.account = { ...state.account, account: null, summaries: [], age_ms: null };
  backEnd.answer('market.chain', ({ family }) => ({
    family,
    families: [],
    source: 'waiting',
    expirations: [],
    expiration_timestamp: null,
    cells: [],
    instrument: null,
    probing: null,
    failure: null,
    service_time: Date.now(),
  }));
  backEnd.setStatus({ connection: 'connecting', round_trip_ms: null, clock_offset_ms: null, clock_error_ms: null });
}

/** The same of one whose service answered nothing but that it is away; gives back what makes it answer. */
function beAway(backEnd: WindowBackEnd): () => void {
  fillMarket(backEnd);
  const { state } = backEnd;
  const [quotes, account, instruments] = [new Map(state.quotes), state.account, new Map(state.instruments)];
  for (const [name, quote] of quotes) {
    state.quotes.set(name, { ...quote, ticker: null, age_ms: 0, is_stale: true, failure: AWAY });
  }
  state.account = { ...account, account: null, summaries: [], age_ms: null, failure: AWAY };
  for (const channel of ['market.instrument', 'market.instruments'] as const) backEnd.refuse(channel, AWAY);
  backEnd.answer('market.history', () => ({
    points: [],
    recorded_since: null,
    gap_ms: 10_000,
    recording: 'on',
    failure: null,
  }));
  backEnd.answer('market.chain', ({ family }) => ({
    family,
    families: [],
    source: 'waiting',
    expirations: [],
    expiration_timestamp: null,
    cells: [],
    instrument: null,
    probing: null,
    failure: AWAY,
    service_time: Date.now(),
  }));
  backEnd.setStatus({ connection: 'offline', failure: AWAY });
  return () => {
    for (const [name, quote] of quotes) state.quotes.set(name, quote);
    for (const [name, instrument] of instruments) state.instruments.set(name, instrument);
    for (const channel of ['market.instrument', 'market.instruments'] as const) backEnd.refuse(channel, null);
    fillMarket(backEnd);
    backEnd.publish('market.changed', [...quotes.values()]);
    backEnd.setAccount(account);
    backEnd.setStatus({ connection: 'online', failure: null });
  };
}

describe('every panel', () => {
  it('says that it waits while the service is silent', async () => {
    const window = await openFrame(mount, { prepare: beSilent });
    await expectWords(window, 'Trade', [
      [/^Watchlist/, 'Watchlist', '…'],
      [/^BTC-PERPETUAL/, 'Ticker', 'Waiting for the first price…'],
      [/^Instrument/, 'Instrument', 'Reading BTC-PERPETUAL…'],
      [/^Chart/, 'Chart', 'Nothing recorded yet'],
      [/^Option chain/, 'Option chain', 'Reading the service’s instruments…'],
      ...EMPTY_TRADE,
      [/^Account/, 'Account', 'Reading the account…'],
    ]);
    await expectWords(window, 'Risk', [[/^Account/, 'Account in full', 'Reading the account…']]);
    expect(
      await window.page
        .getByText(/could not be read|failed/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
  });

  it('says why it has nothing when the service can’t be read, and is whole once it can', async () => {
    let comeBack = (): void => undefined;
    const window = await openFrame(mount, {
      prepare: (backEnd) => {
        comeBack = beAway(backEnd);
      },
    });
    const { page, panel, showWorkspace, showPanel } = window;
    const NO_ACCOUNT = 'The account could not be read';
    await expectWords(window, 'Trade', [
      [/^Watchlist/, 'Watchlist', 'failed'],
      [/^BTC-PERPETUAL/, 'Ticker', 'There is no price'],
      [/^Instrument/, 'Instrument', 'The instrument could not be read'],
      [/^Chart/, 'Chart', 'There is no price to draw'],
      [/^Option chain/, 'Option chain', 'The service’s instruments could not be read'],
      ...EMPTY_TRADE,
      [/^Account/, 'Account', NO_ACCOUNT],
    ]);
    await expectWords(window, 'Risk', [
      [/^Account/, 'Account in full', NO_ACCOUNT],
      [/^Subaccounts/, 'Subaccounts', NO_ACCOUNT],
      [/^Exposure/, 'Exposure over time', NO_ACCOUNT],
      [/^Scenario/, 'Scenario', NO_ACCOUNT],
      [/^Alerts/, 'Alerts', 'No alerts'],
    ]);
    await expectWords(window, 'Block RFQ', EMPTY_RFQ);
    await expectWords(window, 'History', [
      [/^Trades/, 'Trades', 'No trades fetched yet'],
      [/^Diagnostics/, 'Diagnostics', 'not reachable'],
    ]);

    comeBack();
    await panel('Diagnostics').getByText('possible', { exact: true }).waitFor();
    await showWorkspace('Risk');
    await page.getByRole('table', { name: /^USD gained/ }).waitFor();
    await showPanel(/^Exposure/);
    await panel('Exposure over time').getByRole('img').first().waitFor();
    await showWorkspace('Trade');
    await showPanel(/^Watchlist/);
    await panel('Watchlist')
      .locator(`[row-id="${PERPETUAL}"] [col-id="mark"]`)
      .filter({ hasText: /\d/ })
      .first()
      .waitFor();
    await showPanel(/^Instrument/);
    await panel('Instrument').getByText('new orders accepted').waitFor();
    await showPanel(/^Chart/);
    await panel('Chart').getByRole('img').waitFor();
    await showPanel(/^Account/);
    await panel('Account')
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
    const window = await openFrame(mount, { prepare: fillMarket });
    const { view, page, backEnd, panel, showWorkspace, showPanel } = window;
    await page.locator(`[row-id="${PERPETUAL}"] [col-id="mark"]`).filter({ hasText: /\d/ }).first().waitFor();
    await showPanel(/^Instrument/);
    await panel('Instrument').getByText('new orders accepted').waitFor();
    await showPanel(/^Chart/);
    await panel('Chart').getByRole('img').waitFor();
    await showPanel(/^Option chain/);
    await panel('Option chain').locator('[role="gridcell"]').filter({ hasText: /\d/ }).first().waitFor();
    await view.amount.fill('100');
    await view.chooseType('Market');
    await view.ticket.getByText(/^Sells .* at once/).waitFor();
    await showWorkspace('Risk');
    await panel('Exposure over time').getByRole('img').first().waitFor();

    backEnd.goOffline();
    backEnd.setAccount({ age_ms: 60_000, failure: AWAY });
    backEnd.refuse('market.instrument', AWAY);
    backEnd.refuse('market.instruments', AWAY);
    await expectWords(window, 'Risk', [
      [/^Account/, 'Account in full', /^stale, \d+(\.\d)? s old$/],
      [/^Subaccounts/, 'Subaccounts', 'The last reading failed'],
      [/^Exposure/, 'Exposure over time', 'The last reading failed'],
      [/^Scenario/, 'Scenario', /^stale, \d+(\.\d)? s old$/],
    ]);
    await page.getByRole('table', { name: /^USD gained/ }).waitFor();
    await panel('Scenario')
      .getByText(/^With stale prices: .*BTC-PERPETUAL/)
      .waitFor();
    await expect.poll(() => page.locator('header .indices').textContent()).toMatch(/btc_usd[\d,.]+ stale/);
    await expectWords(window, 'Trade', [
      [/^Watchlist/, 'Watchlist', 'BTC-PERPETUAL'],
      [/^BTC-PERPETUAL/, 'Ticker', 'The last reading failed. This is an older one'],
      [/^Instrument/, 'Instrument', 'stale: it may have changed'],
      [/^Chart/, 'Chart', /^stale, \d+(\.\d)? s old$/],
      [/^Option chain/, 'Option chain', 'Prices are stale. The service is not answering.'],
      [/^Account/, 'Account', 'The last reading failed'],
      [/^Order ticket/, 'Order ticket', /^The service does not answer now\. The forecast uses its last prices/],
    ]);
    await showPanel(/^BTC-PERPETUAL/);
    await panel('Ticker')
      .getByText(/^stale, \d+(\.\d)? s old$/)
      .waitFor();
    await showPanel(/^Watchlist/);
    await panel('Watchlist').locator('.age-dot-failed, .age-dot-stale').first().waitFor();
    await showPanel(/^Account/);
    await panel('Account')
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
  });
});
