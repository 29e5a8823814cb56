import { useState } from 'react';
import { useProfileAction } from '../../api/profile-queries.ts';
import { openDialog } from '../../stores/workspace/dialog-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { UnlockForm } from './unlock-form.tsx';
import './profiles.css';

/** Reasons that a trader can do something about under the profile. */
const NOTICES: Readonly<Record<string, { readonly text: string; readonly button: string }>> = {
  vault_locked: { text: 'The keys are locked: prices only.', button: 'Unlock' },
  vault_unavailable: { text: 'The keys can’t be opened on this system. Prices only.', button: 'Why' },
  live_not_confirmed: { text: 'This is real money. Trading is off until you confirm it by name.', button: 'Confirm' },
  key_refused: {
    text: 'The service rejects this profile’s key. Trading is off and the account is not read. Prices go on.',
    button: 'Profiles',
  },
  other_account: {
    text: 'This profile’s key belongs to another account than its orders. Trading is off and those orders are not followed.',
    button: 'Profiles',
  },
  key_reads_only: { text: 'This profile’s key may only read. Trading is off.', button: 'Profiles' },
  limits_unknown: {
    text: 'The service gives no readable order limit. Trading is off.',
    button: 'Profiles',
  },
  policy_unreadable: { text: 'This machine’s policy file can’t be used. Trading is off.', button: 'Why' },
};

/** The live frame’s word, and what keeps this profile from selling. Asks for the passphrase when the window opens locked. */
export function ProfileNotices() {
  const profile = useSession((state) => state.session?.profile ?? null);
  const reason = useSession((state) => state.status?.selling_blocked?.params['reason'] ?? null);
  // Asked once by itself; after that by the button.
  const [isDismissed, setDismissed] = useState(false);
  if (profile === null) return null;
  const notice = reason === null ? undefined : NOTICES[reason];
  const isLocked = reason === 'vault_locked';
  const retry = reason === null ? undefined : RETRIES[reason];
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
          <button
            type="button"
            className="button"
            onClick={() => (isLocked ? setDismissed(false) : openDialog('profiles'))}
          >
            {notice.button}
          </button>
          {retry === undefined ? null : <Retry key={retry.action} {...retry} />}
        </div>
      )}
      {isLocked && !isDismissed ? (
        <Dialog title="Unlock the keys" onClose={() => setDismissed(true)}>
          <p>
            The keys of {profile.name} are sealed by your passphrase. Without it the terminal shows prices and sends
            nothing.
          </p>
          <UnlockForm onDone={() => setDismissed(true)} />
        </Dialog>
      ) : null}
    </>
  );
}

interface RetryProps {
  readonly action: 'retry_key' | 'retry_vault' | 'adopt_account' | 'assume_limits';
  readonly text: string;
  readonly failed: string;
}

/** What may be well by now, and is not asked for again before a person says so. */
const RETRIES: Readonly<Record<string, RetryProps>> = {
  key_refused: { action: 'retry_key', text: 'Try the key again', failed: 'The key was not tried' },
  other_account: {
    action: 'adopt_account',
    text: 'It is meant: trade on this account',
    failed: 'The account was not taken',
  },
  limits_unknown: {
    action: 'assume_limits',
    text: 'Go by the documented 5 orders a second, 20 at once',
    failed: 'The documented limits were not taken',
  },
  vault_unavailable: { action: 'retry_vault', text: 'Try again', failed: 'The keys can’t be opened yet' },
};

function Retry({ action, text, failed }: RetryProps) {
  const act = useProfileAction();
  const [isTrying, setTrying] = useState(false);

  async function retry(): Promise<void> {
    setTrying(true);
    const { problems } = await act({ action });
    setTrying(false);
    const [problem] = problems;
    if (problem === undefined) return;
    showToast({ subject: action, tone: 'bad', title: failed, detail: problem.message, isSticky: false });
  }

  return (
    <button type="button" className="button" disabled={isTrying} onClick={() => void retry()}>
      {text}
    </button>
  );
}
