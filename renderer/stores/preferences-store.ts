import { renameActionKeys } from './workspace/former-names.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type PreferencesChange,
} from '../../shared/ipc/schemas/preferences-schema.ts';
import { zoneNames } from '../ui/words/shown.ts';
import { listenToTicks } from './now.ts';

export interface PreferencesState {
  /** Null until the session is open: what was chosen is not known before. */
  readonly preferences: Preferences | null;
  /** What was chosen in this window and the back end doesn't have yet. */
  readonly unsaved: PreferencesChange;
  /** What was kept, while a safe start shows everything as it comes; nothing is kept before the trader chooses. */
  readonly heldBack: Preferences | null;
}

/** What the trader chose for every window, whichever profile is open. */
export const preferencesStore = createStore<PreferencesState>(() => ({
  preferences: null,
  unsaved: {},
  heldBack: null,
}));

/** Takes what the back end has; what was chosen here since then stands. */
export function adoptPreferences(read: Preferences): void {
  const kept = { ...read, keys: renameActionKeys(read.keys) };
  preferencesStore.setState(({ unsaved, heldBack }) =>
    heldBack === null ? { preferences: { ...kept, ...unsaved } } : { heldBack: kept },
  );
}

/** Nothing was chosen: there is nothing to hold back. */
function isAsItComes(kept: Preferences): boolean {
  const comes: Readonly<Record<string, unknown>> = DEFAULT_PREFERENCES;
  return Object.entries(kept).every(([name, value]) => JSON.stringify(value) === JSON.stringify(comes[name]));
}

/** A safe start: everything as it comes, and what was kept stays as it is until the trader says otherwise. */
export function adoptPreferencesSafely(kept: Preferences): void {
  // The session is opened again when the connection comes back: what the trader chose by then stands.
  if (preferencesStore.getState().preferences !== null || isAsItComes(kept)) adoptPreferences(kept);
  else {
    const heldBack = { ...kept, keys: renameActionKeys(kept.keys) };
    preferencesStore.setState({ preferences: DEFAULT_PREFERENCES, heldBack });
  }
}

/** Ends a safe start: with what was kept, or with what is shown in its place. */
export function endSafePreferences(choice: 'kept' | 'shown'): void {
  preferencesStore.setState(({ preferences, heldBack }) => {
    if (heldBack === null || preferences === null) return {};
    if (choice === 'kept') return { preferences: heldBack, unsaved: {}, heldBack: null };
    const { version: _version, ...chosen } = preferences;
    return { unsaved: chosen, heldBack: null };
  });
}

/** Keeps choices for every window. */
export function keepPreferences(changes: PreferencesChange): void {
  preferencesStore.setState(({ preferences, unsaved }) =>
    preferences === null ? {} : { preferences: { ...preferences, ...changes }, unsaved: { ...unsaved, ...changes } },
  );
}

/** The back end has these; what was chosen since then is still to be told. */
export function noteKept(kept: PreferencesChange): void {
  preferencesStore.setState(({ unsaved }) => {
    const rest = Object.entries(unsaved).filter(([name, value]) => kept[name as keyof PreferencesChange] !== value);
    return { unsaved: Object.fromEntries(rest) };
  });
}

/** As everything comes until it is known what was chosen. */
export function readPreferences(): Preferences {
  return preferencesStore.getState().preferences ?? DEFAULT_PREFERENCES;
}

export function usePreferences<T>(select: (preferences: Preferences) => T): T {
  return useStore(preferencesStore, ({ preferences }) => select(preferences ?? DEFAULT_PREFERENCES));
}

/** The theme, for what draws with colours that it reads once: it is made anew by this. */
export function useThemeName(): Preferences['theme'] {
  return usePreferences(({ theme }) => theme);
}

/** Tells ways of showing times and numbers apart, by another zone of the system too: what has written some is made anew by it. */
export function useShown(): string {
  const zone = useSyncExternalStore(listenToTicks, zoneNames);
  return usePreferences(({ clock, numbers }) => `${clock} ${numbers} ${zone}`);
}
