import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { greeksSchema, tickerSchema, tickerStatsSchema } from '../../../../shared/service/ticker.ts';
import { describeTicker, readHead } from '../../../../renderer/features/ticker/ticker-fields.ts';
import { tellUnits } from '../../../../renderer/ui/words/units.ts';
import { listHidden } from '../../../support/window/hidden-fields.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { OPTION, OPTION_TICKER, PAIR_OF_COINS, PERPETUAL, TICKER } from '../samples.ts';

function values(groups: ReturnType<typeof describeTicker>, group: string): Record<string, string> {
  const fields = groups.find(({ name }) => name === group)?.fields ?? [];
  return Object.fromEntries(fields.map(({ name, text, unit }) => [name, `${text} ${unit}`.trim()]));
}

/** A ticker with every field the schema knows, each with a number of its own. */
function makeFullTicker() {
  let next = 1000;
  const numbers = (keys: readonly string[]): Record<string, number> =>
    Object.fromEntries(keys.map((key) => [key, (next += 1)]));
  return tickerSchema.parse({
    ...numbers(Object.keys(tickerSchema.shape)),
    instrument_name: 'X',
    state: 'open',
    underlying_index: 'BTC-27MAR27',
    stats: numbers(Object.keys(tickerStatsSchema.shape)),
    greeks: numbers(Object.keys(greeksSchema.shape)),
  });
}

describe('the fields of a ticker', () => {
  it('leave none of the known ones unnamed', () => {
    const groups = describeTicker(makeFullTicker(), OPTION);
    expect(groups.map((group) => group.name)).toEqual([
      'Price',
      '24 hours',
      'Funding',
      'Greeks',
      'Volatility',
      'Contract',
    ]);
    expect(groups.flatMap((group) => group.fields).filter((field) => field.text === '–')).toEqual([]);
  });

  it('say a volume in dollars once', () => {
    const names = (stats: object) =>
      Object.keys(values(describeTicker(tickerSchema.parse({ ...TICKER, stats }), PERPETUAL), '24 hours'));
    expect(names({ volume: 10, volume_usd: 970_000, volume_notional: 970_000 }).slice(3)).toEqual([
      'Volume',
      'In dollars',
    ]);
    expect(names({ volume: 10, volume_usd: 970_000, volume_notional: 969_000 }).slice(3)).toEqual([
      'Volume',
      'In dollars',
      'Turnover',
    ]);
  });

  it('show every field of every recorded ticker: another value of it shows something else', () => {
    const tickers = readSamples()
      .flatMap(findRecords)
      .filter(({ kind }) => kind === 'ticker');
    expect(tickers.length).toBeGreaterThan(1000);
    const hidden = tickers.flatMap(({ record, where }) =>
      listHidden(record, (sent) => {
        const ticker = tickerSchema.parse(sent);
        return [describeTicker(ticker, null), readHead(ticker), ticker.instrument_name];
      }).map((path) => `${where} ${path}`),
    );
    // Where there is no bid, its amount and volatility of nothing are none.
    const ofNothing = new Set(
      tickers.flatMap(({ record, where }) => {
        const head = readHead(tickerSchema.parse(record));
        return (['bid', 'ask'] as const).flatMap((side) =>
          [`best_${side}_amount`, `${side}_iv`].flatMap((path) =>
            head[side] === null && record[path] === 0 ? [`${where} ${path}`] : [],
          ),
        );
      }),
    );
    expect(hidden.filter((path) => !ofNothing.has(path))).toEqual([]);
    // A thousand tickers of thirty fields, each described anew.
  });

  it('tell both deltas of an inverse option, and only one of a linear one', () => {
    const ticker = tickerSchema.parse({
      ...OPTION_TICKER,
      greeks: { delta: 0.62, gamma: 0, vega: 1, theta: -1, rho: 1 },
    });
    expect(values(describeTicker(ticker, OPTION), 'Greeks')).toMatchObject({
      Delta: '0.62000 BTC',
      'Net delta': '0.54490 BTC',
    });
    const linear = { ...OPTION, instrument_type: 'linear' };
    expect(values(describeTicker(ticker, linear), 'Greeks')).not.toHaveProperty('Net delta');
  });

  it('have no volatility of a side that nobody quotes, for which services send 0', () => {
    const empty = { best_bid_price: 0, best_bid_amount: 0, bid_iv: 0, best_ask_price: null, ask_iv: 0, mark_iv: 54 };
    const ticker = tickerSchema.parse({ ...OPTION_TICKER, ...empty });
    expect(values(describeTicker(ticker, OPTION), 'Volatility')).toMatchObject({
      'Bid IV': '–',
      'Mark IV': '54.00 %',
      'Ask IV': '–',
    });
  });

  it('say where a quote is below intrinsic: the service sends a volatility of 0', () => {
    const ticker = tickerSchema.parse({ ...OPTION_TICKER, bid_iv: 0, mark_iv: 54, ask_iv: 61.5 });
    expect(values(describeTicker(ticker, OPTION), 'Volatility')).toMatchObject({
      'Bid IV': '– below intrinsic',
      'Ask IV': '61.50 %',
    });
    const recorded = readSamples()
      .flatMap(findRecords)
      .filter(({ kind, where }) => kind === 'ticker' && where.startsWith('chain_btc_options_2021-02-11'))
      .map(({ record }) => values(describeTicker(tickerSchema.parse(record), OPTION), 'Volatility')['Bid IV']);
    expect(recorded.filter((text) => text === '– below intrinsic')).toHaveLength(206);
    expect(recorded).not.toContain('0.00 %');
  });

  it('show prices with the digits that they have: none of these is on the tick’s grid', () => {
    const linear = { ...OPTION, base_currency: 'XRP', counter_currency: 'USDC', price_index: 'xrp_usdc' };
    const xrp = { ...linear, instrument_type: 'linear', tick_size: decimal('0.0005'), tick_size_steps: [] };
    const ticker = tickerSchema.parse({
      ...OPTION_TICKER,
      index_price: 1.3987,
      underlying_price: 1.3991,
      estimated_delivery_price: 1.3987,
      delivery_price: 1.3992,
    });
    const groups = describeTicker(ticker, xrp);
    expect(values(groups, 'Price')).toMatchObject({ Index: '1.3987 USDC' });
    expect(values(groups, 'Volatility')).toMatchObject({ Underlying: '1.3991 USDC' });
    expect(values(groups, 'Contract')).toMatchObject({
      'Est. delivery': '1.3987 USDC',
      'Delivered at': '1.3992 USDC',
    });
    const sent = { ...TICKER, min_price: 10_346.94, max_price: 10_450, settlement_price: 10_053.92 };
    const perpetual = describeTicker(tickerSchema.parse(sent), PERPETUAL);
    expect(values(perpetual, 'Price')).toMatchObject({
      'Lowest sell': '10,346.94 USD',
      'Highest buy': '10,450.0 USD',
    });
    expect(values(perpetual, 'Contract')).toMatchObject({ Settlement: '10,053.92 USD' });
  });

  it('have no index and no underlying where the service sends 0 for one', () => {
    const ticker = tickerSchema.parse({ ...OPTION_TICKER, index_price: 0, underlying_price: 0 });
    expect(values(describeTicker(ticker, OPTION), 'Price')).toMatchObject({ Index: '–' });
    expect(values(describeTicker(ticker, OPTION), 'Volatility')).toMatchObject({ Underlying: '–' });
  });

  it('have the index of a pair of coins in coins', () => {
    const ticker = tickerSchema.parse({ ...TICKER, index_price: 0.03706, estimated_delivery_price: 0.03706 });
    const groups = describeTicker(ticker, PAIR_OF_COINS);
    expect(values(groups, 'Price')).toMatchObject({ Index: '0.03706 BTC' });
    expect(values(groups, 'Contract')).toMatchObject({ 'Est. delivery': '0.03706 BTC' });
    expect(values(describeTicker(TICKER, PERPETUAL), 'Price')).toMatchObject({ Index: '97,412.55 USD' });
  });

  it('show unknown ones as they came', () => {
    const ticker = tickerSchema.parse({ ...TICKER, brand_new: { a: [1] }, stats: { ...TICKER.stats, odd: 'x' } });
    expect(values(describeTicker(ticker, PERPETUAL), 'Other fields')).toEqual({
      brand_new: '{"a":[1]}',
      'stats.odd': 'x',
    });
  });

  it('say who pays funding, never as zero where somebody does, and missing numbers as a dash', () => {
    const told = (funding_8h: number) =>
      values(describeTicker(tickerSchema.parse({ ...TICKER, funding_8h }), PERPETUAL), 'Funding')['Funding 8h'];
    expect([0.000041, -0.000012, 0.00000004, 0].map(told)).toEqual([
      'longs pay 0.0041 %',
      'shorts pay 0.0012 %',
      'longs pay 0.000004 %',
      '0.0000 %',
    ]);
    const ticker = tickerSchema.parse({ ...TICKER, funding_8h: 0.000041 });
    expect(values(describeTicker(ticker, PERPETUAL), 'Funding')).toMatchObject({
      Current: '–',
      'Interest value': '–',
    });
  });

  it('have greeks and volatility for options alone', () => {
    const names = (kind: typeof PERPETUAL) => describeTicker(TICKER, kind).map((group) => group.name);
    expect(names(PERPETUAL)).not.toContain('Greeks');
    expect(names(OPTION)).toEqual(expect.arrayContaining(['Greeks', 'Volatility']));
  });
});

describe('units', () => {
  it('are the coin for an inverse option, dollars for an inverse future', () => {
    expect(tellUnits(OPTION)).toEqual({ price: 'BTC', amount: 'BTC', places: 4 });
    expect(tellUnits(PERPETUAL)).toEqual({ price: 'USD', amount: 'USD', places: 1 });
  });

  it('are the coin for the amount and the counter currency for the price of a linear future', () => {
    const linear = { ...PERPETUAL, instrument_type: 'linear', counter_currency: 'USDC' };
    expect(tellUnits(linear)).toMatchObject({ price: 'USDC', amount: 'BTC' });
  });
});
