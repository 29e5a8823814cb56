import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { TEST_CAP_USD } from './terminal.ts';

/** One window of the terminal in a real Chromium, in the words of its user. */
export interface TerminalWindow {
  readonly page: Page;
  readonly ticket: Locator;
  readonly orders: Locator;
  readonly watchlist: Locator;
  readonly amount: Locator;
  readonly price: Locator;
  readonly label: Locator;
  /** The one button that sells, whatever it says now. */
  readonly press: Locator;
  /** The grid row of a label. */
  readonly orderRow: (label: string) => Locator;
  /** Presses Cancel in the row of a label, once no row has moved for long enough. */
  readonly cancelRow: (label: string) => Promise<void>;
  readonly chooseType: (type: 'Limit' | 'Market' | 'Stop' | 'Take' | 'Trail') => Promise<void>;
  /** Chooses one of a group of the ticket, by the words on screen. */
  readonly choose: (group: string, text: string) => Promise<void>;
  /** Chooses what stands between a press and a sell. */
  readonly setRung: (rung: Rung, capUsd?: string) => Promise<void>;
  /** Opens what is set seldom. */
  readonly openMore: () => Promise<void>;
  /** The ticket's field under a label or an accessible name. */
  readonly field: (name: string) => Locator;
  /** Selects an instrument of the watchlist. */
  readonly select: (instrumentName: string) => Promise<void>;
  /** The number a cell of the watchlist shows. */
  readonly readPrice: (instrumentName: string, column: 'bid' | 'ask' | 'mark') => Promise<number>;
  /** What stands under a field of the ticket: its issues and their fixes. */
  readonly fieldRow: (name: string) => Locator;
  /** An empty ticket, without loading the page anew. */
  readonly clear: () => Promise<void>;
  /** The page is loaded anew. */
  readonly reload: () => Promise<void>;
  /** Resolves when the button can be pressed for what the ticket says now. */
  readonly waitUntilPressable: () => Promise<void>;
  /** What the console said that it should not have. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

export type Rung = 'Confirm each' | 'Arm and fire' | 'One click';

export interface WindowSetup {
  readonly width?: number;
  readonly height?: number;
  /** How many presses sell; `as set` leaves the window's own choice. */
  readonly confirmation?: Rung | 'as set';
  /** The workspace that is in front when it opens; Trade unless given. Null: it is not waited for. */
  readonly workspace?: string | null;
  /** The machine's own zone, such as `America/New_York`. */
  readonly timezoneId?: string;
}

/** The screen of a desk, where a workspace shows its panels side by side; windows are smaller unless a test asks for it. */
export const DESK_SCREEN: WindowSetup = { width: 1600, height: 960 };

/**
 * A panel of the front workspace by accessible name. By attribute: computing every element's role took a tenth of all
 * test time.
 */
export function panelOf(page: Page, name: string): Locator {
  return page.locator(`main:not([hidden]) [role="region"][aria-label="${name}"]`);
}

/** A dialog over the window, by its name; found by attribute as panels are. */
export function dialogOf(page: Page, name: string): Locator {
  return page.locator(`dialog[open][aria-label="${name}"]`);
}

/** Opens the address in a fresh profile and waits until prices are there. One press sells unless asked otherwise. */
export async function openTerminalWindow(
  browser: Browser,
  url: string,
  { width = 1280, height = 720, timezoneId, ...setup }: WindowSetup = {},
): Promise<TerminalWindow> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    ...(timezoneId === undefined ? {} : { timezoneId }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return useTerminalWindow({ page, complaints, close: () => context.close() }, setup);
}

/** The same for a window that somebody else has opened. */
export async function useTerminalWindow(
  { page, complaints, close }: Pick<TerminalWindow, 'page' | 'complaints' | 'close'>,
  { confirmation = 'One click', workspace = 'Trade' }: Pick<WindowSetup, 'confirmation' | 'workspace'> = {},
): Promise<TerminalWindow> {
  const ticket = panelOf(page, 'Order ticket');
  const orders = panelOf(page, 'Orders');
  const watchlist = panelOf(page, 'Watchlist');
  const press = ticket.locator('button.press');
  const watchRow = (name: string) => watchlist.locator(`[row-id="${name}"]`);
  const choose = (group: string, text: string): Promise<void> =>
    ticket.locator(`[role="radiogroup"][aria-label="${group}"]`).getByText(text, { exact: true }).click();
  /** One click is given a cap that no test comes near. */
  async function setRung(rung: Rung, capUsd = TEST_CAP_USD): Promise<void> {
    const button = ticket.getByRole('button', { name: /^What a press does: / });
    const cap = rung === 'One click' ? ` ≤ ${Number(capUsd).toLocaleString('en-US')} USD` : '';
    const isWanted = async () => (await button.getAttribute('title'))?.startsWith(`${rung}${cap}.`) === true;
    if (await isWanted()) return;
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'What a press does' });
    await dialog.getByRole('radio', { name: rung }).check();
    if (rung === 'One click') {
      await dialog.getByLabel('Cap for one press, USD').fill(capUsd);
      await dialog.getByRole('checkbox').check();
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await ticket.locator(`button[title^="${rung}${cap}."]`).waitFor();
    // What is typed while it is still open goes to it.
    await dialog.waitFor({ state: 'detached' });
  }
  async function settle(): Promise<void> {
    if (workspace === 'Trade') await watchlist.locator('[role="row"][row-id]').first().waitFor();
    else if (workspace !== null) await page.getByRole('main', { name: workspace }).waitFor();
    if (confirmation !== 'as set') await setRung(confirmation);
  }
  await settle();
  return {
    page,
    ticket,
    setRung,
    orders,
    watchlist,
    amount: ticket.getByLabel('Amount', { exact: true }),
    price: ticket.getByLabel('Price', { exact: true }),
    label: ticket.getByLabel('Label', { exact: true }),
    press,
    orderRow: (label) => orders.locator('[role="row"][row-id]').filter({ hasText: label }),
    cancelRow: async (label) => {
      await orders.locator('.grid:not([data-rows-moved])').waitFor();
      await orders.getByRole('button', { name: `Cancel ${label}` }).click();
    },
    chooseType: (type) => choose('Type', type),
    choose,
    openMore: () => ticket.getByRole('button', { name: /^More/, expanded: false }).click(),
    fieldRow: (name) => ticket.locator('.field-row').filter({ has: page.getByLabel(name, { exact: true }) }),
    clear: async () => {
      await page.keyboard.press('Escape');
      await ticket.locator('.press-in-flight').waitFor({ state: 'detached' });
      await ticket.getByRole('button', { name: 'Clear', exact: true }).click();
      // Who scrolled down keeps the rows in sight: new ones come above them.
      await page.evaluate(() => {
        for (const rows of document.querySelectorAll('.ag-grid-viewport')) rows.scrollTo({ top: 0 });
      });
    },
    reload: async () => {
      await page.reload();
      await settle();
    },
    field: (name) => ticket.getByLabel(name, { exact: true }),
    select: (name) => watchRow(name).locator('[col-id="instrument"]').first().click(),
    readPrice: async (name, column) => {
      const cell = watchRow(name).locator(`[col-id="${column}"]`).first();
      await cell.filter({ hasText: /\d/ }).waitFor();
      return Number((await cell.innerText()).replaceAll(/[^\d.]/g, ''));
    },
    waitUntilPressable: async () => {
      try {
        await ticket.locator('button.press[aria-disabled="false"][aria-busy="false"]').waitFor();
      } catch (error) {
        // The button says why not.
        throw new Error(`the ticket can't be sent: ${await ticket.innerText()}`, { cause: error });
      }
    },
    complaints,
    close,
  };
}
