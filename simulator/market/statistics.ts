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

/** A span of time that nobody looked at. `countsUsd` says that volumes are USD and the other side's coins. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly hourlyVolume: number;
  /** Usual move of an hour, a fraction. */
  readonly roughness: number;
  readonly countsUsd: boolean;
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
   * Fills the hours of a gap with plausible trading that leads from one price to another, both above zero: what
   * happened while nobody looked.
   */
  bridge(gap: Gap, random: Random): void {
    const { from, to, fromMs, toMs, hourlyVolume, roughness, countsUsd } = gap;
    const lastHour = Math.floor(toMs / HOUR_MS);
    const firstHour = Math.max(Math.floor(fromMs / HOUR_MS) + 1, lastHour - HOURS + 1);
    let level = from;
    for (let hour = firstHour; hour < lastHour; hour += 1) {
      const open = level;
      level = Math.max(to / 4, to + (level - to) * (1 - 1 / (lastHour - hour)) + to * roughness * random.normal());
      const volume = hourlyVolume * (0.4 + 1.2 * random.next());
      this.#buckets.push({
        hour,
        open,
        high: Math.max(open, level) * (1 + 0.5 * roughness * random.next()),
        low: Math.min(open, level) * (1 - 0.5 * roughness * random.next()),
        volume,
        counterVolume: countsUsd ? volume / level : volume * level,
      });
    }
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
