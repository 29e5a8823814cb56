import type { Random } from '../random.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

interface HourBucket {
  hour: number;
  open: number;
  high: number;
  low: number;
  /** Sum of amounts in amount units, and of the other side's value. */
  volume: number;
  counterVolume: number;
}

/** Rolling figures of the last 24 hours; prices null while nothing was traded. */
export interface DayFigures {
  readonly high: number | null;
  readonly low: number | null;
  readonly changePercent: number | null;
  readonly volume: number;
  readonly counterVolume: number;
}

/** 24 hourly buckets of one instrument's trades: prices as numbers, volumes as the caller counts them. */
export class DayStatistics {
  readonly #buckets: HourBucket[] = [];

  /**
   * Fills the day before with plausible trading around `price`, which is above zero; gives the last price.
   * `countsUsd` says that volumes are USD and the other side's coins.
   */
  seed(price: number, hourlyVolume: number, countsUsd: boolean, nowMs: number, random: Random): number {
    const hour = Math.floor(nowMs / HOUR_MS);
    let level = price * (1 + 0.006 * random.normal());
    for (let back = HOURS - 1; back >= 1; back -= 1) {
      const open = level;
      level = price + (level - price) * (1 - 1 / back) + price * 0.002 * random.normal();
      const volume = hourlyVolume * (0.4 + 1.2 * random.next());
      this.#buckets.push({
        hour: hour - back,
        open,
        high: Math.max(open, level) * (1 + 0.001 * random.next()),
        low: Math.min(open, level) * (1 - 0.001 * random.next()),
        volume,
        counterVolume: countsUsd ? volume / level : volume * level,
      });
    }
    return level;
  }

  /** Counts a trade. */
  add(price: number, volume: number, counterVolume: number, atMs: number): void {
    const hour = Math.floor(atMs / HOUR_MS);
    let bucket = this.#buckets.at(-1);
    if (bucket === undefined || bucket.hour !== hour) {
      bucket = { hour, open: price, high: price, low: price, volume: 0, counterVolume: 0 };
      this.#buckets.push(bucket);
    }
    bucket.high = Math.max(bucket.high, price);
    bucket.low = Math.min(bucket.low, price);
    bucket.volume += volume;
    bucket.counterVolume += counterVolume;
  }

  figures(lastPrice: number | null, nowMs: number): DayFigures {
    const firstHour = Math.floor(nowMs / HOUR_MS) - HOURS + 1;
    while (this.#buckets[0] !== undefined && this.#buckets[0].hour < firstHour) this.#buckets.shift();
    let high = -Infinity;
    let low = Infinity;
    let volume = 0;
    let counterVolume = 0;
    for (const bucket of this.#buckets) {
      high = Math.max(high, bucket.high);
      low = Math.min(low, bucket.low);
      volume += bucket.volume;
      counterVolume += bucket.counterVolume;
    }
    const first = this.#buckets[0];
    if (first === undefined) return { high: null, low: null, changePercent: null, volume: 0, counterVolume: 0 };
    return {
      high,
      low,
      changePercent: lastPrice === null ? null : (lastPrice / first.open - 1) * 100,
      volume,
      counterVolume,
    };
  }
}
