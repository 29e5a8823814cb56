import type { Locator, Page } from 'playwright-core';
import type { PanelId } from '../../../renderer/panels.ts';
import { PANEL_PLACES, requestQuotes } from '../window/panel-places.ts';
import { panelOf } from '../window/terminal-window.ts';

/** News that go by themselves are gone by then. */
const NEWS_MS = 2000;

/** News stand in front of panels. One may go by itself before the click. */
async function dismissNews(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  while ((await dismiss.count()) > 0)
    await dismiss
      .last()
      .click({ timeout: NEWS_MS })
      .catch(() => undefined);
}

/** What a trader does first in a panel that would be empty otherwise. */
const SCENES: Partial<Record<PanelId, (panel: Locator) => Promise<void>>> = {
  trades: async (panel) => {
    await panel.getByRole('button', { name: 'today', exact: true }).click();
    await panel.getByRole('button', { name: 'Fetch', exact: true }).click();
    await panel.locator('[row-id]').first().waitFor();
  },
  alerts: async (panel) => {
    const conditions = ['BTC-PERPETUAL mark_price < 90000', 'BTC maintenance_margin / margin_balance > 60 %'];
    for (const condition of conditions) {
      await panel.getByLabel('Condition', { exact: true }).fill(condition);
      await panel.page().keyboard.press('Enter');
      await panel.locator(`tr[data-alert="${condition}"]`).getByText('quiet', { exact: true }).waitFor();
    }
  },
  subaccounts: async (panel) => {
    const offered = await panel.getByRole('button', { name: /^Add \w/ }).allInnerTexts();
    for (const name of offered) {
      await panel.getByRole('button', { name, exact: true }).click();
      await panel.getByRole('columnheader', { name: name.replace('Add ', '') }).waitFor();
    }
  },
  chart: (panel) => panel.getByRole('group', { name: 'Range' }).getByText('1m', { exact: true }).click(),
};

const WORKSPACES = ['Block RFQ', 'Risk', 'History'] as const;

/** Takes a picture of each other workspace as the window has it, into files that begin with that; a Block RFQ is asked for. */
export async function shootWorkspaces(page: Page, path: string): Promise<void> {
  for (const name of WORKSPACES) {
    await page.getByRole('button', { name, exact: true }).click();
    if (name === 'Block RFQ') await requestQuotes(page);
    const first = PANEL_PLACES[name]?.find(({ tab }) => tab === null);
    if (first !== undefined) await panelOf(page, first.region).locator(first.content).first().waitFor();
    if (name === 'History') await SCENES.trades?.(panelOf(page, 'Trades'));
    await dismissNews(page);
    await page.screenshot({ path: `${path}${name.toLowerCase().replace(' ', '-')}.png` });
  }
}

/** After `shootWorkspaces`: takes a picture of every panel, with the tabs above it, into the folder. */
export async function shootPanels(page: Page, folder: string): Promise<void> {
  for (const [workspace, pictures] of Object.entries(PANEL_PLACES)) {
    await page.getByRole('button', { name: workspace, exact: true }).click();
    const shown = page.locator('main:not([hidden])');
    for (const { name, region, tab, content } of pictures) {
      if (tab !== null) await shown.locator('.dv-tab').filter({ hasText: tab }).first().click();
      const panel = panelOf(page, region);
      await panel.locator(content).first().waitFor();
      await SCENES[name]?.(panel);
      await dismissNews(page);
      await page.screenshot({ path: `${folder}${name}.png`, clip: await findContent(panel) });
    }
  }
}

/** Under what a panel shows there may be nothing: so much of it stays in the picture. */
const MARGIN_PX = 16;
const LEAST_PX = 120;

/** The panel as far down as it shows anything. */
function findContent(panel: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return panel.evaluate(
    (element, { margin, least }) => {
      const { x, y, width, height, bottom } = element.getBoundingClientRect();
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let lowest = y + least;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        range.selectNodeContents(node);
        lowest = Math.max(lowest, range.getBoundingClientRect().bottom);
      }
      for (const drawn of element.querySelectorAll('svg, canvas, button, input')) {
        lowest = Math.max(lowest, drawn.getBoundingClientRect().bottom);
      }
      return { x, y, width, height: Math.min(height, bottom - y, lowest + margin - y) };
    },
    { margin: MARGIN_PX, least: LEAST_PX },
  );
}
