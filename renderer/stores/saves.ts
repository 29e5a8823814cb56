import type { Backend } from '../api/backend.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { showToast } from './toast-store.ts';
import { watchlistStore } from './watchlist-store.ts';
import { draftsStore } from './workspace/drafts-store.ts';
import { workspaceStore } from './workspace/workspace-store.ts';

/** Has the back end keep what the trader changed here: each does nothing while there is nothing unsaved. */
export interface Saves {
  readonly saveWatchlist: () => Promise<void>;
  readonly saveWorkspaces: () => Promise<void>;
  readonly saveDrafts: () => Promise<void>;
}

/** What can't be saved stays in this window, and goes with the next change or connection. */
export function createSaves({ client, link, windowId }: Pick<Backend, 'client' | 'link' | 'windowId'>): Saves {
  let isSavingArrangement = true;
  let isSavingDrafts = false;

  async function saveWatchlist(): Promise<void> {
    const { watchlists, isUnsaved } = watchlistStore.getState();
    if (!isUnsaved || link.read() !== 'connected') return;
    try {
      await client.request('watchlist.save', watchlists);
      if (watchlistStore.getState().watchlists === watchlists) {
        watchlistStore.setState({ isUnsaved: false, failure: null });
      }
    } catch (error) {
      watchlistStore.setState({ failure: readFailure(error) });
    }
  }

  /** Tells once that what the trader arranges is not kept, until some of it is again. */
  function noteArrangement(error: unknown): void {
    const wasSaving = isSavingArrangement;
    isSavingArrangement = error === null;
    // What a lost connection took back is saved when it is there again.
    if (isSavingArrangement || !wasSaving || link.read() !== 'connected') return;
    const detail = `${describeFailure(readFailure(error))} A restart shows the earlier arrangement.`;
    const title = 'This window’s arrangement was not stored';
    showToast({ subject: 'workspaces.save', tone: 'bad', title, detail, isSticky: true });
  }

  async function saveWorkspaces(): Promise<void> {
    const { workspaces, isUnsaved, heldBack } = workspaceStore.getState();
    if (workspaces === null || !isUnsaved || heldBack !== null || link.read() !== 'connected') return;
    try {
      await client.request('workspaces.save', { window_id: windowId, workspaces });
      if (workspaceStore.getState().workspaces === workspaces) workspaceStore.setState({ isUnsaved: false });
      noteArrangement(null);
    } catch (error) {
      // Kept in this window, and saved with the next change.
      noteArrangement(error);
    }
  }

  /** One at a time: what is typed meanwhile goes with the next. */
  async function saveDrafts(): Promise<void> {
    const { drafts, isUnsaved } = draftsStore.getState();
    if (drafts === null || !isUnsaved || isSavingDrafts || link.read() !== 'connected') return;
    isSavingDrafts = true;
    draftsStore.setState({ isUnsaved: false });
    try {
      await client.request('workspaces.save', { window_id: windowId, workspaces: null, drafts });
    } catch {
      // What is typed stands in this window, and is kept with the next change, or as the back end is there again.
      draftsStore.setState({ isUnsaved: true });
    }
    isSavingDrafts = false;
    if (draftsStore.getState().drafts !== drafts) void saveDrafts();
  }

  return { saveWatchlist, saveWorkspaces, saveDrafts };
}
