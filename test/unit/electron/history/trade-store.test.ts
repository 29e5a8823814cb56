import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTradeStore,
  HISTORY_FILE,
  HISTORY_MIGRATIONS,
  type StoredTrade,
} from '../../../../electron/history/trade-store.ts';
import { openDatabase } from '../../../../electron/storage/database.ts';
import type { HistoryQuery } from '../../../../shared/history/query.ts';
import { userTradeSchema } from '../../../../shared/service/trade.ts';

const QUERY: HistoryQuery = {
  scope: { by: 'currency', currency: 'BTC', kinds: [] },
  from_ms: 0,
  to_ms: 10_000,
  count: 100,
};
const SOURCE = 'currency BTC any';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-trades-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(versions: number = HISTORY_MIGRATIONS.length) {
  const path = join(folder, 'history.sqlite');
  return openDatabase(path, HISTORY_MIGRATIONS.slice(0, versions), 1, HISTORY_FILE).database;
}

function textOf(id: number, at: number, price = '97000.5'): string {
  return (
    `{"trade_id":"${id}","trade_seq":${id},"timestamp":${at},"order_id":"o${id}","instrument_name":"BTC-PERPETUAL",` +
    `"direction":"sell","price":${price},"amount":10,"fee":0.00000005,"fee_currency":"BTC"}`
  );
}

function tradeOf(text: string): StoredTrade {
  const trade = userTradeSchema.parse(JSON.parse(text));
  return { key: `BTC-PERPETUAL ${trade.trade_id} ${trade.order_id}`, currency: 'BTC', kind: 'future', trade };
}

describe('the trades on disk', () => {
  it('keep every digit that the service wrote', () => {
    const database = open();
    const store = createTradeStore(database, 'me');
    const text = textOf(1, 5, '97000.123456789012345678');
    store.take({ source: SOURCE, isGuess: false, trades: [tradeOf(text)], texts: [text], unreadable: [], spans: [] });
    expect(store.page(QUERY, null, 10).rows[0]?.trade.price).toBe('97000.123456789012345678');
    database.close();
  });

  it('are the same with and without their texts, once each, newest first, in batches and remainders', () => {
    const texts = Array.from({ length: 57 }, (_, id) => textOf(id, (id * 7) % 40));
    const trades = texts.map(tradeOf);
    const database = open();
    const [written, made] = ['with', 'without'].map((account) => createTradeStore(database, account));
    const harvest = { source: SOURCE, isGuess: false, trades, unreadable: [], spans: [] };
    expect(written?.take({ ...harvest, texts })).toBe(57);
    expect(written?.take({ ...harvest, texts })).toBe(0);
    expect(made?.take({ ...harvest, texts: null })).toBe(57);
    const rows = written?.page(QUERY, null, 100).rows;
    expect(rows).toEqual(made?.page(QUERY, null, 100).rows);
    expect(rows?.map(({ trade }) => trade.timestamp)).toEqual(
      trades.map(({ trade }) => trade.timestamp).toSorted((a, b) => b - a),
    );
    database.close();
  });

  it('of a spot pair are those of each of its currencies that told of them, in whatever order', () => {
    const text = textOf(1, 5).replace('BTC-PERPETUAL', 'BTC_USDC');
    const tellers = {
      name: { source: 'instrument BTC_USDC', isGuess: true, currency: 'USDC' },
      base: { source: SOURCE, isGuess: false, currency: 'BTC' },
      quote: { source: 'currency USDC spot', isGuess: false, currency: 'USDC' },
    } as const;
    const orders: (keyof typeof tellers)[][] = [
      ['base'],
      ['name', 'base'],
      ['base', 'quote'],
      ['base', 'quote', 'base'],
      ['name', 'quote', 'name', 'base', 'quote'],
    ];
    const database = open();
    for (const told of orders) {
      const store = createTradeStore(database, told.join(' '));
      for (const by of told) {
        const { currency, ...teller } = tellers[by];
        const trades = [{ ...tradeOf(text), key: 'BTC_USDC 1 o1', currency, kind: 'spot' }];
        store.take({ ...teller, trades, texts: [text], unreadable: [], spans: [] });
      }
      const countOf = (currency: 'BTC' | 'USDC') =>
        store.page({ ...QUERY, scope: { by: 'currency', currency, kinds: [] } }, null, 10).rows.length;
      expect([countOf('BTC'), countOf('USDC')], told.join(' ')).toEqual([
        Number(told.includes('base')),
        Number(told.includes('quote')),
      ]);
    }
    database.close();
  });

  it('of a file of version 1 are all there, read as before', () => {
    const old = open(1);
    const insert = old.prepare(
      'INSERT INTO trades (account, trade_key, source, at, instrument_name, currency, kind, row) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const trades = [30, 10, 20].map((at, id) => tradeOf(textOf(id, at)));
    for (const { key, trade } of trades) {
      insert.run('me', key, SOURCE, trade.timestamp, trade.instrument_name, 'BTC', 'future', JSON.stringify(trade));
    }
    old.close();
    const database = open();
    const store = createTradeStore(database, 'me');
    expect(store.page(QUERY, null, 10).rows).toEqual([trades[0], trades[2], trades[1]]);
    expect(store.keysWithin(SOURCE, { from: 15, to: 25 })).toEqual([{ key: trades[2]?.key, at: 20 }]);
    expect(store.take({ source: SOURCE, isGuess: false, trades, texts: null, unreadable: [], spans: [] })).toBe(0);
    database.close();
  });

  it('that could not be read count for each source that brought them, once where several did', () => {
    const old = open(2);
    const insert = old.prepare('INSERT INTO unreadable (account, digest, source, at, row) VALUES (?, ?, ?, ?, ?)');
    insert.run('me', 'kept', 'instrument BTC-PERPETUAL', 5, '{}');
    old.close();
    const database = open();
    const store = createTradeStore(database, 'me');
    const nothing = { isGuess: false, trades: [], texts: null, spans: [] };
    const sources = ['instrument BTC-PERPETUAL', SOURCE];
    for (const source of sources) store.take({ ...nothing, source, unreadable: [{ timestamp: 7 }, { timestamp: 7 }] });
    const count = (of: readonly string[], to = 10) => store.countUnreadable(of, { from: 0, to });
    expect(count([SOURCE])).toBe(1);
    expect(count(sources)).toBe(2);
    expect(count(sources, 6)).toBe(1);
    expect(count(['currency ETH any'])).toBe(0);
    database.close();
  });
});
