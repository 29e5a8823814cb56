import type { Ticker } from '../../shared/service/ticker.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { Watched } from './watched.ts';

/**
 * Poll intervals after which a value is stale. Services stamp tickers about once a second, so never before
 * `LEAST_STALE_MS`.
 */
const STALE_INTERVALS = 1.25;
const LEAST_STALE_MS = 1500;
/** A ticker with an older timestamp than this is always stale. */
const MOST_TIMESTAMP_AGE_MS = 10_000;

/** How old a price is, and whether that is too old to sell on. */
export interface Staleness {
  /** Time without a newer price after which the known one is stale, ms. */
  readonly afterMs: (entry: Watched) => number;
  readonly isStale: (entry: Watched) => boolean;
  /** How long its price stays fresh without a newer one, ms, while no clock is set. */
  readonly untilStaleMs: (entry: Watched) => number;
  /** Its age, ms; without a price, since it is watched. */
  readonly ageMs: (entry: Watched) => number;
  /** Of a ticker that came this moment. */
  readonly ofNew: (ticker: Ticker) => { readonly ageMs: number; readonly isStale: boolean };
}

/** `intervalMs`: how often the instrument is asked for. */
export function createStaleness(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  serviceClock: Pick<ServiceClock, 'now' | 'isDoubtful'>,
  intervalMs: (entry: Watched) => number,
): Staleness {
  const readGap = (): number => clock.now() - clock.monotonic();
  let gapMs = readGap();

  /** How long the machine may have slept, until the service gives its time. */
  function sleptMs(): number {
    if (serviceClock.isDoubtful()) return Math.max(0, readGap() - gapMs);
    gapMs = readGap();
    return 0;
  }

  /** Age by the ticker's timestamp, at least the time since it came. */
  function ageOf(ticker: Ticker | null, advancedAt: number): number {
    const sinceMs = clock.monotonic() - advancedAt;
    const awakeMs = ticker === null ? sinceMs : Math.max(sinceMs, serviceClock.now() - ticker.timestamp);
    return Math.round(awakeMs + sleptMs());
  }

  function afterMs(entry: Watched): number {
    return Math.max(intervalMs(entry) * STALE_INTERVALS, LEAST_STALE_MS);
  }

  return {
    afterMs,
    isStale: (entry) => {
      const limitMs = Math.max(afterMs(entry), entry.formerLimitMs);
      const ageMs = ageOf(entry.ticker, entry.advancedAt);
      if (clock.monotonic() - entry.advancedAt > limitMs || serviceClock.isDoubtful()) return true;
      return entry.ticker !== null && ageMs > Math.max(limitMs, MOST_TIMESTAMP_AGE_MS);
    },
    untilStaleMs: (entry) => {
      const limitMs = Math.max(afterMs(entry), entry.formerLimitMs);
      const byNewsMs = entry.advancedAt + limitMs - clock.monotonic();
      if (entry.ticker === null) return Math.max(0, byNewsMs);
      const byStampMs = Math.max(limitMs, MOST_TIMESTAMP_AGE_MS) - ageOf(entry.ticker, entry.advancedAt);
      // Stale only past the limit.
      return Math.max(0, Math.min(byNewsMs, byStampMs)) + 1;
    },
    ageMs: ({ ticker, advancedAt }) => ageOf(ticker, advancedAt),
    ofNew: (ticker) => {
      const ageMs = ageOf(ticker, clock.monotonic());
      return { ageMs, isStale: ageMs > MOST_TIMESTAMP_AGE_MS || serviceClock.isDoubtful() };
    },
  };
}
