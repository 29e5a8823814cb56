import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createAccountOwner } from '../../../../electron/account/account-owner.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

function openSettings() {
  const database = new DatabaseSync(':memory:');
  for (const statement of SETTINGS_MIGRATIONS) database.exec(statement);
  return createSettings(database, () => 0);
}

it('is the first account that is read, over restarts too; a service that names none says nothing', () => {
  const settings = openSettings();
  let changes = 0;
  const owner = createAccountOwner(settings, () => (changes += 1));
  for (const id of [undefined, 7, 7, undefined]) owner.note(id);
  expect([owner.isOther(), changes]).toEqual([false, 0]);
  const next = createAccountOwner(settings, () => (changes += 1));
  expect(next.isOther()).toBe(false);
  next.note(8);
  expect([next.isOther(), changes]).toEqual([true, 1]);
  next.note(7);
  expect([next.isOther(), changes]).toEqual([false, 2]);
});

it('is another account from now on when a person says so, and only then', () => {
  const settings = openSettings();
  const owner = createAccountOwner(settings, () => undefined);
  owner.note(7);
  owner.adopt();
  owner.note(8);
  const again = createAccountOwner(settings, () => undefined);
  again.note(8);
  expect(again.isOther()).toBe(true);
  again.adopt();
  expect(again.isOther()).toBe(false);
  const last = createAccountOwner(settings, () => undefined);
  last.note(8);
  expect(last.isOther()).toBe(false);
  last.note(7);
  expect(last.isOther()).toBe(true);
});

it('is nobody’s where nothing can be kept: what is read is of one account as long as it runs', () => {
  const owner = createAccountOwner(null, () => undefined);
  owner.note(7);
  expect(owner.isOther()).toBe(false);
  owner.note(8);
  expect(owner.isOther()).toBe(true);
});
