import type { Locator } from 'playwright-core';

export interface TypedKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Adds a profile of test money in the dialog of profiles, and marks it. */
export async function addProfile(dialog: Locator, name: string, origin: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Add a profile' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Kind').selectOption('test');
  await dialog.getByLabel('Base address').fill(origin);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('radio', { name: new RegExp(name) }).check();
}

/** Types a key for the profile that is marked; storing it is another press. */
export async function typeKey(dialog: Locator, { clientId, clientSecret }: TypedKey): Promise<void> {
  await dialog.getByRole('button', { name: 'Set key' }).click();
  await dialog.getByLabel('Client id').fill(clientId);
  await dialog.getByLabel('Client secret').fill(clientSecret);
}
