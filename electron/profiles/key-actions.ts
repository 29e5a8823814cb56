import type { ProfilesAction } from '../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { hashAccount } from '../host/environment-profile.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { Switchboard } from '../assembly/switchboard.ts';
import type { Vault } from '../vault/vault.ts';
import { judgeKey } from './key-rules.ts';
import { about } from './problems.ts';
import type { StoredProfile } from './profile-file.ts';
import { notEditable, type ProfileListing } from './profile-list.ts';
import type { recordChange } from './profile-record.ts';

export type Act<A extends ProfilesAction['action']> = Extract<ProfilesAction, { action: A }>;

export interface KeyActionsOptions {
  readonly vault: Vault;
  readonly listing: ProfileListing;
  readonly board: Switchboard;
  readonly log: ServicesOptions['log'];
  /** The open profile's id. */
  readonly active: () => string;
  /** Tells the journal of the open profile what was done. */
  readonly keep: (...done: Parameters<typeof recordChange>) => void;
  /** Why what a profile left behind must be settled first; null where nothing is left. */
  readonly whyUndecided: (profileId: string) => string | null;
  /** Does it unless another instance has the profile open to sell; gives the obstacle. */
  readonly alone: (
    profileId: string,
    run: () => ProfileProblem[] | Promise<ProfileProblem[]>,
  ) => Promise<ProfileProblem[]>;
  /** Digest of the key that the orders of a profile belong to; null where that is not known. */
  readonly ownKeyOf: (profileId: string) => string | null;
  /** Takes up what has changed about the open profile. */
  readonly reopenActive: (profileId: string) => Promise<ProfileProblem[]>;
}

/** Actions on keys and vault; each gives the obstacle, if any. */
export interface KeyActions {
  readonly set: (act: Act<'set_key'>) => Promise<ProfileProblem[]>;
  readonly forget: (act: Act<'forget_key'>) => Promise<ProfileProblem[]>;
  readonly unlock: (act: Act<'unlock'>) => Promise<ProfileProblem[]>;
  /** Asks the system's store once more. */
  readonly retryVault: () => Promise<ProfileProblem[]>;
  readonly setVaultAside: () => ProfileProblem[];
}

export function createKeyActions(options: KeyActionsOptions): KeyActions {
  const { vault, listing, board, log, active, keep, whyUndecided, alone, ownKeyOf, reopenActive } = options;

  /**
   * Another key may be another account, where undecided orders can't be found. The key the orders belong to is always
   * allowed.
   */
  function whyNewKey({ id, key_digest }: StoredProfile, digest: string): ProfileProblem | null {
    const sending = id === active() ? board.whySending() : null;
    if (sending !== null) return about('profile', `The key can’t be changed now: ${sending}.`);
    const undecided = key_digest === digest ? null : whyUndecided(id);
    return undecided === null || digest === ownKeyOf(id)
      ? null
      : about('client_id', `Only the key that sent them can look them up: ${undecided}. Enter the same client id.`);
  }

  /** Opens the vault; the open profile begins anew with its key where that has just been done. */
  async function openVault(
    open: () => ProfileProblem | null | Promise<ProfileProblem | null>,
  ): Promise<ProfileProblem[]> {
    const wasOpen = vault.view().state === 'open';
    const refused = await open();
    log(refused === null ? 'info' : 'warn', 'vault_unlocked', { status: refused === null ? 'open' : 'refused' });
    if (!wasOpen) keep(refused === null ? 'vault_opened' : 'vault_refused', null);
    if (refused !== null) return [refused];
    const isHeld =
      board.current()?.profile.credentials.scheme === 'none' && listing.find(active())?.credentials === 'stored';
    return isHeld ? await reopenActive(active()) : [];
  }

  return {
    set: async ({ id, client_id, client_secret, passphrase }) => {
      const known = listing.stored(id);
      if (known === null) return [notEditable()];
      const problems = judgeKey(known.scheme, client_id, client_secret);
      if (problems.length > 0) return problems;
      const digest = hashAccount(known.origin, client_id);
      const store = async (): Promise<ProfileProblem[]> => {
        const stopping = whyNewKey(known, digest);
        if (stopping !== null) return [stopping];
        const refused = await vault.store(id, { origin: known.origin, client_id, client_secret }, passphrase);
        if (refused !== null) return [refused];
        listing.update({ ...known, key_digest: digest });
        log('info', 'credentials_stored', { profile: id });
        keep('key_stored', known.name);
        return [];
      };
      // The same key with another secret takes nothing from an instance that sells with it.
      const stopped = await (known.key_digest === digest ? store() : alone(id, store));
      return stopped.length > 0 ? stopped : await reopenActive(id);
    },
    forget: async ({ id }) => {
      const known = listing.stored(id);
      if (known === null) return [notEditable()];
      const stopped = await alone(id, () => {
        const busy = (id === active() ? board.whySending() : null) ?? whyUndecided(id);
        if (busy !== null) return [about('profile', `Its key is needed: ${busy}.`)];
        const refused = vault.forget(id);
        if (refused !== null) return [refused];
        log('info', 'credentials_forgotten', { profile: id });
        keep('key_forgotten', known.name);
        return [];
      });
      return stopped.length > 0 ? stopped : await reopenActive(id);
    },
    unlock: ({ passphrase }) => openVault(() => vault.unlock(passphrase)),
    retryVault: () => openVault(() => vault.retry()),
    setVaultAside: () => {
      const refused = vault.setAside();
      if (refused !== null) return [refused];
      keep('vault_set_aside', null);
      return [];
    },
  };
}
