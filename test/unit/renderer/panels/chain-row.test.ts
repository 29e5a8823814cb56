import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainCell } from '../../../../shared/ipc/schemas/chain-schema.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import {
  CHAIN_FIELDS,
  fieldsOfSide,
  legDirection,
  WIDE_FIELDS,
} from '../../../../renderer/features/option-chain/chain-fields.ts';
import {
  buildRows,
  type ChainFacts,
  explainSide,
  findForward,
  isSameRow,
  listNames,
  listStrikes,
} from '../../../../renderer/features/option-chain/chain-row.ts';
import { describeSearch, describeTimeLeft, nameExpiry } from '../../../../renderer/features/option-chain/chain-text.ts';
import { clearLegs, legsStore, MOST_LEGS, pickLeg } from '../../../../renderer/stores/rfq/legs-store.ts';
import type { ReceivedQuote } from '../../../../renderer/stores/market-store.ts';
import { OPTION_TICKER, TICKER } from '../samples.ts';

function cell(strike: number, type: 'call' | 'put', standing: ChainCell['standing'] = 'live'): ChainCell {
  const instrument_name = `BTC-27MAR27-${strike}-${type === 'call' ? 'C' : 'P'}`;
  return { instrument_name, strike: decimal(strike), option_type: type, standing, checked_at: 1 };
}

function quoteOf(name: string, ticker: object = {}, quote: object = {}): [string, ReceivedQuote] {
  const parsed = tickerSchema.parse({ ...OPTION_TICKER, instrument_name: name, ...ticker });
  const base = { instrument_name: name, ticker: parsed, age_ms: 0, is_stale: false, failure: null };
  return [name, { quote: { ...base, ...quote }, receivedAtMs: 0 }];
}

const CELLS = [90_000, 100_000, 110_000].flatMap((strike) => [cell(strike, 'put'), cell(strike, 'call')]);
const FACTS: ChainFacts = {
  quotes: new Map(),
  legs: [],
  selected: null,
  isBackEndLost: false,
  nowMs: 0,
  forward: null,
  places: 4,
};

describe('the strikes of a chain', () => {
  it('are in order, with call and put side by side', () => {
    const strikes = listStrikes([...CELLS].toReversed(), false);
    expect(strikes.map(({ strike }) => strike)).toEqual(['90000', '100000', '110000']);
    expect(strikes[0]).toMatchObject({ call: { option_type: 'call' }, put: { option_type: 'put' } });
  });

  it('are left out where nothing exists, unless asked for; one dead side stays', () => {
    const cells = [cell(90_000, 'call', 'dead'), cell(95_000, 'call'), cell(95_000, 'put', 'dead')];
    expect(listStrikes(cells, false).map(({ strike }) => strike)).toEqual(['95000']);
    expect(listStrikes(cells, true)).toHaveLength(2);
  });

  it('ask for quotes of what the service may have', () => {
    const cells = [cell(95_000, 'call', 'stale'), cell(95_000, 'put', 'unprobed'), cell(96_000, 'call', 'dead')];
    expect(listNames(listStrikes(cells, true))).toEqual(['BTC-27MAR27-95000-C']);
  });
});

describe('the rows of a chain', () => {
  const strikes = listStrikes(CELLS, false);

  it('have a price only where one came: missing is no zero', () => {
    const name = 'BTC-27MAR27-100000-C';
    const quotes = new Map([quoteOf(name, { best_bid_price: 0, best_bid_amount: 0, bid_iv: 0 })]);
    const row = buildRows(strikes, { ...FACTS, quotes })[1];
    const ticker = row?.call?.received?.quote.ticker;
    const read = (id: string) => ticker && CHAIN_FIELDS.find((field) => field.id === id)?.read(ticker);
    expect([read('bid'), read('bid_iv'), read('ask')]).toEqual([null, null, '0.0755']);
    expect(row?.put).toMatchObject({ received: null, state: 'waiting' });
  });

  it('have no volatility where a quote is below intrinsic, and say so', () => {
    const [, { quote }] = quoteOf('BTC-27MAR27-100000-C', { bid_iv: 0, ask_iv: 61.5 });
    const read = (id: string) => {
      const field = CHAIN_FIELDS.find((each) => each.id === id);
      const ticker = assertDefined(quote.ticker, 'it has one');
      return [field?.read(ticker), field?.whyNone?.(ticker)];
    };
    expect(read('bid_iv')).toEqual([null, 'The bid is below intrinsic']);
    expect(read('ask_iv')).toEqual(['61.5', null]);
  });

  it('say how far each side can be trusted', () => {
    const cells = [
      cell(90_000, 'call'),
      cell(90_000, 'put'),
      cell(95_000, 'call', 'stale'),
      cell(95_000, 'put', 'dead'),
      cell(96_000, 'call'),
      cell(96_000, 'put', 'unprobed'),
    ];
    const failure = { code: 'RequestTimeout', message: '', params: {} };
    const quotes = new Map([
      quoteOf('BTC-27MAR27-90000-C'),
      quoteOf('BTC-27MAR27-90000-P', {}, { is_stale: true }),
      quoteOf('BTC-27MAR27-96000-C', {}, { failure }),
    ]);
    const rows = buildRows(listStrikes(cells, false), { ...FACTS, quotes });
    expect(rows.map(({ call, put }) => [call?.state, put?.state])).toEqual([
      ['fresh', 'stale'],
      ['waiting', 'dead'],
      ['failed', 'unprobed'],
    ]);
    const lost = buildRows(listStrikes(cells, false), { ...FACTS, quotes, isBackEndLost: true });
    expect(lost[0]?.call?.state).toBe('stale');
    const told = rows.flatMap(({ call, put }) => [call, put]).flatMap((side) => side && [explainSide(side, 2000)]);
    expect(told).toEqual([
      expect.stringContaining('2.0 s ago'),
      expect.stringContaining('stale'),
      expect.stringContaining('checked long ago'),
      expect.stringContaining('no such option'),
      expect.stringContaining('did not answer in time'),
      expect.stringContaining('not asked for yet'),
    ]);
  });

  it('lie below and above the forward, with the line on the first above', () => {
    const rows = buildRows(strikes, { ...FACTS, forward: decimal(100_000) });
    expect(rows.map(({ side, isFirstAbove }) => [side, isFirstAbove])).toEqual([
      ['below', false],
      ['below', false],
      ['above', true],
    ]);
    expect(buildRows(strikes, FACTS).map(({ side }) => side)).toEqual([null, null, null]);
  });

  it('change when something that they show does', () => {
    const plain = buildRows(strikes, FACTS);
    const changes: Partial<ChainFacts>[] = [
      { quotes: new Map([quoteOf('BTC-27MAR27-90000-C')]) },
      { legs: [{ instrumentName: 'BTC-27MAR27-90000-P', direction: 'buy' }] },
      { selected: 'BTC-27MAR27-90000-C' },
      { forward: decimal(80_000) },
      { places: 3 },
    ];
    for (const change of changes) {
      const [row] = buildRows(strikes, { ...FACTS, ...change });
      expect({ change, isSame: row && plain[0] && isSameRow(row, plain[0]) }).toEqual({ change, isSame: false });
    }
    const again = buildRows(strikes, FACTS);
    expect(again.every((row, index) => plain[index] !== undefined && isSameRow(row, plain[index]))).toBe(true);
  });
});

describe('the forward', () => {
  const strikes = listStrikes(CELLS, false);

  it('is that of the newest ticker of the expiry, else the index, else unknown', () => {
    const index = quoteOf('BTC-PERPETUAL', { ...TICKER, underlying_price: null });
    expect(findForward(strikes, new Map(), 'BTC-PERPETUAL')).toBeNull();
    expect(findForward(strikes, new Map([index]), 'BTC-PERPETUAL')).toEqual({ price: '97412.55', name: 'index' });
    const quotes = new Map([
      index,
      quoteOf('BTC-27MAR27-90000-C', { timestamp: 5, underlying_price: 98_000 }),
      quoteOf('BTC-27MAR27-90000-P', { timestamp: 9, underlying_price: 99_000 }),
      quoteOf('BTC-25JUN27-90000-P', { timestamp: 11, underlying_price: 1 }),
    ]);
    expect(findForward(strikes, quotes, 'BTC-PERPETUAL')).toEqual({ price: '99000', name: 'BTC-27MAR27' });
  });
});

describe('a forward of 0', () => {
  const strikes = listStrikes(CELLS, false);
  const NONE = { underlying_price: 0, timestamp: 11 };

  it('is none: the next ticker tells it, else the index, else nothing', () => {
    const newest = quoteOf('BTC-27MAR27-110000-C', NONE);
    const index = quoteOf('BTC-PERPETUAL', { ...TICKER });
    const older = quoteOf('BTC-27MAR27-90000-C', { timestamp: 5, underlying_price: 98_000 });
    const tell = (...quotes: [string, ReceivedQuote][]) => findForward(strikes, new Map(quotes), 'BTC-PERPETUAL');
    expect(tell(newest, index, older)).toMatchObject({ price: '98000' });
    expect(tell(newest, index)).toEqual({ price: '97412.55', name: 'index' });
    expect(tell(newest, quoteOf('BTC-PERPETUAL', { ...TICKER, index_price: 0 }))).toBeNull();
  });
});

describe('the columns', () => {
  it('are the same on both sides, mirrored but for the bid, which stays left of its ask', () => {
    expect(fieldsOfSide('call', WIDE_FIELDS).map(({ id }) => id)).toEqual([
      'open_interest',
      'delta',
      'mark_iv',
      'bid',
      'mark',
      'ask',
    ]);
    expect(fieldsOfSide('put', WIDE_FIELDS).map(({ id }) => id)).toEqual([
      'bid',
      'mark',
      'ask',
      'mark_iv',
      'delta',
      'open_interest',
    ]);
    const all = CHAIN_FIELDS.map(({ id }) => id);
    expect(new Set(fieldsOfSide('put', all).map(({ id }) => id))).toEqual(new Set(all));
  });

  it('of an ask pick a leg to buy, of a bid one to sell', () => {
    expect(['bid', 'bid_iv', 'ask', 'mark', 'delta'].map(legDirection)).toEqual(['sell', 'sell', 'buy', 'buy', 'buy']);
  });
});

describe('picked legs', () => {
  beforeEach(clearLegs);

  it('turn when picked the other way, and go when picked again', () => {
    expect([pickLeg('A', 'buy'), pickLeg('B', 'sell'), pickLeg('A', 'sell')]).toEqual(['added', 'added', 'turned']);
    expect(legsStore.getState().legs).toEqual([
      { instrumentName: 'A', direction: 'sell' },
      { instrumentName: 'B', direction: 'sell' },
    ]);
    expect(pickLeg('A', 'sell')).toBe('removed');
    expect(legsStore.getState().legs).toEqual([{ instrumentName: 'B', direction: 'sell' }]);
  });

  it('are twenty at most', () => {
    for (let count = 0; count < MOST_LEGS; count += 1) pickLeg(`I${count}`, 'buy');
    expect(pickLeg('one more', 'buy')).toBe('full');
    expect(pickLeg('I0', 'sell')).toBe('turned');
    expect(legsStore.getState().legs).toHaveLength(MOST_LEGS);
  });
});

describe('the words of a chain', () => {
  it('name an expiry and the time to it', () => {
    const expiry = Date.UTC(2027, 2, 27, 8);
    expect(nameExpiry(expiry)).toBe('27 MAR 27');
    expect([200, 30, 1.5, -1].map((hours) => describeTimeLeft(expiry, expiry - hours * 3_600_000))).toEqual([
      '8 d',
      '30 h',
      '90 min',
      '0 min',
    ]);
  });

  it('say how the search goes', () => {
    const chain = {
      family: 'BTC',
      families: [],
      source: 'probes' as const,
      expirations: [],
      expiration_timestamp: null,
      cells: [],
      instrument: null,
      failure: null,
      service_time: 0,
    };
    const probing = { live: 1, dead: 9, is_complete: false };
    expect(describeSearch({ ...chain, probing: null })).toBeNull();
    expect(describeSearch({ ...chain, probing })).toBe('1 found, 9 names absent; searching…');
    expect(describeSearch({ ...chain, probing: { ...probing, is_complete: true } })).not.toContain('searching');
  });
});
