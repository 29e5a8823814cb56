import { type FormEvent, useEffect, useRef, useState } from 'react';
import type {
  KeyFinding,
  ListedProfile,
  ProfilesAction,
  ProfilesView,
} from '../../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../../shared/profiles/profile.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { type Loss, LossQuestion } from './loss-question.tsx';
import { Problems } from './problems.tsx';
import {
  CREDENTIAL_WORDS,
  FINDING_MEANINGS,
  FINDING_NAMES,
  FORM_WORDS,
  KIND_WORDS,
  SCHEME_WORDS,
  VERDICT_MARKS,
} from './profile-text.ts';
import { useProfileAction } from '../../api/profile-queries.ts';
import { Working } from '../../ui/working.tsx';

interface DetailsProps {
  readonly profile: ListedProfile;
  readonly view: ProfilesView;
  /** Whether its key is tested at once. */
  readonly isToBeTested: boolean;
  readonly goTo: (page: 'edit' | 'key') => void;
}

/** One profile: what it is, and what can be done with it. */
export function ProfileDetails({ profile, view, isToBeTested, goTo }: DetailsProps) {
  const send = useProfileAction();
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [findings, setFindings] = useState<readonly KeyFinding[] | null>(null);
  const whyNoTest = WHY_NO_TEST[profile.credentials] ?? null;
  const [busy, setBusy] = useState<ProfilesAction['action'] | null>(isToBeTested && whyNoTest === null ? 'test' : null);
  const [asked, setAsked] = useState<Loss | null>(null);
  const isActive = profile.id === view.active;
  const { is_stored: isStored, credentials } = profile;

  async function finish(action: ProfilesAction): Promise<void> {
    const end = await send(action);
    setBusy(null);
    setProblems(end.problems);
    setFindings(end.findings);
  }

  async function act(action: ProfilesAction): Promise<void> {
    setBusy(action.action);
    await finish(action);
  }

  const isTestDue = useRef(busy === 'test');
  useEffect(() => {
    if (!isTestDue.current) return;
    isTestDue.current = false;
    void finish({ action: 'test', id: profile.id });
  });

  function lose(loss: Loss): void {
    setAsked(null);
    void act({ action: loss, id: profile.id });
  }

  return (
    <div className="profile-details">
      <dl className="profile-facts">
        <dt>Kind</dt>
        <dd>{KIND_WORDS[profile.kind]}</dd>
        <dt>Base address</dt>
        <dd>{profile.origin === '' ? 'inside the terminal' : profile.origin}</dd>
        <dt>Calls</dt>
        <dd>{FORM_WORDS[profile.form]}</dd>
        <dt>Proves itself by</dt>
        <dd>{SCHEME_WORDS[profile.scheme]}</dd>
        <dt>Key</dt>
        <dd>{CREDENTIAL_WORDS[credentials]}</dd>
      </dl>
      <div className="profile-actions">
        <button
          type="button"
          className="button"
          disabled={busy !== null || whyNoTest !== null}
          title={whyNoTest ?? 'Asks the service what the key may do. Sends no order.'}
          onClick={() => void act({ action: 'test', id: profile.id })}
        >
          {busy === 'test' ? 'Testing…' : 'Test'}
        </button>
        {isStored ? (
          <>
            <button type="button" className="button" onClick={() => goTo('key')}>
              Set key
            </button>
            <button
              type="button"
              className="button"
              disabled={busy !== null || credentials !== 'stored'}
              onClick={() => setAsked('forget_key')}
            >
              Forget key…
            </button>
            <button type="button" className="button" onClick={() => goTo('edit')}>
              Edit
            </button>
            <button
              type="button"
              className="button"
              disabled={busy !== null || isActive}
              title={isActive ? 'It is open: open another one first' : 'Its orders and journal stay on the disk'}
              onClick={() => setAsked('remove')}
            >
              Remove…
            </button>
          </>
        ) : null}
      </div>
      {asked === null ? null : (
        <LossQuestion
          key={asked}
          loss={asked}
          profile={profile}
          onAgreed={() => lose(asked)}
          onKept={() => setAsked(null)}
        />
      )}
      {isToBeTested && whyNoTest !== null ? <p className="dialog-problem">{whyNoTest}</p> : null}
      {busy === null ? null : <Working text={BUSY_WORDS[busy] ?? 'Being done…'} />}
      {findings === null ? null : <Findings findings={findings} />}
      <Problems problems={problems} />
      <OpenForm
        profile={profile}
        view={view}
        isBusy={busy !== null}
        open={(typed) => act({ action: 'open', id: profile.id, typed })}
      />
    </div>
  );
}

const WHY_NO_TEST: Partial<Readonly<Record<ListedProfile['credentials'], string>>> = {
  none: 'There is no key to test. Set one first.',
  locked: 'Open the credentials to test the key.',
};

/** What goes on, of what takes longest. */
const BUSY_WORDS: Partial<Readonly<Record<ProfilesAction['action'], string>>> = {
  test: 'Asking the service what the key may do…',
  open: 'Closing the open profile and opening this one…',
  forget_key: 'Forgetting the key…',
  remove: 'Removing the profile…',
};

interface OpenFormProps {
  readonly profile: ListedProfile;
  readonly view: ProfilesView;
  readonly isBusy: boolean;
  readonly open: (typed: string) => Promise<void>;
}

/** Opens a profile; a live one needs its name typed. */
function OpenForm({ profile, view, isBusy, open }: OpenFormProps) {
  const [typed, setTyped] = useState('');
  const isLive = profile.kind === 'live';
  const isActive = profile.id === view.active;
  if (isActive && view.is_live_confirmed) return <p className="muted">This profile is open.</p>;
  const why =
    profile.forbidden ??
    (isActive || view.pending === null ? null : `The open profile can’t be left: ${view.pending}.`);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void open(typed);
  }

  return (
    <form className={isLive ? 'profile-open profile-open-live' : 'profile-open'} onSubmit={submit}>
      {isLive ? (
        <label>
          <span>
            <strong>LIVE: real money.</strong> Type <b>{profile.name}</b> to {isActive ? 'trade on it' : 'go live'}
          </span>
          <input
            type="text"
            maxLength={80}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      ) : null}
      <button
        type="submit"
        className="button button-primary"
        disabled={isBusy || why !== null || (isLive && typed !== profile.name)}
      >
        {isActive ? 'Allow trading' : isLive ? 'Go live' : 'Open'}
      </button>
      {why === null ? null : <p className="dialog-problem">{why}</p>}
    </form>
  );
}

function Findings({ findings }: { readonly findings: readonly KeyFinding[] }) {
  return (
    <table className="profile-findings" aria-label="What the test proves">
      <tbody>
        {findings.map(({ subject, verdict, detail }) => (
          <tr key={subject}>
            <th scope="row">{FINDING_NAMES[subject]}</th>
            <td className={`verdict-${verdict}`}>{VERDICT_MARKS[verdict]}</td>
            <td>
              {showForeign(detail)} <span className="muted">({FINDING_MEANINGS[subject]})</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
