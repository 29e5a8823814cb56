import { type FormEvent, useState } from 'react';
import type { ListedProfile, VaultView } from '../../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../../shared/profiles/profile.ts';
import { isFaulty, Problems } from './problems.tsx';
import { describeVault } from './profile-text.ts';
import { useProfileAction } from '../../api/profile-queries.ts';
import { WorkingBar } from '../../ui/working.tsx';

interface KeyFormProps {
  readonly profile: ListedProfile;
  readonly vault: VaultView;
  readonly onDone: () => void;
}

/** Takes a key once. What is typed goes to the back end and is never read back. */
export function KeyForm({ profile, vault, onDone }: KeyFormProps) {
  const act = useProfileAction();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const needsPassphrase = vault.state === 'empty' && vault.would_seal === 'passphrase';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (needsPassphrase && passphrase !== again) {
      setProblems([{ field: 'passphrase', message: 'The passphrases differ. Type the same twice.' }]);
      return;
    }
    setBusy(true);
    const { problems: found } = await act({
      action: 'set_key',
      id: profile.id,
      client_id: clientId.trim(),
      client_secret: clientSecret.trim(),
      passphrase,
    });
    setBusy(false);
    setProblems(found);
    if (found.length === 0) onDone();
  }

  return (
    <form className="profile-fields" autoComplete="off" onSubmit={(event) => void submit(event)}>
      <p className="muted">
        Give the key only the rights to read the account and to trade. Never allow withdrawals. {describeVault(vault)}
      </p>
      <label>
        Client id
        <input
          type="text"
          autoFocus
          autoComplete="off"
          maxLength={256}
          aria-invalid={isFaulty(problems, 'client_id')}
          value={clientId}
          onChange={(event) => setClientId(event.target.value)}
        />
      </label>
      <Secret
        name="Client secret"
        value={clientSecret}
        isBad={isFaulty(problems, 'client_secret')}
        onChange={setClientSecret}
      />
      {needsPassphrase ? (
        <>
          <Secret
            name="New passphrase"
            value={passphrase}
            isBad={isFaulty(problems, 'passphrase')}
            onChange={setPassphrase}
          />
          <Secret
            name="The same once more"
            value={again}
            isBad={isFaulty(problems, 'passphrase')}
            onChange={setAgain}
          />
          <p className="muted">
            It is asked for at each start and stored nowhere. Without it nobody can open the keys again.
          </p>
        </>
      ) : null}
      <Problems problems={problems} />
      <div className="dialog-end">
        {isBusy ? <WorkingBar text="The key is being sealed" /> : null}
        <button type="button" className="button" onClick={onDone}>
          Back
        </button>
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {isBusy ? 'Sealing it…' : 'Store the key'}
        </button>
      </div>
    </form>
  );
}

interface SecretProps {
  readonly name: string;
  readonly value: string;
  readonly isBad: boolean;
  readonly onChange: (value: string) => void;
}

/** A field whose text is hidden, and offered to no manager of passwords. */
export function Secret({ name, value, isBad, onChange }: SecretProps) {
  return (
    <label>
      {name}
      <input
        type="password"
        autoComplete="new-password"
        maxLength={1024}
        aria-invalid={isBad}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
