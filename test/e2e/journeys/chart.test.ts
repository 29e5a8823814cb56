import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
