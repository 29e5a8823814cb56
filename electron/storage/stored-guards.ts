import { z } from 'zod';
import {
  DEFAULT_GUARD_SETTINGS,
  guardFieldsSchema,
  GUARD_LIMITS,
  guardSettingsSchema,
  type GuardsReading,
  type GuardSettings,
  lowerToHard,
} from '../../shared/orders/limits/guard-settings.ts';
import type { Settings } from './settings.ts';

export const GUARDS = 'guards';

export interface StoredGuards {
  readonly guards: GuardSettings;
  readonly reading: GuardsReading;
}

const KNOWN: ReadonlySet<string> = new Set(['soft', 'hard', 'maxAmountByUnit', 'duplicateWindowMs', ...GUARD_LIMITS]);

/**
 * The stored guards, or null. Limits that can't be read are as a new profile's, maybe looser: `reading` tells of it.
 */
export function readStoredGuards(stored: Pick<Settings, 'read' | 'readWhatFits'>): StoredGuards | null {
  const whole = stored.read(GUARDS, guardSettingsSchema);
  if (whole !== null) return { guards: whole, reading: 'ok' };
  const { value, leftOut } = stored.readWhatFits(GUARDS, guardFieldsSchema);
  if (value === null && leftOut.length === 0) return null;
  const isKept = value !== null && keepsUnits(stored, value);
  if (isKept && leftOut.every(({ field }) => field !== null && !KNOWN.has(field))) {
    return { guards: lowerToHard(value), reading: 'in_part' };
  }
  const fitting = stored.readWhatFits(GUARDS, guardFieldsSchema, DEFAULT_GUARD_SETTINGS);
  return { guards: lowerToHard(fitting.value ?? DEFAULT_GUARD_SETTINGS), reading: 'unreadable' };
}

const units = z.looseObject({ maxAmountByUnit: z.record(z.string(), z.unknown()) });

/** Whether each stored unit's limits were all read: a missing one is not in force. */
function keepsUnits(stored: Pick<Settings, 'read'>, { maxAmountByUnit }: GuardSettings): boolean {
  const named = stored.read(GUARDS, units)?.maxAmountByUnit ?? {};
  return Object.keys(named).every((unit) => Object.hasOwn(maxAmountByUnit, unit));
}
