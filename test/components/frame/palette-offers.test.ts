import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EXPORT_KINDS } from '../../../renderer/grid/export/export-kinds.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { listActions, openFrame, readMenu } from './palette.ts';

const mount = await openWindowBench();

const HERE = 'It is not in this workspace.';

describe('the palette has what menus and buttons offer', () => {
  it('of the workspace in front: its menu, and a window of its own for each panel that is in it', async () => {
    const window = await openFrame(mount);
    const { page, bar, press } = window;
    const actions = await listActions(window);
    await bar.getByRole('button', { name: 'Workspace', exact: true }).click();
    await page.getByRole('menuitem').filter({ hasText: 'Move a panel' }).press('ArrowRight');
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
    const window = await openFrame(mount);
    const { bar, act, panel } = window;
    const panels = bar.getByRole('button', { name: /^Panels/ });
    const { items, checks } = await readMenu(window, panels);
    await act('close chart', 'Close Chart');
    await expect.poll(() => panel('Chart').count()).toBe(0);
    const after = await readMenu(window, panels);
    const actions = await listActions(window);
    expect(items).toEqual(['No closed panel to reopen', 'Reset this workspace']);
    expect(after.items).toEqual(['Reopen Chart', 'Reset this workspace']);
    for (const name of checks) {
      expect([actions.has(`Open ${name}`), actions.has(`Close ${name}`)], name).toEqual([true, true]);
    }
    expect(actions.has('Reset this workspace')).toBe(true);
    await act('reopen', 'Reopen closed panel');
    await panel('Chart').waitFor();
  });

  it('of the bars of panels: exports, views, labels, lists, snoozes, and the Block RFQ', async () => {
    const window = await openFrame(mount);
    const { page, panel, showWorkspace } = window;
    const inPanel = (title: string, name: string): Locator => panel(title).getByRole('button', { name });
    const list = await readMenu(window, inPanel('Watchlist', 'List and columns'));
    await showWorkspace('Block RFQ');
    const buttons = ['Structures', 'Your own', 'Paste legs', 'Flip side', 'Clear'];
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().waitFor();
    await showWorkspace('Trade');
    const titles = [...(await listActions(window)).keys()];
    for (const rows of ['orders', 'trades', 'the journal']) {
      for (const { name } of EXPORT_KINDS) expect(titles).toContain(`Export ${rows} as ${name}`);
      for (const item of [`Save this view of ${rows}…`, `Clear the filters of ${rows}`]) expect(titles).toContain(item);
      expect(titles).toContain(`Reset columns, filters and groups of ${rows}`);
    }
    expect(list.items.slice(0, 3).map((text) => text.split(' ')[0])).toEqual(['New', 'Rename', 'Delete']);
    for (const item of ['New list…', 'Rename the list in front…', 'Delete the list in front', 'Labels…'])
      expect(titles).toContain(item);
    for (const text of ['10 minutes', '1 hour', '8 hours'])
      expect(titles).toContain(`Snooze what is raised for ${text}`);
    for (const name of [...buttons, 'Request quotes'])
      expect(
        titles.some((title) => title.startsWith(name)),
        name,
      ).toBe(true);
  });
});
