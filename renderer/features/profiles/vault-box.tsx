import { useState } from 'react';
import type { VaultView } from '../../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../../shared/profiles/profile.ts';
import { Problems } from './problems.tsx';
import { describeVault } from './profile-text.ts';
import { UnlockForm } from './unlock-form.tsx';
import { useProfileAction } from '../../api/profile-queries.ts';

/** Where the keys are kept, and the way in. */
export function VaultBox({ vault }: { readonly vault: VaultView }) {
  const act = useProfileAction();
  const [isSure, setSure] = useState(false);
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [isTrying, setTrying] = useState(false);
  const isStuck = vault.state === 'unavailable' || vault.state === 'damaged' || vault.state === 'locked';

  async function retry(): Promise<void> {
    setTrying(true);
    setProblems((await act({ action: 'retry_vault' })).problems);
    setTrying(false);
  }

  async function setAside(): Promise<void> {
    if (!isSure) return setSure(true);
    setSure(false);
    setProblems((await act({ action: 'set_vault_aside' })).problems);
    return undefined;
  }

  return (
    <div className="profile-vault">
      <p className={vault.reason === null ? 'muted' : 'dialog-problem'}>{describeVault(vault)}</p>
      {vault.state === 'locked' ? <UnlockForm onDone={() => undefined} /> : null}
      {vault.state === 'unavailable' ? (
        <button type="button" className="button button-primary" disabled={isTrying} onClick={() => void retry()}>
          Try again
        </button>
      ) : null}
      {isStuck ? (
        <button type="button" className="button" onClick={() => void setAside()}>
          {isSure ? 'Yes, rename the file and start without keys' : 'Start without these keys…'}
        </button>
      ) : null}
      <Problems problems={problems} />
    </div>
  );
}
