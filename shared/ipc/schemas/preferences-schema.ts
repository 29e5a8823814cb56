import { z } from 'zod';

/** How the window is coloured. `colour_safe` is dark, with bid and ask in blue and orange. */
export const THEMES = ['dark', 'light', 'contrast', 'colour_safe'] as const;
export type Theme = (typeof THEMES)[number];

/** How much room rows and texts take. */
export const DENSITIES = ['compact', 'cosy'] as const;
export type Density = (typeof DENSITIES)[number];

/** By whose clock times are shown: UTC, or the machine's own zone, which is named. Exports have both. */
export const CLOCKS = ['utc', 'local'] as const;
export type ClockShown = (typeof CLOCKS)[number];

/** What stands between groups of three digits; the decimal sign is the point, as it is where numbers are typed. */
export const NUMBERS = ['comma', 'space', 'plain'] as const;
export type NumbersShown = (typeof NUMBERS)[number];

/** The decimal mark of exported and copied tables, and what stands between their cells: spreadsheets go by their region. */
export const DECIMAL_MARKS = ['point', 'comma'] as const;
export const SEPARATORS = ['comma', 'semicolon', 'tab'] as const;

/** What windows sound for, each in its own way. */
export const SOUNDS = ['fill', 'accepted', 'refused', 'unknown', 'rfq', 'alert'] as const;
export type SoundName = (typeof SOUNDS)[number];

const choices = {
  theme: z.enum(THEMES),
  density: z.enum(DENSITIES),
  clock: z.enum(CLOCKS),
  numbers: z.enum(NUMBERS),
  decimals: z.enum(DECIMAL_MARKS),
  csv_separator: z.enum(SEPARATORS),
  copy_separator: z.enum(SEPARATORS),
  /** Whether windows sound. */
  is_sounding: z.boolean(),
  /** What they don't sound for even so. */
  muted: z.array(z.enum(SOUNDS)).max(SOUNDS.length),
  /** Keys that differ from those an action comes with, by action; null: no key. */
  keys: z.record(z.string().max(80), z.string().min(1).max(40).nullable()),
  /** The tour of a first start: `open` until it was finished or skipped; missing before it was ever shown. */
  tour: z.enum(['open', 'seen']),
};

/** What the trader chose for every window, whichever profile is open. */
export const preferencesSchema = z.strictObject({
  version: z.literal(1),
  ...choices,
  clock: choices.clock.default('utc'),
  numbers: choices.numbers.default('comma'),
  decimals: choices.decimals.default('point'),
  csv_separator: choices.csv_separator.default('comma'),
  copy_separator: choices.copy_separator.default('tab'),
  muted: choices.muted.default([]),
  tour: z.exactOptional(choices.tour),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Some of it, chosen anew. What is there has a value: `undefined` would take the place of what was chosen before. */
export const preferencesChangeSchema = z.strictObject({
  theme: z.exactOptional(choices.theme),
  density: z.exactOptional(choices.density),
  clock: z.exactOptional(choices.clock),
  numbers: z.exactOptional(choices.numbers),
  decimals: z.exactOptional(choices.decimals),
  csv_separator: z.exactOptional(choices.csv_separator),
  copy_separator: z.exactOptional(choices.copy_separator),
  is_sounding: z.exactOptional(choices.is_sounding),
  muted: z.exactOptional(choices.muted),
  keys: z.exactOptional(choices.keys),
  tour: z.exactOptional(choices.tour),
} satisfies Record<keyof typeof choices, unknown>);
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

/** As everything comes. */
export const DEFAULT_PREFERENCES: Preferences = {
  version: 1,
  theme: 'dark',
  density: 'compact',
  clock: 'utc',
  numbers: 'comma',
  decimals: 'point',
  csv_separator: 'comma',
  copy_separator: 'tab',
  is_sounding: true,
  muted: [],
  keys: {},
};
