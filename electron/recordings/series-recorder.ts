import type { History } from '../../shared/ipc/schemas/history-schema.ts';
import type { Datapoint, SpanThinner, Thinning } from '../../shared/thinning.ts';
import type { Clock } from '../clock.ts';
import type { RecordingStore } from '../storage/profile-store.ts';
import { createSeriesFile, type SeriesFile, type SeriesShape } from './series-file.ts';
import { SLICE_POINTS, upkeep, type UpkeepOptions } from './upkeep.ts';
import { reasonOf } from '../storage/reason-of.ts';

/** What was taken is written together after this time. */
const WRITE_AFTER_MS = 1000;
const UPKEEP_EVERY_MS = 60_000;
/** Nothing was observed between two points that are further apart than this many poll intervals, */
const GAP_INTERVALS = 4;
/** and than this: services stamp tickers about once a second, and an answer may be late. */
const LEAST_GAP_MS = 10_000;
/** Up to this many are held before they are thinned. */
const MOST_UNTHINNED = 4000;
/** How many of the wanted points stand for one part while a long record is read; the parts of the last thinning are no finer. */
const PER_PART = 3;
/** A disk that is full stays full for a while: how long until the next try. */
const RETRY_AFTER_MS = 10_000;

/** Whose series these are and by which time, for every kind of recorder. */
export interface RecordingSetting {
  readonly store: RecordingStore;
  /** Series of different services are never joined. */
  readonly service: string;
  /** Whether every start is a new service, so that what others left is of no more use. */
  readonly isNewEachStart: boolean;
  readonly clock: Clock;
  /** The service's time, by which points age; milliseconds since the epoch. */
  readonly serviceNow: () => number;
  /** Told when recording stops working. */
  readonly onFailure: (reason: string) => void;
}

export interface SeriesOptions<P extends Datapoint> extends RecordingSetting {
  readonly shape: SeriesShape<P>;
  readonly thinning: Thinning<P>;
  readonly bucketsMs: UpkeepOptions<P>['bucketsMs'];
  readonly mostPoints: number;
}

/** Which part of a series is wanted, both ends included. */
export interface SeriesSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
}

export interface SeriesReading<P> extends Pick<History, 'recorded_since' | 'gap_ms' | 'recording' | 'failure'> {
  readonly points: P[];
}

/** Keeps what was observed of each series. Nothing that goes wrong here reaches anything else. */
export interface SeriesRecorder<P> {
  /**
   * Takes an observation at a service time, unless the series has one as late. `make` hears whether a gap came before.
   * Never throws.
   */
  readonly take: (name: string, at: number, intervalMs: number, make: (isAfterGap: boolean) => P) => void;
  /** What was observed in a span, read in slices so that nothing else waits. Never rejects: a failure is in the answer. */
  readonly read: (name: string, span: SeriesSpan) => Promise<SeriesReading<P>>;
  /** When the oldest kept point of a series was observed; null when there is none. */
  readonly oldestMs: (name: string) => number | null;
  readonly close: () => void;
}

interface Seen {
  /** Null where the file has to be asked: before the first of this run, and after some could not be written. */
  lastAt: number | null;
  intervalMs: number;
}

/** A recorder over the profile's own file; without one, or where another instance writes it, it only answers. */
export function createSeriesRecorder<P extends Datapoint>(options: SeriesOptions<P>): SeriesRecorder<P> {
  const { store, service, clock, serviceNow, thinning } = options;
  let failure: string | null = store.failure;
  const file = openFile();
  const seen = new Map<string, Seen>();
  let taken: { readonly name: string; readonly point: P }[] = [];
  let cancelWrite: (() => void) | null = null;
  let cancelUpkeep: () => void = () => undefined;
  let retryAt = 0;
  let isClosed = false;

  function openFile(): SeriesFile<P> | null {
    if (store.database === null) return null;
    try {
      // What a crash takes of the last second is a gap; the journal is what must not be lost.
      if (store.isWritable) store.database.exec('PRAGMA synchronous = NORMAL');
      return createSeriesFile(store.database, options.shape);
    } catch (error) {
      failure = reasonOf(error);
      return null;
    }
  }

  function fail(error: unknown): void {
    const reason = reasonOf(error);
    if (failure === null) options.onFailure(reason);
    failure = reason;
  }

  function gapMs(intervalMs: number): number {
    return Math.max(LEAST_GAP_MS, intervalMs * GAP_INTERVALS);
  }

  function take(name: string, at: number, intervalMs: number, make: (isAfterGap: boolean) => P): void {
    const known = seen.get(name);
    if (!canWrite()) {
      seen.set(name, { lastAt: null, intervalMs });
      return;
    }
    const lastAt = known?.lastAt ?? askFile(name, 'newestMs');
    seen.set(name, { lastAt: Math.max(lastAt ?? 0, at), intervalMs });
    if (lastAt !== null && at <= lastAt) return;
    const limitMs = gapMs(Math.max(intervalMs, known?.intervalMs ?? 0));
    taken.push({ name, point: make(lastAt === null || at - lastAt > limitMs) });
    cancelWrite ??= clock.after(WRITE_AFTER_MS, write);
  }

  function canWrite(): boolean {
    return file !== null && store.isWritable && !isClosed && clock.monotonic() >= retryAt;
  }

  /** Where the record of earlier runs of this terminal begins or ended; a quick restart leaves no gap. */
  function askFile(name: string, end: 'oldestMs' | 'newestMs'): number | null {
    try {
      const seriesId = file?.findSeries(service, name) ?? null;
      return seriesId === null ? null : (file?.[end](seriesId) ?? null);
    } catch (error) {
      fail(error);
      return null;
    }
  }

  function write(): void {
    cancelWrite?.();
    cancelWrite = null;
    const batch = taken;
    taken = [];
    if (file === null || batch.length === 0) return;
    try {
      const ids = new Map<string, number>();
      const rows = batch.map(({ name, point }) => {
        const seriesId = ids.get(name) ?? file.findSeries(service, name) ?? file.addSeries(service, name);
        ids.set(name, seriesId);
        return { seriesId, point };
      });
      file.insert(rows);
      failure = null;
    } catch (error) {
      fail(error);
      retryAt = clock.monotonic() + RETRY_AFTER_MS;
      // What was lost is a gap: the next point asks the file where the record ends.
      for (const known of seen.values()) known.lastAt = null;
    }
  }

  async function pause(): Promise<boolean> {
    await new Promise<void>((resolve) => clock.after(0, resolve));
    return !isClosed;
  }

  async function keepUp(): Promise<void> {
    try {
      if (file !== null) {
        await upkeep({
          file,
          thinning,
          bucketsMs: options.bucketsMs,
          nowMs: serviceNow(),
          mostPoints: options.mostPoints,
          forgets: (other) => options.isNewEachStart && other !== service,
          pause,
        });
      }
    } catch (error) {
      fail(error);
    }
    if (!isClosed) cancelUpkeep = clock.after(UPKEEP_EVERY_MS, () => void keepUp());
  }

  async function readFrom(from: SeriesFile<P>, seriesId: number, span: SeriesSpan): Promise<P[]> {
    // The parts that are thinned to are parts of what there is, however much more was asked for.
    const fromMs = Math.max(span.fromMs, from.oldestMs(seriesId) ?? 0);
    const toMs = Math.min(span.toMs, from.newestMs(seriesId) ?? 0);
    let whole: P[] = [];
    let thinner: SpanThinner<P> | null = null;
    for (let next = fromMs; next <= toMs;) {
      const slice = from.read(seriesId, next, toMs, SLICE_POINTS);
      whole.push(...slice);
      if (thinner !== null || whole.length > MOST_UNTHINNED) {
        thinner ??= thinning.createSpanThinner(fromMs, toMs, Math.ceil(span.most / PER_PART));
        for (const point of whole) thinner.push(point);
        whole = [];
      }
      const last = slice.at(-1);
      if (last === undefined || slice.length < SLICE_POINTS || !(await pause())) break;
      next = last.at + 1;
    }
    return thinning.forDrawing(thinner?.read() ?? whole, fromMs, toMs, span.most);
  }

  async function read(name: string, span: SeriesSpan): Promise<SeriesReading<P>> {
    const gap = gapMs(seen.get(name)?.intervalMs ?? 0);
    let points: P[] = [];
    let since: number | null = null;
    try {
      write();
      const seriesId = file?.findSeries(service, name) ?? null;
      if (file !== null && seriesId !== null) {
        since = file.oldestMs(seriesId);
        points = await readFrom(file, seriesId, span);
      }
      // Who writes tells by writing whether the storage works again; who only reads, by having read.
      if (file !== null && !store.isWritable) failure = null;
    } catch (error) {
      fail(error);
    }
    return { points, recorded_since: since, gap_ms: gap, recording: state(), failure };
  }

  function state(): History['recording'] {
    if (failure !== null) return 'failed';
    if (!store.isWritable) return 'read_only';
    return store.isBegunAnew ? 'begun_anew' : 'on';
  }

  if (file !== null && store.isWritable) cancelUpkeep = clock.after(WRITE_AFTER_MS, () => void keepUp());

  return {
    take,
    read,
    oldestMs: (name) => askFile(name, 'oldestMs'),
    close: () => {
      if (isClosed) return;
      write();
      isClosed = true;
      cancelUpkeep();
    },
  };
}
