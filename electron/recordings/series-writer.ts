import type { Datapoint } from '../../shared/thinning.ts';
import type { Clock } from '../clock.ts';
import type { SeriesFile } from './series-file.ts';

/** What was taken is written together after this time. */
export const WRITE_AFTER_MS = 1000;
/** Nothing was observed between two points that are further apart than this many poll intervals, */
const GAP_INTERVALS = 4;
/** and than this: services stamp tickers about once a second, and an answer may be late. */
const LEAST_GAP_MS = 10_000;
/** A disk that is full stays full for a while: how long until the next try. */
const RETRY_AFTER_MS = 10_000;

/** Whether recording works: the last reason why it doesn't. */
export interface Failing {
  readonly reason: () => string | null;
  readonly note: (error: unknown) => void;
  readonly clear: () => void;
}

export interface SeriesWriterOptions<P extends Datapoint> {
  /** Null where there is none to write or to ask. */
  readonly file: SeriesFile<P> | null;
  readonly isWritable: boolean;
  readonly service: string;
  readonly clock: Clock;
  readonly failing: Failing;
}

/** Gathers observations and writes them together. */
export interface SeriesWriter<P> {
  readonly take: (name: string, at: number, intervalMs: number, make: (isAfterGap: boolean) => P) => void;
  /** Writes what was taken. */
  readonly write: () => void;
  /** Between two points of the series that are further apart, nothing was observed, ms. */
  readonly gapMs: (name: string) => number;
  /** Where the record of earlier runs of this terminal begins or ended; a quick restart leaves no gap. */
  readonly askFile: (name: string, end: 'oldestMs' | 'newestMs') => number | null;
  /** Writes what was taken; nothing is taken after it. */
  readonly close: () => void;
}

interface Seen {
  /** Null where the file has to be asked: before the first of this run, and after some could not be written. */
  lastAt: number | null;
  intervalMs: number;
}

export function createSeriesWriter<P extends Datapoint>(options: SeriesWriterOptions<P>): SeriesWriter<P> {
  const { file, isWritable, service, clock, failing } = options;
  const seen = new Map<string, Seen>();
  let taken: { readonly name: string; readonly point: P }[] = [];
  let cancelWrite: (() => void) | null = null;
  let retryAt = 0;
  let isClosed = false;

  function take(name: string, at: number, intervalMs: number, make: (isAfterGap: boolean) => P): void {
    const known = seen.get(name);
    if (!canWrite()) {
      seen.set(name, { lastAt: null, intervalMs });
      return;
    }
    const lastAt = known?.lastAt ?? askFile(name, 'newestMs');
    seen.set(name, { lastAt: Math.max(lastAt ?? 0, at), intervalMs });
    if (lastAt !== null && at <= lastAt) return;
    const limitMs = gapOf(Math.max(intervalMs, known?.intervalMs ?? 0));
    taken.push({ name, point: make(lastAt === null || at - lastAt > limitMs) });
    cancelWrite ??= clock.after(WRITE_AFTER_MS, write);
  }

  function canWrite(): boolean {
    return file !== null && isWritable && !isClosed && clock.monotonic() >= retryAt;
  }

  function askFile(name: string, end: 'oldestMs' | 'newestMs'): number | null {
    try {
      const seriesId = file?.findSeries(service, name) ?? null;
      return seriesId === null ? null : (file?.[end](seriesId) ?? null);
    } catch (error) {
      failing.note(error);
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
      failing.clear();
    } catch (error) {
      failing.note(error);
      retryAt = clock.monotonic() + RETRY_AFTER_MS;
      // What was lost is a gap: the next point asks the file where the record ends.
      for (const known of seen.values()) known.lastAt = null;
    }
  }

  return {
    take,
    write,
    gapMs: (name) => gapOf(seen.get(name)?.intervalMs ?? 0),
    askFile,
    close: () => {
      write();
      isClosed = true;
    },
  };
}

function gapOf(intervalMs: number): number {
  return Math.max(LEAST_GAP_MS, intervalMs * GAP_INTERVALS);
}
