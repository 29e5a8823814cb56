import { describe, expect, it } from 'vitest';
import { openServedTerminal } from '../../support/window/own-terminal.ts';

const NOTICE = 'The service rejects this profile’s key. Trading is off and the account is not read. Prices go on.';

const { view, simulator } = await openServedTerminal();

describe('a key that is revoked', () => {
  it('is told with the ways out, stops selling, and is taken again when it is good', async () => {
    const { page } = view;
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
