import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openOwnTerminal, openService } from '../../support/window/own-terminal.ts';
import { addProfile, type TypedKey, typeKey } from '../../support/window/profiles-dialog.ts';
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

/** Gives the profile that is open another key. */
async function setKey(key: TypedKey): Promise<void> {
  await view.page.getByRole('button', { name: /^Profile: TEST · Desk A/ }).click();
  const dialog = dialogOf(view.page, 'Profiles');
  await typeKey(dialog, key);
  await dialog.getByRole('button', { name: 'Store the key' }).click();
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
    expect(await findAccessibilityFaults(page)).toEqual([]);

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

describe('a key of another account', () => {
  it('is told above the panels and stops selling, until it is said to be meant', async () => {
    const { page } = view;
    const subaccountId = simulator.control.accountIds().at(-1) ?? 0;
    await setKey(simulator.control.addKey(['account:read', 'trade:read_write'], { subaccountId }));
    const notice = page.getByText(
      'This profile’s key belongs to another account than its orders. Selling is off and those orders are not followed.',
    );
    await notice.waitFor();
    await view.select('BTC-PERPETUAL');
    await view.chooseType('Market');
    await view.amount.fill('200');
    await view.ticket.getByText('This profile’s key belongs to another account').first().waitFor();
    await expect.poll(() => view.press.isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'It is meant: sell on this account' }).click();
    await notice.waitFor({ state: 'detached' });
    await view.waitUntilPressable();
    expect(simulator.control.calls('private/sell').count).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});

describe('a key that may only read', () => {
  it('is told above the panels and on the ticket, which sells nothing, and shows the account', async () => {
    const { page } = view;
    const subaccountId = simulator.control.accountIds().at(-1) ?? 0;
    await setKey(simulator.control.addKey(['account:read', 'trade:read'], { subaccountId }));
    await page.getByText('This profile’s key may only read. Selling is off.').waitFor();
    await view.amount.fill('300');
    await view.ticket
      .getByText(/This profile’s key may only read \(no trade:read_write\)/)
      .first()
      .waitFor();
    await expect.poll(() => view.press.isDisabled()).toBe(true);
    await page.locator('.dv-tab').filter({ hasText: 'Account' }).click();
    await page
      .getByRole('region', { name: 'Account' })
      .getByText(/\d BTC/)
      .first()
      .waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    // A test that takes its time says so.
    simulator.control.failAll('*', { delayMs: 1500 });
    await page.getByRole('button', { name: /^Profile: TEST · Desk A/ }).click();
    const dialog = dialogOf(page, 'Profiles');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    const bar = dialog.getByRole('progressbar');
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    simulator.control.failAll('*', null);
    await bar.waitFor({ state: 'detached' });
    await dialog.getByText('trade:read_write').first().waitFor();
    expect(simulator.control.calls('private/sell').count).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});
