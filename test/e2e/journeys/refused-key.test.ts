import { describe, expect, it } from 'vitest';
import { openOwnTerminal, openService } from '../../support/window/own-terminal.ts';
import { addProfile, typeKey } from '../../support/window/profiles-dialog.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';

const PASSPHRASE = 'correct-horse-battery';
const NOTICE = 'The service rejects this profile’s key. Selling is off and the account is not read. Prices go on.';

const { simulator } = await openService();
const { view } = await openOwnTerminal();

/** A profile of the simulator with its key, opened. */
async function openProfile(): Promise<void> {
  const { page } = view;
  await page.getByRole('button', { name: /^Profile: SIMULATOR/ }).click();
  const dialog = dialogOf(page, 'Profiles');
  await addProfile(dialog, 'Desk A', simulator.origin);
  await typeKey(dialog, simulator);
  await dialog.getByLabel('New passphrase').fill(PASSPHRASE);
  await dialog.getByLabel('The same once more').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Store the key' }).click();
  await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: /^Profile: TEST · Desk A, test money/ }).waitFor();
}

describe('a key that is revoked', () => {
  it('is told with the ways out, stops selling, and is taken again when it is good', async () => {
    await openProfile();
    const { page } = view;
    await view.setRung('One click');
    await view.select('BTC-PERPETUAL');
    await view.chooseType('Market');
    await view.amount.fill('2000');
    await view.waitUntilPressable();
    simulator.control.revokeKey(simulator.clientId);
    await page.getByText(NOTICE).waitFor();
    await view.ticket.getByText('The service rejects this profile’s key; it may be revoked.').first().waitFor();
    await expect.poll(() => view.press.isDisabled()).toBe(true);

    const logins = simulator.control.calls('public/auth').count;
    await page.getByRole('button', { name: 'Try the key again' }).click();
    await expect.poll(() => simulator.control.calls('public/auth').count).toBe(logins + 1);
    await page.getByText(NOTICE).waitFor();

    simulator.control.revokeKey(simulator.clientId, false);
    await page.getByRole('button', { name: 'Try the key again' }).click();
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    await view.waitUntilPressable();
    expect(simulator.control.calls('private/sell').count).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});
