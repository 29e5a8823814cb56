import { assertDefined } from './result.ts';

/** Something observed at a moment, milliseconds since the epoch. */
export interface Datapoint {
  readonly at: number;
  /** Whether a gap precedes it, so that no line is drawn. */
  readonly after_gap: boolean;
}

/** Takes points one after the other and keeps the extremes of equal parts of a span. */
export interface SpanThinner<P extends Datapoint> {
  readonly push: (point: P) => void;
  readonly read: () => P[];
}

/** How points of one kind are thinned. Nothing is averaged: what stays was observed. */
export interface Thinning<P extends Datapoint> {
  /** The most points that `pickExtremes` keeps: first, last, and the lowest and highest of each figure. */
  readonly mostPerBucket: number;
  /** Of a run in order of time: its first and last, and the lowest and highest of each figure. Never makes one up. */
  readonly pickExtremes: (run: readonly P[]) => P[];
  /** Thins ordered points to the extremes of each bucket, `bucketMs` long. A gap ends a run, so both its sides stay. */
  readonly forKeeping: (points: readonly P[], bucketMs: number) => P[];
  /**
   * Thins to the extremes of `parts` equal parts of a span while reading. A gap mark moves to the next point that
   * stays.
   */
  readonly createSpanThinner: (fromMs: number, toMs: number, parts: number) => SpanThinner<P>;
  /** Thins a span to at most `most` points, no further. */
  readonly forDrawing: (points: readonly P[], fromMs: number, toMs: number, most: number) => P[];
}

/** Thinning that keeps the extremes of these figures; a figure is null where a point doesn't have it. */
export function createThinning<P extends Datapoint>(figures: readonly ((point: P) => number | null)[]): Thinning<P> {
  const mostPerBucket = 2 + 2 * figures.length;

  function pickExtremes(run: readonly P[]): P[] {
    if (run.length <= 2) return [...run];
    const kept = new Set<number>([0, run.length - 1]);
    for (const figureOf of figures) {
      let low: number | null = null;
      let high: number | null = null;
      let lowest = Number.POSITIVE_INFINITY;
      let highest = Number.NEGATIVE_INFINITY;
      for (const [index, point] of run.entries()) {
        const value = figureOf(point);
        if (value === null) continue;
        if (value < lowest) [low, lowest] = [index, value];
        if (value > highest) [high, highest] = [index, value];
      }
      if (low !== null) kept.add(low);
      if (high !== null) kept.add(high);
    }
    return [...kept].toSorted((a, b) => a - b).map((index) => assertDefined(run[index], 'the index came from the run'));
  }

  function forKeeping(points: readonly P[], bucketMs: number): P[] {
    const kept: P[] = [];
    let run: P[] = [];
    let bucket = Number.NaN;
    for (const point of points) {
      const own = Math.floor(point.at / bucketMs);
      if (own !== bucket || point.after_gap) {
        kept.push(...pickExtremes(run));
        run = [];
        bucket = own;
      }
      run.push(point);
    }
    return [...kept, ...pickExtremes(run)];
  }

  function createSpanThinner(fromMs: number, toMs: number, parts: number): SpanThinner<P> {
    const partMs = Math.max(1, (toMs - fromMs + 1) / parts);
    const kept: P[] = [];
    let run: P[] = [];
    let part = Number.NaN;

    function close(): P[] {
      const chosen = new Set(pickExtremes(run));
      const result: P[] = [];
      let isGapLost = false;
      for (const point of run) {
        isGapLost ||= point.after_gap;
        if (!chosen.has(point)) continue;
        result.push(isGapLost && !point.after_gap ? { ...point, after_gap: true } : point);
        isGapLost = false;
      }
      return result;
    }

    return {
      push: (point) => {
        const own = Math.floor((point.at - fromMs) / partMs);
        if (own !== part) {
          kept.push(...close());
          run = [];
          part = own;
        }
        run.push(point);
      },
      read: () => [...kept, ...close()],
    };
  }

  function forDrawing(points: readonly P[], fromMs: number, toMs: number, most: number): P[] {
    if (points.length <= most) return [...points];
    // In a calm market a part keeps four or five; only at the last is there room for all that it can keep.
    for (const perPart of [3, 4, 6, 8, mostPerBucket]) {
      const thinner = createSpanThinner(fromMs, toMs, Math.max(1, Math.floor(most / perPart)));
      for (const point of points) thinner.push(point);
      const thinned = thinner.read();
      if (thinned.length <= most) return thinned;
    }
    throw new Error(`${most} is less than one part can keep`);
  }

  return { mostPerBucket, pickExtremes, forKeeping, createSpanThinner, forDrawing };
}
