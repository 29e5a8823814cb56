import type { Page } from 'playwright-core';
import { PANEL_PLACES, requestQuotes } from './panel-places.ts';
import { panelOf } from './terminal-window.ts';

/** News stand in front of panels. */
async function dismissNews(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  while ((await dismiss.count()) > 0) await dismiss.last().click();
}

/** Takes a picture of every panel, with the tabs above it, into the folder. */
export async function shootPanels(page: Page, folder: string): Promise<void> {
  for (const [workspace, pictures] of Object.entries(PANEL_PLACES)) {
    await page.getByRole('button', { name: workspace, exact: true }).click();
    if (workspace === 'Block RFQ') await requestQuotes(page);
    const shown = page.locator('main:not([hidden])');
    for (const { name, region, tab, content } of pictures) {
      if (tab !== null) await shown.locator('.dv-tab').filter({ hasText: tab }).first().click();
      const panel = panelOf(page, region);
      await panel.locator(content).first().waitFor();
      await dismissNews(page);
      await panel.screenshot({ path: `${folder}${name}.png` });
    }
  }
}
