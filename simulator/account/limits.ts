import type { LimitCategory } from '../../shared/service/methods.ts';
import type { SettlementCurrency } from '../market/instrument.ts';

/** Requests a second, and requests at once (facts, section 7). */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/**
 * Buckets of calls: `matching_engine` is the trading total. With limits by currency, trading counts in the settlement
 * currency's bucket.
 */
export type Bucket = LimitCategory | 'spot' | 'cancel_all' | SettlementCurrency;

/** An account's limits. Spot and cancel_all are as `matching_engine` when they are not given. */
export interface LimitSettings extends Readonly<Record<LimitCategory, Rate>> {
  readonly spot?: Rate;
  readonly cancel_all?: Rate;
}

/** What a default account really has (facts, section 7). */
export function defaultLimits(): LimitSettings {
  return { non_matching_engine: { rate: 20, burst: 100 }, matching_engine: { rate: 5, burst: 20 } };
}

/** A bucket that starts full, holds `burst` at most and is refilled continuously at `rate` a second. */
export class LeakyBucket {
  readonly rate: Rate;
  #tokens: number;
  #updatedMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.rate = rate;
    this.#tokens = rate.burst;
    this.#updatedMs = nowMs;
  }

  /** Takes one request out; false when the bucket is spent. A clock set back refills nothing, and time goes on from there. */
  spend(nowMs: number): boolean {
    const elapsedMs = Math.max(0, nowMs - this.#updatedMs);
    this.#tokens = Math.min(this.rate.burst, this.#tokens + (elapsedMs * this.rate.rate) / 1000);
    this.#updatedMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

type Buckets = Readonly<Record<Bucket, LeakyBucket>>;

function fillBuckets(settings: LimitSettings, nowMs: number): Buckets {
  const trading = settings.matching_engine;
  return {
    non_matching_engine: new LeakyBucket(settings.non_matching_engine, nowMs),
    matching_engine: new LeakyBucket(trading, nowMs),
    spot: new LeakyBucket(settings.spot ?? trading, nowMs),
    cancel_all: new LeakyBucket(settings.cancel_all ?? trading, nowMs),
    BTC: new LeakyBucket(trading, nowMs),
    ETH: new LeakyBucket(trading, nowMs),
    USDC: new LeakyBucket(trading, nowMs),
  };
}

/** The rate limits of one account: a bucket for each category and for trading in each currency, each spent on its own. */
export class RateLimits {
  #buckets: Buckets;

  constructor(settings: LimitSettings, nowMs: number) {
    this.#buckets = fillBuckets(settings, nowMs);
  }

  /** New limits; buckets start full. */
  set(settings: LimitSettings, nowMs: number): void {
    this.#buckets = fillBuckets(settings, nowMs);
  }

  /** Takes one request out of a bucket; false when it is spent. */
  spend(bucket: Bucket, nowMs: number): boolean {
    return this.#buckets[bucket].spend(nowMs);
  }

  /**
   * The `limits` object of a summary, spelled as in real replies (facts, section 7). No method here spends the quote
   * groups.
   */
  record() {
    const rateOf = (bucket: Bucket) => this.#buckets[bucket].rate;
    return {
      limits_per_currency: false,
      non_matching_engine: rateOf('non_matching_engine'),
      matching_engine: {
        trading: { total: rateOf('matching_engine') },
        spot: rateOf('spot'),
        cancel_all: rateOf('cancel_all'),
        maximum_quotes: { rate: 500, burst: 500 },
        maximum_mass_quotes: { rate: 10, burst: 10 },
        guaranteed_mass_quotes: { rate: 2, burst: 2 },
        block_rfq_maker: { rate: 10, burst: 20 },
      },
    };
  }
}
