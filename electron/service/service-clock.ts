import type { Clock } from '../clock.ts';
import type { CallTimes } from './failure.ts';

/** How many recent answers the estimate rests on. */
const SAMPLES = 32;
/** Clocks drift: samples that differ by no more than this beyond their own error don't contradict each other. */
const DRIFT_MS = 50;
/** A stamp further ahead of the service's own clock than this is wrong. */
const MOST_AHEAD_MS = 10_000;
/** How old a timestamp inside an answer may be, where the service doesn't tell its own time. */
const TIMESTAMP_LAG_MS = 2000;

interface Sample {
  /** Service time minus local monotonic time, milliseconds. */
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/** The service's clock as seen from here. Rests on the monotonic clock: jumps of the wall clock don't matter. */
export interface ServiceClock {
  /** Takes the times of an answer that was just read. */
  readonly observe: (times: CallTimes) => void;
  /**
   * Takes a timestamp found inside an answer: proof that the service's clock has reached it. Where the service
   * never tells its own time, it is the estimate too, within two seconds.
   */
  readonly observeTimestamp: (timestampMs: number, roundTripMs: number) => void;
  /** Whether the service's clock, as it is known, can have reached that time. */
  readonly isPlausible: (timestampMs: number) => boolean;
  /** The service's time now; the local wall clock while nothing is known. */
  readonly now: () => number;
  readonly isKnown: () => boolean;
  /** The latest time the service itself has shown; null before the first. Nothing later is proven. */
  readonly provenMs: () => number | null;
  /** Service time minus local wall time; null while nothing is known. */
  readonly offsetMs: () => number | null;
  /** Median round trip of recent answers; null before the first. */
  readonly roundTripMs: () => number | null;
}

/** An estimate by the sample of least round trip among the last 32: half a round trip bounds its error. */
export function createServiceClock(clock: Clock): ServiceClock {
  const samples: Sample[] = [];
  let provenMs: number | null = null;
  let isTold = false;

  function best(): Sample | null {
    let least: Sample | null = null;
    for (const sample of samples) if (least === null || sample.roundTripMs < least.roundTripMs) least = sample;
    return least;
  }

  function prove(timestampMs: number): void {
    if (provenMs === null || timestampMs > provenMs) provenMs = timestampMs;
  }

  /** A stamp from the future proves nothing: one bad record must not move the clock. */
  function isPlausible(timestampMs: number): boolean {
    return !isTold || timestampMs <= now() + MOST_AHEAD_MS;
  }

  function now(): number {
    const sample = best();
    if (sample === null) return clock.now();
    return Math.max(Math.round(clock.monotonic() + sample.offsetMs), provenMs ?? 0);
  }

  /**
   * A newer sample that contradicts older ones is right: the machine slept (the monotonic clock stood still)
   * or the service's clock was set.
   */
  function take(sample: Sample): void {
    const agreeing = samples.filter(
      (older) => Math.abs(older.offsetMs - sample.offsetMs) <= (older.roundTripMs + sample.roundTripMs) / 2 + DRIFT_MS,
    );
    samples.splice(0, samples.length, ...agreeing.slice(1 - SAMPLES), sample);
  }

  return {
    observe: ({ roundTripMs, serviceTimeMs }) => {
      if (serviceTimeMs === null) return;
      prove(serviceTimeMs);
      take({ offsetMs: serviceTimeMs + roundTripMs / 2 - clock.monotonic(), roundTripMs });
      isTold = true;
    },
    isPlausible,
    observeTimestamp: (timestampMs, roundTripMs) => {
      if (!isPlausible(timestampMs)) return;
      prove(timestampMs);
      if (isTold) return;
      const widthMs = roundTripMs + TIMESTAMP_LAG_MS;
      take({ offsetMs: timestampMs + widthMs / 2 - clock.monotonic(), roundTripMs: widthMs });
    },
    now,
    isKnown: () => samples.length > 0,
    provenMs: () => provenMs,
    offsetMs: () => (samples.length === 0 ? null : now() - clock.now()),
    roundTripMs: () => {
      if (samples.length === 0) return null;
      const sorted = samples.map((sample) => sample.roundTripMs).toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? null;
    },
  };
}
