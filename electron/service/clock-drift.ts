/** One sample is kept of so long, the surest; milliseconds. */
const SPAN_MS = 60_000;
/** What is older tells of other temperatures. */
const MOST_AGE_MS = 3_600_000;
/** The service tells whole milliseconds, and ours are rounded too. */
const ROUNDING_MS = 2;

/** Service time less monotonic time, at that monotonic time; ms. */
export interface OffsetSample {
  readonly offsetMs: number;
  readonly roundTripMs: number;
  readonly takenAt: number;
}

export interface Drift {
  /** By how much the service's clock gains on this machine's monotonic one, millionths; below zero: it falls behind. */
  readonly ppm: number;
  /** How far off that may be: half of both round trips over the time between. */
  readonly within_ppm: number;
}

export interface DriftMeter {
  readonly note: (sample: OffsetSample) => void;
  /** The clocks parted abruptly: earlier measurements are void. */
  readonly reset: () => void;
  /** Null until a minute lies between two samples. */
  readonly read: () => Drift | null;
}

/** Measures how fast the service's clock and this machine's part, by the surest answers of the last hour. */
export function createDriftMeter(): DriftMeter {
  let kept: OffsetSample[] = [];
  return {
    note: (sample) => {
      const last = kept.at(-1);
      kept = kept.filter(({ takenAt }) => sample.takenAt - takenAt <= MOST_AGE_MS);
      if (last === undefined || spanOf(last) !== spanOf(sample)) kept.push(sample);
      else if (sample.roundTripMs < last.roundTripMs) kept[kept.length - 1] = sample;
    },
    reset: () => {
      kept = [];
    },
    read: () => {
      const [first, last] = [kept[0], kept.at(-1)];
      if (first === undefined || last === undefined) return null;
      const elapsedMs = last.takenAt - first.takenAt;
      if (elapsedMs < SPAN_MS) return null;
      const doubtMs = (first.roundTripMs + last.roundTripMs) / 2 + ROUNDING_MS;
      return {
        ppm: ((last.offsetMs - first.offsetMs) / elapsedMs) * 1e6,
        within_ppm: (doubtMs / elapsedMs) * 1e6,
      };
    },
  };
}

function spanOf({ takenAt }: OffsetSample): number {
  return Math.floor(takenAt / SPAN_MS);
}
