import type { Page } from 'playwright-core';

/** Takes a structure of the menu with the strikes that were found. */
export async function takeStructure(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Structures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Structures' });
  await dialog.getByLabel('Structure', { exact: true }).selectOption({ label: name });
  await dialog.getByRole('button', { name: 'Use these legs' }).click();
  await dialog.waitFor({ state: 'detached' });
}
