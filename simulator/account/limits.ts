import type { LimitCategory } from '../../shared/service/methods.ts';

/** Requests a second, and requests at once (facts, section 7). */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** The two buckets that the simulator enforces. */
export type LimitSettings = Readonly<Record<LimitCategory, Rate>>;

/** What a default account really has (facts, section 7). */
export function defaultLimits(): LimitSettings {
  return { non_matching_engine: { rate: 20, burst: 100 }, matching_engine: { rate: 5, burst: 20 } };
}

interface Bucket {
  tokens: number;
  updatedMs: number;
}

/** Leaky buckets of one account: continuous refill at `rate`, at most `burst`. */
export class RateLimits {
  #settings: LimitSettings;
  readonly #buckets: Record<LimitCategory, Bucket>;

  constructor(settings: LimitSettings, nowMs: number) {
    this.#settings = settings;
    this.#buckets = {
      non_matching_engine: { tokens: settings.non_matching_engine.burst, updatedMs: nowMs },
      matching_engine: { tokens: settings.matching_engine.burst, updatedMs: nowMs },
    };
  }

  get settings(): LimitSettings {
    return this.#settings;
  }

  /** New limits; buckets start full. */
  set(settings: LimitSettings, nowMs: number): void {
    this.#settings = settings;
    for (const category of ['non_matching_engine', 'matching_engine'] as const) {
      this.#buckets[category].tokens = settings[category].burst;
      this.#buckets[category].updatedMs = nowMs;
    }
  }

  /** Takes one request out of a bucket; false when it is spent. */
  spend(category: LimitCategory, nowMs: number): boolean {
    const bucket = this.#buckets[category];
    const { rate, burst } = this.#settings[category];
    const elapsedMs = Math.max(0, nowMs - bucket.updatedMs);
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * rate) / 1000);
    bucket.updatedMs = Math.max(bucket.updatedMs, nowMs);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
