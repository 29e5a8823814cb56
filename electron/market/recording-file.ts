import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DecimalString } from '../../shared/decimal.ts';
import type { Observation } from '../../shared/market/observation.ts';
import { createTransact } from '../storage/transaction.ts';

/**
 * Version 1: `points` holds what was observed of each series: one instrument of one service. A series knows up to when
 * it has been thinned to 10-second and to 1-minute buckets.
 */
export const RECORDING_MIGRATIONS = [
  `CREATE TABLE series (
     series_id INTEGER PRIMARY KEY,
     service TEXT NOT NULL,
     instrument_name TEXT NOT NULL,
     thinned_first INTEGER NOT NULL DEFAULT 0,
     thinned_second INTEGER NOT NULL DEFAULT 0,
     UNIQUE (service, instrument_name)
   ) STRICT;
   CREATE TABLE points (
     series_id INTEGER NOT NULL REFERENCES series (series_id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     after_gap INTEGER NOT NULL,
     mark TEXT,
     index_price TEXT,
     bid TEXT,
     ask TEXT,
     mark_iv TEXT,
     PRIMARY KEY (series_id, at)
   ) STRICT, WITHOUT ROWID`,
] as const;

/** The two steps of thinning, in the order in which a point meets them. */
export type ThinningStep = 'first' | 'second';

export interface StoredSeries {
  readonly seriesId: number;
  readonly service: string;
  readonly oldestMs: number | null;
  /** Everything before is thinned to that step already. */
  readonly thinnedToMs: Readonly<Record<ThinningStep, number>>;
}

/** The recorded tickers of one profile over an open database. Every function throws when the storage fails. */
export interface RecordingFile {
  readonly findSeries: (service: string, instrumentName: string) => number | null;
  readonly addSeries: (service: string, instrumentName: string) => number;
  readonly listSeries: () => StoredSeries[];
  /** In order of time, both ends included, at most `limit`. */
  readonly read: (seriesId: number, fromMs: number, toMs: number, limit: number) => Observation[];
  readonly oldestMs: (seriesId: number) => number | null;
  readonly newestMs: (seriesId: number) => number | null;
  readonly count: () => number;
  /** Gives how many were new. */
  readonly insert: (rows: readonly { readonly seriesId: number; readonly observation: Observation }[]) => number;
  /** Deletes these points and notes how far the series is thinned, in one transaction. */
  readonly thin: (seriesId: number, step: ThinningStep, dropped: readonly number[], thinnedToMs: number) => number;
  /** Deletes up to `limit` of a series' points before a time, oldest first. Gives how many. */
  readonly deleteBefore: (seriesId: number, beforeMs: number, limit: number) => number;
  readonly deleteSeries: (seriesId: number) => void;
}

const seriesRow = z.object({
  series_id: z.number(),
  service: z.string(),
  thinned_first: z.number(),
  thinned_second: z.number(),
  oldest: z.number().nullable(),
});
const numberRow = z.object({ n: z.number().nullable() });

/** Prepares the statements. Throws when the schema isn't there. */
export function createRecordingFile(database: DatabaseSync): RecordingFile {
  const select = database.prepare('SELECT series_id AS n FROM series WHERE service = ? AND instrument_name = ?');
  const addOne = database.prepare(
    'INSERT INTO series (service, instrument_name) VALUES (?, ?) RETURNING series_id AS n',
  );
  const selectAll = database.prepare(
    'SELECT series_id, service, thinned_first, thinned_second, (SELECT min(at) FROM points WHERE points.series_id = series.series_id) AS oldest FROM series ORDER BY series_id',
  );
  const selectPoints = database.prepare(
    'SELECT at, after_gap, mark, index_price, bid, ask, mark_iv FROM points WHERE series_id = ? AND at BETWEEN ? AND ? ORDER BY at LIMIT ?',
  );
  const oldest = database.prepare('SELECT min(at) AS n FROM points WHERE series_id = ?');
  const newest = database.prepare('SELECT max(at) AS n FROM points WHERE series_id = ?');
  const countAll = database.prepare('SELECT count(*) AS n FROM points');
  const insertPoint = database.prepare(
    'INSERT OR IGNORE INTO points (series_id, at, after_gap, mark, index_price, bid, ask, mark_iv) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const deletePoint = database.prepare('DELETE FROM points WHERE series_id = ? AND at = ?');
  const noteThinned = {
    first: database.prepare('UPDATE series SET thinned_first = ? WHERE series_id = ?'),
    second: database.prepare('UPDATE series SET thinned_second = ? WHERE series_id = ?'),
  };
  const deleteOldest = database.prepare(
    'DELETE FROM points WHERE series_id = ?1 AND at IN (SELECT at FROM points WHERE series_id = ?1 AND at < ?2 ORDER BY at LIMIT ?3)',
  );
  const deleteOne = database.prepare('DELETE FROM series WHERE series_id = ?');

  const readNumber = (row: unknown): number | null => (row === undefined ? null : numberRow.parse(row).n);
  const commit = createTransact(database);

  return {
    findSeries: (service, instrumentName) => readNumber(select.get(service, instrumentName)),
    addSeries: (service, instrumentName) => {
      const seriesId = readNumber(addOne.get(service, instrumentName));
      if (seriesId === null) throw new Error('the storage gave no id to a new series');
      return seriesId;
    },
    listSeries: () =>
      z
        .array(seriesRow)
        .parse(selectAll.all())
        .map((row) => ({
          seriesId: row.series_id,
          service: row.service,
          oldestMs: row.oldest,
          thinnedToMs: { first: row.thinned_first, second: row.thinned_second },
        })),
    read: (seriesId, fromMs, toMs, limit) => selectPoints.all(seriesId, fromMs, toMs, limit).map(readPoint),
    oldestMs: (seriesId) => readNumber(oldest.get(seriesId)),
    newestMs: (seriesId) => readNumber(newest.get(seriesId)),
    count: () => readNumber(countAll.get()) ?? 0,
    insert: (rows) =>
      commit(() => {
        let added = 0;
        for (const { seriesId, observation } of rows) {
          const { at, after_gap, mark, index, bid, ask, mark_iv } = observation;
          added += Number(insertPoint.run(seriesId, at, after_gap ? 1 : 0, mark, index, bid, ask, mark_iv).changes);
        }
        return added;
      }),
    thin: (seriesId, step, dropped, thinnedToMs) =>
      commit(() => {
        for (const at of dropped) deletePoint.run(seriesId, at);
        noteThinned[step].run(thinnedToMs, seriesId);
        return dropped.length;
      }),
    deleteBefore: (seriesId, beforeMs, limit) => Number(deleteOldest.run(seriesId, beforeMs, limit).changes),
    deleteSeries: (seriesId) => void deleteOne.run(seriesId),
  };
}

/** By hand, since tens of thousands are read for one chart. */
function readPoint(row: Record<string, unknown>): Observation {
  const { at, after_gap } = row;
  if (typeof at !== 'number') throw new Error('a recorded point has no time');
  return {
    at,
    after_gap: after_gap === 1,
    mark: readValue(row['mark']),
    index: readValue(row['index_price']),
    bid: readValue(row['bid']),
    ask: readValue(row['ask']),
    mark_iv: readValue(row['mark_iv']),
  };
}

/** Values are written in canonical form. One that can't be read is missing, and takes no other with it. */
function readValue(value: unknown): DecimalString | null {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? (value as DecimalString) : null;
}
