import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import type { DecimalString } from '../../shared/decimal.ts';
import type { Datapoint } from '../../shared/thinning.ts';
import { createTransact } from '../storage/transaction.ts';

/** The two steps of thinning, in the order in which a point meets them. */
export type ThinningStep = 'first' | 'second';

/** Where series of one kind are stored, and how a point becomes a row. */
export interface SeriesShape<P extends Datapoint> {
  readonly seriesTable: string;
  /** The column that says what a series is of. */
  readonly nameColumn: string;
  readonly pointsTable: string;
  /** Columns of decimal text beside `at` and `after_gap`. */
  readonly columns: readonly string[];
  /** One value for each column. */
  readonly toValues: (point: P) => readonly (DecimalString | null)[];
  /** `read` gives a column's value; one that can't be read is missing, and takes no other with it. */
  readonly toPoint: (base: Datapoint, read: (column: string) => DecimalString | null) => P;
}

export interface StoredSeries {
  readonly seriesId: number;
  readonly service: string;
  readonly oldestMs: number | null;
  /** Everything before is thinned to that step already. */
  readonly thinnedToMs: Readonly<Record<ThinningStep, number>>;
}

/** Series of points over an open database. Every function throws when the storage fails. */
export interface SeriesFile<P extends Datapoint> {
  readonly findSeries: (service: string, name: string) => number | null;
  readonly addSeries: (service: string, name: string) => number;
  readonly listSeries: () => StoredSeries[];
  /** In order of time, both ends included, at most `limit`. */
  readonly read: (seriesId: number, fromMs: number, toMs: number, limit: number) => P[];
  readonly oldestMs: (seriesId: number) => number | null;
  readonly newestMs: (seriesId: number) => number | null;
  readonly count: () => number;
  /** Gives how many were new. */
  readonly insert: (rows: readonly { readonly seriesId: number; readonly point: P }[]) => number;
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
export function createSeriesFile<P extends Datapoint>(database: DatabaseSync, shape: SeriesShape<P>): SeriesFile<P> {
  const { seriesTable, pointsTable, nameColumn, columns } = shape;
  const list = ['at', 'after_gap', ...columns].join(', ');
  const places = columns.map(() => '?').join(', ');
  const select = database.prepare(`SELECT series_id AS n FROM ${seriesTable} WHERE service = ? AND ${nameColumn} = ?`);
  const addOne = database.prepare(
    `INSERT INTO ${seriesTable} (service, ${nameColumn}) VALUES (?, ?) RETURNING series_id AS n`,
  );
  const selectAll = database.prepare(
    `SELECT series_id, service, thinned_first, thinned_second, (SELECT min(at) FROM ${pointsTable} AS p WHERE p.series_id = s.series_id) AS oldest FROM ${seriesTable} AS s ORDER BY series_id`,
  );
  const selectPoints = database.prepare(
    `SELECT ${list} FROM ${pointsTable} WHERE series_id = ? AND at BETWEEN ? AND ? ORDER BY at LIMIT ?`,
  );
  const oldest = database.prepare(`SELECT min(at) AS n FROM ${pointsTable} WHERE series_id = ?`);
  const newest = database.prepare(`SELECT max(at) AS n FROM ${pointsTable} WHERE series_id = ?`);
  const countAll = database.prepare(`SELECT count(*) AS n FROM ${pointsTable}`);
  const insertPoint = database.prepare(
    `INSERT OR IGNORE INTO ${pointsTable} (series_id, ${list}) VALUES (?, ?, ?, ${places})`,
  );
  const deletePoint = database.prepare(`DELETE FROM ${pointsTable} WHERE series_id = ? AND at = ?`);
  const noteThinned = {
    first: database.prepare(`UPDATE ${seriesTable} SET thinned_first = ? WHERE series_id = ?`),
    second: database.prepare(`UPDATE ${seriesTable} SET thinned_second = ? WHERE series_id = ?`),
  };
  const deleteOldest = database.prepare(
    `DELETE FROM ${pointsTable} WHERE series_id = ?1 AND at IN (SELECT at FROM ${pointsTable} WHERE series_id = ?1 AND at < ?2 ORDER BY at LIMIT ?3)`,
  );
  const deleteOne = database.prepare(`DELETE FROM ${seriesTable} WHERE series_id = ?`);
  const readNumber = (row: unknown): number | null => (row === undefined ? null : numberRow.parse(row).n);
  const commit = createTransact(database);

  /** By hand, since tens of thousands are read for one chart. */
  function readPoint(row: Record<string, SQLOutputValue>): P {
    const { at, after_gap } = row;
    if (typeof at !== 'number') throw new Error('a recorded point has no time');
    return shape.toPoint({ at, after_gap: after_gap === 1 }, (column) => readValue(row[column]));
  }

  return {
    findSeries: (service, name) => readNumber(select.get(service, name)),
    addSeries: (service, name) => {
      const seriesId = readNumber(addOne.get(service, name));
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
        for (const { seriesId, point } of rows) {
          const values = shape.toValues(point);
          added += Number(insertPoint.run(seriesId, point.at, point.after_gap ? 1 : 0, ...values).changes);
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

/** Values are written in canonical form. */
function readValue(value: unknown): DecimalString | null {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? (value as DecimalString) : null;
}
