import { nextSettlement } from './calendar.ts';

/** The index is averaged over this long before each 08:00 UTC (facts, "Settlement price"). */
export const AVERAGING_MS = 30 * 60_000;

/** When the averaging before the next settlement after `nowMs` begins. */
export function averagingStart(nowMs: number): number {
  return nextSettlement(nowMs) - AVERAGING_MS;
}

/**
 * The remaining part, 1 to 0, of an expiring position's delta and mark over 30 minutes (facts, section 10). Tickers'
 * greeks don't decay.
 */
export function deltaDecay(expiryMs: number, nowMs: number): number {
  return Math.max(0, Math.min(1, (expiryMs - nowMs) / AVERAGING_MS));
}

/** Time-weighted average of an index over the last 30 minutes before each 08:00 UTC. */
export class DeliveryAverage {
  #endsMs = 0;
  #weighted = 0;
  #elapsedMs = 0;
  #last = 0;

  /** Counts `price` for the `dtMs` before `nowMs`. Steps don't span the window's start. */
  add(price: number, dtMs: number, nowMs: number): void {
    const endsMs = nextSettlement(nowMs - 1);
    if (nowMs <= endsMs - AVERAGING_MS) return;
    if (endsMs !== this.#endsMs) {
      this.#endsMs = endsMs;
      this.#weighted = 0;
      this.#elapsedMs = 0;
    }
    this.#weighted += price * dtMs;
    this.#elapsedMs += dtMs;
    this.#last = this.#weighted / this.#elapsedMs;
  }

  /** The average so far while the averaging runs, null before it. */
  running(nowMs: number): number | null {
    return this.#elapsedMs > 0 && nowMs <= this.#endsMs ? this.#last : null;
  }

  /** Share of the averaging that is over at `nowMs`, 0 to 1. */
  share(nowMs: number): number {
    return this.running(nowMs) === null ? 0 : Math.min(1, this.#elapsedMs / AVERAGING_MS);
  }

  /** The average of the latest window; null when the market began after it. */
  latest(): number | null {
    return this.#elapsedMs > 0 ? this.#last : null;
  }
}
