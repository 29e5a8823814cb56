import { averagingStart } from '../market/delivery.ts';

/** The market moves in steps of this length; after a long silence in longer ones, so that it costs little. */
export const STEP_MS = 250;
const FINE_SPAN_MS = 60_000;
const COARSE_STEPS = 60;
/** Steps are no longer than this while the index is averaged for delivery. */
const AVERAGING_STEP_MS = 60_000;

/** The usual length of the steps that fill a gap. */
export function strideOver(gapMs: number): number {
  return gapMs <= FINE_SPAN_MS ? STEP_MS : Math.ceil(gapMs / COARSE_STEPS / STEP_MS) * STEP_MS;
}

/** Length of the next step from `fromMs` towards `toMs`: no step goes past `stopMs`, where something happens by itself. */
export function stepFrom(fromMs: number, toMs: number, strideMs: number, stopMs: number): number {
  const leftMs = Math.floor((toMs - fromMs) / STEP_MS) * STEP_MS;
  const mostMs = fromMs >= averagingStart(fromMs) ? AVERAGING_STEP_MS : leftMs;
  return Math.min(strideMs, leftMs, mostMs, stopMs - fromMs);
}

/** What runs by itself as the market moves; called at every step. */
export interface Follower {
  /** When something is next due after `nowMs` on the way to `untilMs`; a step ends there. */
  nextStopMs(nowMs: number, untilMs: number): number;
  /** Does what is due at `nowMs`, on the way to `untilMs`. */
  run(nowMs: number, untilMs: number): void;
}
