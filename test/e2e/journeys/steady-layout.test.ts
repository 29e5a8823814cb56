import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCut } from '../../support/window/cut-texts.ts';
import { openService } from '../../support/window/own-terminal.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';

/** Numbers of tickers and accounts as they cross to the window; a digit is put before them. */
const NUMBERS =
  /"(best_bid_price|best_ask_price|best_bid_amount|best_ask_amount|mark_price|last_price|index_price|min_price|max_price|high|low|mark|index|bid|ask|equity|balance|margin_balance|available_funds|delta_total|session_upl|btc_usd)":"(-?)(\d)/g;

/** What must stay where it is, whatever the numbers in it do. */
const STEADY = [
  '.ticker-head > *',
  '.field-group',
  '.field-group dt',
  '.chart-line',
  '.chart-recording',
  '.account-section h3',
  '.account-section dt',
  '.margin-line .explained',
  '.account-table th',
  '.account-table td',
  '.scenario th',
  '.scenario td',
  '.exposure-bar > *',
  '.bars li > span:first-child',
  '.ag-header-cell',
  '.ag-cell',
].join(', ');

const { browser, simulator } = await openService();
let terminal: Terminal;
/** How many digits more than the service sent. */
let digits = 0;
/** A full header: unknown outcomes, and a clock that is far off. */
let isTroubled = false;

beforeAll(async () => {
  terminal = await startTerminal({ simulator });
});
afterAll(async () => {
  await terminal.stop();
  terminal.removeData();
});

function trouble(_: string, name: string): string {
  return `"${name}":${name === 'unknown_orders' ? 12 : -442_408_142}`;
}

/** A window whose numbers are as long as the test wants. */
async function openWindow(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const text = message.toString();
      const long = digits === 0 ? text : text.replaceAll(NUMBERS, `"$1":"$2${'1'.repeat(digits)}$3`);
      socket.send(isTroubled ? long.replaceAll(/"(unknown_orders|clock_offset_ms)":[^,}]+/g, trouble) : long);
    });
  });
  await page.goto(terminal.url);
  return page;
}

/** Left and top edge of each steady part in front. */
function measure(page: Page): Promise<Record<string, string>> {
  return page.evaluate((selector) => {
    /** Its place in the page, without numbers and colours. */
    const pathOf = (element: Element): string => {
      const parent = element.parentElement;
      if (parent === null || element.tagName === 'MAIN') return '';
      const step =
        element.getAttribute('row-id') ?? element.getAttribute('col-id') ?? [...parent.children].indexOf(element);
      return `${pathOf(parent)}/${step}`;
    };
    const boxes: Record<string, string> = {};
    for (const element of document.querySelectorAll<HTMLElement>(`main:not([hidden]) :is(${selector})`)) {
      if (element.offsetParent === null) continue;
      const { x, y } = element.getBoundingClientRect();
      boxes[`${element.tagName} ${element.className} ${pathOf(element)}`.replace(/ (bid|ask) /, ' ')] =
        `${Math.round(x)},${Math.round(y)}`;
    }
    return boxes;
  }, STEADY);
}

const inFront = (page: Page) => page.locator('main:not([hidden])');
const tab = (page: Page, begins: RegExp) => inFront(page).locator('.dv-tab').filter({ hasText: begins });

/** What moved in some panels as their numbers became one digit longer: `longer` is how one of them reads then. */
async function listMoved(
  page: Page,
  panels: readonly (readonly [begins: RegExp, ready: string])[],
  longer: RegExp,
): Promise<string[]> {
  async function measureAll(): Promise<Record<string, string>[]> {
    const places: Record<string, string>[] = [];
    for (const [begins, ready] of panels) {
      await tab(page, begins).click();
      await inFront(page).locator(ready).filter({ hasText: /\d/ }).first().waitFor();
      places.push(await measure(page));
    }
    return places;
  }
  const before = await measureAll();
  digits = 1;
  await inFront(page).getByText(longer).filter({ visible: true }).first().waitFor();
  const after = await measureAll();
  digits = 0;
  return before.flatMap((places, index) => {
    const common = Object.keys(places).filter((key) => key in (after[index] ?? {}));
    if (common.length <= 20) return [`only ${common.length} parts were there both times`];
    return common
      .filter((key) => after[index]?.[key] !== places[key])
      .map((key) => `${key}: ${places[key]} → ${after[index]?.[key]}`);
  });
}

/** Numbers of the market, columns of the list and names of workspaces. */
const figures = (page: Page) =>
  page.locator(
    '.workspace-tabs, .ticker-price, .watchlist .ag-grid-viewport, .watchlist .ag-row .ag-cell:not([col-id="instrument"])',
  );

describe('a window', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openWindow();
  });

  it('shows prices of seven digits and every column whole, and the workspaces beside what the header tells', async () => {
    digits = 2;
    isTroubled = true;
    for (const size of [
      { width: 1600, height: 960 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size);
      await page
        .locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]')
        .filter({ hasText: /^1,19\d,\d{3}\.\d+$/ })
        .waitFor();
      await page.getByText('12 outcomes unknown').waitFor();
      await page.getByText('clock −123 h').waitFor();
      await expect.poll(() => listCut(figures(page))).toEqual([]);
    }
    await page.getByRole('button', { name: '12 outcomes unknown' }).click();
    await page.getByRole('region', { name: 'Orders', exact: true }).waitFor();
    digits = 0;
    isTroubled = false;
    await page.getByText('12 outcomes unknown').waitFor({ state: 'detached' });
  });

  it('moves nothing when numbers gain a digit', async () => {
    await page.locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]').filter({ hasText: /\d/ }).waitFor();
    const market = [
      // Its record is fetched beside the prices and may come after them.
      [/^Chart/, '.chart-recording'],
      [/^BTC-PERPETUAL/, '.field-group dd'],
    ] as const;
    expect(await listMoved(page, market, /^19\d,\d{3}\.\d/)).toEqual([]);
    await page.setViewportSize({ width: 1600, height: 960 });
    expect(await listMoved(page, market, /^19\d,\d{3}\.\d/)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Risk', exact: true }).click();
    const risk = [
      [/^Exposure/, '.exposure-now'],
      [/^Scenario/, '.scenario td'],
    ] as const;
    await page.locator('.account-table td').filter({ hasText: /\d/ }).first().waitFor();
    expect(await listMoved(page, risk, /^112\.\d+ BTC$/)).toEqual([]);
  });
});
