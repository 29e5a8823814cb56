import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LeakyBucket } from '../../../simulator/account/limits.ts';
import { basic, openBench, type Bench } from './caller.ts';

type Json = Readonly<Record<string, unknown>>;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const rate = (perSecond: number, burst: number) => ({ rate: perSecond, burst });
const SPENT = { status: 400, error: { code: 10_028, message: 'too_many_requests' } };

describe('leaky buckets, one for each category of the account’s own limits', () => {
  const sell = () => bench.call('private/sell', { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market' });
  const spot = () => bench.call('private/sell', { instrument_name: 'BTC_USDC', amount: 0.01, type: 'market' });
  const cancelAll = () => bench.call('private/cancel_all');
  const read = () => bench.call('private/get_account_summary', { currency: 'BTC' });

  beforeEach(() => {
    bench.simulator.control.setLimits({
      non_matching_engine: rate(20, 3),
      matching_engine: rate(5, 2),
      spot: rate(1, 1),
      cancel_all: rate(1, 1),
    });
  });

  test.each([
    ['non_matching_engine', read, 3],
    ['matching_engine.trading.total', sell, 2],
    ['matching_engine.spot', spot, 1],
    ['matching_engine.cancel_all', cancelAll, 1],
  ])('%s is spent alone, and the refused call does nothing', async (_name, call, burst) => {
    for (let turn = 0; turn < burst; turn += 1) expect(await call()).not.toMatchObject({ error: { code: 10_028 } });
    const before = bench.simulator.control.executions();
    expect(await call()).toMatchObject(SPENT);
    expect(bench.simulator.control.executions()).toBe(before);
    for (const other of [read, sell, spot, cancelAll]) {
      if (other !== call) expect(await other()).not.toMatchObject({ error: { code: 10_028 } });
    }
  });

  test('cancel_by_label counts as cancel_all without a currency, as trading with one', async () => {
    expect(await cancelAll()).toMatchObject({ status: 200 });
    expect(await bench.call('private/cancel_by_label', { label: 'x' })).toMatchObject(SPENT);
    expect(await bench.call('private/cancel_by_label', { label: 'x', currency: 'BTC' })).toMatchObject({ status: 200 });
  });

  test('mass cancels of a currency or an instrument count as trading, not as cancel_all', async () => {
    expect(await cancelAll()).toMatchObject({ status: 200 });
    expect(await bench.call('private/cancel_all_by_currency', { currency: 'BTC' })).toMatchObject({ status: 200 });
    const instrument = { instrument_name: 'BTC-PERPETUAL' };
    expect(await bench.call('private/cancel_all_by_instrument', instrument)).toMatchObject({ status: 200 });
    expect(await sell()).toMatchObject(SPENT);
  });

  test.each<[string, (order: Json) => Json]>([
    ['private/edit', ({ order_id }) => ({ order_id, amount: 20 })],
    ['private/edit_by_label', () => ({ instrument_name: 'BTC-PERPETUAL', label: 'x', amount: 20 })],
    ['private/close_position', () => ({ instrument_name: 'BTC-PERPETUAL', type: 'market' })],
  ])('%s counts as trading, and does nothing over the limit', async (method, paramsOf) => {
    const far = { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 98_400, label: 'x' };
    const { order } = await bench.result<{ order: Json }>('private/sell', far);
    const params = paramsOf(order);
    expect(await bench.call(method, params)).not.toMatchObject(SPENT);
    const before = await bench.result('private/get_open_orders');
    expect(await bench.call(method, { ...params, ...('amount' in params ? { amount: 30 } : {}) })).toMatchObject(SPENT);
    expect(await bench.result('private/get_open_orders')).toEqual(before);
  });

  test('an edit of a spot order counts as spot', async () => {
    const limits = { non_matching_engine: rate(20, 9), matching_engine: rate(5, 2), spot: rate(1, 2) };
    bench.simulator.control.setLimits(limits);
    const far = { instrument_name: 'BTC_USDC', amount: 0.01, price: 98_800 };
    const { order } = await bench.result<{ order: Json }>('private/sell', far);
    const edit = () => bench.call('private/edit', { order_id: order['order_id'], amount: 0.02 });
    expect(await edit()).toMatchObject({ status: 200 });
    expect(await edit()).toMatchObject(SPENT);
    expect(await sell()).toMatchObject({ status: 200 });
  });

  test.each([
    ['get_order_state', { order_id: '1' }],
    ['get_position', { instrument_name: 'BTC-PERPETUAL' }],
    ['get_open_orders_by_currency', { currency: 'BTC' }],
    ['get_open_orders_by_instrument', { instrument_name: 'BTC-PERPETUAL' }],
    ['get_order_history_by_currency', { currency: 'BTC' }],
    ['get_order_history_by_instrument', { instrument_name: 'BTC-PERPETUAL' }],
    ['get_user_trades_by_order', { order_id: '1' }],
  ])('%s counts as a read', async (name, params) => {
    for (let turn = 0; turn < 3; turn += 1) await read();
    expect(await bench.call(`private/${name}`, params)).toMatchObject(SPENT);
    expect(await sell()).toMatchObject({ status: 200 });
  });

  test('creating a Block RFQ is not counted as trading', async () => {
    await sell();
    await sell();
    const option = bench.simulator.control.instrumentNames().find((name) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(name));
    const legs = [{ instrument_name: option, amount: 25, direction: 'buy' }];
    expect(await bench.call('private/create_block_rfq', { legs })).toMatchObject({ status: 200 });
  });

  test('every account has buckets of its own', async () => {
    const [, subaccountId] = bench.simulator.control.accountIds();
    const own = basic(bench.simulator.control.addKey(['account:read'], { subaccountId: subaccountId ?? 0 }));
    for (let turn = 0; turn < 3; turn += 1) await read();
    expect(await read()).toMatchObject(SPENT);
    expect(await bench.call('private/get_account_summary', { currency: 'BTC' }, own)).toMatchObject({ status: 200 });
  });

  test('the limits object tells what is enforced', async () => {
    const summary = await bench.result('private/get_account_summary', { currency: 'BTC' });
    expect(summary['limits']).toMatchObject({
      limits_per_currency: false,
      non_matching_engine: rate(20, 3),
      matching_engine: { trading: { total: rate(5, 2) }, spot: rate(1, 1), cancel_all: rate(1, 1) },
    });
  });

  describe('with limits_per_currency', () => {
    const order = (name: string) => bench.call('private/sell', { instrument_name: name, amount: 10, type: 'market' });
    const IN: Readonly<Record<string, string>> = {
      BTC: 'BTC-PERPETUAL',
      ETH: 'ETH-PERPETUAL',
      USDC: 'XRP_USDC-PERPETUAL',
    };

    beforeEach(() => bench.simulator.control.setReplies({ limits: 'per_currency' }));

    test.each(Object.keys(IN))('trading in %s is spent alone', async (currency) => {
      for (let turn = 0; turn < 2; turn += 1) expect(await order(IN[currency] ?? '')).toMatchObject({ status: 200 });
      expect(await order(IN[currency] ?? '')).toMatchObject(SPENT);
      for (const [other, name] of Object.entries(IN)) {
        if (other !== currency) expect(await order(name)).toMatchObject({ status: 200 });
      }
      expect(await spot()).not.toMatchObject(SPENT);
      expect(await cancelAll()).not.toMatchObject(SPENT);
      expect(await bench.call('private/cancel_by_label', { label: 'x', currency })).toMatchObject(SPENT);
    });

    test('options and linear instruments count by what they settle in, a cancel by its order', async () => {
      bench.simulator.control.setReplies({ limits: 'real' });
      const { order: resting } = await bench.result<{ order: { order_id: string } }>('private/sell', {
        instrument_name: 'BTC-PERPETUAL',
        amount: 10,
        price: 98_000,
      });
      bench.simulator.control.setReplies({ limits: 'per_currency' });
      const option = bench.simulator.control.instrumentNames().find((name) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(name));
      for (const name of [option ?? '', 'BTC-PERPETUAL']) expect(await order(name)).not.toMatchObject(SPENT);
      expect(await bench.call('private/cancel', { order_id: resting.order_id })).toMatchObject(SPENT);
      expect(await order('BTC_USDC-PERPETUAL')).not.toMatchObject(SPENT);
    });

    test('the limits object tells what is enforced', async () => {
      const { limits } = await bench.result('private/get_account_summary', { currency: 'BTC' });
      const each = { trading: { total: rate(5, 2) } };
      expect(limits).toMatchObject({
        limits_per_currency: true,
        matching_engine: { btc: each, eth: each, usdc: each, spot: rate(1, 1), cancel_all: rate(1, 1) },
      });
    });
  });

  test('time gives back at the rate, up to the burst', async () => {
    for (let turn = 0; turn < 3; turn += 1) await read();
    bench.clock.ms += 49;
    expect(await read()).toMatchObject(SPENT);
    bench.clock.ms += 1;
    expect(await read()).toMatchObject({ status: 200 });
    bench.clock.ms += 3_600_000;
    for (let turn = 0; turn < 3; turn += 1) expect(await read()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject(SPENT);
  });
});

test('a bucket never gives more than its burst and its rate times the time that passed', () => {
  const steps = fc.array(fc.integer({ min: -50, max: 400 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 30 }), steps, (perSecond, burst, waits) => {
      const bucket = new LeakyBucket(rate(perSecond, burst), 0);
      let nowMs = 0;
      let passedMs = 0;
      let taken = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        passedMs += Math.max(0, waitMs);
        if (bucket.spend(nowMs)) taken += 1;
        expect(taken).toBeLessThanOrEqual(burst + (passedMs * perSecond) / 1000 + 1e-6);
      }
    }),
    { seed: 8 },
  );
});

test('a bucket is filled again after its clock was set back', () => {
  const bucket = new LeakyBucket(rate(5, 2), 60_000);
  for (const isGiven of [true, true, false]) expect(bucket.spend(60_000)).toBe(isGiven);
  expect(bucket.spend(40_000)).toBe(false);
  expect(bucket.spend(40_199)).toBe(false);
  expect(bucket.spend(40_200)).toBe(true);
});

describe('calls without credentials', () => {
  const ticker = () => bench.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' }, null);

  test('are limited by address, apart from any account', async () => {
    bench.simulator.control.setDoor({ publicLimit: rate(1, 2) });
    expect(await ticker()).toMatchObject({ status: 200 });
    expect(await ticker()).toMatchObject({ status: 200 });
    expect(await ticker()).toMatchObject(SPENT);
    expect(await bench.call('private/get_account_summary', { currency: 'BTC' })).toMatchObject({ status: 200 });
    bench.clock.ms += 1000;
    expect(await ticker()).toMatchObject({ status: 200 });
  });

  test('a guess at credentials is counted too', async () => {
    bench.simulator.control.setDoor({ publicLimit: rate(1, 1) });
    const guess = () =>
      bench.call('public/auth', { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }, null);
    expect(await guess()).toMatchObject({ error: { code: 13_004 } });
    expect(await guess()).toMatchObject(SPENT);
  });
});

describe('the session of a caller over its limit', () => {
  test.each([
    [true, 'close'],
    [false, 'keep-alive'],
  ])('with closeWhenSpent %s the connection says %s', async (closeWhenSpent, connection) => {
    bench.simulator.control.setDoor({ closeWhenSpent, publicLimit: rate(1, 1) });
    await bench.call('public/get_time', {}, null);
    const reply = await bench.send({ target: '/api/v2/public/get_time' });
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: 10_028 } });
    expect(reply.headers['connection']).toBe(connection);
  });

  test('closed is closed: the socket ends after the refusal', async () => {
    bench.simulator.control.setDoor({ closeWhenSpent: true, publicLimit: rate(1, 1) });
    await bench.call('public/get_time', {}, null);
    const socket = connect(bench.simulator.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    const ended = once(socket, 'end');
    socket.write(`GET /api/v2/public/get_time HTTP/1.1\r\nHost: 127.0.0.1:${bench.simulator.port}\r\n\r\n`);
    await ended;
    expect(received).toContain('"code":10028');
    socket.destroy();
  });
});

describe('extensions', () => {
  test('with all off a bare service answers method not found', async () => {
    bench.simulator.control.setDoor({ extensions: new Set() });
    for (const method of ['public/get_instruments', 'public/get_time', 'private/cancel', 'private/get_block_rfqs']) {
      expect(await bench.call(method)).toMatchObject({
        status: 400,
        error: { code: -32_601, message: 'Method not found' },
      });
    }
    expect(await bench.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).toMatchObject({ status: 200 });
  });

  test('one by one', async () => {
    bench.simulator.control.setDoor({ extensions: new Set(['public/get_time'] as const) });
    expect(await bench.call('public/get_time')).toMatchObject({ status: 200 });
    expect(await bench.call('public/get_instruments')).toMatchObject({ error: { code: -32_601 } });
  });
});
