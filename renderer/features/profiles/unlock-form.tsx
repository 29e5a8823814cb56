import { type FormEvent, useState } from 'react';
import type { ProfileProblem } from '../../../shared/profiles/profile.ts';
import { Problems } from './problems.tsx';
import { Secret } from './key-form.tsx';
import { useProfileAction } from '../../api/profile-queries.ts';
import { WorkingBar } from '../../ui/working.tsx';

/** Asks for the passphrase of the stored keys. */
export function UnlockForm({ onDone }: { readonly onDone: () => void }) {
  const act = useProfileAction();
  const [passphrase, setPassphrase] = useState('');
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const end = await act({ action: 'unlock', passphrase });
    setBusy(false);
    setPassphrase('');
    setProblems(end.problems);
    if (end.problems.length === 0) onDone();
  }

  return (
    <form className="profile-unlock" autoComplete="off" onSubmit={(event) => void submit(event)}>
      <Secret name="Passphrase" value={passphrase} isBad={problems.length > 0} onChange={setPassphrase} />
      <button type="submit" className="button button-primary" disabled={isBusy || passphrase === ''}>
        {isBusy ? 'Opening…' : 'Unlock'}
      </button>
      {isBusy ? <WorkingBar text="The keys are being opened" /> : null}
      <Problems problems={problems} />
    </form>
  );
}
