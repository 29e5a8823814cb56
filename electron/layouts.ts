import { z } from 'zod';
import type { Handlers } from '../shared/ipc/contract.ts';
import type { SafeStart } from '../shared/ipc/session-schema.ts';
import {
  type Drafts,
  type OwnWindow,
  ownWindowSchema,
  type Workspaces,
  workspacesSchema,
} from '../shared/ipc/workspace-schema.ts';
import type { ServicesOptions } from './services-interface.ts';
import type { ProfileStore } from './storage/profile-store.ts';
import { createSettings, type Settings } from './storage/settings.ts';

const WORKSPACES = 'workspaces';
const OWN_WINDOWS = 'own_windows';
const UNENDED_STARTS = 'unended_starts';

/** The main window's name among drafts. */
const MAIN_WINDOW = 'main';

/** Windows of single panels that are kept; the oldest goes first. */
const MOST_OWN_WINDOWS = 16;
/** So many starts in a row that never came to their end make the next one a safe start. */
const CRASHES_TO_SAFETY = 2;

const ownWindowsSchema = z.strictObject({ items: z.array(ownWindowSchema) });

export interface KeptLayouts {
  readonly workspaces: Workspaces | null;
  readonly own_windows: OwnWindow[];
  readonly safe_start: SafeStart | null;
  readonly drafts: Record<string, Drafts>;
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
 * Keeps how windows are arranged, and counts starts that never ended in the settings of `store`, beside the journal of
 * changes; null where this instance may not write.
 */
export function createLayouts(
  settings: Settings | null,
  store: Pick<ProfileStore, 'settings'> | null,
  { isSafeStart = false, clock }: Pick<ServicesOptions, 'isSafeStart' | 'clock'>,
): Layouts {
  const counts = store === null ? null : createSettings(store.settings, clock.now);
  const crashes = counts?.read(UNENDED_STARTS, z.number().int().min(0)) ?? 0;
  const safeStart = isSafeStart ? 'asked' : crashes >= CRASHES_TO_SAFETY ? 'crashes' : null;
  count(counts, crashes + 1);
  const drafts = new Map<string, Drafts>();

  function ownWindows(): OwnWindow[] {
    return settings?.read(OWN_WINDOWS, ownWindowsSchema)?.items ?? [];
  }

  function keepOwn(windowId: string, workspaces: Workspaces | null): void {
    const others = ownWindows().filter(({ id }) => id !== windowId);
    const [first] = workspaces?.items ?? [];
    const own = workspaces === null || first === undefined ? [] : [{ id: windowId, name: first.name, workspaces }];
    settings?.write(OWN_WINDOWS, { items: [...others, ...own].slice(-MOST_OWN_WINDOWS) });
  }

  return {
    read: () => ({
      workspaces: settings?.read(WORKSPACES, workspacesSchema) ?? null,
      own_windows: ownWindows(),
      safe_start: safeStart,
      drafts: Object.fromEntries(drafts),
    }),
    handlers: {
      'workspaces.save': async ({ window_id, workspaces, drafts: typed }) => {
        if (typed !== undefined) {
          drafts.set(window_id ?? MAIN_WINDOW, typed);
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
      drafts.delete(windowId);
      try {
        keepOwn(windowId, null);
      } catch {
        // The window tells of a disk that takes no writes by itself.
      }
    },
    close: () => count(counts, 0),
  };
}

/** A disk that takes no writes counts nothing, and stops nothing. */
function count(counts: Settings | null, starts: number): void {
  try {
    counts?.write(UNENDED_STARTS, starts);
  } catch {
    // The window tells of such a disk by itself.
  }
}
