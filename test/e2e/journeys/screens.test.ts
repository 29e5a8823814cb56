import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { PANELS } from '../../../renderer/panels.ts';
import {
  findAccessibilityFaults,
  findFaultsInEveryTheme,
  findFaultsInFront,
  IN_FRONT,
} from '../../support/window/accessibility.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { type PanelPlace, PANEL_PLACES, requestQuotes } from '../../support/window/panel-places.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** In which journey each dialog is looked at, by how its title begins. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  'Allocation schemes': 'screens',
  'Change keys': 'desktop',
  Commands: 'desktop',
  'Confirm the request': 'screens',
  'Confirm the sell': 'ladder',
  'Guards of this profile': 'presets-and-guards',
  'Import of': 'lists',
  Keys: 'desktop',
  'Labels that are followed': 'orders-grid',
  Makers: 'block-rfq',
  'New workspace': 'workspaces',
  Order: 'orders-grid',
  'Orders that rest at the service': 'cancel',
  'Paste legs': 'screens',
  Presets: 'presets-and-guards',
  Profiles: 'screens',
  'Save this view': 'screens',
  Settings: 'desktop',
  'Settle an unknown request': 'block-rfq',
  'Settle an unknown sell': 'notices',
  Structures: 'screens',
  'Unlock the keys': 'profiles',
  'What a press does': 'ladder',
  'Your structures': 'screens',
};

const { view } = await openOwnTerminal(DESK_SCREEN);
const { page } = view;
const shown = page.locator('main:not([hidden])');
const region = (name: string): Locator => panelOf(page, name);
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** The panel in front that is named so, for axe. */
function partOf(title: string): string {
  return `main:not([hidden]) [role="region"][aria-label="${title}"]`;
}

async function showWorkspace(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name, exact: true }).click();
  await page.getByRole('main', { name }).waitFor();
}

/** Looks at the dialog in front, and leaves it. */
async function findDialogFaults(name: string): Promise<string[]> {
  await dialog(name).waitFor();
  const found = await findAccessibilityFaults(page);
  await page.keyboard.press('Escape');
  await dialog(name).waitFor({ state: 'detached' });
  return found;
}

const openedMenus = new Set<string>();

/** Every visible button that opens something, once a name without numbers. */
async function expectFaultlessMenus(): Promise<void> {
  const buttons = page.locator('button[aria-haspopup]:visible:enabled');
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  for (const [at, name] of names.map((text) => text.replaceAll(/\d+/g, '#')).entries()) {
    if (openedMenus.has(name)) continue;
    openedMenus.add(name);
    await buttons.nth(at).click();
    await page.locator(IN_FRONT).first().waitFor();
    // What menus do to the page behind them is the same of all.
    const find = openedMenus.size === 1 ? findAccessibilityFaults : findFaultsInFront;
    expect(await find(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator(IN_FRONT).first().waitFor({ state: 'detached' });
  }
}

/** Which panels are in front, from layer to layer: the first tabs of all groups, then their second ones, and so on. */
async function listLayers(places: readonly PanelPlace[]): Promise<{ tabs: Locator[]; places: PanelPlace[] }[]> {
  const groups = await shown.locator('.dv-tabs-container').all();
  const names = await Promise.all(groups.map((group) => group.locator('.dv-tab').allInnerTexts()));
  const count = Math.max(...names.map(({ length }) => length));
  return Array.from({ length: count }, (_, layer) => ({
    tabs: groups
      .filter((_group, at) => names[at]?.[layer] !== undefined)
      .map((group) => group.locator('.dv-tab').nth(layer)),
    places: places.filter(({ tab }) => (tab === null ? layer === 0 : names.some((all) => all[layer] === tab))),
  }));
}

beforeAll(async () => {
  await view.setRung('One click');
  await view.select('BTC-PERPETUAL');
  await view.chooseType('Market');
  await view.amount.fill('5000');
  await view.label.fill('on-screen');
  await view.waitUntilPressable();
  await view.press.click();
  await view.orderRow('on-screen').getByText('filled', { exact: true }).waitFor();
});

it('a text too faint in one theme, and a picture without words, would be found', async () => {
  await page.evaluate(() => {
    const text = document.createElement('p');
    text.textContent = 'Clear in the dark alone';
    text.style.cssText = 'position: fixed; z-index: 9; inset: 40% auto auto 40%; color: #eee; background: var(--panel)';
    const picture = document.createElement('img');
    [text.id, picture.id] = ['faint', 'wordless'];
    const spoilt = document.createElement('div');
    spoilt.id = 'spoilt';
    spoilt.append(text, picture);
    document.querySelector('main:not([hidden])')?.append(spoilt);
  });
  const found = await findFaultsInEveryTheme(page);
  expect(found.map((fault) => fault.split(' (')[0])).toEqual([
    'dark: image-alt: #wordless',
    'light: color-contrast: #faint',
  ]);
  await page.evaluate(() => document.querySelector('#spoilt')?.remove());
});

describe('no screen has a serious fault in any theme', () => {
  const seen: string[] = [];

  it.each(Object.entries(PANEL_PLACES))('with the panels of %s and their menus', async (workspace, places) => {
    await showWorkspace(workspace);
    if (workspace === 'Block RFQ') await requestQuotes(page);
    for (const [depth, layer] of (await listLayers(places)).entries()) {
      for (const tab of layer.tabs) await tab.click();
      for (const { name, region: title, content } of layer.places) {
        await region(title).locator(content).first().waitFor();
        seen.push(name);
      }
      // What stands around the panels is the same from layer to layer.
      const part = depth === 0 ? undefined : layer.places.map(({ region: title }) => partOf(title)).join(', ');
      expect(await findFaultsInEveryTheme(page, part), layer.places.map(({ name }) => name).join(', ')).toEqual([]);
      await expectFaultlessMenus();
    }
  });

  it('and that was every panel, and a dozen menus', () => {
    expect(seen.toSorted()).toEqual(PANELS.map(({ id }) => id).toSorted());
    expect(openedMenus.size).toBeGreaterThanOrEqual(12);
  });

  it('with the dialogs of a Block RFQ', DEEP, async () => {
    await showWorkspace('Block RFQ');
    for (const [button, name] of [
      ['Structures', 'Structures'],
      ['Your own', 'Your structures'],
      ['Paste legs', 'Paste legs'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      expect(await findDialogFaults(name)).toEqual([]);
    }
    const composer = region('Block RFQ composer');
    // It was sent a while ago, and lives: an equal one asks.
    await composer.getByLabel(/^Accept: You sent the same request/).check();
    await composer.locator('button.rfq-send[aria-disabled="false"]').click();
    expect(await findDialogFaults('Confirm the request')).toEqual([]);
    await composer.getByRole('button', { name: 'Split it' }).click();
    await composer.getByRole('button', { name: 'Schemes' }).click();
    expect(await findDialogFaults('Allocation schemes')).toEqual([]);
  });

  it('with the pages of the profiles, and a view that is named', DEEP, async () => {
    await showWorkspace('Trade');
    const profiles = dialog('Profiles');
    for (const pageName of ['Add a profile', 'Edit', 'Set key']) {
      await page.getByRole('button', { name: /^Profile: / }).click();
      await profiles.getByRole('button', { name: 'Add a profile' }).waitFor();
      if (pageName !== 'Add a profile') await profiles.getByRole('radio', { name: /Desk A/ }).check();
      await profiles.getByRole('button', { name: pageName }).click();
      await profiles.getByRole('heading', { level: 3 }).waitFor();
      if (pageName !== 'Add a profile') expect(await findDialogFaults('Profiles')).toEqual([]);
      else {
        await profiles.getByLabel('Name').fill('Desk A');
        await profiles.getByLabel('Base address').fill('https://service.invalid');
        expect(await findAccessibilityFaults(page)).toEqual([]);
        await profiles.getByRole('button', { name: 'Add', exact: true }).click();
        await profiles.getByRole('radio', { name: /Desk A/ }).waitFor();
        await page.keyboard.press('Escape');
      }
    }
    await shown.getByRole('tab', { name: 'Orders' }).click();
    await view.orders.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    expect(await findDialogFaults('Save this view')).toEqual([]);
  });

  it('and every dialog of the program is opened by a journey that looks at it', () => {
    const sources = globSync('renderer/**/*.tsx', { cwd: ROOT }).map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'));
    const titles = sources.flatMap((source) =>
      [...source.matchAll(/<Dialog title=\{?[^"'`}]*["'`]([A-Z][^"'`$]*)/g)].map(([, title = '']) => title.trim()),
    );
    expect(sources.join('').split('<Dialog ')).toHaveLength(titles.length + 1);
    expect([...new Set(titles)].toSorted()).toEqual(Object.keys(LOOKED_AT).toSorted());
    for (const [title, journey] of Object.entries(LOOKED_AT)) {
      const text = readFileSync(`${ROOT}/test/e2e/journeys/${journey}.test.ts`, 'utf8');
      // Looked at soon after it is named.
      expect(text, title).toMatch(new RegExp(`['/\`]\\^?${title}[\\s\\S]{0,1600}?find\\w*Faults\\(`));
    }
  });
});

describe('a press beside an open menu', () => {
  it('only closes it: nothing behind can be hit', async () => {
    await showWorkspace('Trade');
    await view.amount.fill('5000');
    await view.label.fill('beside-the-menu');
    await view.waitUntilPressable();
    const isHit = () =>
      view.press.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(await isHit()).toBe(true);
    await page.getByRole('button', { name: 'Workspace', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New workspace…' }).waitFor();
    expect(await isHit()).toBe(false);
    await view.press.click({ force: true });
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(isHit).toBe(true);
    expect(await view.orderRow('beside-the-menu').count()).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});
