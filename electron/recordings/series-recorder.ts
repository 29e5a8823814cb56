import type { History } from '../../shared/ipc/schemas/history-schema.ts';
import type { Datapoint, Thinning } from '../../shared/thinning.ts';
import type { Clock } from '../clock.ts';
import type { RecordingStore } from '../storage/profile-store.ts';
import { createSeriesFile, type SeriesFile, type SeriesShape } from './series-file.ts';
import { createSeriesWriter, type Failing, WRITE_AFTER_MS } from './series-writer.ts';
import { readThinned, type SeriesSpan } from './thinned-reading.ts';
import { upkeep, type UpkeepOptions } from './upkeep.ts';
import { reasonOf } from '../storage/reason-of.ts';

const UPKEEP_EVERY_MS = 60_000;

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

/** A recorder over the profile's own file; without one, or where another instance writes it, it only answers. */
export function createSeriesRecorder<P extends Datapoint>(options: SeriesOptions<P>): SeriesRecorder<P> {
  const { store, service, clock, serviceNow, thinning } = options;
  const { file, failure: atFirst } = openFile(store, options.shape);
  const failing = createFailing(atFirst, options.onFailure);
  const writer = createSeriesWriter({ file, isWritable: store.isWritable, service, clock, failing });
  let cancelUpkeep: () => void = () => undefined;
  let isClosed = false;

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
      failing.note(error);
    }
    if (!isClosed) cancelUpkeep = clock.after(UPKEEP_EVERY_MS, () => void keepUp());
  }

  async function read(name: string, span: SeriesSpan): Promise<SeriesReading<P>> {
    const gap = writer.gapMs(name);
    let points: P[] = [];
    let since: number | null = null;
    try {
      writer.write();
      const seriesId = file?.findSeries(service, name) ?? null;
      if (file !== null && seriesId !== null) {
        since = file.oldestMs(seriesId);
        points = await readThinned(file, seriesId, span, thinning, pause);
      }
      // Who writes tells by writing whether the storage works again; who only reads, by having read.
      if (file !== null && !store.isWritable) failing.clear();
    } catch (error) {
      failing.note(error);
    }
    const failure = failing.reason();
    return { points, recorded_since: since, gap_ms: gap, recording: stateOf(store, failure), failure };
  }

  if (file !== null && store.isWritable) cancelUpkeep = clock.after(WRITE_AFTER_MS, () => void keepUp());

  return {
    take: writer.take,
    read,
    oldestMs: (name) => writer.askFile(name, 'oldestMs'),
    close: () => {
      if (isClosed) return;
      writer.close();
      isClosed = true;
      cancelUpkeep();
    },
  };
}

/** `onFailure` is told when it stops working, not of every failure since. */
function createFailing(first: string | null, onFailure: (reason: string) => void): Failing {
  let reason = first;
  return {
    reason: () => reason,
    note: (error) => {
      const now = reasonOf(error);
      if (reason === null) onFailure(now);
      reason = now;
    },
    clear: () => {
      reason = null;
    },
  };
}

/** Null where there is none, or it can't be used. */
function openFile<P extends Datapoint>(
  { database, isWritable, failure }: RecordingStore,
  shape: SeriesShape<P>,
): { readonly file: SeriesFile<P> | null; readonly failure: string | null } {
  if (database === null) return { file: null, failure };
  try {
    // What a crash takes of the last second is a gap; the journal is what must not be lost.
    if (isWritable) database.exec('PRAGMA synchronous = NORMAL');
    return { file: createSeriesFile(database, shape), failure };
  } catch (error) {
    return { file: null, failure: reasonOf(error) };
  }
}

function stateOf({ isWritable, isBegunAnew }: RecordingStore, failure: string | null): History['recording'] {
  if (failure !== null) return 'failed';
  if (!isWritable) return 'read_only';
  return isBegunAnew ? 'begun_anew' : 'on';
}
