import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { EXPORT_KINDS } from '../../../renderer/grid/export/export-kinds.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal();
const { page } = view;

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const palette = () => dialog('Commands');
const press = (chord: string) => page.keyboard.press(chord);
const menuItems = (role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => page.getByRole(role);
const tabs = () => page.locator('.workspace-tabs').getByRole('button').allInnerTexts();
const inPanel = (title: string, button: string) => panelOf(page, title).getByRole('button', { name: button });
const showWorkspace = (name: string) =>
  page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name, exact: true }).click();
const menuOf = (name: string) =>
  page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name, exact: true });

/** Every action of the palette by its title, with the hint beside it. */
async function listActions(): Promise<ReadonlyMap<string, string>> {
  await press('Control+k');
  await palette().getByRole('option', { name: 'Open Watchlist' }).waitFor();
  const found = await palette()
    .getByRole('option')
    .evaluateAll((all) =>
      all.map((one) => [one.firstChild?.textContent ?? '', one.lastElementChild?.textContent ?? ''] as const),
    );
  await press('Escape');
  await palette().waitFor({ state: 'hidden' });
  // Two of one name could not be told apart.
  expect(found.map(([title]) => title)).toEqual([...new Map(found).keys()]);
  return new Map(found);
}

/** What a menu offers, by the button that opens it. */
async function readMenu(button: Locator): Promise<{ items: string[]; checks: string[] }> {
  await button.click();
  await page.getByRole('menu').waitFor();
  const items = await menuItems().allInnerTexts();
  const checks = await menuItems('menuitemcheckbox').evaluateAll((all) =>
    all.map((one) => one.firstChild?.textContent ?? ''),
  );
  await press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  return { items, checks };
}

/** Has the palette do what these words mark. */
async function choose(words: string, title: string): Promise<void> {
  await press('Control+k');
  await page.keyboard.type(words);
  await palette().getByRole('option', { selected: true }).filter({ hasText: title }).waitFor();
  await press('Enter');
  await palette().waitFor({ state: 'hidden' });
}

async function tellDone(told: string | RegExp): Promise<void> {
  await page.getByText(told).first().waitFor();
}

const HERE = 'It is not in this workspace.';

describe('the palette has what menus and buttons offer', () => {
  it('of the workspace in front: its menu, and a window of its own for each panel that is in it', async () => {
    const actions = await listActions();
    await menuOf('Workspace').click();
    await menuItems().filter({ hasText: 'Move a panel' }).press('ArrowRight');
    await page.getByRole('menu').nth(1).waitFor();
    const [own = [], moved = []] = await Promise.all(
      [0, 1].map((at) => page.getByRole('menu').nth(at).getByRole('menuitem').allInnerTexts()),
    );
    await press('Escape');
    await page.getByRole('menu').first().waitFor({ state: 'hidden' });
    expect(own).toHaveLength(7);
    for (const item of own.filter((text) => !text.startsWith('Move a panel'))) {
      const isReason = [...actions.values()].includes(item);
      expect(isReason || actions.has(item), item).toBe(true);
    }
    expect(actions.get('Delete “Trade”')).toBe('One that came with the terminal stays.');
    const movable = [...actions].filter(([title, hint]) => /^Move .* to its own window$/.test(title) && hint !== HERE);
    expect(moved).not.toHaveLength(0);
    expect(movable.map(([title]) => title)).toEqual(moved.map((name) => `Move ${name} to its own window`));
    expect(actions.get('Move Diagnostics to its own window')).toBe(HERE);
  });

  it('of its panels: to open and close each, to bring one back, to reset them', async () => {
    const { items, checks } = await readMenu(menuOf('Panels'));
    await choose('close chart', 'Close Chart');
    await expect.poll(() => panelOf(page, 'Chart').count()).toBe(0);
    const after = await readMenu(menuOf('Panels'));
    const actions = await listActions();
    expect(items).toEqual(['No closed panel to reopen', 'Reset this workspace']);
    expect(after.items).toEqual(['Reopen Chart', 'Reset this workspace']);
    for (const name of checks) {
      expect([actions.has(`Open ${name}`), actions.has(`Close ${name}`)], name).toEqual([true, true]);
    }
    expect(actions.has('Reset this workspace')).toBe(true);
    await choose('reopen', 'Reopen closed panel');
    await panelOf(page, 'Chart').waitFor();
  });

  it('of the bars of panels: exports, views, labels, lists, snoozes, and the Block RFQ', async () => {
    await showWorkspace('Trade');
    await page.locator('main:not([hidden])').getByRole('tab', { name: 'Orders' }).click();
    const list = await readMenu(inPanel('Watchlist', 'List and columns'));
    const snoozes = ['10 minutes', '1 hour', '8 hours'];
    await showWorkspace('Block RFQ');
    const buttons = ['Structures', 'Your own', 'Paste legs', 'Flip side', 'Clear'];
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().waitFor();
    await showWorkspace('Trade');
    const titles = [...(await listActions()).keys()];
    for (const rows of ['orders', 'trades', 'the journal']) {
      for (const { name } of EXPORT_KINDS) expect(titles).toContain(`Export ${rows} as ${name}`);
      for (const item of [`Save this view of ${rows}…`, `Clear the filters of ${rows}`]) expect(titles).toContain(item);
      expect(titles).toContain(`Reset columns, filters and groups of ${rows}`);
    }
    expect(list.items.slice(0, 3).map((text) => text.split(' ')[0])).toEqual(['New', 'Rename', 'Delete']);
    for (const item of ['New list…', 'Rename the list in front…', 'Delete the list in front', 'Labels…'])
      expect(titles).toContain(item);
    for (const text of snoozes) expect(titles).toContain(`Snooze what is raised for ${text}`);
    for (const name of [...buttons, 'Request quotes'])
      expect(
        titles.some((title) => title.startsWith(name)),
        name,
      ).toBe(true);
  });
});

describe('and does it', () => {
  it('closing nothing by Enter before anything is typed; by “move” nothing is found that closes or deletes', async () => {
    await press('Control+k');
    await palette().getByRole('option', { selected: true }).filter({ hasText: 'Open Watchlist' }).waitFor();
    await press('Enter');
    await palette().waitFor({ state: 'hidden' });
    await panelOf(page, 'Watchlist').waitFor();
    expect((await listActions()).get('Close Watchlist')).toBe('');
    await press('Control+k');
    await page.keyboard.type('move');
    await palette().getByRole('option', { selected: true }).filter({ hasText: 'Move Watchlist' }).waitFor();
    const losing = palette().getByRole('option', { name: /^(?:Delete|Close)/ });
    await expect.poll(() => losing.count()).toBe(0);
    await press('Escape');
  });

  it('opens the profiles, and tests the key of the one that is open', async () => {
    await choose('profiles', 'Profiles…');
    await dialog('Profiles').getByText('This profile is open.').waitFor();
    await press('Escape');
    await choose('add a prof', 'Add a profile…');
    await dialog('Profiles').getByRole('heading', { name: 'Add a profile' }).waitFor();
    await press('Escape');
    expect((await listActions()).get('Set the key of this profile…')).toMatch(/makes its own key/);
    await choose('test key', 'Test the key of this profile');
    await dialog('Profiles').getByText('May sell', { exact: false }).first().waitFor();
    await press('Escape');
    await dialog('Profiles').waitFor({ state: 'detached' });
  });

  it('makes a workspace, names it anew, copies it, takes it away and brings it back', DEEP, async () => {
    await choose('new workspace', 'New workspace…');
    await dialog('New workspace').getByLabel('Name', { exact: true }).fill('Gamma');
    await press('Enter');
    await page.getByRole('main', { name: 'Gamma' }).waitFor();
    await choose('rename gamma', 'Rename “Gamma”…');
    await expect
      .poll(() => dialog('Rename the workspace').getByLabel('Name', { exact: true }).inputValue())
      .toBe('Gamma');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog('Rename the workspace').getByLabel('Name', { exact: true }).fill('Vega');
    await press('Enter');
    await choose('duplicate', 'Duplicate “Vega”');
    await expect.poll(tabs).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Vega', 'Vega 2']);
    await choose('delete vega', 'Delete “Vega 2”');
    await expect.poll(tabs).not.toContain('Vega 2');
    await choose('undo', 'Undo: “Vega 2” was deleted');
    await expect.poll(tabs).toContain('Vega 2');
    const download = page.waitForEvent('download');
    await choose('export vega', 'Export “Vega 2”');
    const file = await (await download).path();
    const chooser = page.waitForEvent('filechooser');
    await choose('import work', 'Import a workspace…');
    await (await chooser).setFiles(file);
    await expect.poll(tabs).toContain('Vega 2 2');
    await showWorkspace('Trade');
  });

  it('moves a panel to a window of its own', async () => {
    const torn = page.waitForEvent('popup');
    await choose('move ticker', 'Move Ticker to its own window');
    const own = await torn;
    await own.getByRole('region', { name: 'Ticker', exact: true }).waitFor();
    await expect.poll(() => panelOf(page, 'Ticker').count()).toBe(0);
    await own.close();
  });

  it('and the bars at the top and the bottom lead to what they tell of', DEEP, async () => {
    await showWorkspace('Trade');
    for (const name of [/^● online · rtt/, /^service /, /^journal ok$/]) {
      await page.getByRole('button', { name }).click();
      await panelOf(page, 'Diagnostics').getByText('Offset', { exact: true }).waitFor();
      await choose('close diag', 'Close Diagnostics');
      await expect.poll(() => panelOf(page, 'Diagnostics').count()).toBe(0);
    }
    const unknown = page.getByRole('button', { name: '0 unknown' });
    const look = () =>
      unknown.evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        return { outline: getComputedStyle(button).outlineStyle, size: `${width} ${height}` };
      });
    const { outline, size } = await look();
    expect(outline).toBe('none');
    await unknown.hover();
    expect(await look()).toEqual({ outline, size });
    await page.getByRole('button', { name: /^journal ok$/ }).focus();
    await press('Tab');
    await expect.poll(look).toEqual({ outline: 'solid', size });
    await page.locator('main:not([hidden])').getByRole('tab', { name: 'Trades' }).click();
    await panelOf(page, 'Orders').waitFor({ state: 'hidden' });
    await unknown.focus();
    await press('Enter');
    await panelOf(page, 'Orders').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('opens labels, exports rows, and says where there are none', DEEP, async () => {
    await choose('labels', 'Labels…');
    await dialog('Labels that are followed').waitFor();
    await press('Escape');
    await choose('export journal csv', 'Export the journal as CSV');
    await tellDone(/exports.*\.csv$/);
    await choose('export trades csv', 'Export trades as CSV');
    await tellDone('Trades: there are no rows');
    await choose('new list', 'New list…');
    await page.getByLabel('Name of the new list').fill('Mine');
    await press('Enter');
    await expect.poll(() => page.locator('main:not([hidden]) .list-tab[aria-current]').innerText()).toBe('Mine');
  });

  it('silences every alert that is raised, and wakes them', DEEP, async () => {
    await choose('new alert', 'New alert');
    const alerts = panelOf(page, 'Alerts');
    await alerts.getByLabel('Condition', { exact: true }).fill('BTC-PERPETUAL mark_price > 1');
    await press('Enter');
    await alerts.getByText('raised', { exact: true }).waitFor();
    await choose('snooze hour', 'Snooze what is raised for 1 hour');
    await alerts.getByRole('button', { name: /^Wake/ }).waitFor();
    expect((await listActions()).get('Snooze what is raised for 1 hour')).toBe('No alert is raised.');
    await choose('wake', 'Wake every snoozed alert');
    await alerts.getByRole('button', { name: /^Snooze/ }).waitFor();
    expect((await listActions()).get('Wake every snoozed alert')).toBe('No alert is snoozed.');
  });

  it('composes a Block RFQ; what has no legs says so', async () => {
    const before = await listActions();
    expect(before.get('Request quotes')).toBe('The composer has no legs yet.');
    await showWorkspace('Block RFQ');
    await choose('structures', 'Structures…');
    await dialog('Structures').getByLabel('Structure', { exact: true }).selectOption({ label: 'risk reversal' });
    await dialog('Structures').getByRole('button', { name: 'Use these legs' }).click();
    await page.locator('button.rfq-send[aria-disabled="false"]').waitFor();
    await choose('paste', 'Paste legs…');
    await dialog('Paste legs').waitFor();
    await press('Escape');
    await choose('request quotes', 'Request quotes');
    await dialog('Confirm the request').waitFor();
    await press('Escape');
    await choose('clear comp', 'Clear the composer');
    await page.getByText('No legs yet').waitFor();
    expect(view.complaints).toEqual([]);
  });

  it('fills the ticket where it is: in a window of its own, instead of a second one here', DEEP, async () => {
    await showWorkspace('Trade');
    await view.setRung('Confirm each');
    const opening = page.context().waitForEvent('page');
    await choose('move sell ticket', 'Move Sell ticket to its own window');
    const torn = await opening;
    const ticket = torn.getByRole('region', { name: 'Sell ticket', exact: true });
    await ticket.waitFor();
    await panelOf(page, 'Sell ticket').waitFor({ state: 'detached' });
    expect(await torn.title()).toContain('Sell ticket · ');
    const amount = ticket.getByLabel('Amount', { exact: true });
    await amount.fill('1220');
    await ticket.getByLabel('Price', { exact: true }).fill('99000');
    await ticket.locator('button.press[aria-disabled="false"][aria-busy="false"]').click();
    const question = torn.getByRole('dialog', { name: 'Confirm the sell' });
    await question.waitFor();
    await choose('s 1230 btc-perp 99000', 'sell 1,230 USD of BTC-PERPETUAL at 99,000 USD');
    await page.locator('.toast').filter({ hasText: 'The order is in the ticket’s own window' }).waitFor();
    // A question about the draft before goes with that, and leaves the keyboard at the new one, not at the button that sells.
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => amount.inputValue()).toBe('1230');
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await panelOf(page, 'Sell ticket').count()).toBe(0);
    await torn.close();
    // Without it, the ticket of this window is opened and filled.
    await choose('s 1240 btc-perp 99000', 'sell 1,240 USD');
    await expect.poll(() => view.amount.inputValue()).toBe('1240');
  });
});
