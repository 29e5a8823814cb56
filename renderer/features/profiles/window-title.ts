import { useEffect } from 'react';
import { useBackend } from '../../api/backend.ts';
import { useSession } from '../../stores/session-store.ts';
import { useWorkspaces } from '../../stores/workspace/workspace-store.ts';
import { describeProfile } from './profile-text.ts';

/** Names the window where windows are listed: a panel in its own by that, and each by whose money it is. */
export function WindowTitle(): null {
  const { windowId } = useBackend();
  const profile = useSession((state) => state.session?.profile ?? null);
  const own = useWorkspaces(({ workspaces }) => workspaces?.items.find(({ id }) => id === workspaces.active) ?? null);
  const panel = windowId === null ? null : (own?.name ?? null);
  const text = profile === null ? null : describeProfile(profile).text;
  useEffect(() => {
    document.title = [panel, text, 'Strikedesk'].filter((part) => part !== null).join(' · ');
  }, [panel, text]);
  return null;
}
