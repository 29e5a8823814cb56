/** Requests a second, and requests at once. */
export interface BucketLimit {
  readonly rate: number;
  readonly burst: number;
}

/** A leaky bucket of requests, refilled continuously (facts, section 7). */
export interface Bucket {
  /** Takes one request if there is one above what is kept back; false when there is not. */
  readonly tryTake: (keepBack?: number) => boolean;
  /** Takes one request that is made whether there is credit or not; the bucket may owe as much as its burst. */
  readonly spend: () => void;
  readonly available: () => number;
  /** Milliseconds until `tryTake` with the same argument can succeed; infinite when it never will. */
  readonly waitMs: (keepBack?: number) => number;
  readonly rate: () => number;
  readonly burst: () => number;
  /** New limits, told by the service. */
  readonly configure: (limit: BucketLimit) => void;
  /** The service refused for lack of credits: ours were counted too high. */
  readonly drain: () => void;
}

/** Part of the rate that is left unused: a fast local clock would slowly exceed it. */
const RATE_MARGIN = 0.01;
/** Requests may arrive closer together than they were sent; what the rate gives in this time is kept for that. */
const JITTER_S = 0.1;
/** Rounding of a refill must not cost a request. */
const ROUNDING = 1e-9;

/** A full bucket; `now` is monotonic ms. `isGuess`: the service's first limit replaces it, less what was spent. */
export function createBucket(limit: BucketLimit, now: () => number, isGuess = false): Bucket {
  let { rate, burst } = limit;
  let available = burst;
  let filledAt = now();
  let isAssumed = isGuess;

  function refill(): void {
    const at = now();
    available = Math.min(burst, available + ((at - filledAt) / 1000) * rate * (1 - RATE_MARGIN));
    filledAt = at;
  }

  /** The level from which one request may be taken. */
  function needed(keepBack: number): number {
    const jitter = Math.max(0, Math.min(rate * JITTER_S, burst - 1));
    return 1 + Math.max(keepBack, jitter) - ROUNDING;
  }

  return {
    tryTake: (keepBack = 0) => {
      refill();
      if (available < needed(keepBack)) return false;
      available -= 1;
      return true;
    },
    spend: () => {
      refill();
      available = Math.max(-burst, available - 1);
    },
    available: () => {
      refill();
      return available;
    },
    waitMs: (keepBack = 0) => {
      refill();
      const missing = needed(keepBack) - available;
      if (missing <= 0) return 0;
      if (needed(keepBack) > burst || rate <= 0) return Number.POSITIVE_INFINITY;
      return (missing / (rate * (1 - RATE_MARGIN))) * 1000;
    },
    rate: () => rate,
    burst: () => burst,
    configure: (next) => {
      refill();
      // What was spent stays spent; and a raised limit does not fill the bucket: nothing says that the service does.
      const unspent = available + next.burst - burst;
      // Nor does a lowered one make it owe, or one that is read again forgive what it owes.
      const least = Math.min(0, available);
      available = Math.max(least, Math.min(next.burst, isAssumed ? unspent : Math.min(available, unspent)));
      ({ rate, burst } = next);
      isAssumed = false;
    },
    drain: () => {
      refill();
      available = Math.min(available, 0);
    },
  };
}

/** Whole requests that may be made now; none while the next one would have to wait. */
export function countTakable(bucket: Pick<Bucket, 'available' | 'waitMs'>): number {
  return bucket.waitMs() > 0 ? 0 : Math.floor(bucket.available());
}
