import { describe, expect, it } from 'vitest';
import { MOST_LISTED } from '../../../../shared/ipc/schemas/watchlist-schema.ts';
import { nameFile, planImport, writeList } from '../../../../renderer/features/watchlist/list-csv.ts';
import { buildWatchRow } from '../../../../renderer/features/watchlist/watch-row.ts';
import { TICKER } from '../samples.ts';

function rowOf(name: string, ticker: typeof TICKER | null) {
  const quote = { instrument_name: name, ticker, age_ms: 10, is_stale: false, failure: null };
  return buildWatchRow(name, { quote, receivedAtMs: 0 }, null, false, 0);
}

describe('a list as a file', () => {
  it('holds the values as they came, and nothing for what is missing', () => {
    const rows = [rowOf('BTC-PERPETUAL', TICKER), rowOf('ETH-PERPETUAL', null)];
    expect(writeList(rows).split('\r\n')).toEqual([
      'instrument,bid_size,bid,ask,ask_size,mark,change_24h_percent,price_state,price_time_utc',
      'BTC-PERPETUAL,84210,97410,97410.5,12900,97411.2,-1.76,fresh,1970-01-01T00:00:00.001Z',
      'ETH-PERPETUAL,,,,,,,waiting,',
      '',
    ]);
  });

  it('is read back by its heading, wherever the column stands', () => {
    const rows = [rowOf('BTC-PERPETUAL', TICKER), rowOf('=cmd|x', null)];
    expect(planImport(writeList(rows), []).names.map(({ name }) => name)).toEqual(['BTC-PERPETUAL', '=cmd|x']);
    expect(planImport('note,Instrument\n1,A\n2,B', []).names).toEqual([
      { line: 2, name: 'A' },
      { line: 3, name: 'B' },
    ]);
  });

  it('is named after the list, without what a file’s name can’t hold', () => {
    expect(nameFile('Zins & Vol / 2027')).toBe('watchlist-Zins-Vol-2027.csv');
    expect(nameFile('../..')).toBe('watchlist-list.csv');
  });

  it('leaves lines out with their number and the reason', () => {
    const plan = planImport(`A\nB\n\n,x\nA\n${'C'.repeat(129)}`, ['B']);
    expect(plan.names).toEqual([{ line: 1, name: 'A' }]);
    expect(plan.leftOut.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'It is in the list already.'],
      [4, 'No instrument is named.'],
      [5, 'It is in line 1 too.'],
      [6, 'A name has 128 characters at most.'],
    ]);
  });

  it('takes no more than the list has room for', () => {
    const listed = Array.from({ length: MOST_LISTED - 1 }, (_, index) => `L${index}`);
    const plan = planImport('A\nB', listed);
    expect(plan.names).toHaveLength(1);
    expect(plan.leftOut).toEqual([{ line: 2, text: 'B', reason: 'A list holds 500 instruments at most.' }]);
  });
});
