import type {
  KeyFinding,
  ProfilesAction,
  ProfilesResult,
  ProfilesView,
} from '../../shared/ipc/schemas/profile-schema.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import type { Clock } from '../clock.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import type { Profile } from './profile.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { Switchboard } from '../assembly/switchboard.ts';
import type { Updates } from '../updates/updates.ts';
import type { Vault } from '../vault/vault.ts';
import { createEdits } from './edits.ts';
import { type Act, createKeyActions } from './key-actions.ts';
import { testKey } from './key-test.ts';
import { createOpening } from './opening.ts';
import type { ProfileFile } from './profile-file.ts';
import { about, asProblems, explainStorage, gone } from './problems.ts';
import { readOwnKey } from './own-key.ts';
import type { ProfileListing } from './profile-list.ts';
import { recordChange } from './profile-record.ts';

export interface ProfilesOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly file: ProfileFile;
  readonly vault: Vault;
  readonly policy: PolicyView;
  readonly listing: ProfileListing;
  readonly board: Switchboard;
  /** What is open at first, and what the start has to tell. */
  readonly active: string;
  readonly notice: string | null;
  /** Told which profile is open, after each opening. */
  readonly onOpened: (profile: Profile) => void;
  readonly log: ServicesOptions['log'];
  readonly updates: Updates;
}

/** The profiles as windows see and change them. */
export interface Profiles {
  readonly handlers: Pick<Handlers, 'profiles.read' | 'profiles.save'>;
  /** What stands against selling on the open profile; null for nothing. */
  readonly restraint: () => NotReadyReason | null;
}

export function createProfiles(options: ProfilesOptions): Profiles {
  const { dataDir, clock, vault, policy, listing, board, log } = options;
  /** In the journal of the profile that is open: what is about to change may be another. */
  const keep = (...done: Parameters<typeof recordChange>): void =>
    board.current()?.profileChanged(recordChange(...done));
  const opening = createOpening({ ...options, keep });
  const edits = createEdits({ ...options, opening, keep });
  const keys = createKeyActions({
    vault,
    listing,
    board,
    log,
    active: opening.active,
    keep,
    whyUndecided: edits.whyUndecided,
    alone: edits.alone,
    ownKeyOf: (profileId) => readOwnKey(dataDir, profileId),
    reopenActive: opening.reopenActive,
  });
  /** One change at a time. */
  let queue: Promise<unknown> = Promise.resolve();

  function view(): ProfilesView {
    const busy = board.whyBusy();
    return {
      profiles: listing.all(),
      active: opening.isNoneOpen() ? null : opening.active(),
      vault: vault.view(),
      policy,
      pending: busy,
      is_live_confirmed: opening.isConfirmed(),
      notice: options.notice,
      updates: options.updates.view(),
    };
  }

  async function change(act: Exclude<ProfilesAction, Act<'test'>>): Promise<ProfileProblem[]> {
    switch (act.action) {
      case 'add':
        return edits.add(act);
      case 'edit':
        return edits.edit(act);
      case 'remove':
        return edits.remove(act);
      case 'open':
        return opening.open(act);
      case 'set_key':
        return keys.set(act);
      case 'forget_key':
        return keys.forget(act);
      case 'unlock':
        return keys.unlock(act);
      case 'retry_vault':
        return keys.retryVault();
      case 'set_vault_aside':
        return keys.setVaultAside();
      case 'retry_key':
        board.current()?.retryKey();
        return [];
      case 'adopt_account':
        return asProblems(board.current()?.adoptAccount() ?? null);
      case 'assume_limits':
        board.current()?.assumeLimits();
        return [];
      case 'take_over':
        return await opening.takeOver();
      case 'check_updates':
        return asProblems(await options.updates.check());
      case 'install_update':
        return asProblems(options.updates.install());
    }
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function test({ id }: Act<'test'>): Promise<ProfilesResult> {
    const wanted = listing.find(id);
    const profile =
      wanted?.credentials === 'built_in' ? board.current()?.profile : wanted === null ? null : listing.resolve(id);
    const problem = whyUntestable(wanted?.forbidden ?? null, profile ?? null);
    if (problem !== null || profile === null || profile === undefined) {
      return { view: view(), problems: [problem ?? gone()], findings: null };
    }
    const findings: KeyFinding[] = await testKey(profile, clock);
    return { view: view(), problems: [], findings };
  }

  return {
    restraint: opening.restraint,
    handlers: {
      'profiles.read': () => Promise.resolve(view()),
      'profiles.save': async (act) => {
        if (act.action === 'test') return await test(act);
        const problems = await inTurn(() => change(act)).catch(explainStorage);
        return { view: view(), problems, findings: null };
      },
    },
  };
}

function whyUntestable(forbidden: string | null, profile: Profile | null): ProfileProblem | null {
  if (forbidden !== null) return about('profile', forbidden);
  return profile?.credentials.scheme === 'none'
    ? about('profile', 'There is no key to test. Set one or unlock the credentials.')
    : null;
}
