import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import { TICKER_SHAPE } from '../../../electron/market/recording-file.ts';
import { RECORDING_MIGRATIONS } from '../../../electron/recordings/migrations.ts';
import { createSeriesFile } from '../../../electron/recordings/series-file.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { observation } from '../../support/records/observations.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { openTerminalWindow, panelOf, type TerminalWindow } from '../../support/window/terminal-window.ts';

const NAME = 'BTC-PERPETUAL';
const HOUR = 3_600_000;

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;
let dataDir: string;

beforeAll(async () => {
  browser = await shareChromium();
});
afterAll(() => browser.close());

async function begin(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-chart-'));
  simulator = await createSimulator({ seed: 11 });
  await open();
}

async function end(): Promise<void> {
  await close();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function open(): Promise<void> {
  terminal = await startTerminal({ simulator, dataDir });
  view = await openTerminalWindow(browser, terminal.url);
  await view.select(NAME);
  await view.page.locator('.dv-tab').getByText('Chart', { exact: true }).click();
}

async function close(): Promise<void> {
  await view.close();
  await terminal.stop();
}

const chart = (): Locator => panelOf(view.page, 'Chart');
const plot = (): Locator => chart().getByRole('img');
const told = async (): Promise<string> => (await plot().getAttribute('aria-label')) ?? '';
const points = async (): Promise<number> => Number(/(\d+) points?/.exec(await told())?.[1] ?? 0);

/** Whether anything of a colour is drawn: a canvas has no words. */
function drawsColour(token: string): Promise<boolean> {
  return plot()
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement, name) => {
      // Read from a copy: the plot's own canvas is not made for reading.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      if (copy === null) throw new Error('no drawing context');
      copy.fillStyle = getComputedStyle(canvas).getPropertyValue(name).trim();
      copy.fillRect(0, 0, 1, 1);
      const [red, green, blue] = copy.getImageData(0, 0, 1, 1).data;
      copy.clearRect(0, 0, canvas.width, canvas.height);
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true;
      }
      return false;
    }, token);
}

describe('the chart', () => {
  beforeAll(begin);
  afterAll(end);
  beforeEach(() => view.select(NAME));

  it('draws what comes, toggles lines by keyboard, and reads out at its cursor', async () => {
    await plot().waitFor();
    const before = await points();
    await expect.poll(points).toBeGreaterThan(before + 3);
    await expect.poll(() => drawsColour('--accent')).toBe(true);
    await expect.poll(() => drawsColour('--bid')).toBe(true);
    await expect
      .poll(() => chart().locator('.chart-recording').innerText())
      .toMatch(/^Recorded by this terminal since \d\d:\d\d UTC$/);

    const bid = chart().getByRole('button', { name: /^Bid/ });
    await bid.focus();
    await view.page.keyboard.press('Space');
    await expect.poll(() => bid.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => drawsColour('--bid')).toBe(false);
    expect(await told()).not.toContain('Bid');

    await plot().focus();
    await view.page.keyboard.press('Home');
    await expect.poll(() => chart().locator('.chart-time').innerText()).toMatch(/^at \d\d:\d\d:\d\d UTC$/);
    await view.page.keyboard.press('Escape');
    await expect.poll(() => chart().locator('.chart-time').innerText()).toMatch(/^latest/);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    expect(view.complaints).toEqual([]);
  });

  it('follows the instrument of its link, and its volatility has an axis', async () => {
    await view.watchlist.locator('[row-id$="-C"] [col-id="instrument"]').first().click();
    await expect.poll(told).toMatch(/^BTC-.*-C, last 5 minutes.*Mark IV [\d.]+ %/);
    await expect.poll(() => drawsColour('--warn')).toBe(true);
    await chart()
      .getByRole('button', { name: /^Mark IV/ })
      .click();
    await expect.poll(() => drawsColour('--warn')).toBe(false);
  });

  it('marks an own fill where and when it was', async () => {
    await plot().waitFor();
    await view.chooseType('Market');
    await view.amount.fill('1000');
    await view.label.fill('on-chart');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('on-chart').getByText('filled', { exact: true }).waitFor();
    const mark = chart().getByRole('button', { name: /^Sold 1,000 USD at [\d,.]+ USD on average · .* · on-chart$/ });
    await mark.waitFor();
    expect(await told()).toContain('1 own fill');
    const [inside, box] = [await plot().boundingBox(), await mark.boundingBox()];
    if (inside === null || box === null) throw new Error('both are on screen');
    expect(box.x).toBeGreaterThan(inside.x + inside.width / 2);
    expect(box.x + box.width).toBeLessThan(inside.x + inside.width);
    expect(box.y).toBeGreaterThan(inside.y - box.height);
    expect(box.y + box.height).toBeLessThan(inside.y + inside.height);
    // By keyboard: under a pointer that rests, the mark moves on with time.
    await mark.focus();
    await view.page
      .getByRole('tooltip')
      .getByText(/Sold 1,000 USD/)
      .waitFor();

    await chart().page().getByRole('button', { name: 'Table', exact: true }).click();
    const table = view.page.getByRole('region', { name: `Table of the chart, ${NAME}` });
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(2);
    await expect.poll(() => table.getByRole('listitem').innerText()).toContain('on-chart');
    expect(view.complaints).toEqual([]);
  });
});

describe('the chart, over a restart', () => {
  beforeEach(begin);
  afterEach(end);

  it('shows another span at another range, what an earlier start recorded, and its gaps', DEEP, async () => {
    await plot().waitFor();
    const line = () => chart().getByRole('button', { name: /^Bid/ });
    const range = (text: string) => chart().getByRole('button', { name: text, exact: true });
    await line().click();
    await range('30m').click();
    await expect.poll(keptSettings).toContain('30m');
    await close();
    const recorded = recordEarlier();
    await open();
    await plot().waitFor();
    // What was chosen in this panel of this workspace is there again.
    await expect.poll(() => line().getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => range('30m').getAttribute('aria-pressed')).toBe('true');
    expect(await told()).not.toContain('90,000.0');
    await range('2h').click();
    await expect
      .poll(told)
      .toMatch(/last 2 hours.*Mark [\d,.]+ USD, from 90,000\.0 to 9\d,\d{3}\.\d+;.*[1-9]\d* gaps?/);
    expect(await points()).toBeGreaterThan(recorded);
    await expect.poll(() => chart().locator('.chart-recording').innerText()).toMatch(/since .*\d\d:\d\d UTC$/);
    expect(view.complaints).toEqual([]);
  });

  it(
    'says when nothing can be recorded, draws what the window sees, and the terminal sells all the same',
    DEEP,
    async () => {
      await plot().waitFor();
      await close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(recordings() + suffix, { force: true });
      mkdirSync(recordings());
      await open();
      await chart().getByText('Recording has stopped', { exact: true }).waitFor();
      await expect.poll(points).toBeGreaterThan(2);
      await expect.poll(() => chart().locator('.chart-recording').innerText()).toBe('Not recorded');
      await view.chooseType('Market');
      await view.amount.fill('1000');
      await view.label.fill('unrecorded');
      await view.waitUntilPressable();
      await view.press.click();
      await view.orderRow('unrecorded').getByText('filled', { exact: true }).waitFor();
      expect(await findAccessibilityFaults(view.page)).toEqual([]);
    },
  );
});

/** The folder of the one profile there is. */
function profileId(): string {
  const profile = readdirSync(dataDir).find((name) => name.startsWith('test-'));
  if (profile === undefined) throw new Error('the terminal made a folder for its profile');
  return profile;
}

/** What the profile keeps of the arrangement of its windows. */
function keptSettings(): string {
  const database = new DatabaseSync(join(dataDir, profileId(), 'settings.sqlite'), { readOnly: true });
  const rows = database.prepare("SELECT value FROM settings WHERE key = 'workspaces'").all();
  database.close();
  return JSON.stringify(rows);
}

function recordings(): string {
  return join(dataDir, profileId(), 'recordings.sqlite');
}

/** Writes what an earlier start of this profile saw an hour ago, from both sides of a gap; gives how many points. */
function recordEarlier(): number {
  const { database } = openDatabase(recordings(), RECORDING_MIGRATIONS, Date.now());
  const file = createSeriesFile(database, TICKER_SHAPE);
  const seriesId = file.findSeries(profileId(), NAME);
  if (seriesId === null) throw new Error('the first start recorded the instrument');
  const began = Date.now() - HOUR;
  const rows = Array.from({ length: 600 }, (_, index) => {
    const at = began + index * 1000 + (index < 300 ? 0 : 600_000);
    const observed = observation(at, index === 100 ? 90_000 : 96_000 + index, { after_gap: index % 300 === 0 });
    return { seriesId, point: { ...observed, index: decimal(96_100), bid: observed.mark, ask: observed.mark } };
  });
  file.insert(rows);
  database.close();
  return rows.length;
}
