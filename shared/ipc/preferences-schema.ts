import { z } from 'zod';

/** How the window is coloured. `colour_safe` is dark, with bid and ask in blue and orange. */
export const THEMES = ['dark', 'light', 'contrast', 'colour_safe'] as const;
export type Theme = (typeof THEMES)[number];

/** How much room rows and texts take. */
export const DENSITIES = ['compact', 'cosy'] as const;
export type Density = (typeof DENSITIES)[number];

/** What the trader chose for every window of the profile. */
export const preferencesSchema = z.strictObject({
  version: z.literal(1),
  theme: z.enum(THEMES),
  density: z.enum(DENSITIES),
  /** Whether windows sound. */
  is_sounding: z.boolean(),
  /** Keys that differ from those an action comes with, by action; null: no key. */
  keys: z.record(z.string().max(80), z.string().min(1).max(40).nullable()),
  /** The tour of a first start: `open` until it was finished or skipped; missing before it was ever shown. */
  tour: z.enum(['open', 'seen']).optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** As everything comes. */
export const DEFAULT_PREFERENCES: Preferences = {
  version: 1,
  theme: 'dark',
  density: 'compact',
  is_sounding: true,
  keys: {},
};
