import { createHash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { HistoryQuery } from '../../shared/history/query.ts';
import { intersectSpans, mergeSpans, type Span, subtractSpans } from '../../shared/history/spans.ts';
import { type GapReason, GAP_REASONS, type Walk, walkSchema } from '../../shared/history/view.ts';
import { type UserTrade, userTradeSchema } from '../../shared/service/trade.ts';
import { readRecordText } from '../service/wire/text-reader.ts';
import type { FileTerms } from '../storage/database.ts';
import { createTransact } from '../storage/transaction.ts';

/**
 * Tables of trades and of what is proven of them, by `account`: one service and one key. Times are ms
 * (docs/design/history.md).
 */
export const HISTORY_MIGRATIONS = [
  `CREATE TABLE trades (
     account TEXT NOT NULL,
     trade_key TEXT NOT NULL,
     source TEXT NOT NULL,
     at INTEGER NOT NULL,
     instrument_name TEXT NOT NULL,
     currency TEXT NOT NULL,
     kind TEXT NOT NULL,
     row TEXT NOT NULL,
     UNIQUE (account, at, trade_key)
   ) STRICT;
   CREATE TABLE unreadable (
     account TEXT NOT NULL,
     digest TEXT NOT NULL,
     source TEXT NOT NULL,
     at INTEGER,
     row TEXT NOT NULL,
     PRIMARY KEY (account, digest)
   ) STRICT;
   CREATE TABLE spans (
     account TEXT NOT NULL,
     source TEXT NOT NULL,
     state TEXT NOT NULL,
     from_ms INTEGER NOT NULL,
     to_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX spans_by_source ON spans (account, source, state);
   CREATE TABLE walks (account TEXT PRIMARY KEY, walk TEXT NOT NULL) STRICT`,
  `ALTER TABLE trades RENAME TO trades_of_version_1;
   CREATE TABLE trades (
     account TEXT NOT NULL,
     at INTEGER NOT NULL,
     trade_key TEXT NOT NULL,
     source TEXT NOT NULL,
     instrument_name TEXT NOT NULL,
     currency TEXT NOT NULL,
     kind TEXT NOT NULL,
     row TEXT NOT NULL,
     PRIMARY KEY (account, at, trade_key)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO trades (account, at, trade_key, source, instrument_name, currency, kind, row)
     SELECT account, at, trade_key, source, instrument_name, currency, kind, row FROM trades_of_version_1
     ORDER BY account, at, trade_key;
   DROP TABLE trades_of_version_1`,
  `ALTER TABLE unreadable RENAME TO unreadable_of_version_2;
   CREATE TABLE unreadable (
     account TEXT NOT NULL,
     source TEXT NOT NULL,
     digest TEXT NOT NULL,
     at INTEGER,
     row TEXT NOT NULL,
     PRIMARY KEY (account, source, digest)
   ) STRICT;
   INSERT INTO unreadable (account, source, digest, at, row)
     SELECT account, source, digest, at, row FROM unreadable_of_version_2;
   DROP TABLE unreadable_of_version_2`,
] as const;

/** Trades can be fetched again, so commits are not flushed. The log may grow to 64 MB before it is copied. */
export const HISTORY_PRAGMAS =
  'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -16000';

/** A page of a reply is some hundred thousand characters: in larger pages it is written with fewer calls. */
export const HISTORY_FILE: FileTerms = { check: 'quick_check', pageBytes: 16_384 };

/** Rows a statement: running one costs as much as writing a row. */
const BATCH = 200;

/** What is known of a source's time: `complete`, or why it is not. */
export const SPAN_STATES = ['complete', 'not_indexed', ...GAP_REASONS] as const;
export type SpanState = 'complete' | 'not_indexed' | GapReason;

/** A trade with what the terminal knows beside it. */
export interface StoredTrade {
  readonly key: string;
  readonly currency: string;
  readonly kind: string;
  readonly trade: UserTrade;
}

/** What one answer of the service brought. */
export interface Harvest {
  readonly source: string;
  /** Whether only its trades' names give currency and kind. */
  readonly isGuess: boolean;
  readonly trades: readonly StoredTrade[];
  /** The same trades as the service wrote them, where that is known. */
  readonly texts: readonly string[] | null;
  readonly unreadable: readonly unknown[];
  /** Within the time that was asked for: what the answer proves. */
  readonly spans: readonly { readonly state: SpanState; readonly span: Span }[];
}

export interface TradePage {
  readonly rows: readonly StoredTrade[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Trades of one account and how far they are known, on disk. Every write is one transaction. */
export interface TradeStore {
  /** Takes trades and what is proven by them, together: a kill between the two can't be. Gives how many were new. */
  readonly take: (harvest: Harvest) => number;
  /** Merged, in order. */
  readonly spans: (sources: readonly string[], state: SpanState) => Span[];
  /** Forgets why a source's time was not complete: it is asked again. */
  readonly reopen: (source: string, window: Span) => void;
  /** Keys of the trades that a source brought within a time. */
  readonly keysWithin: (source: string, span: Span) => { readonly key: string; readonly at: number }[];
  /** Trades of a query, newest first. */
  readonly page: (query: HistoryQuery, after: string | null, limit: number) => TradePage;
  /** Records that any of the sources brought, each once. */
  readonly countUnreadable: (sources: readonly string[], span: Span) => number;
  readonly readWalk: () => Walk | null;
  readonly writeWalk: (walk: Walk) => void;
}

const storedSpans = z.array(z.object({ from: z.number(), to: z.number() }));
const storedKeys = z.array(z.object({ key: z.string(), at: z.number() }));
const storedRows = z.array(
  z.object({
    key: z.string(),
    at: z.number(),
    currency: z.string(),
    kind: z.string(),
    row: z.string(),
  }),
);

export function createTradeStore(database: DatabaseSync, account: string): TradeStore {
  const [insert, insertBatch] = [1, BATCH].map((rows) =>
    database.prepare(
      `INSERT INTO trades (account, source, trade_key, at, instrument_name, currency, kind, row)
       VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
    ),
  ) as [StatementSync, StatementSync];
  // Both currencies of a spot pair may list a trade: the first keeps it.
  const update = database.prepare(
    `UPDATE trades SET row = ?1, kind = coalesce(?3, kind),
       currency = CASE WHEN ?2 IS NULL OR source LIKE 'currency ' || ?2 || ' %' THEN currency ELSE ?2 END,
       source = CASE WHEN ?2 IS NOT NULL AND kind = 'spot' AND source LIKE 'instrument %' THEN ?4 ELSE source END
     WHERE account = ?5 AND at = ?6 AND trade_key = ?7`,
  );
  const setAside = database.prepare(
    'INSERT INTO unreadable (account, digest, source, at, row) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectSpans = database.prepare(
    'SELECT from_ms AS "from", to_ms AS "to" FROM spans WHERE account = ? AND source = ? AND state = ?',
  );
  const insertSpan = database.prepare(
    'INSERT INTO spans (account, source, state, from_ms, to_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteSpans = database.prepare('DELETE FROM spans WHERE account = ? AND source = ? AND state = ?');
  const selectKeys = database.prepare(
    'SELECT trade_key AS key, at FROM trades WHERE account = ? AND at BETWEEN ? AND ? AND source = ?',
  );
  const countAside = database.prepare(
    `SELECT count(DISTINCT digest) AS n FROM unreadable
     WHERE account = ? AND source IN (SELECT value FROM json_each(?)) AND (at IS NULL OR at BETWEEN ? AND ?)`,
  );
  const selectWalk = database.prepare('SELECT walk FROM walks WHERE account = ?');
  const upsertWalk = database.prepare(
    'INSERT INTO walks (account, walk) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET walk = excluded.walk',
  );
  const commit = createTransact(database);

  function readSpans(source: string, state: SpanState): Span[] {
    return storedSpans.parse(selectSpans.all(account, source, state));
  }

  function replaceSpans(source: string, state: SpanState, spans: readonly Span[]): void {
    deleteSpans.run(account, source, state);
    for (const { from, to } of spans) insertSpan.run(account, source, state, from, to);
  }

  function note(source: string, state: SpanState, span: Span): void {
    replaceSpans(source, state, mergeSpans([...readSpans(source, state), span]));
    if (state !== 'complete') return;
    for (const other of SPAN_STATES) {
      const known = other === 'complete' ? [] : readSpans(source, other);
      if (intersectSpans(known, [span]).length > 0) replaceSpans(source, other, subtractSpans(known, [span]));
    }
  }

  return {
    take: ({ source, isGuess, trades, texts, unreadable, spans }) => {
      let added = 0;
      /** Puts rows in by one statement; where some are there already, all are brought up to date. */
      function put(statement: StatementSync, from: number, to: number): void {
        const values: (string | number)[] = [];
        for (let at = from; at < to; at += 1) {
          const { key, currency, kind, trade } = trades[at] as StoredTrade;
          values.push(account, source, key, trade.timestamp, trade.instrument_name, currency, kind, textOf(at));
        }
        const changes = Number(statement.run(...values).changes);
        added += changes;
        if (changes === to - from) return;
        for (let at = from; at < to; at += 1) {
          const { key, currency, kind, trade } = trades[at] as StoredTrade;
          const { timestamp } = trade;
          const told = isGuess ? [null, null] : [currency, kind];
          update.run(textOf(at), ...told, source, account, timestamp, key);
        }
      }
      const textOf = (at: number): string => texts?.[at] ?? JSON.stringify(trades[at]?.trade);
      commit(() => {
        const whole = trades.length - (trades.length % BATCH);
        for (let at = 0; at < whole; at += BATCH) put(insertBatch, at, at + BATCH);
        for (let at = whole; at < trades.length; at += 1) put(insert, at, at + 1);
        for (const record of unreadable) {
          const text = JSON.stringify(record);
          setAside.run(account, createHash('sha256').update(text).digest('hex'), source, readTime(record), text);
        }
        for (const { state, span } of spans) note(source, state, span);
      });
      return added;
    },
    spans: (sources, state) => mergeSpans(sources.flatMap((source) => readSpans(source, state))),
    reopen: (source, window) =>
      commit(() => {
        for (const state of SPAN_STATES) {
          if (state !== 'complete') replaceSpans(source, state, subtractSpans(readSpans(source, state), [window]));
        }
      }),
    keysWithin: (source, { from, to }) => storedKeys.parse(selectKeys.all(account, from, to, source)),
    page: ({ scope, from_ms, to_ms }, after, limit) => {
      const place = readCursor(after);
      const conditions = ['account = ?', 'at BETWEEN ? AND ?', '(at < ? OR trade_key < ?)'];
      const values: (string | number)[] = [
        account,
        from_ms,
        place?.at ?? to_ms,
        place?.at ?? to_ms + 1,
        place?.key ?? '',
      ];
      if (scope.by === 'instrument') {
        conditions.push('instrument_name = ?');
        values.push(scope.instrument_name);
      } else {
        conditions.push("(currency = ? OR (kind = 'spot' AND source LIKE ?))");
        values.push(scope.currency, `currency ${scope.currency} %`);
        if (scope.kinds.length > 0) conditions.push(`kind IN (${scope.kinds.map(() => '?').join(', ')})`);
        values.push(...scope.kinds);
      }
      const select = database.prepare(
        `SELECT trade_key AS key, at, currency, kind, row FROM trades WHERE ${conditions.join(' AND ')}
         ORDER BY at DESC, trade_key DESC LIMIT ?`,
      );
      const found = storedRows.parse(select.all(...values, limit));
      const last = found.length < limit ? undefined : found.at(-1);
      const rows = found.map(({ key, currency, kind, row }) => {
        const trade = readRecordText(userTradeSchema, row);
        return { key, currency, kind, trade };
      });
      return { rows, next: last === undefined ? null : `${last.at} ${last.key}` };
    },
    countUnreadable: (sources, { from, to }) =>
      Number(countAside.get(account, JSON.stringify(sources), from, to)?.['n'] ?? 0),
    readWalk: () => {
      const text = selectWalk.get(account)?.['walk'];
      const parsed = walkSchema.safeParse(typeof text === 'string' ? JSON.parse(text) : null);
      return parsed.success ? parsed.data : null;
    },
    writeWalk: (walk) => {
      upsertWalk.run(account, JSON.stringify(walk));
    },
  };
}

/** The time of a record that is no trade, where it has one. */
function readTime(record: unknown): number | null {
  const at = typeof record === 'object' && record !== null && 'timestamp' in record ? record.timestamp : null;
  return typeof at === 'number' && Number.isSafeInteger(at) ? at : null;
}

function readCursor(after: string | null): { readonly at: number; readonly key: string } | null {
  const parts = /^(\d{1,16}) (.+)$/.exec(after ?? '');
  return parts === null ? null : { at: Number(parts[1]), key: parts[2] ?? '' };
}
