import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DecimalString, largest } from '../../shared/decimal.ts';
import { type HistoryFill, historyFillSchema } from '../../shared/ipc/schemas/account-schema.ts';

/** What the orders of an intent traded since they were looked at before. */
export interface StoredFill {
  readonly intentId: string;
  readonly currency: string;
  /** All that they have traded by then, in the instrument's amount unit. */
  readonly filled: DecimalString;
  readonly fill: HistoryFill;
}

/** Fills of one service. Every function throws when the storage fails. */
export interface FillFile {
  /** What of an intent is stored as traded; null where nothing is. */
  readonly filledOf: (intentId: string) => DecimalString | null;
  readonly insert: (fill: StoredFill) => void;
  /** The newest of a currency from a moment on, oldest first. */
  readonly read: (currency: string, fromMs: number, limit: number) => HistoryFill[];
  /** Deletes what came before, and where `others` is true what other services left. */
  readonly deleteBefore: (beforeMs: number, others: boolean) => void;
}

const filledRow = z.object({ filled: historyFillSchema.shape.amount });

/** Prepares the statements over the file of recordings. */
export function createFillFile(database: DatabaseSync, service: string): FillFile {
  const select = database.prepare('SELECT filled FROM account_fills WHERE service = ? AND intent_id = ?');
  const insertOne = database.prepare(
    'INSERT OR IGNORE INTO account_fills (service, intent_id, filled, at, currency, instrument_name, label, direction, amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const selectNewest = database.prepare(
    'SELECT at, instrument_name, label, direction, amount FROM account_fills WHERE service = ? AND currency = ? AND at >= ? ORDER BY at DESC LIMIT ?',
  );
  const deleteOld = database.prepare('DELETE FROM account_fills WHERE service = ? AND at < ?');
  const deleteOthers = database.prepare('DELETE FROM account_fills WHERE service <> ?');
  return {
    filledOf: (intentId) =>
      z
        .array(filledRow)
        .parse(select.all(service, intentId))
        .reduce<DecimalString | null>((most, { filled }) => (most === null ? filled : largest(most, filled)), null),
    insert: ({ intentId, currency, filled, fill }) => {
      const { at, instrument_name, label, direction, amount } = fill;
      insertOne.run(service, intentId, filled, at, currency, instrument_name, label, direction, amount);
    },
    read: (currency, fromMs, limit) =>
      z
        .array(historyFillSchema)
        .parse(selectNewest.all(service, currency, fromMs, limit).map((row) => ({ ...row })))
        .toReversed(),
    deleteBefore: (beforeMs, others) => {
      deleteOld.run(service, beforeMs);
      if (others) deleteOthers.run(service);
    },
  };
}
