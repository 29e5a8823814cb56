import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METHODS } from '../../../shared/service/methods.ts';
import { openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

type Json = Readonly<Record<string, unknown>>;

function optionName(): string {
  const name = bench.simulator.control.instrumentNames().find((known) => /^BTC-.*-C$/.test(known));
  if (name === undefined) throw new Error('no option is listed');
  return name;
}

describe('every method answers with what the contract describes', () => {
  const window = { start_timestamp: 0, end_timestamp: 4_000_000_000_000 };
  test.each<[keyof typeof METHODS, () => Json]>([
    [
      'public/auth',
      () => ({
        grant_type: 'client_credentials',
        client_id: bench.simulator.clientId,
        client_secret: bench.simulator.clientSecret,
      }),
    ],
    ['public/ticker', () => ({ instrument_name: 'ETH-PERPETUAL' })],
    ['public/ticker', () => ({ instrument_name: optionName() })],
    ['public/get_instrument', () => ({ instrument_name: optionName() })],
    ['public/get_block_rfq_trades', () => ({ currency: 'BTC', count: 50 })],
    ['private/sell', () => ({ instrument_name: 'BTC-PERPETUAL', amount: 5000, type: 'market', label: 'm' })],
    ['private/sell', () => ({ instrument_name: optionName(), amount: 0.3, type: 'market', label: 'm' })],
    ['private/get_account_summaries', () => ({ extended: true })],
    ['private/get_account_summary', () => ({ currency: 'BTC', extended: true })],
    ['private/get_account_summary', () => ({ currency: 'SOL' })],
    ['private/get_order_state_by_label', () => ({ currency: 'BTC', label: 'm' })],
    ['private/get_open_orders_by_label', () => ({ currency: 'BTC', label: 'm' })],
    ['private/get_user_trades_by_currency_and_time', () => ({ currency: 'BTC', ...window })],
    ['private/get_user_trades_by_instrument_and_time', () => ({ instrument_name: 'BTC-PERPETUAL', ...window })],
    [
      'private/create_block_rfq',
      () => ({ legs: [{ instrument_name: optionName(), amount: 25, direction: 'buy' }], label: 'r' }),
    ],
  ])('%s', async (method, params) => {
    const result = await bench.result(method, params());
    const parsed = METHODS[method].result.safeParse(result);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });
});

describe('what must be given is asked for by name', () => {
  test.each([
    ['public/ticker', 'instrument_name'],
    ['public/get_instrument', 'instrument_name'],
    ['public/get_block_rfq_trades', 'currency'],
    ['private/get_account_summary', 'currency'],
    ['private/get_order_state_by_label', 'currency'],
    ['private/get_open_orders_by_label', 'currency'],
    ['private/get_user_trades_by_currency_and_time', 'currency'],
    ['private/get_user_trades_by_instrument_and_time', 'instrument_name'],
    ['private/sell', 'instrument_name'],
    ['private/create_block_rfq', 'legs'],
  ])('%s without %s', async (method, param) => {
    expect(await bench.call(method)).toMatchObject({
      status: 400,
      error: { code: -32_602, message: 'Invalid params', data: { param, reason: 'value required' } },
    });
  });

  test.each(['private/get_account_summary', 'private/get_order_state_by_label'])(
    '%s refuses a currency it does not know',
    async (method) => {
      expect(await bench.call(method, { currency: 'DOGE' })).toMatchObject({
        error: { code: -32_602, data: { param: 'currency', reason: 'invalid currency' } },
      });
    },
  );

  test('only the account itself may be asked for', async () => {
    expect(await bench.call('private/get_account_summaries', { subaccount_id: 1 })).toMatchObject({
      error: { code: -32_602, data: { param: 'subaccount_id' } },
    });
  });
});

describe('the market', () => {
  test('prices move with the clock and stand still without it', async () => {
    const first = await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    expect(await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).toEqual(first);
    const seen = new Set<unknown>();
    for (let turn = 0; turn < 12; turn += 1) {
      bench.clock.ms += 250;
      seen.add((await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' }))['mark_price']);
    }
    expect(seen.size).toBeGreaterThan(6);
  });

  test('every book is on its grid, uncrossed, and inside its limits', async () => {
    for (const name of bench.simulator.control.instrumentNames()) {
      const ticker = METHODS['public/ticker'].result.parse(
        await bench.result('public/ticker', { instrument_name: name }),
      );
      const bid = ticker.best_bid_price;
      const ask = ticker.best_ask_price;
      expect(ask, name).not.toBeNull();
      if (typeof bid === 'string' && typeof ask === 'string') expect(Number(bid), name).toBeLessThan(Number(ask));
      expect(Number(ticker.min_price), name).toBeLessThan(Number(ticker.max_price));
      expect(ticker.state).toBe('open');
    }
  });

  test('after a day without requests the market goes on, with new statistics and a settlement', async () => {
    const before = await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    bench.clock.ms += 86_400_000;
    const after = await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    expect(after['timestamp']).toBe(bench.clock.ms);
    expect(after['settlement_price']).not.toBe(before['settlement_price']);
    expect(after['index_price']).not.toBe(before['index_price']);
    expect(after['state']).toBe('open');
  });

  test('a frozen ticker stays, with its timestamp, until it is let go', async () => {
    bench.simulator.control.freezeTicker('BTC-PERPETUAL');
    const frozen = await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    bench.clock.ms += 5000;
    expect(await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).toEqual(frozen);
    bench.simulator.control.freezeTicker('BTC-PERPETUAL', false);
    expect(await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).not.toEqual(frozen);
  });

  test('an account limit that is spent answers 10028, and time gives it back', async () => {
    bench.simulator.control.setLimits({
      non_matching_engine: { rate: 20, burst: 3 },
      matching_engine: { rate: 5, burst: 2 },
    });
    const read = () => bench.call('private/get_account_summary', { currency: 'BTC' });
    for (let turn = 0; turn < 3; turn += 1) expect(await read()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 400, error: { code: 10_028, message: 'too_many_requests' } });
    bench.clock.ms += 50;
    expect(await read()).toMatchObject({ status: 200 });
    bench.clock.ms += 1000;
    const summary = await bench.result('private/get_account_summary', { currency: 'BTC' });
    expect(summary['limits']).toMatchObject({ non_matching_engine: { rate: 20, burst: 3 } });
  });
});
