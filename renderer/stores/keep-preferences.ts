import type { PreferencesChange } from '../../shared/ipc/schemas/preferences-schema.ts';
import type { Backend } from '../api/backend.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { adoptPreferences, noteKept, preferencesStore } from './preferences-store.ts';
import { showToast } from './toast-store.ts';

type ChoiceName = keyof PreferencesChange;

/**
 * Sends what is chosen in this window to the back end at once, and takes what others choose. No choice waits for an
 * earlier reply: a closing window would lose it. Returns the function that stops it.
 */
export function followPreferences({ client, link }: Pick<Backend, 'client' | 'link'>): () => void {
  /** What is on its way, by the last change that told of it. */
  const told = new Map<ChoiceName, PreferencesChange>();
  let hasFailed = false;

  /** Tells once that choices are not kept, until some are again. */
  function noteFailure(error: unknown): void {
    // What a lost connection took back is saved when it is there again.
    if (hasFailed || link.read() !== 'connected') return;
    hasFailed = true;
    const detail = `${describeFailure(readFailure(error))} A restart shows the earlier settings.`;
    const title = 'The settings were not stored';
    showToast({ subject: 'preferences.save', tone: 'bad', title, detail, isSticky: true });
  }

  function takeUntold(): PreferencesChange | null {
    const { unsaved, heldBack } = preferencesStore.getState();
    if (heldBack !== null || link.read() !== 'connected') return null;
    const untold = Object.entries(unsaved).filter(([key, value]) => {
      const name = key as ChoiceName;
      return told.get(name)?.[name] !== value;
    });
    return untold.length === 0 ? null : Object.fromEntries(untold);
  }

  async function save(): Promise<void> {
    const change = takeUntold();
    if (change === null) return;
    const names = Object.keys(change) as ChoiceName[];
    for (const name of names) told.set(name, change);
    let isKept = false;
    try {
      await client.request('preferences.save', change);
      isKept = true;
      hasFailed = false;
    } catch (error) {
      // It stands in this window, and is saved with the next change.
      noteFailure(error);
    }
    // What was chosen since is on its way by itself.
    const answered = names.filter((name) => told.get(name) === change);
    for (const name of answered) told.delete(name);
    if (isKept) noteKept(Object.fromEntries(answered.map((name) => [name, change[name]])));
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
