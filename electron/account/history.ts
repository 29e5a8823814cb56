import { DatabaseSync } from 'node:sqlite';
import { add, type DecimalString, isPositive, largest, subtract, sum, ZERO } from '../../shared/decimal.ts';
import {
  type AccountHistory,
  type AccountHistoryRequest,
  HISTORY_FIELDS,
  type HistoryPoint,
  MOST_ACCOUNT_POINTS,
} from '../../shared/ipc/schemas/account-schema.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { CurrencySummary } from '../../shared/service/account.ts';
import { createThinning } from '../../shared/thinning.ts';
import { RECORDING_MIGRATIONS } from '../recordings/migrations.ts';
import { createSeriesRecorder, type RecordingSetting } from '../recordings/series-recorder.ts';
import type { SeriesShape } from '../recordings/series-file.ts';
import { HORIZON_MS } from '../recordings/upkeep.ts';
import type { RecordingStore } from '../storage/profile-store.ts';
import { createFillFile, type FillFile, type StoredFill } from './fill-file.ts';
import { reasonOf } from '../storage/reason-of.ts';

/** Extremes are kept of five minutes after an hour, later of half an hour. */
const BUCKETS_MS = { first: 300_000, second: 1_800_000 };
/** Of all currencies together: a week of ten of them, three times over. */
const MOST_POINTS = 300_000;
/** Of a currency, in one answer. */
const MOST_FILLS = 200;
const WRITE_FILLS_AFTER_MS = 1000;
/** A disk that is full stays full for a while. */
const WRITE_FILLS_AGAIN_MS = 10_000;

const SHAPE: SeriesShape<HistoryPoint> = {
  seriesTable: 'account_series',
  nameColumn: 'currency',
  pointsTable: 'account_points',
  columns: HISTORY_FIELDS,
  toValues: ({ values }) => HISTORY_FIELDS.map((field) => values[field] ?? null),
  toPoint: ({ at, after_gap }, read) => {
    const values: HistoryPoint['values'] = {};
    for (const field of HISTORY_FIELDS) {
      const value = read(field);
      if (value !== null) values[field] = value;
    }
    return { at, after_gap, values };
  },
};

/** Thinned to the extremes of every figure. */
export const ACCOUNT_THINNING = createThinning<HistoryPoint>(
  HISTORY_FIELDS.map((field) => ({ values }) => {
    const value = values[field];
    return value === undefined ? null : Number(value);
  }),
);

/** Margins and greeks of the account over time, and what its orders traded. Nothing that goes wrong here reaches anything else. */
export interface RiskHistory {
  /** Takes the summaries of a poll that worked, and how often it is repeated. */
  readonly noteSummaries: (summaries: readonly CurrencySummary[], intervalMs: number) => void;
  /** A poll failed: what comes next stands after a gap. */
  readonly noteFailure: () => void;
  /** Takes rows of the order grid and keeps what of them traded since they were last seen, in this run or before it. */
  readonly noteRows: (rows: readonly OrderRow[]) => void;
  /** The record of a span. Never rejects: the answer holds a failure. */
  readonly read: (request: AccountHistoryRequest) => Promise<AccountHistory>;
  readonly close: () => void;
}

/** What of an intent has traded: a linked order may come in pieces, each with an id of its own. */
interface Traded {
  /** As it is stored. */
  readonly total: DecimalString;
  /** Of those orders that this run has seen. */
  readonly sum: DecimalString;
  readonly ofOrders: ReadonlyMap<string, DecimalString>;
}

/** Kept in the file of recordings by the service's time; where that can't be opened, in memory for as long as this runs. */
export function createRiskHistory(setting: RecordingSetting): RiskHistory {
  const { clock, serviceNow } = setting;
  const { store, memory } = openStore(setting.store);
  const series = createSeriesRecorder({
    ...setting,
    store,
    shape: SHAPE,
    thinning: ACCOUNT_THINNING,
    bucketsMs: BUCKETS_MS,
    mostPoints: MOST_POINTS,
  });
  const fills = openFills();
  const beganAt = clock.now();
  const traded = new Map<string, Traded>();
  const gapAfterFailure = new Set<string>();
  let hasFailed = false;
  let startedAt: number | null = null;
  /** What is to be written, in order: a fill is seen once, so that what the disk does not take is kept for it. */
  const taken: StoredFill[] = [];
  let hasWriteFailed = false;
  let cancelWrite: (() => void) | null = null;

  function openFills(): FillFile | null {
    if (store.database === null) return null;
    try {
      const file = createFillFile(store.database, setting.service);
      if (store.isWritable) file.deleteBefore(serviceNow() - HORIZON_MS, setting.isNewEachStart);
      return file;
    } catch (error) {
      setting.onFailure(reasonOf(error));
      return null;
    }
  }

  /** What of an order had traded when its fills began to be kept: what it sold before is no event of this record. */
  function filledBefore(row: OrderRow, filled: DecimalString): DecimalString {
    const stored = fills?.filledOf(row.intent_id) ?? null;
    if (stored !== null) return stored;
    return row.created_at < Math.min(beganAt, series.oldestMs(row.currency) ?? beganAt) ? filled : ZERO;
  }

  function noteRow(row: OrderRow): void {
    const { order } = row;
    if (order?.filled_amount === undefined) return;
    const known = traded.get(row.intent_id);
    const ofOrders = new Map(known?.ofOrders);
    for (const [id, filled] of Object.entries({ ...row.earlier_fills, [order.order_id]: order.filled_amount })) {
      ofOrders.set(id, largest(filled, ofOrders.get(id) ?? ZERO));
    }
    const sumNow = sum(ofOrders.values());
    const before = known?.sum ?? filledBefore(row, sumNow);
    const amount = largest(subtract(sumNow, before), ZERO);
    const total = add(known?.total ?? before, amount);
    traded.set(row.intent_id, { total, sum: sumNow, ofOrders });
    if (!isPositive(amount)) return;
    const { instrument_name, label, direction, currency } = row;
    // Of what traded while nobody looked, the service has the time.
    const wasAway = known === undefined && row.created_at < beganAt;
    const at = Math.round(wasAway ? Math.min(serviceNow(), order.last_update_timestamp) : serviceNow());
    const fill = { at, instrument_name, label, direction, amount };
    taken.push({ intentId: row.intent_id, currency, filled: total, fill });
  }

  function writeFills(): void {
    cancelWrite?.();
    cancelWrite = null;
    if (!store.isWritable) taken.length = 0;
    try {
      for (let next = taken[0]; next !== undefined; next = taken[0]) {
        fills?.insert(next);
        taken.shift();
      }
      hasWriteFailed = false;
    } catch (error) {
      if (!hasWriteFailed) setting.onFailure(reasonOf(error));
      hasWriteFailed = true;
      cancelWrite = clock.after(WRITE_FILLS_AGAIN_MS, writeFills);
    }
  }

  return {
    noteSummaries: (summaries, intervalMs) => {
      const at = Math.round(serviceNow());
      startedAt ??= at;
      if (hasFailed) for (const { currency } of summaries) gapAfterFailure.add(currency);
      hasFailed = false;
      for (const summary of summaries) {
        series.take(summary.currency, at, intervalMs, (isAfterGap) => ({
          at,
          after_gap: gapAfterFailure.delete(summary.currency) || isAfterGap,
          values: figuresOf(summary),
        }));
      }
    },
    noteFailure: () => {
      hasFailed = true;
    },
    noteRows: (rows) => {
      try {
        for (const row of rows) noteRow(row);
      } catch (error) {
        setting.onFailure(reasonOf(error));
      }
      if (taken.length > 0) cancelWrite ??= clock.after(WRITE_FILLS_AFTER_MS, writeFills);
    },
    read: async ({ currency, span_ms, after_ms }) => {
      const now = serviceNow();
      const fromMs = Math.max(0, Math.round(span_ms === null ? (startedAt ?? now) : now - span_ms));
      writeFills();
      const reading = await series.read(currency, {
        fromMs: Math.max(fromMs, after_ms),
        toMs: Number.MAX_SAFE_INTEGER,
        most: MOST_ACCOUNT_POINTS,
      });
      const isKept = memory === null;
      return {
        points: reading.points,
        fills: readFills(currency, fromMs),
        started_at: startedAt,
        recorded_since: reading.recorded_since,
        recording: isKept ? reading.recording : 'failed',
        failure: isKept ? reading.failure : setting.store.failure,
      };
    },
    close: () => {
      writeFills();
      cancelWrite?.();
      series.close();
      memory?.close();
    },
  };

  function readFills(currency: string, fromMs: number): AccountHistory['fills'] {
    try {
      return fills?.read(currency, fromMs, MOST_FILLS) ?? [];
    } catch (error) {
      setting.onFailure(reasonOf(error));
      return [];
    }
  }
}

function figuresOf(summary: CurrencySummary): HistoryPoint['values'] {
  const values: HistoryPoint['values'] = {};
  for (const field of HISTORY_FIELDS) {
    const value = summary[field];
    if (value !== undefined) values[field] = value;
  }
  return values;
}

/** A store in memory, in place of one that can't be opened. */
function openStore(store: RecordingStore): { readonly store: RecordingStore; readonly memory: DatabaseSync | null } {
  if (store.database !== null) return { store, memory: null };
  const memory = new DatabaseSync(':memory:');
  for (const sql of RECORDING_MIGRATIONS) memory.exec(sql);
  return { store: { database: memory, isWritable: true, isBegunAnew: false, failure: null }, memory };
}
