import type { Backend } from '../api/backend.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { adoptPreferences, noteKept, preferencesStore } from './preferences-store.ts';
import { showToast } from './toast-store.ts';

/**
 * Tells the back end what is chosen in this window, one change after the other, and takes what is chosen in others. Gives
 * back the function that stops it.
 */
export function followPreferences({ client, link }: Pick<Backend, 'client' | 'link'>): () => void {
  let isSaving = false;
  let hasFailed = false;

  /** Tells once that choices are not kept, until some are again. */
  function noteFailure(error: unknown): void {
    // What a lost connection took back is saved when it is there again.
    if (hasFailed || link.read() !== 'connected') return;
    hasFailed = true;
    const detail = `${describeFailure(readFailure(error))} A restart shows windows as they were set before.`;
    const title = 'The settings could not be kept';
    showToast({ subject: 'preferences.save', tone: 'bad', title, detail, isSticky: true });
  }

  async function save(): Promise<void> {
    const { unsaved, heldBack } = preferencesStore.getState();
    if (isSaving || heldBack !== null || Object.keys(unsaved).length === 0 || link.read() !== 'connected') return;
    isSaving = true;
    let isKept = false;
    try {
      await client.request('preferences.save', unsaved);
      isKept = true;
      hasFailed = false;
    } catch (error) {
      // It stands in this window, and is saved with the next change.
      noteFailure(error);
    }
    isSaving = false;
    if (!isKept) return;
    noteKept(unsaved);
    void save();
  }

  const stops = [
    client.listen('preferences.changed', adoptPreferences),
    preferencesStore.subscribe((state, previous) => {
      if (state !== previous) void save();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
