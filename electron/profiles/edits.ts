import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { profileFolder } from '../storage/profile-store.ts';
import type { Act } from './key-actions.ts';
import { whyMisfit } from './misfits.ts';
import type { Opening } from './opening.ts';
import { about } from './problems.ts';
import type { StoredProfile } from './profile-file.ts';
import { notEditable } from './profile-list.ts';
import type { recordChange } from './profile-record.ts';
import type { ProfilesOptions } from './profiles.ts';
import { describeUndecided, readUndecided, type Undecided } from './undecided.ts';
import { whileClosedElsewhere } from './while-closed.ts';

export interface EditsOptions extends Pick<ProfilesOptions, 'board' | 'dataDir' | 'listing' | 'log' | 'vault'> {
  readonly opening: Pick<Opening, 'active' | 'isNoneOpen' | 'reopenActive'>;
  /** Tells the journal of the open profile what was done. */
  readonly keep: (...done: Parameters<typeof recordChange>) => void;
}

/** What is done with profiles in the list; each gives what stands against it. */
export interface Edits {
  readonly add: (act: Act<'add'>) => ProfileProblem[];
  readonly edit: (act: Act<'edit'>) => Promise<ProfileProblem[]>;
  readonly remove: (act: Act<'remove'>) => Promise<ProfileProblem[]>;
  /** Why what a profile left behind must be settled first; null where nothing is left. */
  readonly whyUndecided: (profileId: string) => string | null;
  /** Does what would take a profile, or its key, from another instance that sells on it. */
  readonly alone: (profileId: string, run: Parameters<typeof whileClosedElsewhere>[1]) => Promise<ProfileProblem[]>;
}

export function createEdits({ board, dataDir, listing, log, vault, opening, keep }: EditsOptions): Edits {
  const { active, isNoneOpen, reopenActive } = opening;

  function undecidedOf(profileId: string): Undecided {
    const current = profileId === active() ? board.current() : null;
    // What another instance writes, or wrote before it ended, is known from its files alone.
    return current?.isWriter === true ? current.undecided() : readUndecided(dataDir, profileId);
  }

  function whyUndecided(profileId: string): string | null {
    try {
      return describeUndecided(undecidedOf(profileId));
    } catch (error) {
      return `its journal can’t be read (${error instanceof Error ? error.message : 'unknown'})`;
    }
  }

  async function alone(profileId: string, run: Parameters<typeof whileClosedElsewhere>[1]): Promise<ProfileProblem[]> {
    const isOurs = profileId === active() && board.current()?.isWriter === true;
    return await (isOurs ? run() : whileClosedElsewhere(profileFolder(dataDir, profileId), run));
  }

  function add({ profile }: Act<'add'>): ProfileProblem[] {
    const problems = listing.add(profile);
    if (problems.length === 0) keep('added', profile.name, null, profile);
    return problems;
  }

  async function edit({ id, profile }: Act<'edit'>): Promise<ProfileProblem[]> {
    const busy = id === active() ? board.whyBusy() : null;
    if (busy !== null) return [about('profile', `The open profile can’t be changed: ${busy}.`)];
    const held = listing.stored(id);
    const misfit = held === null ? null : whyMisfit(vault, held, profile.scheme);
    if (misfit !== null) return [about('scheme', `The stored key does not fit it. ${misfit}`)];
    const problems = listing.edit(id, profile);
    if (problems.length > 0) return problems;
    keep('edited', profile.name, held, listing.stored(id));
    return await reopenActive(id);
  }

  async function remove({ id }: Act<'remove'>): Promise<ProfileProblem[]> {
    const known = listing.stored(id);
    if (known === null) return [notEditable()];
    if (id === active() && !isNoneOpen())
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

  return { add, edit, remove, whyUndecided, alone };
}
