import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { fetchTrades, lookAround, makeItsOwn } from '../../support/window/account-look.ts';
import { shareChromium, listProcesses } from '../../support/window/browser.ts';
import { holdsSecret, listTokenSecrets, searchFolder, searchTemporaryFiles } from '../../support/records/canaries.ts';
import { PLANTED, PLANTED_ALONE, plantText, searchPlantedPage } from '../../support/window/page-secrets.ts';
import { listProcessTree, searchArguments, searchMemory, whyMemoryIsClosed } from '../../support/process-memory.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { dialogOf, openTerminalWindow, panelOf, type TerminalWindow } from '../../support/window/terminal-window.ts';

const PASSPHRASE = 'canary-correct-horse-battery';

const startedAtMs = Date.now();
let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;
/** Frames of every window: what it sent and what it got. */
let sent: string[] = [];
let received: string[] = [];

beforeAll(async () => {
  browser = await shareChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  sent = [];
  received = [];
  simulator = await createSimulator({ seed: 7 });
  terminal = await startTerminal();
  view = await openTerminalWindow(browser, terminal.url, { width: 1280, height: 720, confirmation: 'as set' });
  record(view.page);
});
afterEach(async () => {
  await view.close();
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
    await dialog.getByRole('alert').getByText('The passphrases differ').waitFor();
    await dialog.getByLabel('The same once more').fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();

    await dialog.getByRole('button', { name: 'Test' }).click();
    const findings = dialog.getByRole('table', { name: 'What the test proves' });
    await findings.getByText('trade:read_write').waitFor();
    await expect.poll(() => findings.getByText('✓ proven').count()).toBe(6);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open' }).click();

    await page.getByRole('button', { name: /^Profile: TEST · Desk A, test money/ }).waitFor();
    await view.setRung('One click');
    await view.select('BTC-PERPETUAL');
    await view.chooseType('Market');
    await view.amount.fill('300');
    await view.label.fill('on-desk-a');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('on-desk-a').getByText('filled', { exact: true }).waitFor();
    expect(simulator.control.executions()).toBe(1);

    const tokens = listTokenSecrets(simulator);
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    const secrets = [simulator.clientSecret, PASSPHRASE, ...tokens];
    expect(sent.filter((frame) => holdsSecret(frame, secrets))).toHaveLength(1);
    expect(received.length).toBeGreaterThan(20);
    expect(holdsSecret(received.join('\n'), secrets)).toBe(false);
    // This page is where it was typed: once it is sent, no element and no object of the page has it.
    expect(await searchPlantedPage(page, secrets)).toEqual(PLANTED_ALONE);
    expect(searchFolder(terminal.dataDir, secrets).found).toEqual([]);
    const control = mkdtempSync(join(tmpdir(), 'strikedesk-control-'));
    writeFileSync(join(control, 'dump'), `x${simulator.clientSecret}x`);
    const temporary = searchTemporaryFiles(startedAtMs, secrets);
    rmSync(control, { recursive: true });
    expect(temporary.found).toEqual([join(control, 'dump')]);
    expect(temporary.searched).toBeGreaterThan(1);
    expect(view.complaints).toEqual([]);
  });

  it('the next start asks for the passphrase, and shows prices without it', DEEP, async () => {
    await sellOnDeskA();
    await view.close();
    await terminal.stop();
    const again = await startTerminal({ dataDir: terminal.dataDir });
    terminal = { ...again, removeData: terminal.removeData };
    view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set' });
    const { page } = view;
    const asked = page.getByRole('dialog', { name: 'Unlock the keys' });
    await asked.getByLabel('Passphrase').fill('not this one');
    await asked.getByRole('button', { name: 'Unlock', exact: true }).click();
    await asked.getByRole('alert').getByText('Wrong passphrase').waitFor();
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

  it(
    'two accounts of one service stay apart, and neither is left while an order of it has no outcome',
    DEEP,
    async () => {
      const { page } = view;
      const [, other] = simulator.control.accountIds();
      if (other === undefined) throw new Error('the simulator has subaccounts');
      await sellOnDeskA();
      await view.select('BTC-PERPETUAL');
      await makeItsOwn(view);
      await fetchTrades(view);
      await view.label.fill('draft-of-a');
      const ofA = {
        badge: '▲ TEST · Desk A ▾',
        colour: 'rgb(179, 155, 255)',
        equity: expect.stringMatching(/^12\./),
        sells: ['300'],
        journal: ['Sell 300'],
        trades: ['300'],
        labels: 'Labels 1…',
        guard: '9000000',
        rung: 'One click',
        presets: 1,
        draft: ['70', 'draft-of-a'],
      };
      expect(await lookAround(view, '300')).toEqual(ofA);

      const profiles = await openProfiles();
      await profiles.getByRole('button', { name: 'Add a profile' }).click();
      await page.keyboard.type('Desk B');
      await profiles.getByLabel('Kind').selectOption('custom');
      await profiles.getByLabel('Base address').fill(simulator.origin);
      await profiles.getByLabel('Colour').selectOption('green');
      await page.keyboard.press('Enter');
      await profiles
        .getByRole('alert')
        .getByText(/“Desk A” has .* as Test.* choose Test here too/)
        .waitFor();
      await profiles.getByLabel('Kind').selectOption('test');
      await profiles.getByRole('button', { name: 'Add', exact: true }).click();
      await profiles.getByRole('radio', { name: /Desk B/ }).check();
      await profiles.getByRole('button', { name: 'Set key' }).click();
      const key = simulator.control.addKey(['account:read', 'trade:read_write'], { subaccountId: other });
      await profiles.getByLabel('Client id').fill(key.clientId);
      await profiles.getByLabel('Client secret').fill(key.clientSecret);
      await page.keyboard.press('Enter');
      await profiles.getByRole('button', { name: 'Open', exact: true }).click();
      await badge().filter({ hasText: 'Desk B' }).waitFor();

      // As it begins: nothing typed, and the first rung. The same label is free on this account.
      await view.select('BTC-PERPETUAL');
      expect([await view.amount.inputValue(), await view.label.inputValue()]).toEqual(['', '']);
      await view.ticket.getByRole('button', { name: 'What a press does: Confirm each' }).waitFor();
      await view.setRung('One click');
      await view.chooseType('Market');
      await view.amount.fill('200');
      await view.label.fill('on-desk-a');
      await view.waitUntilPressable();
      await view.press.click();
      await view.orderRow('on-desk-a').getByText('filled', { exact: true }).waitFor();
      await fetchTrades(view);
      expect(await lookAround(view, '200')).toEqual({
        badge: '▲ TEST · Desk B ▾',
        colour: 'rgb(143, 209, 106)',
        equity: expect.stringMatching(/^[12]\.\d/),
        sells: ['200'],
        journal: ['Sell 200'],
        trades: ['200'],
        labels: 'Labels…',
        guard: '10000000',
        rung: 'One click',
        presets: 0,
        draft: ['200', 'on-desk-a-2'],
      });

      simulator.control.failNext('private/sell', 'silent_after_executing');
      await view.amount.fill('300');
      await view.label.fill('unknown-on-b');
      await view.waitUntilPressable();
      const executed = simulator.control.waitForCall('private/sell');
      await view.press.click();
      await executed;
      await openProfiles();
      await profiles.getByRole('radio', { name: /Desk A/ }).check();
      const open = profiles.getByRole('button', { name: 'Open', exact: true });
      await profiles
        .getByText(/^The open profile can’t be left: an order, a cancel or a Block RFQ is on its way/)
        .waitFor();
      await expect.poll(() => open.isDisabled()).toBe(true);
      await simulator.control.goOffline();
      await profiles.getByText(/^The open profile can’t be left: 1 sell has no outcome yet/).waitFor();
      await expect.poll(() => open.isDisabled()).toBe(true);
      await simulator.control.goOnline();
      await open.and(page.locator(':enabled')).click();
      await badge().filter({ hasText: 'Desk A' }).waitFor();

      await view.select('BTC-PERPETUAL');
      // What was typed and not sent ends with the profile; its preset fills the ticket anew.
      await view.ticket.getByRole('group', { name: 'Preset in force' }).waitFor();
      expect(await lookAround(view, '300')).toEqual({ ...ofA, draft: ['70', ''] });
      expect(view.complaints).toEqual([]);
    },
  );

  it(
    'a page that was told no key has none of it in its memory, nor has any process in its arguments',
    DEEP,
    async ({ skip }) => {
      await sellOnDeskA();
      const secretOfB = await storeKeyOfDeskB();
      // The page that was told the passphrase goes, with its process.
      const storageState = await view.page.context().storageState();
      await view.close();
      const context = await browser.newContext({ storageState });
      const page = await context.newPage();
      await page.goto(new URL('/', terminal.url).href);
      await page.getByRole('tab', { name: /^Orders/ }).click();
      await panelOf(page, 'Orders').getByText('on-desk-a').waitFor();
      await page.locator('[row-id="BTC-PERPETUAL"] [col-id="mark"]').filter({ hasText: /\d/u }).first().waitFor();
      const tokens = listTokenSecrets(simulator);
      const secrets = [simulator.clientSecret, secretOfB, PASSPHRASE, ...tokens];

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
    },
  );
});

/** A service is added and opened with its key, which a passphrase seals, and something is sold there. */
async function sellOnDeskA(): Promise<void> {
  const { page } = view;
  const profiles = await openProfiles();
  await addProfile(profiles, 'Desk A');
  await profiles.getByLabel('Client id').fill(simulator.clientId);
  await profiles.getByLabel('Client secret').fill(simulator.clientSecret);
  await profiles.getByLabel('New passphrase').fill(PASSPHRASE);
  await profiles.getByLabel('The same once more').fill(PASSPHRASE);
  await profiles.getByRole('button', { name: 'Store the key' }).click();
  await profiles.getByText('A key is stored. Its secret is never shown.').waitFor();
  await profiles.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /^Profile: TEST · Desk A/ }).waitFor();
  await view.setRung('One click');
  await view.select('BTC-PERPETUAL');
  await view.chooseType('Market');
  await view.amount.fill('300');
  await view.label.fill('on-desk-a');
  await view.waitUntilPressable();
  await view.press.click();
  await view.orderRow('on-desk-a').getByText('filled', { exact: true }).waitFor();
}

/** Adds a test profile at the simulator and chooses it, with the fields of its key open. */
async function addProfile(profiles: Locator, name: string): Promise<void> {
  await profiles.getByRole('button', { name: 'Add a profile' }).click();
  await profiles.getByLabel('Name').fill(name);
  await profiles.getByLabel('Kind').selectOption('test');
  await profiles.getByLabel('Base address').fill(simulator.origin);
  await profiles.getByLabel('Colour').selectOption('violet');
  await profiles.getByRole('button', { name: 'Add', exact: true }).click();
  await profiles.getByRole('radio', { name: new RegExp(name, 'u') }).check();
  await profiles.getByRole('button', { name: 'Set key' }).click();
}

/** The key of another account is stored in a second profile, which nobody opens; its secret. */
async function storeKeyOfDeskB(): Promise<string> {
  const [, subaccountId] = simulator.control.accountIds();
  if (subaccountId === undefined) throw new Error('the simulator has subaccounts');
  const key = simulator.control.addKey(['account:read', 'trade:read_write'], { subaccountId });
  const profiles = await openProfiles();
  await addProfile(profiles, 'Desk B');
  await profiles.getByLabel('Client id').fill(key.clientId);
  await profiles.getByLabel('Client secret').fill(key.clientSecret);
  await view.page.keyboard.press('Enter');
  await profiles.getByText('A key is stored. Its secret is never shown.').waitFor();
  return key.clientSecret;
}

const badge = () => view.page.locator('button.profile');

async function openProfiles(): Promise<Locator> {
  await badge().click();
  const profiles = dialogOf(view.page, 'Profiles');
  await profiles.waitFor();
  return profiles;
}
