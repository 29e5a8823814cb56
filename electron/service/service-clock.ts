import type { Clock } from '../clock.ts';
import { createDriftMeter, type Drift, type OffsetSample } from './clock-drift.ts';
import type { CallTimes } from './failure.ts';

/** How many recent answers the estimate rests on. */
const SAMPLES = 32;
/** How fast two clocks may part, as a part of the time that passed: twice what cheap ones do. */
const DRIFT = 0.001;
/** The service tells its time in whole milliseconds, and ours are rounded too. */
const ROUNDING_MS = 2;
/** When the wall clock differs by more, it was set or the machine slept. */
const DOUBT_MS = 2000;
/** So many answers in a row must agree before they are believed against those before, or against the wall clock. */
const CONFIRMATIONS = 3;
/** How far the service may be from the wall clock for its first answer to be believed on its own. */
const MOST_OFF_AT_FIRST_MS = 5 * 60_000;
/** A stamp further ahead of the service's own clock than this is wrong. */
const MOST_AHEAD_MS = 10_000;
/** How old a timestamp inside an answer may be, where the service doesn't tell its own time. */
const TIMESTAMP_LAG_MS = 2000;

/** The service's clock by the monotonic clock: wall clock jumps don't matter. */
export interface ServiceClock {
  /** Takes the times of an answer that was just read; what it proves is in `provenMs` only if it is believed. */
  readonly observe: (times: CallTimes) => void;
  /**
   * Takes a timestamp from an answer: the service's clock has reached it. Without a told time it is the estimate,
   * within two seconds.
   */
  readonly observeTimestamp: (timestampMs: number, roundTripMs: number) => void;
  /** Whether the service's clock, as it is known, can have reached that time. */
  readonly isPlausible: (timestampMs: number) => boolean;
  /** The service's time now; the local wall clock while nothing is known. */
  readonly now: () => number;
  readonly isKnown: () => boolean;
  /**
   * Whether the machine may have slept or its clock was set since the last answer. Nothing that rests on `now` may be
   * sent then.
   */
  readonly isDoubtful: () => boolean;
  /** How often that was noticed. */
  readonly doubts: () => number;
  /** The earliest that the service's time may be now: by what is known, and by answers that contradict it and are not dropped yet. */
  readonly earliestMs: () => number;
  /** Ignored service times, which contradicted the others. */
  readonly ignored: () => number;
  /** The latest time the service itself has shown; null before the first. Nothing later is proven. */
  readonly provenMs: () => number | null;
  /** Service time minus local wall time; null while nothing is known. */
  readonly offsetMs: () => number | null;
  /** What bounds the error of that: half the surest answer's round trip, and drift since; null while nothing is known. */
  readonly errorMs: () => number | null;
  /** How fast the clocks part, for display; the error bound ignores it. */
  readonly drift: () => Drift | null;
  /** Median round trip of recent answers; null before the first. */
  readonly roundTripMs: () => number | null;
}

/**
 * An estimate by the surest of 32 samples. No single sample moves it; three agreeing in a row show a clock that was set
 * (docs/design/clock.md).
 */
export function createServiceClock(clock: Clock): ServiceClock {
  let samples: OffsetSample[] = [];
  /** Samples that agree with one another and contradict the estimate, in a row. */
  let rivals: OffsetSample[] = [];
  /** Dropped from those, and as late as what was believed since, or later: one of them may be right. */
  let contradicting: OffsetSample[] = [];
  let ignored = 0;
  /** Service time minus wall time as it was when a sample was last believed; null before the first. */
  let wallOffsetMs: number | null = null;
  let provenMs: number | null = null;
  let isTold = false;
  let wallGapMs = clock.now() - clock.monotonic();
  /** Monotonic time at which doubt arose: only a call begun later disperses it. */
  let doubtedAt: number | null = null;
  let doubts = 0;
  const meter = createDriftMeter();

  function best(): OffsetSample | null {
    const atMs = clock.monotonic();
    let surest: OffsetSample | null = null;
    let leastMs = Number.POSITIVE_INFINITY;
    for (const sample of samples) {
      const ms = errorMs(sample, atMs);
      if (surest === null || ms < leastMs) [surest, leastMs] = [sample, ms];
    }
    return surest;
  }

  function errorMs({ roundTripMs, takenAt }: OffsetSample, atMs = clock.monotonic()): number {
    return roundTripMs / 2 + (atMs - takenAt) * DRIFT;
  }

  /** The wall clock is not believed, but where it parts from the monotonic one, one of them is wrong. */
  function isDoubtful(): boolean {
    const gapMs = clock.now() - clock.monotonic();
    if (Math.abs(gapMs - wallGapMs) > DOUBT_MS) {
      doubtedAt = clock.monotonic();
      doubts += 1;
      wallGapMs = gapMs;
    }
    return doubtedAt !== null;
  }

  /** An answer from before a sleep may show an old time. */
  function isOld(roundTripMs: number): boolean {
    return isDoubtful() && doubtedAt !== null && clock.monotonic() - roundTripMs <= doubtedAt;
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
   * Whether the sample is believed. Contradicting ones count once enough agree in a row: the clock was set then.
   * `underWayMs` is its travel time.
   */
  function take(sample: OffsetSample, underWayMs = sample.roundTripMs): boolean {
    const isSure = samples.some((older) => agree(older, sample)) || agreesWithWall(sample);
    const agreeing = (isSure ? samples : rivals).filter((older) => agree(older, sample));
    if (!isSure && agreeing.length + 1 < CONFIRMATIONS) {
      const dropped = rivals.filter((rival) => !agreeing.includes(rival));
      ignored += dropped.length;
      contradicting = [...contradicting, ...dropped].slice(-SAMPLES);
      rivals = [...agreeing, sample];
      return false;
    }
    ignored += isSure ? rivals.length : rivals.length - agreeing.length;
    // An answer that was on its way as those came may be older than they are, and one that took long agrees with both.
    const mayBeRight = (rival: OffsetSample) => rival.takenAt > sample.takenAt - underWayMs || agree(rival, sample);
    contradicting = isSure ? [...contradicting, ...rivals].filter(mayBeRight).slice(-SAMPLES) : [];
    if (!isSure) provenMs = null;
    // The clock was set, or the monotonic one stood still.
    if (agreeing.length === 0 || !isSure) meter.reset();
    meter.note(sample);
    samples = [...agreeing.slice(1 - SAMPLES), sample];
    rivals = [];
    doubtedAt = null;
    wallGapMs = clock.now() - clock.monotonic();
    wallOffsetMs = sample.offsetMs - wallGapMs;
    return true;
  }

  /** A large answer is read some time before anybody looks at its times. A wall clock that was set meanwhile says nothing. */
  function sinceRead(receivedAtMs: number): number {
    const sinceMs = clock.now() - receivedAtMs;
    return sinceMs > 0 && sinceMs < DOUBT_MS ? sinceMs : 0;
  }

  function agree(older: OffsetSample, newer: OffsetSample): boolean {
    return Math.abs(older.offsetMs - newer.offsetMs) <= errorMs(older) + errorMs(newer) + ROUNDING_MS;
  }

  /**
   * The wall clock confirms the first sample, and the first after a sleep, when the monotonic clock may have paused.
   */
  function agreesWithWall(sample: OffsetSample): boolean {
    const offMs = sample.offsetMs - (clock.now() - clock.monotonic());
    if (wallOffsetMs === null) return Math.abs(offMs) <= MOST_OFF_AT_FIRST_MS;
    return isDoubtful() && Math.abs(offMs - wallOffsetMs) <= DOUBT_MS + errorMs(sample);
  }

  return {
    observe: ({ roundTripMs, serviceTimeMs, receivedAtMs }) => {
      if (serviceTimeMs === null || isOld(roundTripMs)) return;
      const takenAt = clock.monotonic() - sinceRead(receivedAtMs);
      if (!take({ offsetMs: serviceTimeMs + roundTripMs / 2 - takenAt, roundTripMs, takenAt })) return;
      prove(serviceTimeMs);
      isTold = true;
    },
    isPlausible,
    observeTimestamp: (timestampMs, roundTripMs) => {
      if (!isPlausible(timestampMs)) return;
      const sample = best();
      if (isTold && sample !== null) {
        // One bad record must not move the clock, not even by the little that is plausible.
        const latestMs = clock.monotonic() + sample.offsetMs + errorMs(sample) + ROUNDING_MS;
        if (timestampMs <= latestMs) prove(timestampMs);
        return;
      }
      if (isOld(roundTripMs)) return;
      const takenAt = clock.monotonic();
      const widthMs = roundTripMs + TIMESTAMP_LAG_MS;
      const offsetMs = timestampMs + widthMs / 2 - takenAt;
      if (take({ offsetMs, roundTripMs: widthMs, takenAt }, roundTripMs)) prove(timestampMs);
    },
    now,
    isKnown: () => samples.length > 0,
    isDoubtful,
    doubts: () => {
      isDoubtful();
      return doubts;
    },
    earliestMs: () => {
      const doubted = [...contradicting, ...rivals].map(({ offsetMs }) => Math.round(clock.monotonic() + offsetMs));
      return Math.min(now(), ...doubted);
    },
    ignored: () => ignored,
    provenMs: () => provenMs,
    offsetMs: () => (samples.length === 0 ? null : now() - clock.now()),
    errorMs: () => {
      const sample = best();
      return sample === null ? null : errorMs(sample) + ROUNDING_MS;
    },
    drift: meter.read,
    roundTripMs: () => {
      if (samples.length === 0) return null;
      const sorted = samples.map((sample) => sample.roundTripMs).toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? null;
    },
  };
}
