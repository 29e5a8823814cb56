import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { type Framed, openFrame } from '../frame/palette.ts';
import { fillMarket } from './filled.ts';

const mount = await openWindowBench();

/** Numbers of tickers and accounts; digits are put into them. */
const NUMBERS =
  /"(best_bid_price|best_ask_price|best_bid_amount|best_ask_amount|mark_price|last_price|index_price|min_price|max_price|high|low|mark|index|bid|ask|equity|balance|margin_balance|available_funds|delta_total|session_upl|btc_usd)":"(-?)(\d)/g;

function lengthen<T>(record: T, digits: number): T {
  return JSON.parse(JSON.stringify(record).replaceAll(NUMBERS, `"$1":"$2${'1'.repeat(digits)}$3`)) as T;
}

/** So many digits more than the numbers of the calm market and its account have. */
function makeLonger(backEnd: WindowBackEnd, digits: number): () => void {
  const { state } = backEnd;
  const [quotes, account] = [[...state.quotes.values()], state.account];
  const tell = (shown: readonly Quote[], snapshot: AccountSnapshot): void => {
    for (const quote of shown) state.quotes.set(quote.instrument_name, quote);
    backEnd.publish('market.changed', [...shown]);
    backEnd.setAccount(snapshot);
  };
  tell(
    quotes.map((quote) => lengthen(quote, digits)),
    lengthen(account, digits),
  );
  return () => tell(quotes, account);
}

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

/** Left and top edge of each steady part in front. */
function measure(page: Page): Promise<Record<string, string>> {
  return page.evaluate((selector) => {
    /** Where it stands in the page: numbers and their colours change, this does not. */
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

/** What moved in some panels as their numbers became one digit longer: `longer` is how one of them reads then. */
async function listMoved(
  { page, backEnd, inFront, showPanel }: Framed,
  panels: readonly (readonly [begins: RegExp, ready: string])[],
  longer: RegExp,
): Promise<string[]> {
  async function measureAll(): Promise<Record<string, string>[]> {
    const places: Record<string, string>[] = [];
    for (const [begins, ready] of panels) {
      await showPanel(begins);
      await inFront.locator(ready).filter({ hasText: /\d/ }).first().waitFor();
      places.push(await measure(page));
    }
    return places;
  }
  const before = await measureAll();
  const makeShort = makeLonger(backEnd, 1);
  await inFront.getByText(longer).filter({ visible: true }).first().waitFor();
  const after = await measureAll();
  makeShort();
  return before.flatMap((places, index) => {
    const common = Object.keys(places).filter((key) => key in (after[index] ?? {}));
    if (common.length <= 20) return [`only ${common.length} parts were there both times`];
    return common
      .filter((key) => after[index]?.[key] !== places[key])
      .map((key) => `${key}: ${places[key]} → ${after[index]?.[key]}`);
  });
}

const SIZES = [
  [1600, 960],
  [1280, 720],
] as const;

/** Its record is fetched beside the prices and may come after them. */
const MARKET = [
  [/^Chart/, '.chart-recording'],
  [/^BTC-PERPETUAL/, '.field-group dd'],
] as const;
const RISK = [
  [/^Exposure/, '.exposure-now'],
  [/^Scenario/, '.scenario td'],
] as const;

describe('a window', () => {
  it.each(SIZES)(
    'of %i × %i shows prices of seven digits and every column whole, and the workspaces beside what the header tells',
    async (width, height) => {
      const { page, panel } = await openFrame(mount, {
        width,
        height,
        prepare: (backEnd) => {
          makeLonger(backEnd, 2);
          backEnd.setStatus({ unknown_orders: 12, clock_offset_ms: -442_408_142 });
        },
      });
      await page
        .locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]')
        .filter({ hasText: /^1,19\d,\d{3}\.\d+$/ })
        .first()
        .waitFor();
      await page.getByText('clock −123 h').waitFor();
      const figures = page.locator(
        '.workspace-tabs, .ticker-price, .watchlist .ag-grid-viewport, .watchlist .ag-row .ag-cell:not([col-id="instrument"])',
      );
      await expect.poll(() => listCut(figures)).toEqual([]);
      await page.getByRole('button', { name: '12 outcomes unknown' }).click();
      await panel('Orders').waitFor();
    },
  );

  it.each(SIZES)('of %i × %i moves nothing when numbers of the market gain a digit', async (width, height) => {
    const window = await openFrame(mount, { width, height, prepare: fillMarket });
    expect(await listMoved(window, MARKET, /^19\d,\d{3}\.\d/)).toEqual([]);
  });

  it('moves nothing when numbers of the account gain a digit', async () => {
    const window = await openFrame(mount, { prepare: fillMarket });
    await window.showWorkspace('Risk');
    await window.page.locator('.account-table td').filter({ hasText: /\d/ }).first().waitFor();
    expect(await listMoved(window, RISK, /^112\.\d+ BTC$/)).toEqual([]);
  });
});
