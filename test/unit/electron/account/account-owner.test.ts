import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  ACCOUNT_KEY,
  adoptAccount,
  createAccountOwner,
  ofOwnAccount,
} from '../../../../electron/account/account-owner.ts';
import { intentOf } from '../../../support/records/forecast-replies.ts';
import { orderDraft } from '../../../support/records/records.ts';
import type { ServiceClient } from '../../../../electron/service/client-interface.ts';
import { createSettings, type Settings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

const orderRow = (changes: Partial<OrderRow>): OrderRow => ({ ...intentOf(orderDraft()), ...changes });

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

it('is asked about its orders by its own key alone, and not before that is read', async () => {
  const settings = openSettings();
  const asked: string[] = [];
  const answer = (method: string) => {
    asked.push(method);
    return Promise.resolve({ ok: true });
  };
  const client = { call: answer, callExtension: answer, close: () => Promise.resolve() } as unknown as ServiceClient;
  const ask = async (owner: ReturnType<typeof createAccountOwner>) => {
    const own = ofOwnAccount(client, owner);
    const replies = [
      await own.call('private/get_order_state_by_label', { currency: 'BTC', label: 'a' }),
      await own.callExtension('private/cancel', { order_id: 'BTC-1' }),
      await own.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' }),
    ];
    return replies.map(({ ok }) => ok);
  };
  const first = createAccountOwner(settings, () => undefined);
  expect(await ask(first)).toEqual([true, true, true]);
  first.note(7);
  const next = createAccountOwner(settings, () => undefined);
  expect(await ask(next)).toEqual([false, false, true]);
  next.note(8);
  expect(await ask(next)).toEqual([false, false, true]);
  expect(await ofOwnAccount(client, next).callExtension('private/cancel', { order_id: 'BTC-1' })).toMatchObject({
    error: { kind: 'not_sent', reason: 'other_account' },
  });
  next.note(7);
  expect(await ask(next)).toEqual([true, true, true]);
  const silent = createAccountOwner(settings, () => undefined);
  silent.note(undefined);
  expect(await ask(silent)).toEqual([true, true, true]);
});

it('is asked about its orders at once by the key that was its own before, and by no other', () => {
  const settings = openSettings();
  const start = (key: string) => createAccountOwner(settings, () => undefined, key);
  start('one').note(7);
  expect(start('one').why()).toBeNull();
  const next = start('two');
  expect(next.why()).toMatchObject({ reason: 'account_unread' });
  next.note(8);
  expect(next.why()).toMatchObject({ reason: 'other_account' });
  // The other account's key is not kept as this one's.
  expect(start('two').why()).toMatchObject({ reason: 'account_unread' });
  expect(start('one').why()).toBeNull();
  start('two').note(7);
  expect(start('two').why()).toBeNull();
  expect(start('one').why()).toMatchObject({ reason: 'account_unread' });
});

it('is not given up for another while an order may rest there, nor where that can’t be kept', () => {
  const settings = openSettings();
  createAccountOwner(settings, () => undefined).note(7);
  const owner = createAccountOwner(settings, () => undefined);
  owner.note(8);
  const resting = orderRow({ outcome: 'unknown' });
  expect(adoptAccount(owner, [resting])).toMatch(/^1 order of the earlier account may still rest/);
  expect(adoptAccount(owner, [resting, resting])).toMatch(/^2 orders/);
  expect(owner.isOther()).toBe(true);

  const full = createAccountOwner(
    {
      ...settings,
      write: () => {
        throw new Error('the disk is full');
      },
    },
    () => undefined,
  );
  full.note(8);
  expect(() => adoptAccount(full, [])).toThrow('the disk is full');
  expect(full.isOther()).toBe(true);
  expect(adoptAccount(owner, [orderRow({ outcome: 'refused' })])).toBeNull();
  expect(owner.isOther()).toBe(false);
});

it('is known as long as this runs where the disk takes no writes', () => {
  const settings = openSettings();
  const broken = {
    ...settings,
    write: () => {
      throw new Error('the disk is full');
    },
  };
  const owner = createAccountOwner(broken, () => undefined);
  expect(() => owner.note(7)).not.toThrow();
  owner.note(8);
  expect(owner.isOther()).toBe(true);
});

it('is asked about by neither key where a change of the account could be kept by half', () => {
  const kept = openSettings();
  let isHeld = false;
  const settings: Settings = {
    ...kept,
    write: (key, value) => {
      if (isHeld && key === ACCOUNT_KEY && value !== '') throw new Error('database is locked');
      kept.write(key, value);
    },
  };
  const start = (key: string) => createAccountOwner(settings, () => undefined, key);
  start('key of A').note(1);
  const second = start('key of B');
  second.note(2);
  isHeld = true;
  second.adopt();
  isHeld = false;
  expect(start('key of A').why()).toMatchObject({ reason: 'account_unread' });
  expect(start('key of B').why()).toMatchObject({ reason: 'account_unread' });
});
