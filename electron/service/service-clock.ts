import type { Clock } from '../clock.ts';
import type { CallTimes } from './failure.ts';

/** How many recent answers the estimate rests on. */
const SAMPLES = 32;

interface Sample {
  /** Service time minus local monotonic time, milliseconds. */
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/** The service's clock as seen from here. Rests on the monotonic clock: jumps of the wall clock don't matter. */
export interface ServiceClock {
  /** Takes the times of an answer that was just read. */
  readonly observe: (times: CallTimes) => void;
  /** Takes a timestamp found inside an answer: proof that the service's clock has reached it. */
  readonly observeTimestamp: (timestampMs: number) => void;
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

  function best(): Sample | null {
    let least: Sample | null = null;
    for (const sample of samples) if (least === null || sample.roundTripMs < least.roundTripMs) least = sample;
    return least;
  }

  function prove(timestampMs: number): void {
    if (provenMs === null || timestampMs > provenMs) provenMs = timestampMs;
  }

  function now(): number {
    const sample = best();
    return sample === null ? clock.now() : Math.round(clock.monotonic() + sample.offsetMs);
  }

  return {
    observe: ({ roundTripMs, serviceTimeMs }) => {
      if (serviceTimeMs === null) return;
      prove(serviceTimeMs);
      samples.push({ offsetMs: serviceTimeMs + roundTripMs / 2 - clock.monotonic(), roundTripMs });
      if (samples.length > SAMPLES) samples.shift();
    },
    observeTimestamp: prove,
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
