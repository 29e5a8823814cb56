import type { Page } from 'playwright-core';

/** A panel's picture for its page of the guide: its file is named as the page is. */
interface Picture {
  readonly name: string;
  /** What is shown of it, by what its tab or its region says. */
  readonly region: string;
  /** Behind which tab it stands; null for one in front. */
  readonly tab: string | null;
  /** What has to be there before it is taken. */
  readonly content: string;
}

const WORKSPACES: Readonly<Record<string, readonly Picture[]>> = {
  Trade: [
    { name: 'watchlist', region: 'Watchlist', tab: null, content: '[row-id]' },
    { name: 'ticker', region: 'Ticker', tab: null, content: '.field-group' },
    { name: 'sell-ticket', region: 'Sell ticket', tab: null, content: '.forecast' },
    { name: 'orders', region: 'Orders', tab: null, content: '[row-id]' },
    { name: 'account', region: 'Account', tab: null, content: '.fields' },
    { name: 'option-chain', region: 'Option chain', tab: 'Option chain', content: '.chain-first-above' },
    { name: 'instrument', region: 'Instrument', tab: 'Instrument', content: '.field-group' },
    { name: 'chart', region: 'Chart', tab: 'Chart', content: 'canvas' },
    { name: 'trades', region: 'Trades', tab: 'Trades', content: 'form, button' },
    { name: 'journal', region: 'Journal', tab: 'Journal', content: '[row-id]' },
  ],
  Risk: [
    { name: 'account-full', region: 'Account in full', tab: null, content: '.fields, dl' },
    { name: 'exposure', region: 'Exposure over time', tab: null, content: 'canvas' },
    { name: 'alerts', region: 'Alerts', tab: null, content: 'form' },
    { name: 'scenario', region: 'Scenario', tab: 'Scenario', content: 'table' },
    { name: 'subaccounts', region: 'Subaccounts', tab: 'Subaccounts', content: 'form' },
  ],
  History: [{ name: 'diagnostics', region: 'Diagnostics', tab: 'Diagnostics', content: '.field-group' }],
  'Block RFQ': [
    { name: 'rfq-composer', region: 'Block RFQ composer', tab: null, content: '.rfq-legs' },
    { name: 'rfq-payoff', region: 'Payoff', tab: null, content: 'canvas' },
    { name: 'rfq-requests', region: 'My requests', tab: null, content: 'td' },
    { name: 'rfq-tape', region: 'Public tape', tab: null, content: 'td' },
  ],
};

/** Asks quotes for a structure of the menu, and leaves it in the composer. */
async function requestQuotes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Structures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Structures' });
  await dialog.getByLabel('Structure', { exact: true }).selectOption({ label: 'risk reversal' });
  await dialog.getByRole('button', { name: 'Use these legs' }).click();
  await page.locator('button.rfq-send[aria-disabled="false"]').click();
  await page
    .getByRole('dialog', { name: 'Confirm the request' })
    .locator('.button-primary[aria-disabled="false"]')
    .click();
  await page
    .getByRole('region', { name: 'My requests' })
    .getByText(/^\d:\d\d$/)
    .waitFor();
}

/** News stand in front of panels. */
async function dismissNews(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  while ((await dismiss.count()) > 0) await dismiss.last().click();
}

/** Takes a picture of every panel, with the tabs above it, into the folder. */
export async function shootPanels(page: Page, folder: string): Promise<void> {
  for (const [workspace, pictures] of Object.entries(WORKSPACES)) {
    await page.getByRole('button', { name: workspace, exact: true }).click();
    if (workspace === 'Block RFQ') await requestQuotes(page);
    const shown = page.locator('main:not([hidden])');
    for (const { name, region, tab, content } of pictures) {
      if (tab !== null) await shown.locator('.dv-tab').filter({ hasText: tab }).first().click();
      const panel = shown.getByRole('region', { name: region, exact: true });
      await panel.locator(content).first().waitFor();
      await dismissNews(page);
      await panel.screenshot({ path: `${folder}${name}.png` });
    }
  }
}
