import type { Datapoint, Thinning } from '../../shared/thinning.ts';
import type { SeriesFile, StoredSeries, ThinningStep } from './series-file.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Past this age nothing is kept. */
export const HORIZON_MS = 7 * DAY_MS;
/** Everything for an hour; then the extremes of short buckets; after a day those of long ones. */
const AFTER_MS: Readonly<Record<ThinningStep, number>> = { first: HOUR_MS, second: DAY_MS };
/** What is read or deleted at once, so that nothing else waits for it longer than some milliseconds. */
export const SLICE_POINTS = 500;

export interface UpkeepOptions<P extends Datapoint> {
  readonly file: SeriesFile<P>;
  readonly thinning: Thinning<P>;
  /** Length of the buckets of each step. */
  readonly bucketsMs: Readonly<Record<ThinningStep, number>>;
  /** The time that ages are counted from, by the service's clock. */
  readonly nowMs: number;
  readonly mostPoints: number;
  /** Whether a service's series are of no more use, whatever their age. */
  readonly forgets: (service: string) => boolean;
  /** Lets others run; false when there is no time to go on. */
  readonly pause: () => Promise<boolean>;
}

/** Deletes what is past its horizon, thins what has aged, and keeps the whole bounded. Throws when the storage fails. */
export async function upkeep<P extends Datapoint>(options: UpkeepOptions<P>): Promise<void> {
  const { file, nowMs, mostPoints, forgets, pause } = options;
  for (const series of file.listSeries()) {
    const horizonMs = forgets(series.service) ? Number.MAX_SAFE_INTEGER : nowMs - HORIZON_MS;
    while (file.deleteBefore(series.seriesId, horizonMs, SLICE_POINTS) === SLICE_POINTS) {
      if (!(await pause())) return;
    }
    if (file.oldestMs(series.seriesId) === null) {
      file.deleteSeries(series.seriesId);
      continue;
    }
    for (const step of ['first', 'second'] as const) {
      if (!(await thinSeries(options, series, step))) return;
    }
    if (!(await pause())) return;
  }
  for (let excess = file.count() - mostPoints; excess > 0;) {
    const oldest = file.listSeries().reduce<StoredSeries | null>(olderOf, null);
    if (oldest === null) return;
    excess -= file.deleteBefore(oldest.seriesId, Number.MAX_SAFE_INTEGER, Math.min(excess, SLICE_POINTS));
    if (!(await pause())) return;
  }
}

function olderOf(a: StoredSeries | null, b: StoredSeries): StoredSeries | null {
  if (b.oldestMs === null) return a;
  return a?.oldestMs != null && a.oldestMs <= b.oldestMs ? a : b;
}

/** Thins the buckets of a series that have come of age since the last time. False when there is no time to go on. */
async function thinSeries<P extends Datapoint>(
  { file, thinning, bucketsMs, nowMs, pause }: UpkeepOptions<P>,
  { seriesId, thinnedToMs }: StoredSeries,
  step: ThinningStep,
): Promise<boolean> {
  const bucketMs = bucketsMs[step];
  const untilMs = floorTo(nowMs - AFTER_MS[step], bucketMs);
  for (let fromMs = thinnedToMs[step]; fromMs < untilMs;) {
    const slice = file.read(seriesId, fromMs, untilMs - 1, SLICE_POINTS);
    const lastAt = slice.at(-1)?.at;
    // A slice that is full may end inside a bucket, which then waits for the next slice.
    const isWhole = slice.length < SLICE_POINTS || lastAt === undefined;
    const nextMs = isWhole ? untilMs : Math.max(floorTo(lastAt, bucketMs), fromMs + bucketMs);
    const whole = slice.filter(({ at }) => at < nextMs);
    const kept = new Set(thinning.forKeeping(whole, bucketMs));
    const dropped = whole.filter((point) => !kept.has(point)).map(({ at }) => at);
    if (slice.length > 0) file.thin(seriesId, step, dropped, nextMs);
    fromMs = nextMs;
    if (!(await pause())) return false;
  }
  return true;
}

function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}
