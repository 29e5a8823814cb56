const HOUR_MS = 3_600_000;

/** How far back the exposure reaches, milliseconds; null: since this start of the terminal. */
export const SPANS = [
  { text: 'Start', title: 'Since this start of the terminal', over: 'since the start', spanMs: null },
  { text: '1h', title: 'The last hour', over: 'over the last hour', spanMs: HOUR_MS },
  {
    text: '1d',
    title: 'The last day, across restarts',
    over: 'over the last day',
    spanMs: 24 * HOUR_MS,
  },
  {
    text: '7d',
    title: 'The last seven days, across restarts',
    over: 'over the last seven days',
    spanMs: 168 * HOUR_MS,
  },
] as const;
export type ExposureSpan = (typeof SPANS)[number];

/** The span chosen before, by its text; a day by default. */
export function readSpan(text: string | null): ExposureSpan {
  return SPANS.find((span) => span.text === text) ?? SPANS[2];
}
