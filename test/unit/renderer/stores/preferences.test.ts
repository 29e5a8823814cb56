import { beforeEach, describe, expect, it } from 'vitest';
import type { IpcClient } from '../../../../shared/ipc/client.ts';
import { DEFAULT_PREFERENCES, type PreferencesChange } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import { followPreferences } from '../../../../renderer/stores/keep-preferences.ts';
import {
  adoptPreferences,
  adoptPreferencesSafely,
  endSafePreferences,
  keepPreferences,
  preferencesStore,
  readPreferences,
} from '../../../../renderer/stores/preferences-store.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';

const KEPT = { ...DEFAULT_PREFERENCES, theme: 'light', density: 'cosy' } as const;

/** A back end that answers when it is told to. */
function follow() {
  const saved: { change: unknown; answer: (error?: Error) => Promise<void> }[] = [];
  const client = {
    request: (_channel: string, change: unknown) =>
      new Promise((resolve, reject) => {
        const answer = async (error?: Error): Promise<void> => {
          if (error === undefined) resolve(null);
          else reject(error);
          await new Promise<void>((settled) => setImmediate(settled));
        };
        saved.push({ change, answer });
      }),
    listen: () => () => undefined,
  } as unknown as IpcClient;
  const link = { read: () => 'connected' as const, listen: () => () => undefined };
  return { saved, stop: followPreferences({ client, link }) };
}

beforeEach(() => {
  preferencesStore.setState(preferencesStore.getInitialState(), true);
  toastStore.setState({ toasts: [], news: [] });
});

describe('what is chosen in a window', () => {
  it('is told at once, whatever is still on its way, and stands while what it heard before is told', async () => {
    const { saved, stop } = follow();
    keepPreferences({ theme: 'contrast' });
    expect(saved).toHaveLength(0);
    adoptPreferences(KEPT);
    keepPreferences({ theme: 'dark' });
    keepPreferences({ theme: 'contrast' });
    keepPreferences({ theme: 'dark' });
    keepPreferences({ is_sounding: false });
    // A window that is closed now has told everything.
    expect(saved.map(({ change }) => change)).toEqual([
      { theme: 'dark' },
      { theme: 'contrast' },
      { theme: 'dark' },
      { is_sounding: false },
    ]);
    await saved[0]?.answer();
    adoptPreferences({ ...KEPT, theme: 'contrast', density: 'compact' });
    expect(readPreferences()).toEqual({ ...KEPT, theme: 'dark', density: 'compact', is_sounding: false });
    for (const { answer } of saved.slice(1)) await answer();
    expect([saved.length, preferencesStore.getState().unsaved]).toEqual([4, {}]);
    // Another window's choice counts from then on.
    adoptPreferences(KEPT);
    expect(readPreferences()).toEqual(KEPT);
    stop();
  });

  it('stands though it could not be kept, which is told once, and is saved with the next', async () => {
    const { saved, stop } = follow();
    adoptPreferences(KEPT);
    keepPreferences({ theme: 'dark' });
    await saved[0]?.answer(new Error('full'));
    keepPreferences({ clock: 'local' });
    expect(saved[1]?.change).toEqual({ theme: 'dark', clock: 'local' } satisfies PreferencesChange);
    await saved[1]?.answer(new Error('full'));
    expect(toastStore.getState().toasts.map(({ title }) => title)).toEqual(['The settings were not stored']);
    expect(readPreferences()).toEqual({ ...KEPT, theme: 'dark', clock: 'local' });
    stop();
  });
});

describe('a safe start', () => {
  it('shows everything as it comes and saves nothing; what was kept comes back when it is chosen, as it is by then', () => {
    const { saved, stop } = follow();
    adoptPreferencesSafely(KEPT);
    expect(readPreferences()).toEqual(DEFAULT_PREFERENCES);
    keepPreferences({ theme: 'contrast' });
    adoptPreferences({ ...KEPT, clock: 'local' });
    expect(readPreferences().theme).toBe('contrast');
    endSafePreferences('kept');
    expect(readPreferences()).toEqual({ ...KEPT, clock: 'local' });
    expect(saved).toEqual([]);
    stop();
  });

  it('holds nothing back where nothing was chosen: what is chosen then is kept', () => {
    const { saved, stop } = follow();
    adoptPreferencesSafely({ ...DEFAULT_PREFERENCES, keys: {}, muted: [] });
    expect(preferencesStore.getState().heldBack).toBeNull();
    keepPreferences({ theme: 'contrast' });
    expect(saved.map(({ change }) => change)).toEqual([{ theme: 'contrast' }]);
    stop();
  });

  it('or what is shown takes its place', () => {
    const { saved, stop } = follow();
    adoptPreferencesSafely(KEPT);
    keepPreferences({ theme: 'contrast' });
    endSafePreferences('shown');
    const { version: _version, ...shown } = { ...DEFAULT_PREFERENCES, theme: 'contrast' };
    expect(saved.map(({ change }) => change)).toEqual([shown]);
    stop();
  });
});
