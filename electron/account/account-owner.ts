import { z } from 'zod';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import { fail } from '../../shared/result.ts';
import { hashAccount } from '../host/environment-profile.ts';
import { isUndecided } from '../orders/outcome.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { decorate } from '../service/decorate.ts';
import type { NotSent } from '../service/failure.ts';
import type { Settings } from '../storage/settings.ts';

const ACCOUNT_ID = 'account_id';
/** Digest of the key that was last seen to be of that account. */
export const ACCOUNT_KEY = 'account_key';
const idSchema = z.number().int();

/** The account that the profile's key was of when first read. */
export interface AccountOwner {
  /** Takes the id of a reading; undefined where the service names none. */
  readonly note: (id: number | undefined) => void;
  /** Whether the key is of another account than the orders kept here. */
  readonly isOther: () => boolean;
  /** Why look-ups and cancels are barred on another account; null when allowed. */
  readonly why: () => NotSent | null;
  /** A person says that it is meant: the profile is the other account's from now on. Throws where that can't be kept. */
  readonly adopt: () => void;
}

/**
 * Whose account the key is. `settings` is null where nothing is stored or sold. `onChange` fires when the account
 * changes. `keyDigest` names the key.
 */
export function createAccountOwner(
  settings: Settings | null,
  onChange: () => void,
  keyDigest: string | null = null,
): AccountOwner {
  let known = settings?.read(ACCOUNT_ID, idSchema) ?? null;
  let found: number | null = null;
  let ownKey = settings?.read(ACCOUNT_KEY, z.string()) ?? null;
  let isRead = known === null || (keyDigest !== null && ownKey === keyDigest);
  const isOther = () => known !== null && found !== null && found !== known;

  function keepFirst(id: number): void {
    known = id;
    try {
      settings?.write(ACCOUNT_ID, id);
    } catch {
      // On a full disk it is known for this run; the journal reports the disk.
    }
  }

  function keepKey(): void {
    if (keyDigest === null || keyDigest === ownKey) return;
    ownKey = keyDigest;
    try {
      settings?.write(ACCOUNT_KEY, keyDigest);
    } catch {
      // The next start reads the account first.
    }
  }

  return {
    note: (id) => {
      isRead = true;
      if (id === undefined || id === found) return;
      const was = isOther();
      found = id;
      if (known === null) keepFirst(id);
      if (!isOther()) keepKey();
      if (isOther() !== was) onChange();
    },
    isOther,
    why: () => {
      if (isOther()) return { kind: 'not_sent', reason: 'other_account', detail: 'the key is of another account' };
      if (isRead) return null;
      return { kind: 'not_sent', reason: 'account_unread', detail: 'the account of the key is not read yet' };
    },
    adopt: () => {
      if (found === null || !isOther()) return;
      // Forgotten first: with the key of the account of before, the orders of the new one must never be asked about.
      settings?.write(ACCOUNT_KEY, '');
      ownKey = null;
      settings?.write(ACCOUNT_ID, found);
      known = found;
      keepKey();
      onChange();
    },
  };
}

/** Digest of the profile's key, to tell keys apart; null without one. */
export function digestKey({ origin, credentials }: Pick<Profile, 'origin' | 'credentials'>): string | null {
  return credentials.scheme === 'none' ? null : hashAccount(origin, credentials.clientId);
}

/**
 * The same client, which refuses calls about orders on another account: its answers would make every order look absent.
 */
export function ofOwnAccount(client: ServiceClient, { why }: Pick<AccountOwner, 'why'>): ServiceClient {
  return decorate(client, async ({ method, options }, next) => {
    const stopped = method.startsWith('private/') ? why() : null;
    return stopped === null ? await next(options) : fail(stopped);
  });
}

/** Takes the other account, unless orders are left that nobody could look after any more: why not, or null. */
export function adoptAccount(owner: Pick<AccountOwner, 'adopt'>, rows: readonly OrderRow[]): string | null {
  const left = rows.filter((row) => isResting(row) || isUndecided(row)).length;
  if (left > 0) {
    return `${left === 1 ? '1 order' : `${left} orders`} of the earlier account may still rest. Set its key again and cancel them, or add a profile for this account.`;
  }
  owner.adopt();
  return null;
}
