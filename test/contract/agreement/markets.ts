import { START_MS } from '../simulator/caller.ts';
import type { MarketTimes } from './market.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Daily settlement, and the end of what expires that day. */
const EIGHT_MS = START_MS + 20 * HOUR_MS;

/** Ordinary hours of markets of different seeds. */
export const ORDINARY: readonly MarketTimes[] = [
  { seed: 7, openedMs: START_MS, nowMs: START_MS + 250 },
  { seed: 11, openedMs: START_MS, nowMs: START_MS + MINUTE_MS },
  { seed: 23, openedMs: START_MS, nowMs: START_MS + 2 * HOUR_MS },
  { seed: 42, openedMs: START_MS, nowMs: START_MS + 9 * HOUR_MS },
  { seed: 99, openedMs: START_MS, nowMs: START_MS + 13 * HOUR_MS + 250 },
  { seed: 1234, openedMs: START_MS + 3 * HOUR_MS, nowMs: START_MS + 3 * HOUR_MS + 500 },
];

/** Minutes around an expiry: options end, books settle. */
export const LATE: readonly MarketTimes[] = [
  { seed: 7, openedMs: EIGHT_MS - 10 * MINUTE_MS, nowMs: EIGHT_MS - 4 * MINUTE_MS },
  { seed: 11, openedMs: EIGHT_MS - 10 * MINUTE_MS, nowMs: EIGHT_MS - 30_000 },
  { seed: 23, openedMs: EIGHT_MS - 10 * MINUTE_MS, nowMs: EIGHT_MS },
  { seed: 42, openedMs: EIGHT_MS - 10 * MINUTE_MS, nowMs: EIGHT_MS + MINUTE_MS },
];
