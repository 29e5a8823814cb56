import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { dialogOf, openTerminalWindow, type TerminalWindow } from '../../support/window/terminal-window.ts';

/** Nobody answers there: what a window shows of a live service does not depend on it. */
const LIVE = 'https://127.0.0.1:1';

const browser = await shareChromium();
let terminal: Terminal;
let view: TerminalWindow;

beforeEach(async () => {
  terminal = await startTerminal({
    policy: {
      version: 1,
      services: [LIVE],
      ladder_floor: 'arm_and_fire',
      max_notional_usd: decimal(5000),
      updates: { allowed: false },
    },
  });
  view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set' });
});
afterEach(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
});
afterAll(() => browser.close());

describe('a policy of this machine', () => {
  it('shows the ceiling of a guard, refuses one above it at its field, and stops an order above it', async () => {
    await view.setRung('Arm and fire');
    await view.ticket.getByRole('button', { name: /^Guards/ }).click();
    const dialog = dialogOf(view.page, 'Guards of this profile');
    await dialog.getByText(/^Fixed by the policy of this machine: .*5,000/).waitFor();
    const notional = dialog.getByLabel(/^Worth of one order: stops/);
    await notional.fill('6000');
    await dialog.getByRole('button', { name: 'Save guards' }).click();
    await dialog.getByText(/the policy of this machine allows .*5,000/).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await view.select('BTC-PERPETUAL');
    await view.chooseType('Market');
    await view.amount.fill('5010');
    await view.fieldRow('Amount').getByText(/5,000/).waitFor();
    await view.press.filter({ hasText: /./ }).and(view.page.locator('[aria-disabled="true"]')).waitFor();
    await view.amount.fill('4990');
    await view.waitUntilPressable();
    // One press arms, the next one sells.
    await view.label.fill('within');
    await view.waitUntilPressable();
    await view.press.click();
    await view.press.click();
    await view.orderRow('within').getByText('filled', { exact: true }).waitFor();
  });
});

describe('a live profile', () => {
  it('opens once its name is typed to the letter, and frames every workspace and every window', DEEP, async () => {
    const { page } = view;
    expect(await readFrame()).toBeNull();
    const { name, goLive } = await askToGoLive();
    for (const typed of ['', 'Fund', 'fund 7', 'Fund 7 ']) {
      await name.fill(typed);
      expect(await goLive.isDisabled(), typed).toBe(true);
      await name.press('Enter');
    }
    await page.getByRole('button', { name: /^Profile: SIMULATOR/, includeHidden: true }).waitFor();
    await name.fill('Fund 7');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await goLive.click();

    await strip().waitFor();
    await page.getByRole('button', { name: /^Profile: LIVE.*Fund 7/ }).waitFor();
    for (const workspace of ['Trade', 'Block RFQ', 'History', 'Risk']) {
      await page.getByRole('button', { name: workspace, exact: true }).click();
      await page.getByRole('main', { name: workspace }).waitFor();
      expect(await readFrame(), workspace).toEqual({
        width: '3px',
        isWhole: true,
        strip: `LIVE · REAL MONEY Fund 7 · ${LIVE}`,
      });
    }
    const own = await tearOff('Alerts');
    await own.locator('.live-strip').waitFor();
    expect(await readFrame(own)).toEqual(await readFrame());
    await own.getByRole('button', { name: 'Profile: LIVE · Fund 7, real money' }).waitFor();
    await own.close();
    await page.reload();
    await strip().waitFor();
    await page.getByRole('main', { name: 'Risk' }).waitFor();
  });

  it('is confirmed anew at the next start: until then nothing can be sold on it', DEEP, async () => {
    await goLiveOnRisk();
    await view.close();
    await terminal.stop();
    terminal = await startTerminal({ dataDir: terminal.dataDir });
    view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set', workspace: 'Risk' });
    await strip().waitFor();
    expect(await readFrame()).toMatchObject({ width: '3px', isWhole: true });
    const profiles = await openProfiles(/^Profile: LIVE/);
    await profiles.getByRole('radio', { name: /Fund 7/ }).check();
    const allow = profiles.getByRole('button', { name: 'Allow trading' });
    await expect.poll(() => allow.isDisabled()).toBe(true);
    await profiles.getByLabel(/^LIVE: real money/).fill('Fund 7');
    await allow.click();
    await profiles.getByText('This profile is open.').waitFor();
    await view.page.keyboard.press('Escape');
  });

  it(
    'takes its frame along from every window when another is opened, and nothing of it stays on screen',
    DEEP,
    async () => {
      const { page } = view;
      await goLiveOnRisk();
      const own = await tearOff('Scenario');
      await own.locator('.live-strip').waitFor();
      const profiles = await openProfiles(/^Profile: LIVE/);
      await profiles.getByRole('radio', { name: /Simulator/ }).check();
      await profiles.getByRole('button', { name: 'Open', exact: true }).click();
      for (const each of [page, own]) {
        await each.getByRole('button', { name: /^Profile: SIMULATOR/ }).waitFor();
        await each.locator('.live-strip').waitFor({ state: 'detached' });
        expect(await readFrame(each)).toBeNull();
        expect(await each.locator('body').innerText()).not.toMatch(/REAL MONEY|Fund 7/);
      }
      await own.close();
    },
  );
});

/** A live profile is added and marked; gives where its name is typed, and what opens it then. */
async function askToGoLive(): Promise<{ readonly name: Locator; readonly goLive: Locator }> {
  const profiles = await openProfiles(/^Profile: SIMULATOR/);
  await addProfile(profiles, 'Fund 7', LIVE);
  await profiles.getByRole('radio', { name: /Fund 7/ }).check();
  await profiles.getByText('LIVE: real money.').waitFor();
  const goLive = profiles.getByRole('button', { name: 'Go live' });
  return { name: profiles.getByLabel(/^LIVE: real money/), goLive };
}

/** The live profile is open, with the workspace about risk in front. */
async function goLiveOnRisk(): Promise<void> {
  const { name, goLive } = await askToGoLive();
  await name.fill('Fund 7');
  await goLive.click();
  await strip().waitFor();
  await view.page.getByRole('button', { name: 'Risk', exact: true }).click();
  await view.page.getByRole('main', { name: 'Risk' }).waitFor();
}

/** Moves a panel of the workspace in front to a window of its own. */
async function tearOff(panel: string): Promise<Page> {
  const { page } = view;
  await page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: panel, exact: true }).click();
  const own = await opening;
  await own.getByRole('main', { name: panel }).waitFor();
  return own;
}

const strip = () => view.page.locator('.live-strip').filter({ hasText: 'LIVE · REAL MONEY' });

async function openProfiles(button: RegExp): Promise<Locator> {
  await view.page.getByRole('button', { name: button }).click();
  const profiles = dialogOf(view.page, 'Profiles');
  await profiles.waitFor();
  return profiles;
}

async function addProfile(profiles: Locator, name: string, origin: string): Promise<void> {
  await profiles.getByRole('button', { name: 'Add a profile' }).click();
  await profiles.getByLabel('Name').fill(name);
  await profiles.getByLabel('Kind').selectOption('live');
  await profiles.getByLabel('Base address').fill(origin);
  await profiles.getByRole('button', { name: 'Add', exact: true }).click();
}

/** The frame of real money: how wide it is, whether it goes around the whole window, and what its strip says; null: none. */
function readFrame(page = view.page): Promise<{ width: string; isWhole: boolean; strip: string } | null> {
  return page.evaluate(() => {
    const frame = document.querySelector('.app-live');
    if (frame === null) return null;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const isWhole = left === 0 && top === 0 && right === innerWidth && bottom === innerHeight;
    const said = document.querySelector('.live-strip')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
    return { width: getComputedStyle(frame).borderLeftWidth, isWhole, strip: said };
  });
}
