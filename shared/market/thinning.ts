import { assertDefined } from '../result.ts';
import { numberOf, type Observation, OBSERVED_FIELDS } from './observation.ts';

/** The most observations that `pickExtremes` keeps: first, last, and the lowest and highest of each field. */
export const MOST_PER_BUCKET = 2 + 2 * OBSERVED_FIELDS.length;

/** Of a run in order of time: its first and last, and the lowest and highest of each field. Never makes one up. */
export function pickExtremes(run: readonly Observation[]): Observation[] {
  if (run.length <= 2) return [...run];
  const kept = new Set<number>([0, run.length - 1]);
  for (const field of OBSERVED_FIELDS) {
    let low: number | null = null;
    let high: number | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (const [index, observation] of run.entries()) {
      const value = numberOf(observation[field]);
      if (value === null) continue;
      if (value < lowest) [low, lowest] = [index, value];
      if (value > highest) [high, highest] = [index, value];
    }
    if (low !== null) kept.add(low);
    if (high !== null) kept.add(high);
  }
  return [...kept].toSorted((a, b) => a - b).map((index) => assertDefined(run[index], 'the index came from the run'));
}

/**
 * Thins observations in order of time to the extremes of each bucket of `bucketMs`. A gap ends a run, so that what was
 * seen on both its sides stays.
 */
export function thinForKeeping(observations: readonly Observation[], bucketMs: number): Observation[] {
  const kept: Observation[] = [];
  let run: Observation[] = [];
  let bucket = Number.NaN;
  for (const observation of observations) {
    const own = Math.floor(observation.at / bucketMs);
    if (own !== bucket || observation.after_gap) {
      kept.push(...pickExtremes(run));
      run = [];
      bucket = own;
    }
    run.push(observation);
  }
  return [...kept, ...pickExtremes(run)];
}

/** Takes observations one after the other and keeps the extremes of equal parts of a span. */
export interface SpanThinner {
  readonly push: (observation: Observation) => void;
  readonly read: () => Observation[];
}

/**
 * Thins to the extremes of `parts` equal parts of a span, while it reads: at most `MOST_PER_BUCKET` times `parts` stay.
 * Where what began after a gap falls away, the next that stays says so.
 */
export function createSpanThinner(fromMs: number, toMs: number, parts: number): SpanThinner {
  const partMs = Math.max(1, (toMs - fromMs + 1) / parts);
  const kept: Observation[] = [];
  let run: Observation[] = [];
  let part = Number.NaN;

  function close(): Observation[] {
    const chosen = new Set(pickExtremes(run));
    const result: Observation[] = [];
    let isGapLost = false;
    for (const observation of run) {
      isGapLost ||= observation.after_gap;
      if (!chosen.has(observation)) continue;
      result.push(isGapLost && !observation.after_gap ? { ...observation, after_gap: true } : observation);
      isGapLost = false;
    }
    return result;
  }

  return {
    push: (observation) => {
      const own = Math.floor((observation.at - fromMs) / partMs);
      if (own !== part) {
        kept.push(...close());
        run = [];
        part = own;
      }
      run.push(observation);
    },
    read: () => [...kept, ...close()],
  };
}

/** Thins what lies in a span to at most `most` observations, and no further than that takes. */
export function thinForDrawing(
  observations: readonly Observation[],
  fromMs: number,
  toMs: number,
  most: number,
): Observation[] {
  if (observations.length <= most) return [...observations];
  // In a calm market a part keeps four or five; only at the last is there room for all that it can keep.
  for (const perPart of [3, 4, 6, 8, MOST_PER_BUCKET]) {
    const thinner = createSpanThinner(fromMs, toMs, Math.max(1, Math.floor(most / perPart)));
    for (const observation of observations) thinner.push(observation);
    const thinned = thinner.read();
    if (thinned.length <= most) return thinned;
  }
  throw new Error(`${most} is less than one part can keep`);
}
