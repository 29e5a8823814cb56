import { expect, it } from 'vitest';
import { DEFAULT_GUARD_SETTINGS } from '../../../shared/orders/limits/guard-settings.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { type KeptWindow, openKeptBench } from '../../support/kept-settings/kept-window.ts';

const open = await openKeptBench();
const { hard } = DEFAULT_GUARD_SETTINGS;
let terminal: KeptWindow['terminal'];
let view: KeptWindow['view'];

/** Opens a window of a terminal whose profile has these guards kept, and fills in an order that they would let through. */
async function openKept(guards: object): Promise<void> {
  ({ view, terminal } = await open('guards', guards));
  await view.select('BTC-PERPETUAL');
  await view.chooseType('Market');
  await view.amount.fill('5000');
}

async function saveGuards(): Promise<void> {
  await view.ticket.getByRole('button', { name: 'Guards', exact: true }).click();
  const dialog = view.page.getByRole('dialog', { name: 'Guards of this profile' });
  await dialog.getByRole('button', { name: 'Save guards' }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('a limit that can’t be read stops selling, which is told above the panels and on the ticket, until guards are saved', async () => {
  await openKept({ ...DEFAULT_GUARD_SETTINGS, hard: { ...hard, maxNotionalUsd: 'lots' } });
  const notice = view.page.getByText('limits of this profile can’t be read. Trading is off.');
  await notice.waitFor();
  await view.press.getByText(/^Some limits of this profile can’t be read/).waitFor();
  expect(await view.press.getAttribute('aria-disabled')).toBe('true');
  expect(await findAccessibilityFaults(view.page)).toEqual([]);
  await saveGuards();
  await notice.waitFor({ state: 'detached' });
  await view.waitUntilPressable();
  expect(readSetting(terminal.dataDir, 'guards').value).toEqual(DEFAULT_GUARD_SETTINGS);
});
