import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import type { Act } from './key-actions.ts';
import { about, gone } from './problems.ts';
import type { ProfilesOptions } from './profiles.ts';
import { type Profile, SIMULATOR_ID } from './profile.ts';
import type { recordChange } from './profile-record.ts';
import { whyMisfit } from './misfits.ts';

export interface OpeningOptions extends Pick<
  ProfilesOptions,
  'active' | 'board' | 'file' | 'listing' | 'log' | 'onOpened' | 'policy' | 'vault'
> {
  /** Tells the journal of the open profile what was done. */
  readonly keep: (...done: Parameters<typeof recordChange>) => void;
}

/** Which profile is open, and what it takes to open another. */
export interface Opening {
  /** Its id. */
  readonly active: () => string;
  /** Neither the one that was asked for nor the one before could be opened. */
  readonly isNoneOpen: () => boolean;
  /** Whether nobody need confirm any more that it is of real money. */
  readonly isConfirmed: () => boolean;
  readonly open: (act: Act<'open'>) => Promise<ProfileProblem[]>;
  /** Takes up what has changed about the open profile. */
  readonly reopenActive: (profileId: string) => Promise<ProfileProblem[]>;
  /** Opens for writing what this start could only read. Unknown orders are looked up, as after any start. */
  readonly takeOver: () => Promise<ProfileProblem[]>;
  /** What stands against selling on the open profile; null for nothing. */
  readonly restraint: () => NotReadyReason | null;
}

export function createOpening(options: OpeningOptions): Opening {
  const { file, vault, policy, listing, board, log, keep } = options;
  let { active } = options;
  let isLiveConfirmed = false;

  function activeKind() {
    return listing.find(active)?.kind ?? 'simulator';
  }

  function isNoneOpen(): boolean {
    return board.current() === null && board.whyBusy() === null;
  }

  async function reopen(profileId: string): Promise<ProfileProblem[]> {
    const held = listing.stored(profileId);
    // While the credentials are locked, a way is chosen without it.
    const misfit = held === null ? null : whyMisfit(vault, held, held.scheme);
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
    active: () => active,
    isNoneOpen,
    isConfirmed: () => activeKind() !== 'live' || isLiveConfirmed,
    open,
    reopenActive,
    takeOver,
    restraint,
  };
}

function describeOpen(profile: Pick<Profile, 'name'> | null): string {
  return profile === null ? 'Nor could the one before: none is open.' : `${profile.name} is open again.`;
}
