import { z } from 'zod';
import { compare } from '../decimal.ts';
import { DEFAULT_GUARDS, type GuardTier, type SellGuards } from './facts.ts';
import { limitField } from './limit-field.ts';

const limit = limitField.nullable();

/** The limits of a tier, in the order they are shown. Distances are fractions, volatility is in points. */
export const GUARD_LIMITS = [
  'maxDistanceFromMark',
  'maxDistanceFromBid',
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
    maxDistanceFromBid: limit,
    maxDistanceFromIndex: limit,
    maxVolatilityPoints: limit,
    maxNotionalUsd: limit,
    maxAmount: limit,
    // Guards that were kept before there was this one have it as a profile begins with it, not without a limit.
    maxBlockRfqUsd: limit.default(begin.maxBlockRfqUsd),
  } satisfies Record<GuardLimit, z.ZodType>);
}

/** The longest time within which two equal sells can be made to need a second look, milliseconds. */
export const MOST_DUPLICATE_WINDOW_MS = 600_000;

/**
 * The guards that a profile sets: a soft tier that asks and a hard one that stops, null for no limit. A hard
 * limit below its soft one would never let the soft one ask, and is refused.
 */
export const guardSettingsSchema = z
  .strictObject({
    soft: tierSchema(DEFAULT_GUARDS.soft),
    hard: tierSchema(DEFAULT_GUARDS.hard),
    duplicateWindowMs: z
      .number()
      .int()
      .min(0)
      .max(MOST_DUPLICATE_WINDOW_MS, { error: `must be at most ${MOST_DUPLICATE_WINDOW_MS / 1000} seconds` }),
  })
  .superRefine(({ soft, hard }, context) => {
    for (const name of GUARD_LIMITS) {
      const [asks, stops] = [soft[name], hard[name]];
      if (asks === null || stops === null || compare(stops, asks) >= 0) continue;
      context.addIssue({
        code: 'custom',
        path: ['hard', name],
        message: 'must not be below the limit that asks, or it would never be asked',
      });
    }
  });
export type GuardSettings = z.infer<typeof guardSettingsSchema>;

/** What a profile begins with. */
export const DEFAULT_GUARD_SETTINGS: GuardSettings = {
  soft: DEFAULT_GUARDS.soft,
  hard: DEFAULT_GUARDS.hard,
  duplicateWindowMs: DEFAULT_GUARDS.duplicateWindowMs,
};

/** The guards that the rules judge by: what the profile set, and what no profile changes. */
export function applyGuardSettings(settings: GuardSettings): SellGuards {
  return { ...DEFAULT_GUARDS, ...settings };
}
