import { useState } from 'react';
import type { UpdatesView } from '../../../shared/ipc/schemas/updates-schema.ts';
import { useProfileAction, useProfiles } from '../../api/profile-queries.ts';
import { toServiceTime, useSession } from '../../stores/session-store.ts';
import { formatDate } from '../../ui/words/format.ts';
import { zoneName } from '../../ui/words/shown.ts';
import { WorkingBar } from '../../ui/working.tsx';

/** Where updates of the program stand, and what can be done about them. */
export function UpdatesBox() {
  const { data: view } = useProfiles();
  const version = useSession((state) => state.session?.version ?? null);
  const act = useProfileAction();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (view === undefined) return null;
  const { state } = view.updates;
  const isWorking = isBusy || state === 'checking' || state === 'downloading';

  async function run(action: 'check_updates' | 'install_update'): Promise<void> {
    setBusy(true);
    const { problems } = await act({ action });
    setBusy(false);
    setProblem(problems[0]?.message ?? null);
  }

  return (
    <fieldset className="settings-choices">
      <legend>Updates</legend>
      <p className="settings-updates" role="status">
        Version {version}. {describeUpdates(view.updates)}
      </p>
      {problem === null ? null : <p className="dialog-problem">{problem}</p>}
      <span className="settings-update-actions">
        {state === 'idle' || state === 'failed' ? (
          <button type="button" className="button" disabled={isWorking} onClick={() => void run('check_updates')}>
            Look for an update
          </button>
        ) : null}
        {state === 'ready' ? (
          <button type="button" className="button" disabled={isWorking} onClick={() => void run('install_update')}>
            End, install {view.updates.version} and start again
          </button>
        ) : null}
        {isWorking ? <WorkingBar text="The update is being searched or fetched" /> : null}
      </span>
    </fieldset>
  );
}

/** Where updates stand, in a sentence or two. */
export function describeUpdates({ state, feed_url, version, reason, checked_at }: UpdatesView): string {
  const askedAt = checked_at === null ? null : toServiceTime(checked_at);
  const asked = askedAt === null ? '' : ` ${feed_url} was asked at ${formatDate(askedAt)} ${zoneName(askedAt)}.`;
  switch (state) {
    case 'off':
      return 'Updates are off: no address is set.';
    case 'forbidden':
      return reason ?? 'The policy of this machine forbids updates.';
    case 'unsupported':
      return `Updates are off: ${reason ?? 'they can’t be proven here'}. Install a new version by hand.`;
    case 'idle':
      return checked_at === null ? `Updates come from ${feed_url}.` : `It is the newest.${asked}`;
    case 'checking':
      return `Asking ${feed_url}…`;
    case 'waiting':
      return `Version ${version} is available, not fetched: ${reason}.`;
    case 'downloading':
      return `Fetching version ${version}…`;
    case 'ready':
      return `Version ${version} is fetched and its signature is valid. It is installed when you say so.`;
    case 'failed':
      return `Looking for an update failed: ${reason}.${asked}`;
  }
}
