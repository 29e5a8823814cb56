const MINUTE_MS = 60_000;

/** How far back the chart reaches, milliseconds. */
export const RANGES = [
  { text: '1m', name: '1 minute', title: 'The last 1 minute', rangeMs: MINUTE_MS },
  { text: '5m', name: '5 minutes', title: 'The last 5 minutes', rangeMs: 5 * MINUTE_MS },
  { text: '30m', name: '30 minutes', title: 'The last 30 minutes', rangeMs: 30 * MINUTE_MS },
  { text: '2h', name: '2 hours', title: 'The last 2 hours', rangeMs: 120 * MINUTE_MS },
  { text: '1d', name: '1 day', title: 'The last 1 day', rangeMs: 24 * 60 * MINUTE_MS },
  { text: '7d', name: '7 days', title: 'The last 7 days', rangeMs: 7 * 24 * 60 * MINUTE_MS },
] as const;
export type ChartRange = (typeof RANGES)[number];

export const FIRST_RANGE: ChartRange = RANGES[1];

/** The range that was chosen before, by its text. */
export function readRange(text: string | null): ChartRange {
  return RANGES.find((range) => range.text === text) ?? FIRST_RANGE;
}
