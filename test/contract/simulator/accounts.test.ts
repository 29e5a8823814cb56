import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import { basic, openBench, type Bench } from './caller.ts';
import type { Json } from './orders/seller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const SCOPES = ['account:read', 'trade:read_write'] as const;

/** The main account's id and a subaccount's, with a key of its own. */
function accounts() {
  const { control } = bench.simulator;
  const [main = 0, first = 0, second = 0] = control.accountIds();
  return { main, first, second, key: basic(control.addKey(SCOPES, { subaccountId: first })) };
}

describe('subaccounts', () => {
  test('the main account reads its subaccounts by their user id', async () => {
    const { main, first, second } = accounts();
    const summary = (params: Json) =>
      bench.result<Json>('private/get_account_summary', { currency: 'BTC', extended: true, ...params });
    expect(await summary({})).toMatchObject({ id: main, type: 'main', balance: 12.4 });
    expect(await summary({ subaccount_id: main })).toMatchObject({ id: main });
    expect(await summary({ subaccount_id: first })).toMatchObject({ id: first, type: 'subaccount', balance: 2 });
    const all = await bench.result<Json>('private/get_account_summaries', { subaccount_id: second });
    expect(all).toMatchObject({
      summaries: [{ currency: 'BTC', balance: 0.5 }, { currency: 'ETH' }, { currency: 'USDC' }],
    });
    expect(all).not.toHaveProperty('id');
  });

  test('a subaccount reads itself alone, by its own key', async () => {
    const { main, first, second, key } = accounts();
    const summary = (params: Json) => bench.call('private/get_account_summary', { currency: 'BTC', ...params }, key);
    expect(await summary({ extended: true })).toMatchObject({ result: { id: first, balance: 2 } });
    for (const id of [main, first, second]) {
      expect(await summary({ subaccount_id: id })).toMatchObject({ error: { code: 13_012 } });
    }
    expect(await bench.call('private/get_account_summary', { currency: 'BTC', subaccount_id: 5 })).toMatchObject({
      error: { code: -32_602, data: { param: 'subaccount_id', reason: 'subaccount not found' } },
    });
  });

  test('a token of a subaccount is the subaccount', async () => {
    const { first } = accounts();
    const { clientId, clientSecret } = bench.simulator.control.addKey(SCOPES, { subaccountId: first });
    const granted = await bench.result<Json>('public/auth', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect(granted['scope']).not.toContain('mainaccount');
    const bearer = `Bearer ${String(granted['access_token'])}`;
    const answer = await bench.call('private/get_account_summaries', { extended: true }, bearer);
    expect(answer).toMatchObject({ result: { id: first, type: 'subaccount' } });
  });

  test('what it trades is its own: orders, trades and positions', async () => {
    const { first, key } = accounts();
    const sold = await bench.call(
      'private/sell',
      { instrument_name: 'BTC-PERPETUAL', amount: 1000, type: 'market', label: 'sub' },
      key,
    );
    expect(sold).toMatchObject({ result: { order: { user_id: first } } });
    const look = (params: Json, secret?: string) =>
      bench.call('private/get_order_state_by_label', { currency: 'BTC', label: 'sub', ...params }, secret);
    expect((await look({})).result).toEqual([]);
    expect((await look({}, key)).result).toHaveLength(1);
    const trades = (params: Json) =>
      bench.result<{ trades: Json[] }>('private/get_user_trades_by_currency_and_time', {
        currency: 'BTC',
        start_timestamp: 0,
        ...params,
      });
    expect((await trades({})).trades).toEqual([]);
    expect((await trades({ subaccount_id: first })).trades).toMatchObject([{ label: 'sub' }]);
    expect(await bench.result('private/get_positions', {})).toEqual([]);
    expect(await bench.result('private/get_positions', { subaccount_id: first })).toMatchObject([{ size: -1000 }]);
  });
});

describe('private/get_subaccounts', () => {
  test('names every account to the main one, and a subaccount only itself', async () => {
    const { first, key } = accounts();
    const { result } = await bench.call('private/get_subaccounts', {});
    const named = EXTENSIONS['private/get_subaccounts'].result.parse(result);
    expect(named.map(({ id }) => id)).toEqual(bench.simulator.control.accountIds());
    expect(named.map(({ type }) => type)).toEqual(['main', 'subaccount', 'subaccount']);
    const own = await bench.call('private/get_subaccounts', {}, key);
    expect(own).toMatchObject({ result: [{ id: first, type: 'subaccount' }] });
  });
});

describe('private/get_positions', () => {
  test('a trader’s portfolio: every field of the schema, by currency and kind', async () => {
    const simulator = await createSimulator({ seed: 7, clock: bench.clock });
    try {
      const call = async (params: Json) => {
        const url = `${simulator.origin}/api/v2/private/get_positions`;
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'private/get_positions', params });
        const headers = { 'content-type': 'application/json', authorization: basic(simulator) };
        const reply = (await (await fetch(url, { method: 'POST', body, headers })).json()) as { result: Json[] };
        return EXTENSIONS['private/get_positions'].result.parse(reply.result);
      };
      const all = await call({});
      expect(all.length).toBeGreaterThan(8);
      const counts = await Promise.all(
        ['BTC', 'ETH', 'USDC'].map(async (currency) => (await call({ currency })).length),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect((await call({ kind: 'option' })).every(({ kind }) => kind === 'option')).toBe(true);
      for (const position of all) {
        expect(position.direction).toBe(Number(position.size) > 0 ? 'buy' : 'sell');
        expect(Number(position.initial_margin)).toBeGreaterThanOrEqual(Number(position.maintenance_margin));
        expect(position.kind === 'option' ? position.vega : position.size_currency).toBeDefined();
        if (position.instrument_name.endsWith('PERPETUAL')) expect(position.realized_funding).toBeDefined();
      }
      expect(await call({ currency: 'any' })).toEqual(all);
    } finally {
      await simulator.close();
    }
  });

  test('one that was closed stays with a size of zero until the next settlement', async () => {
    const order = { instrument_name: 'BTC-PERPETUAL', amount: 1000, type: 'market' };
    await bench.result('private/sell', order);
    await bench.result('private/buy', order);
    expect(await bench.result('private/get_positions', {})).toMatchObject([{ direction: 'zero', size: 0 }]);
    const [{ realized_profit_loss: realised } = {}] = await bench.result<Json[]>('private/get_positions', {});
    expect(realised).not.toBe(0);
    bench.clock.ms = Date.UTC(2026, 10, 19, 8, 1);
    expect(await bench.result('private/get_positions', {})).toEqual([]);
  });
});

describe('settings of the control', () => {
  test('fees with discounts are charged, and shown when extended', async () => {
    const { control } = bench.simulator;
    const half = { default: { type: 'relative', taker: 0.5, maker: 0.5 }, block_trade: 1 } as const;
    control.setAccount({ fees: { btc_usd: { perpetual: half } } });
    const placed = await bench.result<{ trades: Json[] }>('private/sell', {
      instrument_name: 'BTC-PERPETUAL',
      amount: 10_000,
      type: 'market',
    });
    const [trade] = placed.trades;
    const expected = ((Number(trade?.['amount']) / Number(trade?.['price'])) * 0.00035) / 2;
    expect(Number(trade?.['fee'])).toBeCloseTo(expected, 8);
    const summary = (extended: boolean) =>
      bench.result<Json>('private/get_account_summary', { currency: 'BTC', extended });
    expect(await summary(true)).toMatchObject({ fees: { btc_usd: { perpetual: half } } });
    expect(await summary(false)).not.toHaveProperty('fees');
    control.setReplies({ fees: 'list', limits: 'per_currency' });
    expect(await summary(true)).toMatchObject({
      fees: [{ index_name: 'btc_usd', kind: 'perpetual', value: half }],
      limits: { limits_per_currency: true },
    });
  });

  test('cross collateral lets one currency’s money margin another’s positions', async () => {
    const { first, key } = accounts();
    const order = {
      instrument_name: 'ETH-PERPETUAL',
      amount: 3_800_000,
      type: 'market',
      time_in_force: 'immediate_or_cancel',
    };
    expect(await bench.call('private/sell', order, key)).toMatchObject({ error: { code: 10_009 } });
    bench.simulator.control.setAccount({ marginModel: 'cross_sm' }, first);
    expect(await bench.call('private/sell', order, key)).toMatchObject({ result: { order: { direction: 'sell' } } });
    expect(await bench.call('private/get_account_summary', { currency: 'ETH' }, key)).toMatchObject({
      result: { cross_collateral_enabled: true, margin_model: 'cross_sm' },
    });
  });
});
