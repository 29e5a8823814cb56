import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SIMULATOR_ID } from '../../../electron/profiles/profile.ts';
import { profileFolder } from '../../../electron/storage/profile-store.ts';
import { openOwnTerminal, openService } from '../../support/window/own-terminal.ts';
import { addProfile } from '../../support/window/profiles-dialog.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';

const { simulator } = await openService();
const { view, terminal } = await openOwnTerminal();

const pill = () => view.page.getByRole('button', { name: /^Profile: / });

it('a window that is loaded while no profile can be opened leads to the profiles, and begins once one is open', async () => {
  const { page } = view;
  await pill().click();
  const dialog = dialogOf(page, 'Profiles');
  await addProfile(dialog, 'Desk A', simulator.origin);
  // The first of the two that can't be opened is found when it is asked for, the other when it is to come back.
  const folder = profileFolder(terminal.dataDir, SIMULATOR_ID);
  renameSync(folder, `${folder}.aside`);
  writeFileSync(folder, '');
  const { profiles } = JSON.parse(readFileSync(join(terminal.dataDir, 'profiles.json'), 'utf8')) as {
    profiles: readonly { id: string }[];
  };
  const wanted = profileFolder(terminal.dataDir, profiles[0]?.id ?? '');
  writeFileSync(wanted, '');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByText(/none is open\.$/).waitFor();
  await page.reload();
  await page.getByText('The session could not be opened').waitFor();
  rmSync(wanted);
  await pill().click();
  await dialog.getByRole('radio', { name: /Desk A/ }).check();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /^Profile: TEST · Desk A/ }).waitFor();
  await expect.poll(() => page.getByText('The session could not be opened').count()).toBe(0);
});
