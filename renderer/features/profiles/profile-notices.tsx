import { useState } from 'react';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProfilesDialog } from './profiles-dialog.tsx';
import { UnlockForm } from './unlock-form.tsx';
import './profiles.css';

/** Reasons that a trader can do something about under the profile. */
const NOTICES: Readonly<Record<string, { readonly text: string; readonly button: string }>> = {
  vault_locked: { text: 'The keys are locked: prices only.', button: 'Unlock' },
  vault_unavailable: { text: 'The keys can’t be opened on this system now: prices only.', button: 'Why' },
  live_not_confirmed: { text: 'This is real money. Selling is off until you confirm it by name.', button: 'Confirm' },
  key_refused: {
    text: 'The service refuses the key of this profile: selling is off, and the account is not read. Prices go on.',
    button: 'Profiles',
  },
  key_reads_only: { text: 'The key of this profile may only read: selling is off.', button: 'Profiles' },
  policy_unreadable: { text: 'The policy file of this machine can’t be used: selling is off.', button: 'Why' },
};

/** The live frame’s word, and what keeps this profile from selling. Asks for the passphrase when the window opens locked. */
export function ProfileNotices() {
  const profile = useSession((state) => state.session?.profile ?? null);
  const reason = useSession((state) => state.status?.selling_blocked?.params['reason'] ?? null);
  // Asked once by itself; after that by the button.
  const [isDismissed, setDismissed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (profile === null) return null;
  const notice = reason === null ? undefined : NOTICES[reason];
  const isLocked = reason === 'vault_locked';
  return (
    <>
      {profile.kind === 'live' ? (
        <div className="live-strip">
          <strong>LIVE · REAL MONEY</strong> {profile.name} · {profile.service_origin}
        </div>
      ) : null}
      {notice === undefined ? null : (
        <div className="profile-notice">
          <span role="status">{notice.text}</span>
          <button type="button" className="button" onClick={() => (isLocked ? setDismissed(false) : setOpen(true))}>
            {notice.button}
          </button>
          {reason === 'key_refused' ? <RetryKey /> : null}
        </div>
      )}
      {isLocked && !isDismissed ? (
        <Dialog title="Unlock the keys" onClose={() => setDismissed(true)}>
          <p>
            The keys of {profile.name} are sealed by your passphrase. Without it the terminal shows prices and sells
            nothing.
          </p>
          <UnlockForm onDone={() => setDismissed(true)} />
        </Dialog>
      ) : null}
      {isOpen ? <ProfilesDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** For a key that was only blocked for a while: nothing is asked with it again before a person says so. */
function RetryKey() {
  const { client } = useBackend();
  const [isTrying, setTrying] = useState(false);

  function retry(): void {
    setTrying(true);
    client
      .request('profiles.save', { action: 'retry_key' })
      .catch((error: unknown) =>
        showToast({
          subject: 'key',
          tone: 'bad',
          title: 'The key was not tried',
          detail: describeFailure(readFailure(error)),
          isSticky: false,
        }),
      )
      .finally(() => setTrying(false));
  }

  return (
    <button type="button" className="button" disabled={isTrying} onClick={retry}>
      Try the key again
    </button>
  );
}
