import { z } from 'zod';
import { compare } from '../../decimal.ts';
import { amountLimitsSchema, listCrossedUnits } from './amount-limits.ts';
import { DEFAULT_GUARDS, type GuardTier, type OrderGuards } from '../facts.ts';
import { limitField } from './limit-field.ts';

const limit = limitField.nullable();

/** The limits of a tier, in the order they are shown. Distances are fractions, volatility is in points. */
export const GUARD_LIMITS = [
  'maxDistanceFromMark',
  'maxDistanceFromTouch',
  'maxDistanceFromIndex',
  'maxVolatilityPoints',
  'maxNotionalUsd',
  'maxAmount',
  'maxBlockRfqUsd',
] as const satisfies readonly (keyof GuardTier)[];
export type GuardLimit = (typeof GUARD_LIMITS)[number];

function tierSchema(begin: GuardTier) {
  return z.strictObject({
    maxDistanceFromMark: limit,
    maxDistanceFromTouch: limit,
    maxDistanceFromIndex: limit,
    maxVolatilityPoints: limit,
    maxNotionalUsd: limit,
    maxAmount: limit,
    // Guards that were kept before there was this one have it as a profile begins with it, not without a limit.
    maxBlockRfqUsd: limit.default(begin.maxBlockRfqUsd),
  } satisfies Record<GuardLimit, z.ZodType>);
}

/** The longest time within which two equal orders can be made to need a second look, milliseconds. */
export const MOST_DUPLICATE_WINDOW_MS = 600_000;

/** The guards field by field, whatever they are to one another. */
export const guardFieldsSchema = z.strictObject({
  soft: tierSchema(DEFAULT_GUARDS.soft),
  hard: tierSchema(DEFAULT_GUARDS.hard),
  // Older guards limit every unit as their tiers do.
  maxAmountByUnit: amountLimitsSchema.default({}),
  duplicateWindowMs: z
    .number()
    .int()
    .min(0)
    .max(MOST_DUPLICATE_WINDOW_MS, { error: `must be at most ${MOST_DUPLICATE_WINDOW_MS / 1000} seconds` }),
});

/** A profile's guards: a soft tier asks, a hard one stops, null is no limit. Hard below soft is rejected. */
export const guardSettingsSchema = guardFieldsSchema.superRefine((guards, context) => {
  const message = 'must not be below the limit that asks, or it would never be asked';
  const ofTiers = listCrossed(guards).map((name) => ['hard', name]);
  const ofUnits = listCrossedUnits(guards.maxAmountByUnit).map((unit) => ['maxAmountByUnit', unit, 'hard']);
  for (const path of [...ofTiers, ...ofUnits]) context.addIssue({ code: 'custom', path, message });
});
export type GuardSettings = z.infer<typeof guardFieldsSchema>;

/** Limits whose hard one is below the soft one. */
function listCrossed({ soft, hard }: GuardSettings): GuardLimit[] {
  return GUARD_LIMITS.filter((name) => {
    const [asks, stops] = [soft[name], hard[name]];
    return asks !== null && stops !== null && compare(stops, asks) < 0;
  });
}

/** The same with every soft limit at its hard one at most: of two that contradict each other the stricter counts. */
export function lowerToHard(guards: GuardSettings): GuardSettings {
  const lowered = Object.fromEntries(listCrossed(guards).map((name) => [name, guards.hard[name]]));
  const { maxAmountByUnit } = guards;
  const units = listCrossedUnits(maxAmountByUnit).map((unit) => {
    const hard = maxAmountByUnit[unit]?.hard ?? null;
    return [unit, { soft: hard, hard }] as const;
  });
  return {
    ...guards,
    soft: { ...guards.soft, ...lowered },
    maxAmountByUnit: { ...maxAmountByUnit, ...Object.fromEntries(units) },
  };
}

/**
 * `in_part`: all limits read, other settings not. `unreadable`: a limit was not read, and a looser one may hold.
 * `lost`: nothing left.
 */
export const GUARDS_READINGS = ['ok', 'in_part', 'unreadable', 'lost'] as const;
export type GuardsReading = (typeof GUARDS_READINGS)[number];

/** Whether every limit that was set is in force. */
export function keepsLimits(reading: GuardsReading): boolean {
  return reading === 'ok' || reading === 'in_part';
}

/** What a profile begins with. */
export const DEFAULT_GUARD_SETTINGS: GuardSettings = {
  soft: DEFAULT_GUARDS.soft,
  hard: DEFAULT_GUARDS.hard,
  maxAmountByUnit: DEFAULT_GUARDS.maxAmountByUnit,
  duplicateWindowMs: DEFAULT_GUARDS.duplicateWindowMs,
};

/** The guards in force: the profile's, and the fixed ones. */
export function applyGuardSettings(settings: GuardSettings): OrderGuards {
  return { ...DEFAULT_GUARDS, ...settings };
}
