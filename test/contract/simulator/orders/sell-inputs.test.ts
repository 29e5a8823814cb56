import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { basic, openBench, type Bench } from '../caller.ts';
import { sellerOn } from './seller.ts';
import { optionName, traderOn } from './trader.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const { sell, refused, ticker } = sellerOn(() => bench);
const { ticker: readTicker } = traderOn(() => bench);

describe('a number', () => {
  test.each([
    '1e5',
    '1E-4',
    '0x10',
    '+5',
    '5.',
    '.5',
    '36,000.50',
    '36.000,50',
    '٩٧٥٠٠',
    '９７５００',
    'NaN',
    '-Infinity',
  ])('as the text %j is refused, as a price and as an amount', async (text) => {
    for (const [param, params] of [
      ['price', { amount: 10, price: text }],
      ['amount', { amount: text, price: 97_000 }],
    ] as const) {
      expect(await refused(params)).toMatchObject({ code: -32_602, data: { param, reason: 'must be a number' } });
    }
  });

  test.each(['NaN', 'Infinity', '-Infinity', '0x10', '+5', '5.', '.5', '000036000.5', '36,000.50'])(
    'written as %s is no JSON at all',
    async (literal) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"private/sell","params":{"instrument_name":"BTC-PERPETUAL","amount":10,"price":${literal}}}`;
      const headers = { authorization: basic(bench.simulator) };
      const reply = await bench.send({ target: '/api/v2/private/sell', body, headers });
      expect(reply.status).toBe(400);
      expect(bench.simulator.control.executions()).toBe(0);
    },
  );

  test('of minus zero is no amount', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"private/sell","params":{"instrument_name":"BTC-PERPETUAL","amount":-0,"type":"market"}}';
    const headers = { authorization: basic(bench.simulator) };
    const reply = await bench.send({ target: '/api/v2/private/sell', body, headers });
    expect(JSON.parse(reply.text)).toMatchObject({
      error: { code: -32_602, data: { param: 'amount', reason: 'must be above zero' } },
    });
    expect(bench.simulator.control.executions()).toBe(0);
  });
});

describe('the grid', () => {
  test('takes every multiple of 0.0005 up to 1 where that is the tick', async () => {
    const name = optionName(bench, 'C', (await readTicker()).index_price);
    bench.simulator.control.setInstrumentTerms(name, { tickSize: 0.0005 });
    const order = { instrument_name: name, amount: 0.1, time_in_force: 'fill_or_kill', post_only: false };
    for (let k = 1; k <= 2000; k += 1) {
      const price = Number((k * 0.0005).toFixed(4));
      const { order: placed } = await sell({ ...order, price });
      expect(placed['order_state']).toMatch(/^(?:cancelled|filled)$/);
    }
  });

  test('is the fine one up to and at the step, the coarse one above it', async () => {
    const name = optionName(bench, 'C', (await readTicker()).index_price);
    const order = { instrument_name: name, amount: 0.1, time_in_force: 'fill_or_kill', post_only: false };
    for (const price of [0.0049, 0.005, 0.0055]) expect(await sell({ ...order, price })).toHaveProperty('order');
    for (const price of [0.004_95, 0.0051, 0.0054]) {
      expect(await refused({ ...order, price })).toMatchObject({ data: { param: 'price' } });
    }
  });

  test('has no amount below the least one', async () => {
    bench.simulator.control.setInstrumentTerms('BTC-PERPETUAL', { minTradeAmount: 2000 });
    expect(await refused({ amount: 1990, type: 'market' })).toMatchObject({ code: -32_602, data: { param: 'amount' } });
    expect((await sell({ amount: 2000, type: 'market' })).order).toMatchObject({ amount: 2000 });
  });
});

describe('what would be taken otherwise', () => {
  test.each([
    'BTC-PERPETUAL ',
    ' BTC-PERPETUAL',
    'btc-perpetual',
    'ВТС-PERPETUAL',
    'BTC-31FEB27-100000-C',
    'BTC-27NOV26-0-C',
    'BTC-27NOV26-98000-X',
  ])('is refused under the name %j', async (instrument_name) => {
    expect(await refused({ instrument_name, amount: 10, type: 'market' })).toMatchObject({
      code: -32_602,
      data: { param: 'instrument_name' },
    });
  });

  test('is too late when its deadline is in seconds', async () => {
    const valid_until = Math.floor(bench.clock.ms / 1000) + 5;
    expect(await refused({ amount: 10, type: 'market', valid_until })).toMatchObject({ code: 13_888 });
  });

  test('is kept under a label of markup as it was written', async () => {
    const label = '</script><b>x';
    const { ask } = await ticker();
    expect((await sell({ amount: 10, price: ask + 100, label })).order).toMatchObject({ label });
  });
});
