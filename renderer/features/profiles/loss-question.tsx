import { useEffect, useRef } from 'react';
import type { ListedProfile } from '../../../shared/ipc/schemas/profile-schema.ts';
import { useDeliberatePress } from '../../ui/controls/deliberate-press.ts';

/** What can't be taken back. */
export type Loss = 'forget_key' | 'remove';

interface LossQuestionProps {
  readonly loss: Loss;
  readonly profile: ListedProfile;
  readonly onAgreed: () => void;
  readonly onKept: () => void;
}

const SECRET_GOES =
  'The secret leaves this machine for good. Most services show a secret only once. Without a copy you need a new key.';

/** Asks by the profile's name before something is lost. The focus stands on what keeps it, and goes back to where it was. */
export function LossQuestion({ loss, profile, onAgreed, onKept }: LossQuestionProps) {
  const title = loss === 'remove' ? `Remove ${profile.name}?` : `Forget the key of ${profile.name}?`;
  const hasKey = profile.credentials === 'stored' || profile.credentials === 'locked';
  const { isHeld, handleClick, handleKey } = useDeliberatePress(onAgreed, true);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div className="profile-loss" role="group" aria-label={title}>
      <strong>{title}</strong>
      {loss === 'remove' ? (
        <p>It is taken off the list{hasKey ? ', with its key' : ''}. Its orders and journal stay on the disk.</p>
      ) : null}
      {hasKey ? <p>{SECRET_GOES}</p> : null}
      <div className="profile-actions">
        <button ref={keep} type="button" className="button button-primary" onClick={onKept}>
          Keep it
        </button>
        <button type="button" className="button" aria-disabled={isHeld} onClick={handleClick} onKeyDown={handleKey}>
          {loss === 'remove' ? `Remove ${profile.name}` : `Forget the key of ${profile.name}`}
        </button>
      </div>
    </div>
  );
}
