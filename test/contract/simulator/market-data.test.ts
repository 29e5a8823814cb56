import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { openBench, START_MS, type Bench } from './caller.ts';
import { blackScholes } from './black-scholes.ts';

type Json = Readonly<Record<string, unknown>>;
type Ticker = Json & {
  readonly greeks: Record<'delta' | 'gamma' | 'vega' | 'theta' | 'rho', number>;
  readonly stats: Record<'high' | 'low' | 'price_change' | 'volume' | 'volume_usd' | 'volume_notional', number>;
};

const HOUR_MS = 3_600_000;
const SETTLES_MS = Date.UTC(2026, 10, 19, 8);

let bench: Bench;
let listed: Json[];
beforeAll(async () => {
  bench = await openBench();
  listed = await bench.result<Json[]>('public/get_instruments', { currency: 'any' });
});
afterAll(() => bench.close());

function ticker(name: string): Promise<Ticker> {
  return bench.result<Ticker>('public/ticker', { instrument_name: name });
}

function numberIn(record: Json, field: string): number {
  const value = record[field];
  if (typeof value !== 'number') throw new Error(`${field} is ${String(value)}`);
  return value;
}

describe('public/get_instruments', () => {
  test('lists everything for any, and for no currency at all', async () => {
    expect(EXTENSIONS['public/get_instruments'].result.safeParse(listed).success).toBe(true);
    expect(listed.length).toBeGreaterThan(700);
    expect(await bench.result('public/get_instruments')).toEqual(listed);
    const kinds = new Set(listed.map((instrument) => instrument['kind']));
    expect(kinds).toEqual(new Set(['future', 'option', 'spot', 'future_combo', 'option_combo']));
  });

  test('by currency: what settles in it, spot by both of its currencies; nothing for a coin without its own', async () => {
    const of = async (currency: string) =>
      (await bench.result<Json[]>('public/get_instruments', { currency })).map(
        (instrument) => instrument['instrument_name'],
      );
    expect(await of('USDC')).toEqual(expect.arrayContaining(['SOL_USDC-PERPETUAL', 'BTC_USDC']));
    expect(await of('BTC')).toEqual(expect.arrayContaining(['BTC-PERPETUAL', 'BTC_USDC', 'ETH_BTC']));
    expect((await of('BTC')).some((name) => String(name).startsWith('BTC_USDC-'))).toBe(false);
    expect(await of('SOL')).toEqual([]);
  });

  test.each(['future', 'option', 'spot', 'future_combo', 'option_combo'])('by kind: %s', async (kind) => {
    const found = await bench.result<Json[]>('public/get_instruments', { currency: 'any', kind });
    expect(found).toEqual(listed.filter((instrument) => instrument['kind'] === kind));
    expect(found.length).toBeGreaterThan(0);
  });

  test.each([
    [{ currency: 'DOGE' }, 'currency', 'invalid currency'],
    [{ currency: 7 }, 'currency', 'must be a string'],
    [{ kind: 'swap' }, 'kind', 'invalid value'],
    [{ expired: 'perhaps' }, 'expired', 'must be a boolean'],
  ])('refuses %j', async (params, param, reason) => {
    expect(await bench.call('public/get_instruments', params)).toMatchObject({
      status: 400,
      error: { code: -32_602, data: { param, reason } },
    });
  });
});

describe('public/get_index_price and public/get_time', () => {
  test.each(['btc_usd', 'eth_usd', 'btc_usdc', 'eth_usdc', 'sol_usdc', 'xrp_usdc', 'eth_btc'])('%s', async (name) => {
    const result = await bench.result('public/get_index_price', { index_name: name });
    expect(EXTENSIONS['public/get_index_price'].result.safeParse(result).success).toBe(true);
    expect(numberIn(result, 'index_price')).toBeGreaterThan(0);
    expect(result['estimated_delivery_price']).toBe(result['index_price']);
  });

  test('an index that is not there is refused by name', async () => {
    expect(await bench.call('public/get_index_price', { index_name: 'gold_usd' })).toMatchObject({
      error: { code: -32_602, data: { param: 'index_name', reason: 'invalid index name' } },
    });
    expect(await bench.call('public/get_index_price')).toMatchObject({
      error: { code: -32_602, data: { param: 'index_name', reason: 'value required' } },
    });
  });

  test('the time is the service clock in milliseconds', async () => {
    expect(await bench.result('public/get_time')).toBe(bench.clock.ms);
  });
});

describe('public/get_order_book', () => {
  test('gives the ticker with its levels, bids falling and asks rising from the touch', async () => {
    for (const name of ['BTC-PERPETUAL', 'ETH_BTC', 'XRP_USDC-PERPETUAL']) {
      const book = await bench.result('public/get_order_book', { instrument_name: name });
      expect(EXTENSIONS['public/get_order_book'].result.safeParse(book).error?.issues ?? []).toEqual([]);
      expect(book).toMatchObject(await ticker(name));
      const [bids, asks] = [book['bids'], book['asks']] as [number[][], number[][]];
      expect(bids).toHaveLength(10);
      expect(asks).toHaveLength(10);
      expect(bids[0]).toEqual([book['best_bid_price'], book['best_bid_amount']]);
      expect(asks[0]).toEqual([book['best_ask_price'], book['best_ask_amount']]);
      const prices = [...bids.toReversed(), ...asks].map(([price]) => price ?? Number.NaN);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    }
  });

  test('as deep as asked for, with one of the known depths', async () => {
    const book = await bench.result<Json & { bids: unknown[] }>('public/get_order_book', {
      instrument_name: 'BTC-PERPETUAL',
      depth: 1,
    });
    expect(book.bids).toHaveLength(1);
    expect(await bench.call('public/get_order_book', { instrument_name: 'BTC-PERPETUAL', depth: 3 })).toMatchObject({
      error: { code: -32_602, data: { param: 'depth' } },
    });
  });

  test('the change id grows with what rests', async () => {
    const id = async () =>
      (await bench.result('public/get_order_book', { instrument_name: 'ETH-PERPETUAL' }))['change_id'];
    const before = Number(await id());
    expect(await id()).toBe(before);
    bench.clock.ms += 250;
    expect(await id()).toBeGreaterThan(before);
  });
});

describe('tickers of options', () => {
  test('agree with Black-76 on their own forward, volatility and time', async () => {
    const options = listed.filter((instrument) => instrument['kind'] === 'option');
    for (const option of options.filter((_, at) => at % 7 === 0)) {
      const name = String(option['instrument_name']);
      const own = await ticker(name);
      const forward = numberIn(own, 'underlying_price');
      const linear = option['instrument_type'] === 'linear';
      const expected = blackScholes({
        call: option['option_type'] === 'call',
        forward,
        strike: numberIn(option, 'strike'),
        volatility: numberIn(own, 'mark_iv') / 100,
        days: (numberIn(option, 'expiration_timestamp') - numberIn(own, 'timestamp')) / (24 * HOUR_MS),
        markUsd: numberIn(own, 'mark_price') * (linear ? 1 : forward),
      });
      const tick = numberIn(option, 'tick_size');
      expect(Math.abs(numberIn(own, 'mark_price') - expected.price / (linear ? 1 : forward)), name).toBeLessThan(tick);
      expect(Math.abs(own.greeks.delta - expected.delta), name).toBeLessThan(1e-5);
      expect(Math.abs(own.greeks.gamma - expected.gamma), name).toBeLessThan(1e-5 * Math.max(1, expected.gamma));
      for (const greek of ['vega', 'theta', 'rho'] as const) {
        const size = Math.max(1, Math.abs(expected[greek]));
        expect(Math.abs(own.greeks[greek] - expected[greek]) / size, `${name} ${greek}`).toBeLessThan(1e-4);
      }
    }
  });

  test('the volatilities of bid and ask give back the prices of the touch', async () => {
    let solved = 0;
    for (const option of listed.filter(({ kind }) => kind === 'option').filter((_, at) => at % 11 === 0)) {
      const own = await ticker(String(option['instrument_name']));
      const forward = numberIn(own, 'underlying_price');
      for (const side of ['bid', 'ask']) {
        const iv = numberIn(own, `${side}_iv`);
        const price = numberIn(own, `best_${side}_price`);
        if (iv === 0 || iv >= 500) continue;
        const days = (numberIn(option, 'expiration_timestamp') - START_MS) / (24 * HOUR_MS);
        const terms = { call: option['option_type'] === 'call', forward, strike: numberIn(option, 'strike'), days };
        const worth = blackScholes({ ...terms, volatility: iv / 100 });
        const unit = option['instrument_type'] === 'linear' ? 1 : forward;
        expect(Math.abs(worth.price - price * unit), String(option['instrument_name'])).toBeLessThan(
          0.02 * worth.vega + 0.01,
        );
        solved += 1;
      }
      expect(numberIn(own, 'bid_iv')).toBeLessThanOrEqual(numberIn(own, 'mark_iv') + 0.01);
      expect(numberIn(own, 'ask_iv')).toBeGreaterThanOrEqual(numberIn(own, 'mark_iv') - 0.01);
    }
    expect(solved).toBeGreaterThan(60);
  });

  test('one far out of the money has no bid: price, amount and volatility are 0, the statistics null', async () => {
    const days = listed.filter(({ kind, settlement_period: period }) => kind === 'option' && period === 'day');
    const tickers = await Promise.all(days.map(({ instrument_name: name }) => ticker(String(name))));
    const bare = tickers.filter((own) => own['best_bid_price'] === 0);
    expect(bare.length).toBeGreaterThan(0);
    for (const own of bare) {
      expect(own).toMatchObject({ best_bid_amount: 0, bid_iv: 0, last_price: null });
      expect(own.stats).toEqual({ high: null, low: null, price_change: null, volume: 0, volume_usd: 0 });
      expect(numberIn(own, 'best_ask_price')).toBeGreaterThan(0);
    }
  });
});

describe('tickers by kind', () => {
  test('funding belongs to perpetuals, open interest to what can be held', async () => {
    const combo = String(listed.find(({ kind }) => kind === 'option_combo')?.['instrument_name']);
    const perpetual = await ticker('SOL_USDC-PERPETUAL');
    for (const field of ['current_funding', 'funding_8h', 'interest_value', 'open_interest', 'settlement_price']) {
      expect(perpetual).toHaveProperty(field);
      expect(await ticker('BTC_USDC')).not.toHaveProperty(field);
    }
    expect(await ticker('BTC-25DEC26')).not.toHaveProperty('current_funding');
    expect(await ticker(combo)).not.toHaveProperty('open_interest');
    expect(METHODS['public/ticker'].result.safeParse(await ticker(combo)).success).toBe(true);
  });

  test('24 h statistics: the range holds the last price, volumes in coins and in USD agree', async () => {
    for (const name of ['BTC-PERPETUAL', 'ETH-25DEC26', 'BTC_USDC-PERPETUAL', 'BTC_USDC']) {
      const own = await ticker(name);
      const { high, low, volume, volume_usd: usd, volume_notional: notional } = own.stats;
      expect(high, name).toBeGreaterThan(low);
      expect(numberIn(own, 'last_price')).toBeLessThanOrEqual(high);
      expect(numberIn(own, 'last_price')).toBeGreaterThanOrEqual(low);
      expect(usd / volume).toBeGreaterThan(low * 0.99);
      expect(usd / volume).toBeLessThan(high * 1.01);
      expect(notional).toBe(usd);
    }
  });

  test('takers trade: last price, volume and open interest change as time passes', async () => {
    const before = await ticker('BTC-PERPETUAL');
    for (let turn = 0; turn < 40; turn += 1) {
      bench.clock.ms += 250;
      await ticker('BTC-PERPETUAL');
    }
    const after = await ticker('BTC-PERPETUAL');
    expect(after['last_price']).not.toBe(before['last_price']);
    expect(after['open_interest']).not.toBe(before['open_interest']);
    expect(after.stats.volume_usd).toBeGreaterThan(before.stats.volume_usd);
  });
});

describe('the day of an instrument, over the wire', () => {
  test('settlement, delivered, archivized; then the expired list has it and the new day has new ones', async () => {
    const first = String(listed.find(({ expiration_timestamp: at }) => at === SETTLES_MS)?.['instrument_name']);
    const about = () => bench.result('public/get_instrument', { instrument_name: first });
    const expired = async () =>
      (await bench.result<Json[]>('public/get_instruments', { currency: 'any', expired: true })).map(
        (instrument) => instrument['instrument_name'],
      );
    expect(await expired()).toEqual([]);
    bench.clock.ms = SETTLES_MS + 1000;
    expect(await about()).toMatchObject({ state: 'settlement', is_active: false });
    expect(await ticker('BTC-PERPETUAL')).toMatchObject({ state: 'settlement', best_bid_price: null });
    bench.clock.ms = SETTLES_MS + 10_000;
    expect(await about()).toMatchObject({ state: 'delivered', is_active: false });
    const delivered = await ticker(first);
    expect(delivered).toMatchObject({ state: 'delivered', delivery_price: delivered['estimated_delivery_price'] });
    expect(await ticker('BTC-PERPETUAL')).toMatchObject({ state: 'open' });
    bench.clock.ms = SETTLES_MS + HOUR_MS;
    expect(await about()).toMatchObject({ state: 'archivized', is_active: false });
    expect(await expired()).toContain(first);
    for (const method of ['public/ticker', 'public/get_order_book']) {
      expect(await bench.call(method, { instrument_name: first })).toMatchObject({
        status: 400,
        error: { code: 13_020, message: 'not_found' },
      });
    }
    const now = await bench.result<Json[]>('public/get_instruments', { currency: 'any' });
    expect(now.some(({ instrument_name: name }) => name === first)).toBe(false);
    expect(now.some(({ creation_timestamp: at }) => at === SETTLES_MS + 4000)).toBe(true);
  });
});
