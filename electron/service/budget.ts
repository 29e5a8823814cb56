import { toNumber } from '../../shared/decimal.ts';
import type { Limits, RateLimit } from '../../shared/service/account.ts';
import type { Clock } from '../clock.ts';

/** A leaky bucket of requests, refilled continuously (facts, section 7). */
export interface Bucket {
  /** Takes one request if there is one; false when there is not. */
  readonly tryTake: () => boolean;
  /** Takes one request that is made whether there is credit or not; the bucket may owe as much as its burst. */
  readonly spend: () => void;
  readonly available: () => number;
  readonly rate: () => number;
  readonly burst: () => number;
  /** New limits; what was spent stays spent. */
  readonly configure: (limit: { rate: number; burst: number }) => void;
  /** The service refused for lack of credits: ours were counted too high. */
  readonly drain: () => void;
}

/** Most of a bucket's life it is full; `now` is monotonic milliseconds. */
export function createBucket(limit: { rate: number; burst: number }, now: () => number): Bucket {
  let { rate, burst } = limit;
  let available = burst;
  let filledAt = now();

  function refill(): void {
    const at = now();
    available = Math.min(burst, available + ((at - filledAt) / 1000) * rate);
    filledAt = at;
  }

  return {
    tryTake: () => {
      refill();
      if (available < 1) return false;
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
    rate: () => rate,
    burst: () => burst,
    configure: (next) => {
      refill();
      available = Math.max(0, Math.min(next.burst, available + next.burst - burst));
      ({ rate, burst } = next);
    },
    drain: () => {
      refill();
      available = 0;
    },
  };
}

/** What the account may do before its limits are known: less than the service's smallest default. */
const CAUTIOUS_READS = { rate: 10, burst: 20 };
const CAUTIOUS_ORDERS = { rate: 2, burst: 5 };

/** Share of the reads' burst that work in the background leaves alone: prices go before it. */
const BACKGROUND_SHARE = 0.5;
/** Share of the reads' burst that polling never touches: it is kept for orders' look-ups. */
const RESERVED_SHARE = 0.3;

export interface RateBudget {
  readonly orders: Bucket;
  readonly reads: Bucket;
  /** Whether a poll may be made without touching the reserve of the order desk. The call itself is charged by the client. */
  readonly mayPoll: () => boolean;
  /** Whether a read that nobody waits for may be made: only where polling leaves enough. */
  readonly mayProbe: () => boolean;
  /** The account's limits object, in either spelling. */
  readonly configure: (limits: Limits) => void;
  readonly isConfigured: () => boolean;
}

/** The account's rate limits as the terminal meters them: one bucket for orders, one for everything else. */
export function createRateBudget(clock: Clock): RateBudget {
  const orders = createBucket(CAUTIOUS_ORDERS, clock.monotonic);
  const reads = createBucket(CAUTIOUS_READS, clock.monotonic);
  let isConfigured = false;
  return {
    orders,
    reads,
    mayPoll: () => reads.available() - 1 >= reads.burst() * RESERVED_SHARE,
    mayProbe: () => reads.available() - 1 >= reads.burst() * BACKGROUND_SHARE,
    configure: (limits) => {
      configureFrom(reads, limits.non_matching_engine);
      configureFrom(orders, limits.matching_engine?.trading?.total);
      isConfigured = true;
    },
    isConfigured: () => isConfigured,
  };
}

function configureFrom(bucket: Bucket, limit: RateLimit | undefined): void {
  if (limit === undefined) return;
  bucket.configure({ rate: toNumber(limit.rate), burst: toNumber(limit.burst) });
}
