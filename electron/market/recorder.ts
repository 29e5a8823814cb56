import type { History, HistoryRequest } from '../../shared/ipc/schemas/history-schema.ts';
import { observe, OBSERVATION_THINNING } from '../../shared/market/observation.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import { createSeriesRecorder, type RecordingSetting } from '../recordings/series-recorder.ts';
import { TICKER_SHAPE } from './recording-file.ts';

/** Extremes are kept of 10 s after an hour, later of a minute. */
const BUCKETS_MS = { first: 10_000, second: 60_000 };
/** Of all instruments together, about 70 MB: past it the oldest go early. */
const MOST_POINTS = 1_000_000;

export interface RecorderOptions extends RecordingSetting {
  readonly mostPoints?: number;
}

/** Keeps what was observed of each instrument. Nothing that goes wrong here reaches anything else. */
export interface Recorder {
  /** Takes a ticker that is news, and the poll interval it came by. Never throws. */
  readonly take: (ticker: Ticker, intervalMs: number) => void;
  /** A span's record. Never rejects: the answer holds a failure. */
  readonly history: (request: HistoryRequest) => Promise<History>;
  readonly close: () => void;
}

/** A recorder of tickers over the profile's own file, under the service's own timestamps. */
export function createRecorder({ mostPoints = MOST_POINTS, ...setting }: RecorderOptions): Recorder {
  const series = createSeriesRecorder({
    ...setting,
    shape: TICKER_SHAPE,
    thinning: OBSERVATION_THINNING,
    bucketsMs: BUCKETS_MS,
    mostPoints,
  });
  return {
    take: (ticker, intervalMs) => {
      series.take(ticker.instrument_name, ticker.timestamp, intervalMs, (isAfterGap) => observe(ticker, isAfterGap));
    },
    history: ({ instrument_name, from_ms, to_ms, most_points }) =>
      series.read(instrument_name, { fromMs: from_ms, toMs: to_ms, most: most_points }),
    close: series.close,
  };
}
