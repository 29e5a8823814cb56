import type {
  KeyFinding,
  ProfilesAction,
  ProfilesResult,
  ProfilesView,
} from '../../shared/ipc/schemas/profile-schema.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import type { AuthScheme, ProfileProblem } from '../../shared/profiles/profile.ts';
import type { Clock } from '../clock.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import { type Profile, SIMULATOR_ID } from './profile.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import { profileFolder } from '../storage/profile-store.ts';
import type { Switchboard } from '../assembly/switchboard.ts';
import type { Updates } from '../updates/updates.ts';
import type { Vault } from '../vault/vault.ts';
import { type Act, createKeyActions } from './key-actions.ts';
import { judgeKey } from './key-rules.ts';
import { testKey } from './key-test.ts';
import type { ProfileFile, StoredProfile } from './profile-file.ts';
import { about, asProblems, explainStorage, gone } from './problems.ts';
import { readOwnKey } from './own-key.ts';
import { notEditable, type ProfileListing } from './profile-list.ts';
import { recordChange } from './profile-record.ts';
import { describeUndecided, readUndecided, type Undecided } from './undecided.ts';
import { whileClosedElsewhere } from './while-closed.ts';

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
  const { dataDir, clock, file, vault, policy, listing, board, log } = options;
  let { active } = options;
  let isLiveConfirmed = false;
  /** One change at a time. */
  let queue: Promise<unknown> = Promise.resolve();

  function activeKind() {
    return listing.find(active)?.kind ?? 'simulator';
  }

  /** Neither the one that was asked for nor the one before could be opened. */
  function isNoneOpen(): boolean {
    return board.current() === null && board.whyBusy() === null;
  }

  function view(): ProfilesView {
    const busy = board.whyBusy();
    return {
      profiles: listing.all(),
      active: isNoneOpen() ? null : active,
      vault: vault.view(),
      policy,
      pending: busy,
      is_live_confirmed: activeKind() !== 'live' || isLiveConfirmed,
      notice: options.notice,
      updates: options.updates.view(),
    };
  }

  function undecidedOf(profileId: string): Undecided {
    const current = profileId === active ? board.current() : null;
    // What another instance writes, or wrote before it ended, is known from its files alone.
    return current?.isWriter === true ? current.undecided() : readUndecided(dataDir, profileId);
  }

  /** Why what a profile left behind must be settled first; null where nothing is left. */
  function whyUndecided(profileId: string): string | null {
    try {
      return describeUndecided(undecidedOf(profileId));
    } catch (error) {
      return `its journal can’t be read (${error instanceof Error ? error.message : 'unknown'})`;
    }
  }

  /** Does what would take a profile, or its key, from another instance that sells on it. */
  async function alone(profileId: string, run: Parameters<typeof whileClosedElsewhere>[1]): Promise<ProfileProblem[]> {
    const isOurs = profileId === active && board.current()?.isWriter === true;
    return await (isOurs ? run() : whileClosedElsewhere(profileFolder(dataDir, profileId), run));
  }

  /** Why the profile's key, as far as it can be read, can't be sent in a way; null where it can. */
  function whyMisfit(held: StoredProfile | null, scheme: AuthScheme): string | null {
    const key = held === null ? null : vault.read(held.id, held.origin);
    const [misfit] = key === null ? [] : judgeKey(scheme, key.client_id, key.client_secret);
    return misfit?.message ?? null;
  }

  async function reopen(profileId: string): Promise<ProfileProblem[]> {
    const held = listing.stored(profileId);
    // While the credentials are locked, a way is chosen without it.
    const misfit = held === null ? null : whyMisfit(held, held.scheme);
    if (misfit !== null) {
      const advice = 'Change the profile’s way of login, or set another key.';
      return [about('profile', `The key of ${held?.name ?? profileId} can’t be used: ${misfit} ${advice}`)];
    }
    const before = board.current()?.profile ?? null;
    try {
      const { profile } = await board.reopen(listing.resolve(profileId), before?.id === SIMULATOR_ID ? null : before);
      active = profileId;
      options.onOpened(profile);
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'for an unknown reason';
      return [about('profile', `It could not be opened: ${reason}. ${describeOpen(board.current()?.profile ?? null)}`)];
    }
  }

  /** Takes up what has changed about the open profile. */
  async function reopenActive(profileId: string): Promise<ProfileProblem[]> {
    return profileId === active ? await reopen(profileId) : [];
  }

  async function open({ id, typed }: Act<'open'>): Promise<ProfileProblem[]> {
    const wanted = listing.find(id);
    if (wanted === null) return [gone()];
    if (wanted.forbidden !== null) return [about('profile', wanted.forbidden)];
    if (wanted.kind === 'live' && typed !== wanted.name) {
      return [about('typed', `Type the name of the profile exactly to go live: ${wanted.name}`)];
    }
    if (id !== active || isNoneOpen()) {
      const busy = board.whyBusy();
      if (busy !== null) return [about('profile', `The open profile can’t be left: ${busy}.`)];
      const problems = await reopen(id);
      if (problems.length > 0) return problems;
      const list = file.read();
      if (wanted.is_stored || id === SIMULATOR_ID) file.write({ ...list, active: id });
    }
    isLiveConfirmed = wanted.kind === 'live';
    board.current()?.touch();
    log('info', 'profile_opened', { profile: id });
    keep('opened', wanted.name, null, wanted);
    return [];
  }

  /** What this start found closed to it, it opens anew: unknown sells are looked up then, as after any start. */
  async function takeOver(): Promise<ProfileProblem[]> {
    if (board.current()?.couldWrite() !== true) {
      return [about('profile', 'The profile can’t be opened for writing now: nothing was changed.')];
    }
    const busy = board.whySending();
    if (busy !== null) return [about('profile', `The open profile can’t be left: ${busy}.`)];
    const problems = await reopen(active);
    if (problems.length > 0) return problems;
    log('info', 'profile_taken_over', { profile: active });
    return board.current()?.isWriter === true
      ? []
      : [about('profile', 'Another instance was faster: it holds it now.')];
  }

  /** In the journal of the profile that is open: what is about to change may be another. */
  function keep(...done: Parameters<typeof recordChange>): void {
    board.current()?.profileChanged(recordChange(...done));
  }

  function add({ profile }: Act<'add'>): ProfileProblem[] {
    const problems = listing.add(profile);
    if (problems.length === 0) keep('added', profile.name, null, profile);
    return problems;
  }

  async function edit({ id, profile }: Act<'edit'>): Promise<ProfileProblem[]> {
    const busy = id === active ? board.whyBusy() : null;
    if (busy !== null) return [about('profile', `The open profile can’t be changed: ${busy}.`)];
    const held = listing.stored(id);
    const misfit = whyMisfit(held, profile.scheme);
    if (misfit !== null) return [about('scheme', `The stored key does not fit it. ${misfit}`)];
    const problems = listing.edit(id, profile);
    if (problems.length > 0) return problems;
    keep('edited', profile.name, held, listing.stored(id));
    return await reopenActive(id);
  }

  async function remove({ id }: Act<'remove'>): Promise<ProfileProblem[]> {
    const known = listing.stored(id);
    if (known === null) return [notEditable()];
    if (id === active && !isNoneOpen())
      return [about('profile', 'The open profile can’t be removed. Open another first.')];
    return await alone(id, () => removeClosed(known));
  }

  function removeClosed(known: StoredProfile): ProfileProblem[] {
    const { id } = known;
    const undecided = whyUndecided(id);
    if (undecided !== null) return [about('profile', `It can’t be removed: ${undecided}.`)];
    const { state } = vault.view();
    const kept = state === 'open' || (state === 'locked' && vault.has(id)) ? vault.forget(id) : null;
    if (kept !== null) return [kept];
    listing.remove(id);
    log('info', 'profile_removed', { profile: id });
    keep('removed', known.name, known);
    return [];
  }

  const keys = createKeyActions({
    vault,
    listing,
    board,
    log,
    active: () => active,
    keep,
    whyUndecided,
    alone,
    ownKeyOf: (profileId) => readOwnKey(dataDir, profileId),
    reopenActive,
  });

  async function change(act: Exclude<ProfilesAction, Act<'test'>>): Promise<ProfileProblem[]> {
    switch (act.action) {
      case 'add':
        return add(act);
      case 'edit':
        return edit(act);
      case 'remove':
        return remove(act);
      case 'open':
        return open(act);
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
        return await takeOver();
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

  function restraint(): NotReadyReason | null {
    const profile = board.current()?.profile ?? null;
    if (profile === null) return null;
    if (profile.kind !== 'simulator' && policy.state === 'unreadable') return 'policy_unreadable';
    if (profile.credentials.scheme === 'none') {
      const { state } = vault.view();
      if (state === 'locked' && vault.has(profile.id)) return 'vault_locked';
      if (state === 'damaged' || state === 'unavailable') return 'vault_unavailable';
    }
    return profile.kind === 'live' && !isLiveConfirmed ? 'live_not_confirmed' : null;
  }

  return {
    restraint,
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

function describeOpen(profile: Pick<Profile, 'name'> | null): string {
  return profile === null ? 'Nor could the one before: none is open.' : `${profile.name} is open again.`;
}
