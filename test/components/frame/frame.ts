import type { Locator, Page } from 'playwright-core';
import { panelOf } from '../../support/window/terminal-window.ts';

/** What stands around the panels of a window, in the words of its user. */
export interface Frame {
  readonly inFront: Locator;
  readonly bar: Locator;
  readonly palette: Locator;
  readonly panel: (name: string) => Locator;
  readonly dialog: (name: string | RegExp) => Locator;
  readonly toast: (text: string | RegExp) => Locator;
  /** The names of the workspaces, in the order of their tabs. */
  readonly workspaces: () => Promise<string[]>;
  readonly showWorkspace: (name: string) => Promise<void>;
  /** Brings a panel to the front, by what its tab begins with. */
  readonly showPanel: (tab: RegExp) => Promise<void>;
  /** Chooses in the menu of the workspace in front. */
  readonly choose: (item: string | RegExp) => Promise<void>;
  /** Chooses in the menu of panels. */
  readonly choosePanels: (item: string | RegExp) => Promise<void>;
  /** Opens a panel, or closes it. */
  readonly togglePanel: (name: string) => Promise<void>;
  readonly importWorkspace: (text: string) => Promise<void>;
  readonly press: (chord: string) => Promise<void>;
  /** Opens the palette and types. */
  readonly ask: (words: string) => Promise<void>;
  /** The palette's item that Enter takes, once it is this one. */
  readonly marked: (text: string | RegExp) => Locator;
  /** Has the palette do what these words mark. */
  readonly act: (words: string, title: string) => Promise<void>;
  /** The focus is in no panel and no field. */
  readonly leaveFields: () => Promise<void>;
}

export function frameOf(page: Page): Frame {
  const bar = page.getByRole('navigation', { name: 'Workspaces' });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
  const palette = dialog('Commands');
  const press = (chord: string) => page.keyboard.press(chord);
  const marked = (text: string | RegExp) => palette.getByRole('option', { selected: true }).filter({ hasText: text });
  const inFront = page.locator('main:not([hidden])');
  async function openMenu(name: string | RegExp): Promise<void> {
    await bar.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menu').waitFor();
  }
  async function chooseIn(menu: string | RegExp, item: string | RegExp): Promise<void> {
    await openMenu(menu);
    await page.getByRole('menuitem', { name: item }).click();
  }
  async function ask(words: string): Promise<void> {
    await press('Control+k');
    await palette.waitFor();
    await page.keyboard.type(words);
  }
  return {
    inFront,
    bar,
    palette,
    dialog,
    press,
    ask,
    marked,
    panel: (name) => panelOf(page, name),
    toast: (text) => page.locator('.toast').filter({ hasText: text }),
    workspaces: () => page.locator('.workspace-tabs').getByRole('button').allInnerTexts(),
    showWorkspace: async (name) => {
      await bar.getByRole('button', { name, exact: true }).click();
      await page.getByRole('main', { name, exact: true }).waitFor();
    },
    showPanel: (tab) => inFront.locator('.dv-tab').filter({ hasText: tab }).first().click(),
    choose: (item) => chooseIn('Workspace', item),
    choosePanels: (item) => chooseIn(/^Panels/, item),
    togglePanel: async (name) => {
      await openMenu(/^Panels/);
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    },
    importWorkspace: (text) =>
      page
        .getByLabel('Workspace to import')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) }),
    act: async (words, title) => {
      await ask(words);
      await marked(title).waitFor();
      await press('Enter');
      await palette.waitFor({ state: 'hidden' });
    },
    leaveFields: () => page.getByRole('heading', { name: 'Strikedesk' }).click(),
  };
}
