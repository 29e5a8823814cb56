import { type History, type HistoryRequest, MOST_HISTORY_POINTS } from '../../shared/ipc/history-schema.ts';
import { observe, type Observation } from '../../shared/market/observation.ts';
import { createSpanThinner, type SpanThinner, thinForDrawing } from '../../shared/market/thinning.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import type { Clock } from '../clock.ts';
import type { RecordingStore } from '../storage/profile-store.ts';
import { createRecordingFile, type RecordingFile } from './recording-file.ts';
import { MOST_POINTS, SLICE_POINTS, upkeep } from './recording-upkeep.ts';

/** What was taken is written together after this time. */
const WRITE_AFTER_MS = 1000;
const UPKEEP_EVERY_MS = 60_000;
/** Nothing was observed between two tickers that are further apart than this many poll intervals, */
const GAP_INTERVALS = 4;
/** and than this: services stamp tickers about once a second, and an answer may be late. */
const LEAST_GAP_MS = 10_000;
/** Up to this many are held before they are thinned. */
const MOST_UNTHINNED = MOST_HISTORY_POINTS;
/** How many of the wanted points stand for one part while a long record is read; the parts of the last thinning are no finer. */
const PER_PART = 3;
/** A disk that is full stays full for a while: how long until the next try. */
const RETRY_AFTER_MS = 10_000;

export interface RecorderOptions {
  readonly store: RecordingStore;
  /** Whose tickers these are; series of different services are never joined. */
  readonly service: string;
  /** Whether every start is a new service, so that what others left is of no more use. */
  readonly isNewEachStart: boolean;
  readonly clock: Clock;
  /** The service's time, by which points age; milliseconds since the epoch. */
  readonly serviceNow: () => number;
  /** Told when recording stops working. */
  readonly onFailure: (reason: string) => void;
  readonly mostPoints?: number;
}

/** Keeps what was observed of each instrument. Nothing that goes wrong here reaches anything else. */
export interface Recorder {
  /** Takes a ticker that is news, and the poll interval it came by. Never throws. */
  readonly take: (ticker: Ticker, intervalMs: number) => void;
  /** What was observed in a span, read in slices so that nothing else waits. Never rejects: a failure is in the answer. */
  readonly history: (request: HistoryRequest) => Promise<History>;
  readonly close: () => void;
}

interface Seen {
  /** Null where the file has to be asked: before the first of this run, and after some could not be written. */
  lastAt: number | null;
  intervalMs: number;
}

/** A recorder over the profile's own file; without one, or where another instance writes it, it only answers. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { store, service, clock, serviceNow } = options;
  let failure: string | null = store.failure;
  const file = openFile();
  const seen = new Map<string, Seen>();
  let taken: { readonly instrumentName: string; readonly observation: Observation }[] = [];
  let cancelWrite: (() => void) | null = null;
  let cancelUpkeep: () => void = () => undefined;
  let retryAt = 0;
  let isClosed = false;

  function openFile(): RecordingFile | null {
    if (store.database === null) return null;
    try {
      // What a crash takes of the last second is a gap; the journal is what must not be lost.
      if (store.isWritable) store.database.exec('PRAGMA synchronous = NORMAL');
      return createRecordingFile(store.database);
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

  function take(ticker: Ticker, intervalMs: number): void {
    const name = ticker.instrument_name;
    const known = seen.get(name);
    if (!canWrite()) {
      seen.set(name, { lastAt: null, intervalMs });
      return;
    }
    const lastAt = known?.lastAt ?? newestOf(name);
    seen.set(name, { lastAt: Math.max(lastAt ?? 0, ticker.timestamp), intervalMs });
    if (lastAt !== null && ticker.timestamp <= lastAt) return;
    const limitMs = gapMs(Math.max(intervalMs, known?.intervalMs ?? 0));
    const isAfterGap = lastAt === null || ticker.timestamp - lastAt > limitMs;
    taken.push({ instrumentName: name, observation: observe(ticker, isAfterGap) });
    cancelWrite ??= clock.after(WRITE_AFTER_MS, write);
  }

  function canWrite(): boolean {
    return file !== null && store.isWritable && !isClosed && clock.monotonic() >= retryAt;
  }

  /** Where the last run of this terminal ended; a quick restart leaves no gap. */
  function newestOf(instrumentName: string): number | null {
    try {
      const seriesId = file?.findSeries(service, instrumentName) ?? null;
      return seriesId === null ? null : (file?.newestMs(seriesId) ?? null);
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
      const rows = batch.map(({ instrumentName, observation }) => {
        const seriesId =
          ids.get(instrumentName) ??
          file.findSeries(service, instrumentName) ??
          file.addSeries(service, instrumentName);
        ids.set(instrumentName, seriesId);
        return { seriesId, observation };
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
          nowMs: serviceNow(),
          mostPoints: options.mostPoints ?? MOST_POINTS,
          forgets: (other) => options.isNewEachStart && other !== service,
          pause,
        });
      }
    } catch (error) {
      fail(error);
    }
    if (!isClosed) cancelUpkeep = clock.after(UPKEEP_EVERY_MS, () => void keepUp());
  }

  async function read(seriesId: number, from: RecordingFile, request: HistoryRequest): Promise<Observation[]> {
    // The parts that are thinned to are parts of what there is, however much more was asked for.
    const fromMs = Math.max(request.from_ms, from.oldestMs(seriesId) ?? 0);
    const toMs = Math.min(request.to_ms, from.newestMs(seriesId) ?? 0);
    let whole: Observation[] = [];
    let thinner: SpanThinner | null = null;
    for (let next = fromMs; next <= toMs;) {
      const slice = from.read(seriesId, next, toMs, SLICE_POINTS);
      whole.push(...slice);
      if (thinner !== null || whole.length > MOST_UNTHINNED) {
        thinner ??= createSpanThinner(fromMs, toMs, Math.ceil(request.most_points / PER_PART));
        for (const observation of whole) thinner.push(observation);
        whole = [];
      }
      const last = slice.at(-1);
      if (last === undefined || slice.length < SLICE_POINTS || !(await pause())) break;
      next = last.at + 1;
    }
    return thinForDrawing(thinner?.read() ?? whole, fromMs, toMs, request.most_points);
  }

  async function history(request: HistoryRequest): Promise<History> {
    const gap = gapMs(seen.get(request.instrument_name)?.intervalMs ?? 0);
    let points: Observation[] = [];
    let since: number | null = null;
    try {
      write();
      const seriesId = file?.findSeries(service, request.instrument_name) ?? null;
      if (file !== null && seriesId !== null) {
        since = file.oldestMs(seriesId);
        points = await read(seriesId, file, request);
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
    history,
    close: () => {
      if (isClosed) return;
      write();
      isClosed = true;
      cancelUpkeep();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
