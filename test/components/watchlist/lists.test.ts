import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { oneList } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { DESK_SCREEN } from '../../support/window/terminal-window.ts';
import { type MountSetup, openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION, PERPETUAL, USDC_OPTION } from '../../support/window-bench/market.ts';
import { openFrame } from '../frame/palette.ts';

const mount = await openWindowBench();

/** The whole window, its one list with these in it. */
async function open(names: readonly string[] | null = null, setup: MountSetup = DESK_SCREEN) {
  const window = await openFrame(mount, {
    ...setup,
    prepare: (backEnd) => {
      const { state } = backEnd;
      if (names !== null) state.session = { ...state.session, watchlists: oneList(names) };
      setup.prepare?.(backEnd);
    },
  });
  const { view, page } = window;
  const lists = page.getByRole('navigation', { name: 'Watchlists' });
  async function choose(item: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: 'List and columns' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  return {
    ...window,
    lists,
    choose,
    tab: (name: string) => lists.getByRole('button', { name, exact: true }),
    removal: view.watchlist.getByRole('status').filter({ hasText: 'Undo' }),
    report: page.getByRole('dialog', { name: /^Import of/ }),
    /** The rows from top to bottom. */
    rows: async (): Promise<string[]> => {
      const read = await view.watchlist
        .locator('.ag-row[row-id]')
        .evaluateAll((all) =>
          all.map((row) => [Number(row.getAttribute('row-index')), row.getAttribute('row-id') ?? '']),
        );
      return read.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, name]) => String(name));
    },
    importFile: async (text: string): Promise<void> => {
      const chosen = page.waitForEvent('filechooser');
      await choose(/^Import CSV/);
      await (await chosen).setFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    },
  };
}

const THREE = ['BTC-PERPETUAL', 'ETH-PERPETUAL', 'BTC_USDC-PERPETUAL'];

describe('the lists', () => {
  it.each([
    [1280, 720],
    [1600, 960],
    [2560, 1440],
  ])('show every number whole in a window of %i by %i', async (width, height) => {
    const { view } = await open(null, { width, height });
    await expect
      .poll(() =>
        view.watchlist
          .locator('.price-cell')
          .filter({ hasText: /^\d\d,\d{3}\.\d+$/ })
          .count(),
      )
      .toBe(3);
    expect(await listCut(view.watchlist.locator('[role="gridcell"].number'))).toEqual([]);
    // Options change by more than the market may just show.
    const cut = await view.watchlist.locator('[role="gridcell"][col-id="change"]').evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
          const was = text?.nodeValue ?? null;
          if (text !== null) text.nodeValue = '−88.88';
          const isCut = cell.textContent !== '−88.88' || cell.scrollWidth > cell.clientWidth;
          if (text !== null) text.nodeValue = was;
          return isCut;
        }).length,
    );
    expect(cut).toBe(0);
  });

  it.each(['Add an instrument', 'Instrument'])(
    'leave what is typed, and every completion, in sight: %s',
    async (name) => {
      const { page, press } = await open();
      const field = page.getByRole('combobox', { name, exact: true });
      await field.fill('BTC_USDC-2');
      await page.getByRole('listbox', { name: `${name}: completions` }).waitFor();
      await press('ArrowDown');
      const isWhole = (part: Element): boolean => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const y = (top + bottom) / 2;
        return [left + 4, right - 4].every((x) => part.contains(document.elementFromPoint(x, y)));
      };
      expect(await page.getByRole('option', { selected: true }).evaluate(isWhole)).toBe(true);
      expect(await field.evaluate(isWhole)).toBe(true);
    },
  );

  it('keep strike and kind of an option in sight where its name has no room', async () => {
    const { view } = await open([USDC_OPTION]);
    const cell = view.watchlist.locator('.watch-instrument').filter({ hasText: '-100000-C' }).first();
    await cell.waitFor();
    const [isCut, left, shown] = await cell.evaluate((element) => {
      element.style.width = '110px';
      const [head, strike] = ['.instrument-name-head', '.instrument-name-strike'].map((name) =>
        element.querySelector(name),
      );
      if (head == null || strike == null) throw new Error('a name has both');
      const room = element.getBoundingClientRect().right - strike.getBoundingClientRect().right;
      return [head.scrollWidth > head.clientWidth, room, strike.textContent] as const;
    });
    expect([isCut, left >= 0, shown]).toEqual([true, true, '-100000-C']);
  });

  it('begin with one; a new one is named and filled by keyboard', async () => {
    const { view, page, lists, tab, press, rows } = await open();
    await expect.poll(() => tab('Main').getAttribute('aria-current')).toBe('true');
    await lists.getByRole('button', { name: 'New list' }).focus();
    await press('Enter');
    await page.keyboard.type('main');
    await lists.getByText('There is a list “Main” already.').waitFor();
    await press('Control+a');
    await page.keyboard.type('Vol desk');
    await press('Enter');
    await tab('Vol desk').waitFor();
    await view.watchlist.getByText('Nothing is watched yet').waitFor();
    for (const name of THREE) {
      await page.getByRole('combobox', { name: 'Add an instrument' }).fill(name);
      await press('Enter');
      await view.watchlist.locator(`[row-id="${name}"]`).first().waitFor();
    }
    expect(await rows()).toEqual(THREE);
    await page.getByRole('combobox', { name: 'Add an instrument' }).fill('NO-SUCH-THING');
    await press('Enter');
    await view.watchlist.getByRole('alert').getByText('The service has no instrument “NO-SUCH-THING”.').waitFor();
  });

  it('are ordered by keyboard, the focus staying on the row, and by dragging', async () => {
    const { view, page, press, rows } = await open(['ETH-PERPETUAL', 'BTC-PERPETUAL', 'BTC_USDC-PERPETUAL']);
    await view.select('BTC_USDC-PERPETUAL');
    await press('Alt+ArrowUp');
    await press('Alt+ArrowUp');
    await expect.poll(rows).toEqual(['BTC_USDC-PERPETUAL', 'ETH-PERPETUAL', 'BTC-PERPETUAL']);
    await view.watchlist.getByText('BTC_USDC-PERPETUAL is at place 1 of 3').waitFor();
    await press('Alt+ArrowDown');
    await expect.poll(rows).toEqual(['ETH-PERPETUAL', 'BTC_USDC-PERPETUAL', 'BTC-PERPETUAL']);
    const box = await view.watchlist.locator('[row-id="BTC-PERPETUAL"]').first().boundingBox();
    if (box === null) throw new Error('the row is on screen');
    await page.mouse.move(box.x + 60, box.y + 12);
    await page.mouse.down();
    for (const up of [8, 20, 40, 52]) await page.mouse.move(box.x + 60, box.y + 12 - up);
    await page.mouse.up();
    await expect.poll(rows).toEqual(['BTC-PERPETUAL', 'ETH-PERPETUAL', 'BTC_USDC-PERPETUAL']);
  });

  it('give back a row, and a whole list', async () => {
    const { view, page, lists, tab, press, rows, removal, choose } = await open(THREE);
    await view.select('ETH-PERPETUAL');
    await press('Delete');
    await removal.getByText('ETH-PERPETUAL was removed from “Main”.').waitFor();
    await removal.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(rows).toEqual(THREE);
    await lists.getByRole('button', { name: 'New list' }).click();
    await page.keyboard.type('Vol desk');
    await press('Enter');
    await tab('Main').click();
    await choose('Delete “Main”');
    await removal.getByText('The list “Main” was deleted.').waitFor();
    await expect.poll(() => tab('Vol desk').getAttribute('aria-current')).toBe('true');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await removal.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => tab('Main').getAttribute('aria-current')).toBe('true');
    await expect.poll(rows).toEqual(THREE);
  });

  it('are exported, and imported line by line, saying what was left out', async () => {
    const { page, choose, press, rows, importFile, dialog } = await open(THREE);
    const report = dialog(/^Import of/);
    const saving = page.waitForEvent('download');
    await choose(/^Export/);
    const file = await saving;
    expect(file.suggestedFilename()).toBe('watchlist-Main.csv');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['instrument', ...THREE, '']);
    await importFile(`${text}SOL_USDC-PERPETUAL,1\r\n=HYPERLINK(1)\r\nNO-SUCH-THING\r\n`);
    await report.getByText('1 instrument added, 5 lines left out.').waitFor();
    const told = await report.getByRole('row').allInnerTexts();
    expect(told.map((row) => row.split('\t').map((cell) => cell.trim())).slice(1)).toEqual([
      ['2', expect.any(String), 'It is in the list already.'],
      ['3', expect.any(String), 'It is in the list already.'],
      ['4', expect.any(String), 'It is in the list already.'],
      ['6', '=HYPERLINK(1)', 'The service has no instrument of this name.'],
      ['7', 'NO-SUCH-THING', 'The service has no instrument of this name.'],
    ]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Escape');
    await report.waitFor({ state: 'detached' });
    expect((await rows()).at(-1)).toBe('SOL_USDC-PERPETUAL');
    await importFile('\0');
    await report.getByText('0 instruments added, 1 line left out.').waitFor();
  });

  it('are not imported from a file that is larger than any could be', async () => {
    const { backEnd, report, importFile } = await open();
    const before = backEnd.asked('market.instruments');
    await importFile('x'.repeat(1024 * 1024 + 1));
    await report.getByText('The file is over 1 MB and no list.').waitFor();
    expect(backEnd.asked('market.instruments')).toEqual(before);
  });

  it('are sorted by a column, columns come and go, and a new start of the window keeps it all', async () => {
    const window = await open(['BTC-PERPETUAL', 'SOL_USDC-PERPETUAL', 'ETH-PERPETUAL']);
    const { view, page, backEnd, lists, tab, press, rows, choose } = window;
    await page.mouse.move(800, 700);
    await view.watchlist.locator('.ag-header-cell[col-id="mark"]').click();
    await page.mouse.move(800, 700);
    await expect.poll(rows).toEqual(['SOL_USDC-PERPETUAL', 'ETH-PERPETUAL', 'BTC-PERPETUAL']);
    // The name is changed last: what is kept with it has the rest.
    const saved = backEnd.nextAsked('watchlist.save', (kept) => JSON.stringify(kept).includes('"Vol"'));
    await page.getByRole('button', { name: 'List and columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Bid size' }).click();
    await page.getByRole('menuitemcheckbox', { name: '24h %' }).click();
    await press('Escape');
    await view.watchlist.locator('.ag-header-cell[col-id="bid_size"]').waitFor();
    await tab('Main').press('F2');
    await page.keyboard.type('Vol');
    await press('Enter');
    await tab('Vol').waitFor();
    await saved;
    await view.reload();
    await expect.poll(() => lists.getByRole('button').allInnerTexts()).toEqual(['Vol', '+']);
    const mark = view.watchlist.locator('.ag-header-cell[col-id="mark"]');
    await expect.poll(() => mark.getAttribute('aria-sort')).toBe('ascending');
    await view.watchlist.locator('.ag-header-cell[col-id="bid_size"]').waitFor();
    expect(await view.watchlist.locator('.ag-header-cell[col-id="change"]').count()).toBe(0);
    await choose('Back to your own order');
    await expect.poll(rows).toEqual(['BTC-PERPETUAL', 'SOL_USDC-PERPETUAL', 'ETH-PERPETUAL']);
  });

  it('ask first for what can be seen of a long list', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `BTC-27DEC30-${40_000 + 1000 * at}-C`);
    const { view, page, backEnd } = await open([PERPETUAL, ...names], {
      prepare: (made) => {
        const known = made.state.instruments.get(BTC_OPTION) ?? {};
        for (const [at, name] of names.entries()) made.setInstrument(name, { ...known, strike: 40_000 + 1000 * at });
      },
    });
    const visible = (): string[] =>
      (backEnd.asked('market.watch').at(-1)?.instruments ?? [])
        .filter(({ attention }) => attention !== 'background')
        .map(({ instrument_name: name }) => name);
    const [first = '', last = ''] = [names[0], names.at(-1)];
    await expect.poll(() => visible().includes(first) && !visible().includes(last)).toBe(true);
    await view.watchlist.locator(`[row-id="${first}"]`).first().hover();
    const seesLast = async () => {
      await page.mouse.wheel(0, 4000);
      return visible().includes(last);
    };
    await expect.poll(seesLast).toBe(true);
    expect(visible()).not.toContain(first);
    expect(visible().length).toBeLessThan(names.length);
  });
});
