import type { Page } from 'playwright-core';
import { dialogOf } from '../window/terminal-window.ts';

/** What the guide shows over the window, by the name of its page, and how a trader comes to it. */
const OPENED: Readonly<Record<string, { readonly title: string; readonly open: (page: Page) => Promise<void> }>> = {
  profiles: {
    title: 'Profiles',
    open: async (page) => {
      await page.getByRole('button', { name: /^Profile: / }).click();
      const dialog = dialogOf(page, 'Profiles');
      await dialog.getByRole('button', { name: 'Add a profile' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('Fund A');
      await dialog.getByLabel('Base address').fill('https://test.example.com');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.locator('.profile-name').getByText('Fund A', { exact: true }).click();
    },
  },
  palette: {
    title: 'Commands',
    open: async (page) => {
      await page.keyboard.press('Control+K');
      await page.keyboard.type('s 10k btc-perp 97410 post label=hedge-1');
      await dialogOf(page, 'Commands').getByText('Fills the ticket').waitFor();
    },
  },
  keys: { title: 'Keys', open: (page) => page.keyboard.press('?') },
  settings: { title: 'Settings', open: (page) => page.keyboard.press('Control+,') },
};

/** Takes a picture of each dialog that the guide has a page for, and of the news, into the folder. */
export async function shootDialogs(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: /^News \d/ }).click();
  const news = page.locator('.news-card');
  await news.locator('li').first().waitFor();
  await news.screenshot({ path: `${folder}news.png` });
  await page.keyboard.press('Escape');
  await news.waitFor({ state: 'detached' });
  for (const [name, { title, open }] of Object.entries(OPENED)) {
    await open(page);
    const dialog = dialogOf(page, title);
    await dialog.waitFor();
    await dialog.screenshot({ path: `${folder}${name}.png` });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}
