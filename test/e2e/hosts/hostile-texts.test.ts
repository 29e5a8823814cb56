import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { showForeign } from '../../../renderer/ui/order-words/foreign-text.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { runElectron } from '../../support/electron-double/launch.ts';
import {
  CANCELLED_FOR,
  type HostileService,
  PAGE,
  startHostileService,
  textOfSell,
} from '../../support/wire/hostile-service.ts';
import { ALARM, HOSTILE_TEXTS, MARK } from '../../support/wire/hostile-texts.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import {
  DESK_SCREEN,
  openTerminalWindow,
  panelOf,
  type TerminalWindow,
  useTerminalWindow,
} from '../../support/window/terminal-window.ts';

/** Elements of which the terminal itself makes none, or only those of its page. */
const FOREIGN_ELEMENTS = `[${MARK}], body script, iframe, object, embed, form[action], base, a[href], video, audio, marquee, math, noscript p`;

let simulator: Simulator;
let service: HostileService;
let view: TerminalWindow;
let end = async (): Promise<void> => undefined;

beforeAll(async () => {
  simulator = await createSimulator({ seed: 11 });
  service = await startHostileService(simulator);
});
afterEach(() => end());
afterAll(async () => {
  await service.close();
  await simulator.close();
});

function named() {
  const { clientId, clientSecret } = simulator;
  return { origin: service.origin, clientId, clientSecret };
}

async function openInBrowser(): Promise<void> {
  const browser = await shareChromium();
  const terminal = await startTerminal({ simulator: named() });
  view = await openTerminalWindow(browser, terminal.url, DESK_SCREEN);
  end = async () => {
    await view.close();
    await terminal.stop();
    terminal.removeData();
    await browser.close();
  };
}

async function openUnderElectron(): Promise<void> {
  const run = await runElectron(undefined, { service: named() });
  end = () => run.dispose();
  await run.page.setViewportSize({ width: 1600, height: 960 });
  view = await useTerminalWindow({ page: run.page, complaints: run.complaints, close: end });
}

/** Sells so many, and waits until the window shows what the answer said. */
async function sell(amount: number, shown: () => Promise<string | null>): Promise<void> {
  await view.amount.fill(String(amount));
  await view.waitUntilPressable();
  await view.press.click();
  await expect.poll(async () => (await shown())?.includes(showForeign(textOfSell(amount)))).toBe(true);
}

async function showWorkspace(name: string): Promise<void> {
  await view.page.getByRole('navigation', { name: 'Workspaces' }).getByText(name, { exact: true }).click();
}

/** Every text that columns of the grid of trades show, scrolled from end to end. */
function readColumns(page: Page, columns: readonly string[]): Promise<string[][]> {
  const region = panelOf(page, 'Trades');
  return region.evaluate(async (element, columnIds) => {
    const found = columnIds.map(() => new Set<string>());
    let scrolled = element.querySelector('[row-id]:not(.ag-row-pinned)');
    while (scrolled !== null && getComputedStyle(scrolled).overflowY !== 'auto') scrolled = scrolled.parentElement;
    if (scrolled === null) throw new Error('the grid does not scroll');
    for (let top = 0; top <= scrolled.scrollHeight; top += scrolled.clientHeight / 2) {
      scrolled.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const [at, columnId] of columnIds.entries()) {
        for (const cell of element.querySelectorAll(`[row-id]:not(.ag-row-pinned) [col-id="${columnId}"]`))
          found[at]?.add(cell.textContent);
      }
    }
    return found.map((texts) => [...texts]);
  }, columns);
}

/** Every text stands in the grid of trades, as a label and as an instrument. */
async function seeTrades(expected: ReadonlySet<string>): Promise<void> {
  await showWorkspace('History');
  const panel = panelOf(view.page, 'Trades');
  await panel.getByLabel('Page').fill('1000');
  await panel.getByLabel('From (UTC)').fill(String(service.firstTradeAtMs - 60_000));
  await panel.getByLabel('To (UTC)').fill(String(service.firstTradeAtMs + 60_000));
  await panel.getByRole('button', { name: 'Fetch', exact: true }).click();
  await panel.locator('[role="row"][row-id]').nth(5).waitFor();
  const [labels, instruments] = [new Set<string>(), new Set<string>()];
  // A busy machine may draw rows later than they are scrolled past.
  await expect
    .poll(async () => {
      const [seenLabels = [], seenInstruments = []] = await readColumns(view.page, ['label', 'instrument']);
      for (const text of seenLabels) labels.add(text);
      for (const text of seenInstruments) instruments.add(text);
      return [labels.size, instruments.size];
    })
    .toEqual([expected.size, expected.size]);
  expect(labels).toEqual(expected);
  expect(instruments).toEqual(expected);
}

/** Brings them to the open window, wherever others' texts show, and reports what they did. */
async function bringAll(host: 'a browser' | 'Electron') {
  const expected = new Set(HOSTILE_TEXTS.map((text) => showForeign(text)));
  await view.chooseType('Market');
  await sell(5000, () => view.ticket.textContent());
  await sell(5000 + CANCELLED_FOR, () => view.orders.textContent());
  await view.amount.fill(String(5000 + PAGE));
  await view.waitUntilPressable();
  await view.press.click();
  await view.ticket.getByText(/checking with the service/i).waitFor();
  // The same page shows the same rows, whoever brings it.
  if (host === 'a browser') await seeTrades(expected);

  await showWorkspace('Block RFQ');
  const composer = panelOf(view.page, 'Block RFQ composer');
  const tape = panelOf(view.page, 'Public tape');
  await tape
    .getByRole('button', { name: /^Buy|^Load/ })
    .first()
    .click();
  await composer
    .locator('.rfq-maker')
    .nth(HOSTILE_TEXTS.length - 1)
    .waitFor();
  const makers = await composer.locator('.rfq-maker').allTextContents();
  expect(new Set(makers)).toEqual(expected);
  await showWorkspace('Risk');
  await view.page.getByRole('main', { name: 'Risk' }).waitFor();

  const harm = await view.page.evaluate(
    ([alarm, selector]) => ({
      ran: alarm !== undefined && alarm in globalThis,
      made: [...document.querySelectorAll(selector ?? '')].map((element) => element.outerHTML.slice(0, 200)),
      // What would stand in the place of a property of the document.
      named: document.querySelectorAll('form[name], img[name], iframe[name], embed[name], object[name]').length,
      address: location.pathname,
    }),
    [ALARM, FOREIGN_ELEMENTS],
  );
  return { ...harm, complaints: view.complaints };
}

const HARMLESS = { ran: false, made: [], named: 0, address: '/', complaints: [] };

describe('texts that somebody else wrote', () => {
  it('are at least three hundred, each another', () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(300);
    expect(new Set(HOSTILE_TEXTS).size).toBe(HOSTILE_TEXTS.length);
  });

  it(
    'stand as text in a browser, in labels, names, makers, reasons and refusals: nothing is run, made or followed',
    DEEP,
    async () => {
      await openInBrowser();
      expect(await bringAll('a browser')).toEqual(HARMLESS);
    },
  );

  it('stand as text in Electron, all the same', DEEP, async () => {
    await openUnderElectron();
    expect(await bringAll('Electron')).toEqual(HARMLESS);
  });
});
