import type { Page } from 'playwright-core';
import type { PanelId } from '../../../renderer/panels.ts';
import { panelOf } from './terminal-window.ts';

/** Where a panel stands in the arrangement that everybody begins with. */
export interface PanelPlace {
  readonly name: PanelId;
  /** Its region. */
  readonly region: string;
  /** Behind which tab it stands; null for one in front. */
  readonly tab: string | null;
  /** What is there once it has something to show. */
  readonly content: string;
}

/** Every panel, by its workspace. */
export const PANEL_PLACES: Readonly<Record<string, readonly PanelPlace[]>> = {
  Trade: [
    { name: 'watchlist', region: 'Watchlist', tab: null, content: '[row-id]' },
    { name: 'ticker', region: 'Ticker', tab: null, content: '.field-group' },
    { name: 'order-ticket', region: 'Order ticket', tab: null, content: '.forecast' },
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
export async function requestQuotes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Structures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Structures' });
  await dialog.getByLabel('Structure', { exact: true }).selectOption({ label: 'risk reversal' });
  await dialog.getByRole('button', { name: 'Use these legs' }).click();
  await page.locator('button.rfq-send[aria-disabled="false"]').click();
  await page
    .getByRole('dialog', { name: 'Confirm the request' })
    .locator('.button-primary[aria-disabled="false"]')
    .click();
  await panelOf(page, 'My requests')
    .getByText(/^\d:\d\d$/)
    .waitFor();
}
