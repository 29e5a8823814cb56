import { openDialog } from '../../stores/workspace/dialog-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { describeProfile } from './profile-text.ts';
import './profiles.css';

/** Which service this is, and whose money; opens the profiles. */
export function ProfilePill() {
  const profile = useSession((state) => state.session?.profile ?? null);
  const isRefused = useSession((state) => state.failure !== null);
  if (profile === null) return isRefused ? <NoProfile /> : null;
  const { mark, text, money } = describeProfile(profile);
  // The kind alone tells real money from paper where there is no room for more.
  const [kind, ...rest] = text.split(' · ');
  return (
    <button
      type="button"
      className={`profile profile-${profile.kind}`}
      aria-haspopup="dialog"
      aria-label={`Profile: ${text}, ${money}`}
      title={`${profile.name}, ${money}: ${profile.service_origin}. Opens the profiles.`}
      onClick={() => openDialog('profiles')}
    >
      <span aria-hidden="true" className={`profile-mark colour-${profile.colour}`}>
        {mark}{' '}
      </span>
      {kind}
      <span className="profile-rest"> · {rest.join(' · ')}</span>
      <span aria-hidden="true" className="profile-more">
        {' '}
        ▾
      </span>
    </button>
  );
}

/** Where none can be opened, the way to another. */
function NoProfile() {
  return (
    <button
      type="button"
      className="profile"
      aria-haspopup="dialog"
      aria-label="Profile: none is open"
      title="No profile is open. Opens the profiles."
      onClick={() => openDialog('profiles')}
    >
      no profile
      <span aria-hidden="true" className="profile-more">
        {' '}
        ▾
      </span>
    </button>
  );
}
