import { IpcFailure } from '../../shared/ipc/error.ts';
import { defaultLadder, type Ladder, ladderSchema } from '../../shared/orders/confirmation.ts';
import {
  DEFAULT_GUARD_SETTINGS,
  type GuardSettings,
  type GuardsReading,
} from '../../shared/orders/limits/guard-settings.ts';
import { type Preset, presetListSchema } from '../../shared/orders/presets.ts';
import type { HoldFile } from './hold-file.ts';
import type { Settings } from './settings.ts';
import { GUARDS, readStoredGuards, type StoredGuards } from './stored-guards.ts';

const LADDER = 'ladder';
const PRESETS = 'presets';

const NOTHING_LOST = { isThere: () => false, remove: () => undefined };

/** What a profile sets about its sells. Every change of ladder and guards is kept with its time. */
export interface TradeSettings {
  readonly ladder: () => Ladder;
  readonly guards: () => GuardSettings;
  /** How those could be read; `ok` again once others are set. */
  readonly guardsReading: () => GuardsReading;
  readonly presets: () => readonly Preset[];
  /** Each throws `IpcFailure` (`ReadOnly`, `StorageFailed`) when it can't be kept; the value before stays in force. */
  readonly setLadder: (ladder: Ladder) => void;
  readonly setGuards: (guards: GuardSettings) => void;
  readonly setPresets: (presets: readonly Preset[]) => void;
}

/**
 * Reads the stored settings, else the defaults of the kind. `settings` is null where another instance writes. `lost`:
 * an earlier run's settings are gone.
 */
export function createTradeSettings(
  settings: Settings | null,
  profileKind: string,
  stored: Pick<Settings, 'read' | 'readWhatFits'> | null = settings,
  lost: Pick<HoldFile, 'isThere' | 'remove'> = NOTHING_LOST,
): TradeSettings {
  let ladder = defaultLadder(profileKind);
  let guards: StoredGuards = { guards: DEFAULT_GUARD_SETTINGS, reading: 'ok' };
  let presets: readonly Preset[] = [];
  let isLost = false;

  function readStored(): void {
    ladder = stored?.read(LADDER, ladderSchema) ?? ladder;
    guards = (stored === null ? null : readStoredGuards(stored)) ?? guards;
    presets = stored?.read(PRESETS, presetListSchema) ?? presets;
    isLost = lost.isThere();
  }
  readStored();

  function follow(): void {
    if (settings !== null) return;
    try {
      readStored();
    } catch {
      // The other instance may be writing just now; it is asked again in a moment.
    }
  }

  function keep(write: (to: Settings) => void): void {
    if (settings === null) {
      const message = 'another instance of the terminal holds this profile';
      throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
    }
    try {
      write(settings);
    } catch {
      const message = 'the settings could not be written; the ones before stay in force';
      throw new IpcFailure({ code: 'StorageFailed', message, params: {} });
    }
  }

  return {
    ladder: () => {
      follow();
      return ladder;
    },
    guards: () => {
      follow();
      return guards.guards;
    },
    guardsReading: () => {
      follow();
      return isLost ? 'lost' : guards.reading;
    },
    presets: () => {
      follow();
      return presets;
    },
    setLadder: (next) => {
      keep((to) => to.record(LADDER, next));
      ladder = next;
    },
    setGuards: (next) => {
      keep((to) => {
        to.record(GUARDS, next);
        lost.remove();
      });
      guards = { guards: next, reading: 'ok' };
      isLost = false;
    },
    setPresets: (next) => {
      keep((to) => to.write(PRESETS, next));
      presets = next;
    },
  };
}
