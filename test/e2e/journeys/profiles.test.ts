import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { shareChromium, listProcesses } from '../../support/browser.ts';
import { holdsSecret, searchFolder, searchTemporaryFiles } from '../../support/canaries.ts';
import { plantText, searchPage } from '../../support/page-secrets.ts';
import { listProcessTree, searchArguments, searchMemory, whyMemoryIsClosed } from '../../support/process-memory.ts';
import { startTerminal, type Terminal } from '../../support/terminal.ts';
import { openTerminalWindow, panelOf, type TerminalWindow } from '../../support/terminal-window.ts';

const PASSPHRASE = 'canary-correct-horse-battery';
/** No secret: what is searched for secrets must find this where it was put. */
const PLANTED = 'planted-here-to-be-found';

const startedAtMs = Date.now();
let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;
/** Frames of every window: what it sent and what it got. */
const sent: string[] = [];
const received: string[] = [];

beforeAll(async () => {
  simulator = await createSimulator({ seed: 7 });
  browser = await shareChromium();
  terminal = await startTerminal();
  view = await openTerminalWindow(browser, terminal.url, { width: 1280, height: 720, confirmation: 'as set' });
  record(view.page);
});
afterAll(async () => {
  await browser.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
});

function record(page: Page): void {
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
}

describe('profiles', () => {
  it('a service is added with its key, tested, opened and sold on; its secret goes one way', async () => {
    // The frames are heard from here on.
    await view.reload();
    const { page } = view;
    await page.getByRole('button', { name: /^Profile: SIMULATOR/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Profiles' });
    await dialog.getByRole('button', { name: 'Add a profile' }).click();
    await dialog.getByLabel('Name').fill('Desk A');
    await dialog.getByLabel('Kind').selectOption('live');
    await dialog.getByLabel('Base address').fill(simulator.origin);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('alert').getByText('A live service must use https.').waitFor();
    await dialog.getByLabel('Kind').selectOption('test');
    await dialog.getByLabel('Colour').selectOption('violet');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();

    await dialog.getByRole('radio', { name: /Desk A/ }).check();
    await dialog.getByText('No key: prices only.').waitFor();
    await dialog.getByRole('button', { name: 'Set key' }).click();
    // What can be copied could be read by any program.
    await dialog.getByLabel('Client id').fill('copied');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await dialog.getByLabel('Client secret').fill(simulator.clientSecret);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await dialog.getByLabel('Client id').fill('');
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => dialog.getByLabel('Client id').inputValue()).toBe('copied');
    await dialog.getByLabel('Client id').fill(simulator.clientId);
    await dialog.getByLabel('New passphrase').fill(PASSPHRASE);
    await dialog.getByLabel('The same once more').fill('another');
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByRole('alert').getByText('The two passphrases differ').waitFor();
    await dialog.getByLabel('The same once more').fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();

    await dialog.getByRole('button', { name: 'Test' }).click();
    const findings = dialog.getByRole('table', { name: 'What the test proves' });
    await findings.getByText('trade:read_write').waitFor();
    expect(await findings.getByText('✓ proven').count()).toBe(6);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open' }).click();

    await page.getByRole('button', { name: /^Profile: TEST · test money, Desk A/ }).waitFor();
    await view.setRung('One click');
    await view.select('BTC-PERPETUAL');
    await view.chooseType('Market');
    await view.amount.fill('10');
    await view.label.fill('on-desk-a');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('on-desk-a').getByText('filled', { exact: true }).waitFor();
    expect(simulator.control.executions()).toBe(1);

    // Tokens begin with the time of their making, which other texts may hold.
    const tokens = simulator.control.tokens().map((token) => token.slice(token.indexOf('.') + 1));
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    const secrets = [simulator.clientSecret, PASSPHRASE, ...tokens];
    expect(sent.filter((frame) => holdsSecret(frame, secrets))).toHaveLength(1);
    expect(received.length).toBeGreaterThan(20);
    expect(received.filter((frame) => holdsSecret(frame, secrets))).toEqual([]);
    // This page is where it was typed: once it is sent, no element and no object of the page has it.
    await plantText(page, PLANTED);
    expect(await searchPage(page, [PLANTED, ...secrets])).toEqual({
      elements: [PLANTED],
      fields: [],
      localStorage: [PLANTED],
      sessionStorage: [PLANTED],
      address: [],
      heap: [PLANTED],
    });
    expect(searchFolder(terminal.dataDir, secrets).found).toEqual([]);
    const control = mkdtempSync(join(tmpdir(), 'strikedesk-control-'));
    writeFileSync(join(control, 'dump'), `x${simulator.clientSecret}x`);
    const temporary = searchTemporaryFiles(startedAtMs, secrets);
    rmSync(control, { recursive: true });
    expect(temporary.found).toEqual([join(control, 'dump')]);
    expect(temporary.searched).toBeGreaterThan(1);
    expect(view.complaints).toEqual([]);
  });

  it('the next start asks for the passphrase, and shows prices without it', async () => {
    await view.close();
    await terminal.stop();
    const again = await startTerminal({ dataDir: terminal.dataDir });
    terminal = { ...again, removeData: terminal.removeData };
    view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set' });
    const { page } = view;
    const asked = page.getByRole('dialog', { name: 'Unlock the keys' });
    await asked.getByLabel('Passphrase').fill('not this one');
    await asked.getByRole('button', { name: 'Unlock', exact: true }).click();
    await asked.getByRole('alert').getByText('This is not the passphrase').waitFor();
    await expect.poll(() => asked.getByLabel('Passphrase').inputValue()).toBe('');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await view.watchlist.locator('[col-id="mark"]').filter({ hasText: /\d/u }).first().waitFor();
    await page.getByText('The keys are locked: prices only.').waitFor();
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await asked.getByLabel('Passphrase').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await page.getByText('The keys are locked: prices only.').waitFor({ state: 'detached' });
    await view.orderRow('on-desk-a').waitFor();
    expect(view.complaints).toEqual([]);
  });

  it('a page that was told no key has none of it in its memory, nor has any process in its arguments', async ({
    skip,
  }) => {
    // The page that was told the passphrase goes, with its process.
    const storageState = await view.page.context().storageState();
    await view.close();
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    await page.goto(new URL('/', terminal.url).href);
    await panelOf(page, 'Orders').getByText('on-desk-a').waitFor();
    await page.locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]').filter({ hasText: /\d/u }).first().waitFor();
    const tokens = simulator.control.tokens().map((token) => token.slice(token.indexOf('.') + 1));
    const secrets = [simulator.clientSecret, PASSPHRASE, ...tokens];

    const processes = await listProcesses(browser);
    const browserPid = processes.find(({ type }) => type === 'browser')?.id ?? 0;
    const closed = whyMemoryIsClosed(browserPid);
    if (closed !== null) return skip(closed);
    await plantText(page, PLANTED);
    const held = processes
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => searchMemory(id, [PLANTED, ...secrets]));
    expect(held.flatMap(({ found }) => found)).toEqual([PLANTED]);
    expect(Math.max(...held.map(({ searchedBytes }) => searchedBytes))).toBeGreaterThan(10_000_000);

    const pids = [...listProcessTree(browserPid), ...listProcessTree(terminal.pid)];
    expect(pids.length).toBeGreaterThan(4);
    expect(searchArguments(pids, secrets).found).toEqual([]);
    // Its folder is among the terminal's arguments.
    expect(searchArguments(pids, [terminal.dataDir]).found).toContain(`/proc/${terminal.pid}/cmdline`);
    await context.close();
    return undefined;
  });
});
