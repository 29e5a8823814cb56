import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { type ElectronRun, runElectron } from '../../support/electron-double/launch.ts';
import { endTourBefore } from '../../support/window/ended-tour.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const OWN_WINDOW = /\?window=w-[a-z0-9]{8}$/;
const MAIN_SCREEN = { x: 0, y: 0, width: 1920, height: 1040 };
const SECOND_SCREEN = { x: 1920, y: 0, width: 2560, height: 1400 };
const ON_SECOND = { x: 2200, y: 120, width: 1240, height: 700 };

let folder: string;
let data: string;
let run: ElectronRun;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-own-windows-'));
  data = join(folder, 'data');
  await endTourBefore(data);
});
afterEach(() => run.dispose());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tabsOf = (page: Page) => page.locator('main:not([hidden]) .dv-tab').allInnerTexts();
const ownPages = () => run.context.pages().filter((page) => OWN_WINDOW.test(page.url()));

/** The page of the one window that holds what was moved out of the main one, once it shows that. */
async function findOwn(): Promise<Page> {
  await expect.poll(() => ownPages().length).toBe(1);
  const [page] = ownPages();
  if (page === undefined) throw new Error('it is there');
  await page
    .getByRole('region', { name: /^Ticker/ })
    .getByText(/\d\.\d/)
    .first()
    .waitFor();
  return page;
}

/** Opens a profile, which is added with its address where one is given. */
async function openProfile(name: string, origin: string | null): Promise<void> {
  await run.page.getByRole('button', { name: /^Profile: / }).click();
  const dialog = run.page.getByRole('dialog', { name: 'Profiles' });
  if (origin !== null) {
    await dialog.getByRole('button', { name: 'Add a profile' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Base address').fill(origin);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await dialog.getByRole('radio', { name: new RegExp(name) }).check();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await run.page.getByRole('button', { name: /^Profile: / }).waitFor();
}

/** Counts from now on the beeps that a page is asked for. */
async function countBeeps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = Object.assign(globalThis, { beeps: 0 });
    const Real = AudioContext;
    counted.AudioContext = class extends Real {
      override createOscillator() {
        counted.beeps += 1;
        return super.createOscillator();
      }
    };
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'beeps')));
}

/** Where the own window stood when its page was loaded. */
function placeOfOwn() {
  const { address: _address, ...place } = run.places().find(({ address }) => OWN_WINDOW.test(address)) ?? {};
  return place;
}

describe('a panel that was torn off', DEEP, () => {
  it('is moved to a window of its own, and that to another screen', async () => {
    run = await runElectron(data, { screens: [MAIN_SCREEN, SECOND_SCREEN] });
    const ticker = run.page.getByRole('region', { name: /^Ticker/ });
    await ticker.getByRole('button', { name: /^Linked / }).click();
    await run.page.getByRole('menuitemradio', { name: 'violet' }).click();
    await run.page.getByRole('button', { name: 'Workspace', exact: true }).click();
    await run.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
    await run.page.getByRole('menuitem', { name: 'Ticker', exact: true }).click();
    const own = await findOwn();
    await expect.poll(() => tabsOf(run.page)).not.toContain('BTC-PERPETUAL');
    await own.getByRole('button', { name: 'Linked violet' }).waitFor();
    expect(placeOfOwn()).not.toEqual(ON_SECOND);
    await run.move(own, ON_SECOND);
    // Both windows hear of a sell; one of them sounds.
    const [inMain, inOwn] = [await countBeeps(run.page), await countBeeps(own)];
    const ticket = panelOf(run.page, 'Order ticket');
    await ticket.getByText('Market', { exact: true }).click();
    await ticket.getByLabel('Amount', { exact: true }).fill('1000');
    await ticket.getByRole('button', { name: /^Sell 1,000 USD/ }).click();
    await ticket.getByRole('button', { name: /^Press again to sell 1,000 USD/ }).click();
    // The ticket reports it; the other window lists it without a toast.
    await ticket.getByText(/Sell 1,000 USD of BTC-PERPETUAL/).waitFor();
    await own.getByRole('button', { name: 'News 1' }).waitFor();
    expect(await own.locator('.toast').count()).toBe(0);
    await expect.poll(inMain).toBeGreaterThan(0);
    expect(await inOwn()).toBe(0);
    // Windows inform who looks at them; the system informs who doesn't.
    for (const page of [run.page, own]) await run.leave(page);
    await ticket.getByLabel('Amount', { exact: true }).fill('2000');
    await ticket.getByRole('button', { name: /^Sell 2,000 USD/ }).click();
    await ticket.getByRole('button', { name: /^Press again to sell 2,000 USD/ }).click();
    await expect
      .poll(() => run.notifications().at(-1))
      .toMatch(/^Sold 2000 of 2000 BTC-PERPETUAL \| at [\d.]+ on average$/);
    expect(await run.stop()).toBe(0);
  });

  it('is there again at the next start: the window in its place, with its panel, which the main one has no more', async () => {
    run = await runElectron(data, { screens: [MAIN_SCREEN, SECOND_SCREEN] });
    const own = await findOwn();
    expect(placeOfOwn()).toEqual(ON_SECOND);
    expect(await tabsOf(own)).toEqual(['BTC-PERPETUAL']);
    await own.getByRole('button', { name: 'Linked violet' }).waitFor();
    await run.page.locator('.dv-tab').filter({ hasText: 'Watchlist' }).waitFor();
    expect(await tabsOf(run.page)).not.toContain('BTC-PERPETUAL');
    // Another profile has none of it; with its own it comes back, to its place.
    await openProfile('Elsewhere', 'http://127.0.0.1:9');
    await expect.poll(() => ownPages().length).toBe(0);
    await expect.poll(async () => (await tabsOf(run.page)).join()).toMatch(/BTC-PERPETUAL|Ticker/);
    await openProfile('Simulator', null);
    const again = await findOwn();
    expect(run.places().at(-1)).toMatchObject(ON_SECOND);
    expect(await tabsOf(again)).toEqual(['BTC-PERPETUAL']);
    expect(run.complaints).toEqual([]);
    await run.kill();
  });

  it('is there again though the program was killed, and on a screen that is there where its own is gone', async () => {
    run = await runElectron(data, { screens: [MAIN_SCREEN] });
    await findOwn();
    const { width, height } = ON_SECOND;
    expect(placeOfOwn()).toEqual({ x: (1920 - width) / 2, y: (1040 - height) / 2, width, height });
    // Ended by closing the main window, with which the other goes.
    await run.page.close();
    await expect.poll(() => run.context.pages().filter((page) => OWN_WINDOW.test(page.url())).length).toBe(0);
    expect(await run.ended).toBe(0);
  });

  it('is gone for good when its window is closed by itself', async () => {
    run = await runElectron(data, { screens: [MAIN_SCREEN] });
    const own = await findOwn();
    expect(readSetting(data, 'own_windows').value).toMatchObject({ items: [{ name: 'Ticker' }] });
    await own.close();
    await expect.poll(() => readSetting(data, 'own_windows').value).toEqual({ items: [] });
    expect(await run.stop()).toBe(0);
    await run.dispose();
    run = await runElectron(data, { screens: [MAIN_SCREEN] });
    await panelOf(run.page, 'Watchlist').locator('[col-id="mark"]').first().waitFor();
    expect(ownPages()).toEqual([]);
    expect(run.places().filter(({ address }) => OWN_WINDOW.test(address))).toEqual([]);
  });
});
