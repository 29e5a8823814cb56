import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { basic, openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const SELL = 'private/sell';
const ORDER = { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market', label: 'fault' };

function executed(): number {
  return bench.simulator.control.ordersByLabel('fault').length;
}

/** The reply as text, headers apart, of a sell that meets a fault. */
function rawSell() {
  return bench.send({
    target: `/api/v2/${SELL}`,
    body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: SELL, params: ORDER }),
    headers: { authorization: basic(bench.simulator) },
  });
}

describe('faults', () => {
  test('drop before executing: no reply, no order', async () => {
    bench.simulator.control.failNext(SELL, 'drop_before_executing');
    await expect(rawSell()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(executed()).toBe(0);
    expect(bench.simulator.control.calls(SELL).records[0]).toMatchObject({ executed: false, outcome: 'not_executed' });
  });

  test('drop after executing: no reply, one order', async () => {
    bench.simulator.control.failNext(SELL, 'drop_after_executing');
    await expect(rawSell()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(executed()).toBe(1);
    expect(bench.simulator.control.executions()).toBe(1);
  });

  test('cut reply: the body breaks off, one order', async () => {
    bench.simulator.control.failNext(SELL, 'cut_reply');
    await expect(rawSell()).rejects.toThrow();
    expect(executed()).toBe(1);
  });

  test('wrong id, result and error together, redirect, page of a gateway', async () => {
    const { control } = bench.simulator;
    control.failNext(SELL, 'wrong_id');
    control.failNext(SELL, 'both_result_and_error');
    control.failNext(SELL, { redirect: 'http://127.0.0.1:9/' });
    control.failNext(SELL, { httpStatus: 502, html: '<h1>Bad gateway</h1>' });
    control.failNext(SELL, { httpStatus: 504, html: '<h1>Too late</h1>', executed: true });
    expect(JSON.parse((await rawSell()).text)).toMatchObject({ id: 10 });
    const both = JSON.parse((await rawSell()).text) as object;
    expect(both).toHaveProperty('result');
    expect(both).toHaveProperty('error');
    expect(executed()).toBe(2);
    expect(await rawSell()).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.1:9/' } });
    expect(await rawSell()).toMatchObject({ status: 502, text: '<h1>Bad gateway</h1>' });
    expect(executed()).toBe(2);
    expect(await rawSell()).toMatchObject({ status: 504 });
    expect(executed()).toBe(3);
    expect(JSON.parse((await rawSell()).text)).toMatchObject({ id: 9 });
  });

  test('huge and deep bodies', async () => {
    bench.simulator.control.failNext(SELL, 'huge_body');
    expect((await rawSell()).text.length).toBeGreaterThan(16_000_000);
    bench.simulator.control.failNext(SELL, 'deep_body');
    expect((await rawSell()).text).toContain('['.repeat(100_000));
  });

  test('a delay keeps the reply, not the order', async () => {
    bench.simulator.control.failNext(SELL, { delayMs: 20 });
    const called = bench.simulator.control.waitForCall(SELL);
    const reply = rawSell();
    expect(await called).toMatchObject({ outcome: 'result', executed: true });
    expect(executed()).toBe(1);
    expect((await reply).status).toBe(200);
  });

  test('failAll goes on until it is taken back', async () => {
    bench.simulator.control.failAll(SELL, { httpStatus: 503, html: '' });
    for (let turn = 0; turn < 3; turn += 1) expect((await rawSell()).status).toBe(503);
    bench.simulator.control.failAll(SELL, null);
    expect((await rawSell()).status).toBe(200);
    expect(executed()).toBe(1);
  });
});

describe('going away', () => {
  test('offline refuses connections and ends open ones; online again, the state is still there', async () => {
    await rawSell();
    await bench.simulator.control.goOffline();
    await expect(rawSell()).rejects.toMatchObject({ code: expect.stringMatching(/ECONN(REFUSED|RESET)/) as string });
    await bench.simulator.control.goOnline();
    const found = await bench.result('private/get_order_state_by_label', { currency: 'BTC', label: 'fault' });
    expect(found).toHaveLength(1);
    expect(new URL(bench.simulator.origin).port).toBe(String(bench.simulator.port));
  });
});

test('calls are counted with their params and outcome', async () => {
  await rawSell();
  await bench.call(SELL, { instrument_name: 'BTC-PERPETUAL' });
  const { count, records } = bench.simulator.control.calls(SELL);
  expect(count).toBe(2);
  expect(records).toMatchObject([
    { params: ORDER, outcome: 'result', errorCode: null },
    { outcome: 'error', errorCode: -32_602 },
  ]);
});
