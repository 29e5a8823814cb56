import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PANELS } from '../../../renderer/panels.ts';
import {
  findAccessibilityFaults,
  findFaultsInEveryTheme,
  findFaultsInFront,
  IN_FRONT,
} from '../../support/window/accessibility.ts';
import { DEEP } from '../../support/deep.ts';
import { type PanelPlace, PANEL_PLACES } from '../../support/window/panel-places.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION } from '../../support/window-bench/market.ts';
import { type Framed, openFrame } from '../frame/palette.ts';
import { rowOf, showRows } from '../orders/rows.ts';
import { fillPanels, HIGHER_OPTION } from './filled.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const mount = await openWindowBench();

/** The whole window on a desk's screen, with something in every panel. */
function open(): Promise<Framed> {
  return openFrame(mount, {
    ...DESK_SCREEN,
    prepare: (backEnd) => {
      fillPanels(backEnd);
      showRows(rowOf('on-screen', { order: { order_state: 'filled', filled_amount: 1000, average_price: 98_000 } }))(
        backEnd,
      );
    },
  });
}

/** The panel in front that is named so, for axe. */
function partOf(title: string): string {
  return `main:not([hidden]) [role="region"][aria-label="${title}"]`;
}

/** Which panels are in front, from layer to layer: the first tabs of all groups, then their second ones, and so on. */
async function listLayers({ inFront }: Framed, places: readonly PanelPlace[]) {
  const groups = await inFront.locator('.dv-tabs-container').all();
  const names = await Promise.all(groups.map((group) => group.locator('.dv-tab').allInnerTexts()));
  const count = Math.max(...names.map(({ length }) => length));
  return Array.from({ length: count }, (_, layer) => ({
    tabs: groups
      .filter((_group, at) => names[at]?.[layer] !== undefined)
      .map((group) => group.locator('.dv-tab').nth(layer)),
    places: places.filter(({ tab }) => (tab === null ? layer === 0 : names.some((all) => all[layer] === tab))),
  }));
}

/** Every button in sight that opens something, once for each name; the numbers in names change. */
async function expectFaultlessMenus({ page, press }: Framed, opened: Set<string>, within: string): Promise<void> {
  const buttons = page.locator(`${within} button[aria-haspopup]:visible:enabled`);
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  for (const [at, name] of names.map((text) => text.replaceAll(/\d+/g, '#')).entries()) {
    if (opened.has(name)) continue;
    opened.add(name);
    await buttons.nth(at).click();
    await page.locator(IN_FRONT).first().waitFor();
    // What menus do to the page behind them is the same of all.
    const find = opened.size === 1 ? findAccessibilityFaults : findFaultsInFront;
    expect(await find(page), name).toEqual([]);
    await press('Escape');
    await page.locator(IN_FRONT).first().waitFor({ state: 'detached' });
  }
}

/** Two legs that stand in the market, pasted into the composer. */
async function composeLegs({ page, dialog }: Framed): Promise<void> {
  await page.getByRole('button', { name: 'Paste legs', exact: true }).click();
  await dialog('Paste legs').getByLabel('Legs as text').fill(`buy 25 ${BTC_OPTION}\nsell 25 ${HIGHER_OPTION}`);
  await dialog('Paste legs').getByRole('button', { name: 'Replace all legs' }).click();
  await dialog('Paste legs').waitFor({ state: 'detached' });
}

/** Looks at the dialog in front, and leaves it. */
async function findDialogFaults({ page, dialog, press }: Framed, name: string): Promise<string[]> {
  await dialog(name).waitFor();
  const found = await findAccessibilityFaults(page);
  await press('Escape');
  await dialog(name).waitFor({ state: 'detached' });
  return found;
}

it('a text too faint in one theme, and a picture without words, would be found', async () => {
  // One panel: what is looked at is the look itself.
  const { page } = await mount({ panels: ['account'] });
  await page.evaluate(() => {
    const text = document.createElement('p');
    text.textContent = 'Clear in the dark alone';
    text.style.cssText = 'position: fixed; z-index: 9; inset: 40% auto auto 40%; color: #eee; background: var(--panel)';
    const picture = document.createElement('img');
    [text.id, picture.id] = ['faint', 'wordless'];
    document.querySelector('main:not([hidden])')?.append(text, picture);
  });
  const found = await findFaultsInEveryTheme(page);
  expect(found.map((fault) => fault.split(' (')[0])).toEqual([
    'dark: image-alt: #wordless',
    'light: color-contrast: #faint',
  ]);
  await page.evaluate(() => document.querySelectorAll('#faint, #wordless').forEach((part) => part.remove()));
});

describe('no screen has a serious fault in any theme', () => {
  async function expectFaultless(workspace: string, places: readonly PanelPlace[]): Promise<void> {
    const window = await open();
    const { page, panel, showWorkspace } = window;
    await showWorkspace(workspace);
    if (workspace === 'Block RFQ') await composeLegs(window);
    const opened = new Set<string>();
    for (const [depth, layer] of (await listLayers(window, places)).entries()) {
      for (const tab of layer.tabs) await tab.click();
      for (const { region: title, content } of layer.places) await panel(title).locator(content).first().waitFor();
      // What stands around the panels is the same from layer to layer.
      const part = depth === 0 ? undefined : layer.places.map(({ region: title }) => partOf(title)).join(', ');
      expect(await findFaultsInEveryTheme(page, part), layer.places.map(({ name }) => name).join(', ')).toEqual([]);
      await expectFaultlessMenus(window, opened, workspace === 'Trade' ? '' : 'main');
    }
    if (workspace === 'Trade') expect(opened.size).toBeGreaterThanOrEqual(10);
  }
  const SCREENS = Object.entries(PANEL_PLACES);
  const isQuick = ([workspace]: (typeof SCREENS)[number]): boolean => workspace === 'Risk';
  it.each(SCREENS.filter(isQuick))('with the panels of %s and their menus', expectFaultless);
  it.each(SCREENS.filter((screen) => !isQuick(screen)))('with the panels of %s and their menus', DEEP, expectFaultless);

  it('and that was every panel', () => {
    const named = Object.values(PANEL_PLACES).flatMap((places) => places.map(({ name }) => name));
    expect(named.toSorted()).toEqual(PANELS.map(({ id }) => id).toSorted());
  });

  it('with the dialogs of a Block RFQ', DEEP, async () => {
    const window = await open();
    const { page, panel, showWorkspace } = window;
    await showWorkspace('Block RFQ');
    for (const [button, name] of [
      ['Structures', 'Structures'],
      ['Your own', 'Your structures'],
      ['Paste legs', 'Paste legs'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      expect(await findDialogFaults(window, name)).toEqual([]);
    }
    await composeLegs(window);
    const composer = panel('Block RFQ composer');
    await composer.locator('button.rfq-send[aria-disabled="false"]').click();
    expect(await findDialogFaults(window, 'Confirm the request')).toEqual([]);
    await composer.getByRole('button', { name: 'Split it' }).click();
    await composer.getByRole('button', { name: 'Schemes' }).click();
    expect(await findDialogFaults(window, 'Allocation schemes')).toEqual([]);
  });

  it.each(['Add a profile', 'Edit', 'Set key'])('with the pages of the profiles: %s', DEEP, async (pageName) => {
    const window = await open();
    const { page, dialog } = window;
    await page.getByRole('button', { name: /^Profile: / }).click();
    await dialog('Profiles').getByRole('button', { name: 'Add a profile' }).waitFor();
    await dialog('Profiles').getByRole('button', { name: pageName }).click();
    await dialog('Profiles').getByRole('heading', { level: 3 }).waitFor();
    if (pageName === 'Add a profile') {
      await dialog('Profiles').getByLabel('Name').fill('Desk A');
      await dialog('Profiles').getByLabel('Base address').fill('https://service.invalid');
    }
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('and every dialog of the program is opened by a test that looks at it', () => {
    const sources = globSync('renderer/**/*.tsx', { cwd: ROOT }).map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'));
    const titles = sources.flatMap((source) =>
      [...source.matchAll(/<Dialog title=\{?[^"'`}]*["'`]([A-Z][^"'`$]*)/g)].map(([, title = '']) => title.trim()),
    );
    expect(sources.join('').split('<Dialog ')).toHaveLength(titles.length + 1);
    const tests = globSync('test/{components,e2e}/**/*.test.ts', { cwd: ROOT }).map((path) =>
      readFileSync(`${ROOT}/${path}`, 'utf8'),
    );
    // Looked at soon after it is named.
    const isLookedAt = (title: string): boolean =>
      tests.some((text) => new RegExp(`['/\`]\\^?${title}[\\s\\S]{0,1600}?find\\w*Faults\\(`).test(text));
    expect([...new Set(titles)].filter((title) => !isLookedAt(title))).toEqual([]);
  });
});

describe('a press beside an open menu', () => {
  it('only closes it: nothing behind can be hit', async () => {
    const { view, page, backEnd } = await open();
    await view.amount.fill('5000');
    await view.price.fill('98000');
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
    expect(backEnd.state.sold).toEqual([]);
  });
});
