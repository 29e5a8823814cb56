import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

const { view, terminal } = await openServedTerminal(DESK_SCREEN);

it('a subaccount that can’t be removed, since the disk takes nothing, is told to stay', async () => {
  const { page } = view;
  await page.getByRole('button', { name: 'Risk', exact: true }).click();
  await page.getByText('Subaccounts', { exact: true }).first().click();
  const panel = panelOf(page, 'Subaccounts');
  await panel.getByRole('button', { name: 'Add trader_hedges' }).click();
  const remove = panel.getByRole('button', { name: 'Remove trader_hedges' });
  await remove.waitFor();
  const [path = ''] = globSync(join(terminal.dataDir, '**/settings.sqlite'));
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await remove.click();
  const told = page.locator('.toast').filter({ hasText: 'Not removed: trader_hedges' });
  await told.waitFor();
  expect(await remove.count()).toBe(1);
  other.exec('ROLLBACK');
  other.close();
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  expect(view.complaints).toEqual([]);
});
