import { expect, it } from 'vitest';
import { SIMULATOR_ID } from '../../../electron/profiles/profile.ts';
import { openProfileStore } from '../../../electron/storage/profile-store.ts';
import { createSettings } from '../../../electron/storage/settings.ts';
import { alertRule } from '../../support/window/alert-rule.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';

const own = await openOwnTerminal();

it('an alert that stands is told to each page that is loaded, whenever it was raised', async () => {
  const { dataDir } = own.terminal;
  const { view } = await own.restart(undefined, () => {
    const store = openProfileStore(dataDir, SIMULATOR_ID, Date.now());
    createSettings(store.settings, Date.now).write('alerts', [alertRule('BTC-PERPETUAL mark_price > 1')]);
    store.close();
  });
  const toast = view.page.getByText('Alert: BTC-PERPETUAL mark_price > 1').first();
  await toast.waitFor();
  await view.page.reload();
  await toast.waitFor();
  expect(view.complaints).toEqual([]);
});
