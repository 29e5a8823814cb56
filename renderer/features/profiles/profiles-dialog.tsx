import { useState } from 'react';
import type { ListedProfile, ProfilesView } from '../../../shared/ipc/schemas/profile-schema.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { NEW_PROFILE, ProfileForm } from './profile-form.tsx';
import { describeProfile, listFixed } from './profile-text.ts';
import { useProfileAction, useProfiles } from '../../api/profile-queries.ts';
import { VaultBox } from './vault-box.tsx';
import { Working } from '../../ui/working.tsx';

type Page = 'details' | 'add' | 'edit' | 'key';

const TITLES: Readonly<Record<Page, string>> = {
  details: 'Profiles',
  add: 'Add a profile',
  edit: 'Edit the profile',
  key: 'Set the key',
};

/** What the dialog is opened for: to look around, to add a profile, or the key of the one that is open. */
export type ProfilesWish = 'look' | 'add' | 'key' | 'test';

interface DialogProps {
  readonly wish: ProfilesWish;
  readonly onClose: () => void;
}

/** All profiles, which one is open, and how to change it. */
export function ProfilesDialog({ wish, onClose }: DialogProps) {
  const { data: view, error } = useProfiles();
  return (
    <Dialog title="Profiles" isWide onClose={onClose}>
      {error === null ? null : <p className="dialog-problem">{describeFailure(readFailure(error))}</p>}
      {view === undefined ? (
        error === null && <Working text="Reading the profiles…" />
      ) : (
        <Pages view={view} wish={wish} />
      )}
    </Dialog>
  );
}

function firstPage(wish: ProfilesWish, { profiles, active }: ProfilesView): Page {
  if (wish === 'add') return 'add';
  // The key of one that came with the start is not kept here.
  const isStored = profiles.find(({ id }) => id === active)?.is_stored === true;
  return wish === 'key' && isStored ? 'key' : 'details';
}

function Pages({ view, wish }: { readonly view: ProfilesView; readonly wish: ProfilesWish }) {
  const act = useProfileAction();
  const [page, setPage] = useState(() => firstPage(wish, view));
  const [isTestWished, setTestWished] = useState(wish === 'test');
  const [chosen, setChosen] = useState(view.active);
  const profile = view.profiles.find(({ id }) => id === chosen) ?? view.profiles[0];
  if (profile === undefined) return null;
  const back = () => setPage('details');

  function goTo(next: Page): void {
    // It was wished for once, not at each way back.
    setTestWished(false);
    setPage(next);
  }

  function choose(id: string): void {
    setTestWished(false);
    setChosen(id);
  }

  if (page === 'details') {
    return (
      <>
        {view.notice === null ? null : <p className="dialog-problem">{view.notice}</p>}
        <div className="profiles">
          <ProfileList view={view} chosen={profile.id} choose={choose} add={() => goTo('add')} />
          <ProfileDetails key={profile.id} profile={profile} view={view} isToBeTested={isTestWished} goTo={goTo} />
        </div>
        <VaultBox vault={view.vault} />
        <PolicyLine view={view} />
      </>
    );
  }
  return (
    <>
      <h3 className="profile-page">
        {TITLES[page]}
        {page === 'add' ? '' : `: ${profile.name}`}
      </h3>
      {page === 'key' ? <KeyForm profile={profile} vault={view.vault} onDone={back} /> : null}
      {page === 'add' ? (
        <ProfileForm
          first={NEW_PROFILE}
          saveText="Add"
          save={(form) => act({ action: 'add', profile: form })}
          onDone={back}
        />
      ) : null}
      {page === 'edit' ? (
        <ProfileForm
          first={formOf(profile)}
          saveText="Save"
          save={(form) => act({ action: 'edit', id: profile.id, profile: form })}
          onDone={back}
        />
      ) : null}
    </>
  );
}

function formOf({ name, kind, origin, form, scheme, colour }: ListedProfile) {
  return { name, kind, origin, form, scheme, colour };
}

interface ProfileListProps {
  readonly view: ProfilesView;
  readonly chosen: string;
  readonly choose: (id: string) => void;
  readonly add: () => void;
}

function ProfileList({ view, chosen, choose, add }: ProfileListProps) {
  return (
    <div className="profile-list">
      <div role="radiogroup" aria-label="Profiles">
        {view.profiles.map((profile) => (
          <label key={profile.id} className={`profile-item profile-item-${profile.kind}`}>
            <input type="radio" name="profile" checked={profile.id === chosen} onChange={() => choose(profile.id)} />
            <span aria-hidden="true" className={`profile-mark colour-${profile.colour}`}>
              {describeProfile(profile).mark}
            </span>
            <span className="profile-name">{profile.name}</span>
            <span className="profile-word">
              {profile.kind === 'live' ? 'LIVE' : profile.kind}
              {profile.id === view.active ? ' · open' : ''}
            </span>
          </label>
        ))}
      </div>
      <button type="button" className="button" onClick={add}>
        Add a profile
      </button>
    </div>
  );
}

function PolicyLine({ view }: { readonly view: ProfilesView }) {
  const { state, path, reason } = view.policy;
  if (state === 'none') return null;
  if (state === 'unreadable') {
    return (
      <p className="dialog-problem">
        The policy file {path} can’t be used: {reason}. Until it is mended, only the simulator may trade.
      </p>
    );
  }
  const fixed = listFixed(view.policy);
  return (
    <div className="profile-policy muted">
      <p>A policy of this machine is in force ({path}).</p>
      {fixed.length === 0 ? (
        <p>It leaves everything to you.</p>
      ) : (
        <ul aria-label="Fixed by the policy of this machine">
          {fixed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
