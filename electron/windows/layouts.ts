import { z } from 'zod';
import type { Handlers } from '../../shared/ipc/contract.ts';
import type { SafeStart } from '../../shared/ipc/schemas/session-schema.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/ipc/schemas/preferences-schema.ts';
import {
  type Drafts,
  type LeftOut,
  type OwnWindow,
  ownWindowSchema,
  type Workspaces,
  workspacesSchema,
} from '../../shared/ipc/schemas/workspace-schema.ts';
import { createKeptDrafts } from './kept-drafts.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import { createSettings, type Settings } from '../storage/settings.ts';
import type { WhatFits } from '../storage/what-fits.ts';

const WORKSPACES = 'workspaces';
const OWN_WINDOWS = 'own_windows';
const UNENDED_STARTS = 'unended_starts';

/** The main window's name among drafts. */
const MAIN_WINDOW = 'main';

/** The most windows of single panels that are kept, one more than a desktop opens. The oldest goes first. */
const MOST_OWN_WINDOWS = 17;
/** So many starts in a row that never came to their end make the next one a safe start. */
const CRASHES_TO_SAFETY = 2;

const ownWindowsSchema = z.strictObject({ items: z.array(ownWindowSchema) });

/** In place of preferences that this version doesn't know. */
const STANDARD = { preferences: DEFAULT_PREFERENCES };

export interface KeptLayouts {
  readonly workspaces: Workspaces | null;
  readonly own_windows: OwnWindow[];
  /** Since this opening of the profile: what has been left out is no longer there once another took its place. */
  readonly layouts_left_out: LeftOut[];
  readonly safe_start: SafeStart | null;
  readonly drafts: Record<string, Drafts>;
  readonly recovered_drafts: string[];
  readonly preferences: Preferences;
}

export interface Layouts {
  readonly read: () => KeptLayouts;
  readonly handlers: Pick<Handlers, 'workspaces.save'>;
  /** Forgets a window of its own. Where that can't be kept, it is there again at the next start. */
  readonly dismiss: (windowId: string) => void;
  /** This start came to its end: it does not count as a crash. */
  readonly close: () => void;
}

/**
 * Keeps arrangements and drafts, and counts unfinished starts, in the settings of `store`. Null where this instance may
 * not write.
 */
export function createLayouts(
  settings: Settings | null,
  store: Pick<ProfileStore, 'settings'> | null,
  { isSafeStart = false, clock, preferences }: Pick<ServicesOptions, 'isSafeStart' | 'clock' | 'preferences'>,
): Layouts {
  const counts = store === null ? null : createSettings(store.settings, clock.now);
  const crashes = counts?.read(UNENDED_STARTS, z.number().int().min(0)) ?? 0;
  const safeStart = isSafeStart ? 'asked' : crashes >= CRASHES_TO_SAFETY ? 'crashes' : null;
  count(counts, crashes + 1);
  // Twice in a row may be what was typed itself.
  const drafts = createKeptDrafts(counts, crashes > 0 && safeStart !== 'crashes', clock);

  const leftOut = new Map<string, LeftOut>();

  function take<T>(fitting: WhatFits<T> | undefined): T | null {
    for (const part of fitting?.leftOut ?? []) leftOut.set(JSON.stringify(part), part);
    return fitting?.value ?? null;
  }

  function readWorkspaces(): Workspaces | null {
    return take(settings?.readWhatFits(WORKSPACES, workspacesSchema, STANDARD));
  }

  const former = readWorkspaces()?.preferences;
  if (former !== undefined) preferences?.takeOver(former);

  function ownWindows(): OwnWindow[] {
    return take(settings?.readWhatFits(OWN_WINDOWS, ownWindowsSchema))?.items ?? [];
  }

  function keepOwn(windowId: string, workspaces: Workspaces | null): void {
    const others = ownWindows().filter(({ id }) => id !== windowId);
    const [first] = workspaces?.items ?? [];
    const own = workspaces === null || first === undefined ? [] : [{ id: windowId, name: first.name, workspaces }];
    settings?.write(OWN_WINDOWS, { items: [...others, ...own].slice(-MOST_OWN_WINDOWS) });
  }

  return {
    read: () => ({
      workspaces: withoutPreferences(readWorkspaces()),
      own_windows: ownWindows(),
      layouts_left_out: [...leftOut.values()],
      safe_start: safeStart,
      drafts: drafts.read(),
      recovered_drafts: drafts.recovered(),
      preferences: preferences?.read() ?? DEFAULT_PREFERENCES,
    }),
    handlers: {
      'workspaces.save': async ({ window_id, workspaces, drafts: typed }) => {
        if (typed !== undefined) {
          drafts.put(window_id ?? MAIN_WINDOW, typed);
          return null;
        }
        if (window_id === null) {
          if (workspaces !== null) settings?.write(WORKSPACES, workspaces);
          return null;
        }
        keepOwn(window_id, workspaces);
        return null;
      },
    },
    dismiss: (windowId) => {
      drafts.drop(windowId);
      try {
        keepOwn(windowId, null);
      } catch {
        // The window tells of a disk that takes no writes by itself.
      }
    },
    close: () => {
      drafts.close();
      count(counts, 0);
    },
  };
}

/** What is kept for every window is kept beside the profiles. */
function withoutPreferences(workspaces: Workspaces | null): Workspaces | null {
  if (workspaces === null) return null;
  const { preferences: _former, ...arrangement } = workspaces;
  return arrangement;
}

/** A disk that takes no writes counts nothing, and stops nothing. */
function count(counts: Settings | null, starts: number): void {
  try {
    counts?.write(UNENDED_STARTS, starts);
  } catch {
    // The window tells of such a disk by itself.
  }
}
