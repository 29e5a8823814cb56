import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type TapeCurrency, tapeSpanSchema } from '../../shared/ipc/schemas/tape-schema.ts';
import type { TapeSpan } from '../../shared/rfq/tape/spans.ts';
import { type BlockRfqTrade, blockRfqTradeSchema } from '../../shared/service/block-rfq.ts';
import { createRowReader } from '../storage/stored-rows.ts';
import { createTransact } from '../storage/transaction.ts';

/** Version 1: `prints` as sent, `stretches` known whole, by `service`; service times. */
export const TAPE_MIGRATIONS = [
  `CREATE TABLE prints (
     service TEXT NOT NULL,
     id INTEGER NOT NULL,
     timestamp INTEGER NOT NULL,
     currency TEXT NOT NULL,
     row TEXT NOT NULL,
     PRIMARY KEY (service, id)
   ) STRICT;
   CREATE INDEX prints_by_time ON prints (service, timestamp, id);
   CREATE TABLE stretches (service TEXT PRIMARY KEY, spans TEXT NOT NULL) STRICT`,
] as const;

/** The public tape of one service as far as it was fetched, on disk. */
export interface TapeStore {
  /** Takes prints and what is known whole with them, together. */
  readonly take: (prints: readonly StoredPrint[], spans: readonly TapeSpan[]) => { added: number; changed: number };
  readonly spans: () => TapeSpan[];
  /** Newest first. */
  readonly list: (currency: TapeCurrency, limit: number) => BlockRfqTrade[];
  readonly count: (currency: TapeCurrency) => number;
}

export interface StoredPrint {
  readonly currency: string;
  readonly print: BlockRfqTrade;
}

const storedSpans = z.object({ spans: z.string() });
const readSpans = z.array(tapeSpanSchema);
const readPrint = createRowReader(blockRfqTradeSchema);

/** `isNewEachStart`: the service is a new one each time, and what earlier ones left is thrown away. */
export function createTapeStore(database: DatabaseSync, service: string, isNewEachStart: boolean): TapeStore {
  const transact = createTransact(database);
  const find = database.prepare('SELECT row FROM prints WHERE service = ? AND id = ?');
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO prints (service, id, timestamp, currency, row) VALUES (?, ?, ?, ?, ?)',
  );
  const writeSpans = database.prepare('INSERT OR REPLACE INTO stretches (service, spans) VALUES (?, ?)');
  const selectSpans = database.prepare('SELECT spans FROM stretches WHERE service = ?');
  const select = database.prepare(
    "SELECT row FROM prints WHERE service = ?1 AND (?2 = 'any' OR currency = ?2) ORDER BY timestamp DESC, id DESC LIMIT ?3",
  );
  const countAll = database.prepare(
    "SELECT count(*) AS n FROM prints WHERE service = ?1 AND (?2 = 'any' OR currency = ?2)",
  );

  if (isNewEachStart) {
    transact(() => {
      database.prepare('DELETE FROM prints WHERE service <> ?').run(service);
      database.prepare('DELETE FROM stretches WHERE service <> ?').run(service);
    });
  }

  return {
    take: (prints, spans) =>
      transact(() => {
        let added = 0;
        let changed = 0;
        for (const { currency, print } of prints) {
          const row = JSON.stringify(print);
          const known = find.get(service, print.id)?.['row'];
          if (known === row) continue;
          if (known === undefined) added += 1;
          else changed += 1;
          upsert.run(service, print.id, print.timestamp, currency, row);
        }
        writeSpans.run(service, JSON.stringify(spans));
        return { added, changed };
      }),
    spans: () => {
      const stored = selectSpans.get(service);
      return stored === undefined ? [] : readSpans.parse(JSON.parse(storedSpans.parse(stored).spans));
    },
    list: (currency, limit) =>
      select
        .all(service, currency, limit)
        .map(readPrint)
        .filter((print) => print !== null),
    count: (currency) => Number(countAll.get(service, currency)?.['n']),
  };
}
