import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { basic, openBench, type Bench } from './caller.ts';

let bench: Bench;
let socket: Socket;
beforeEach(async () => {
  bench = await openBench();
  socket = connect(bench.simulator.port, '127.0.0.1');
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await bench.close();
});

const SELL = 'private/sell';
const ORDER = { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market', label: 'fault' };
const body = JSON.stringify({ jsonrpc: '2.0', id: 9, method: SELL, params: ORDER });

const executed = () => bench.simulator.control.ordersByLabel('fault').length;
const rawSell = () =>
  bench.send({ target: `/api/v2/${SELL}`, body, headers: { authorization: basic(bench.simulator) } });

/** Sends a sell on the raw socket. */
function writeSell(): void {
  socket.write(
    [
      `GET /api/v2/${SELL} HTTP/1.1`,
      `host: 127.0.0.1:${bench.simulator.port}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `authorization: ${basic(bench.simulator)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/** What came on the raw socket, once it fits. */
async function received(fits: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (fits(text)) break;
  }
  return text;
}

describe('faults of the connection', () => {
  test.each([
    ['reset_before_executing', 0],
    ['reset_after_executing', 1],
  ] as const)('%s resets the socket; orders: %i', async (fault, orders) => {
    bench.simulator.control.failNext(SELL, fault);
    const failed = once(socket, 'error') as Promise<[NodeJS.ErrnoException]>;
    socket.resume();
    writeSell();
    expect((await failed)[0].code).toBe('ECONNRESET');
    expect(executed()).toBe(orders);
  });

  test.each([
    ['silent_before_executing', 0],
    ['silent_after_executing', 1],
  ] as const)('%s leaves the socket open without a byte; orders: %i', async (fault, orders) => {
    const { control } = bench.simulator;
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    control.failNext(SELL, fault);
    writeSell();
    // The service goes on with others meanwhile; the silent socket has had its chance when their replies are here.
    while (control.calls(SELL).count === 0) await bench.result('public/get_time');
    for (let turn = 0; turn < 5; turn += 1) await bench.result('public/get_time');
    expect(executed()).toBe(orders);
    expect(bytes).toBe(0);
    expect(socket.readyState).toBe('open');
  });

  test('a slow drip comes byte by byte, until the caller ends it', async () => {
    bench.simulator.control.failNext(SELL, { dripMs: 1 });
    writeSell();
    const text = await received((seen) => (seen.split('\r\n\r\n')[1] ?? '').length >= 5);
    expect(text.split('\r\n\r\n')[1]).toMatch(/^\{"jso/);
    expect(executed()).toBe(1);
    socket.destroy();
    expect(await bench.call('public/get_time')).toMatchObject({ status: 200 });
  });

  test('a drip that nobody ends becomes the whole reply', async () => {
    bench.simulator.control.failNext('public/get_time', { dripMs: 0 });
    expect(await bench.call('public/get_time')).toMatchObject({ status: 200, result: bench.clock.ms });
  });
});

describe('faults of the reply', () => {
  test('a duplicate comes on the same socket, and the order is one', async () => {
    bench.simulator.control.failNext(SELL, 'duplicate_reply');
    writeSell();
    const text = await received((seen) => seen.split('"usDiff"').length > 2);
    const replies = text
      .split(/HTTP\/1\.1 200 OK/)
      .slice(1)
      .map((reply) => reply.split('\r\n\r\n')[1]);
    expect(replies).toHaveLength(2);
    expect(replies[0]).toBe(replies[1]);
    expect(executed()).toBe(1);
  });

  test.each([301, 302, 303, 307, 308] as const)('a redirect of status %i to another host', async (status) => {
    bench.simulator.control.failNext(SELL, { redirect: 'http://192.0.2.1/elsewhere', status });
    expect(await rawSell()).toMatchObject({ status, headers: { location: 'http://192.0.2.1/elsewhere' } });
    expect(executed()).toBe(0);
  });

  test.each([403, 408, 429, 500, 502, 503, 504, 520])('a page of status %i', async (httpStatus) => {
    bench.simulator.control.failNext(SELL, { httpStatus, html: '<h1>No</h1>' });
    expect(await rawSell()).toMatchObject({ status: httpStatus, text: '<h1>No</h1>' });
    expect(executed()).toBe(0);
  });

  test('a null result, and none at all', async () => {
    bench.simulator.control.failNext(SELL, 'null_result');
    bench.simulator.control.failNext(SELL, 'absent_result');
    expect(JSON.parse((await rawSell()).text)).toMatchObject({ id: 9, result: null });
    const absent = JSON.parse((await rawSell()).text) as object;
    expect(absent).not.toHaveProperty('result');
    expect(absent).not.toHaveProperty('error');
    expect(executed()).toBe(2);
  });

  test('a wrong clock in usIn and usOut', async () => {
    bench.simulator.control.failNext('public/get_time', { clockOffsetMs: -3_600_000 });
    const us = (bench.clock.ms - 3_600_000) * 1000;
    expect(await bench.call('public/get_time')).toMatchObject({ usIn: us, usOut: us, result: bench.clock.ms });
    expect(await bench.call('public/get_time')).toMatchObject({ usOut: bench.clock.ms * 1000 });
  });

  test('* stands for every method, after those of the method itself', async () => {
    const { control } = bench.simulator;
    control.failAll('*', { httpStatus: 503, html: 'all' });
    control.failNext('public/get_time', { httpStatus: 502, html: 'this' });
    expect((await bench.send({ target: '/api/v2/public/get_time' })).status).toBe(502);
    expect((await bench.send({ target: '/api/v2/public/get_time' })).status).toBe(503);
    expect((await rawSell()).status).toBe(503);
    control.failAll('*', null);
    expect((await rawSell()).status).toBe(200);
  });
});

describe('clock and tickers', () => {
  test('the clock moves for all of the service', async () => {
    bench.simulator.control.moveClock(60_000);
    expect(await bench.call('public/get_time')).toMatchObject({
      result: bench.clock.ms + 60_000,
      usOut: (bench.clock.ms + 60_000) * 1000,
    });
    bench.simulator.control.moveClock(-60_000);
    expect(await bench.result('public/get_time')).toBe(bench.clock.ms);
  });

  test('a ticker may run back in time while its prices go on', async () => {
    const ticker = () => bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    const before = await ticker();
    bench.clock.ms += 1000;
    bench.simulator.control.rewindTicker('BTC-PERPETUAL', 5000);
    const rewound = await ticker();
    expect(rewound['timestamp']).toBe(bench.clock.ms - 5000);
    expect(rewound['timestamp']).toBeLessThan(Number(before['timestamp']));
    expect(rewound['mark_price']).not.toBe(before['mark_price']);
    bench.simulator.control.rewindTicker('BTC-PERPETUAL', 0);
    expect((await ticker())['timestamp']).toBe(bench.clock.ms);
  });
});

describe('the order book carries the ticker’s fields', () => {
  const name = { instrument_name: 'BTC-PERPETUAL' };
  const book = (depth: number) => bench.result('public/get_order_book', { ...name, depth });
  const ticker = () => bench.result('public/ticker', name);

  test('and runs back in time with it', async () => {
    const before = await book(5);
    bench.clock.ms += 1000;
    bench.simulator.control.rewindTicker('BTC-PERPETUAL', 5000);
    const rewound = await book(5);
    expect(rewound).toMatchObject(await ticker());
    expect(rewound['timestamp']).toBe(bench.clock.ms - 5000);
    expect(rewound['bids']).not.toEqual(before['bids']);
  });

  test('and stands still with it, levels and all', async () => {
    const [before, best] = [await book(10), await book(1)];
    bench.simulator.control.freezeTicker('BTC-PERPETUAL');
    bench.clock.ms += 60_000;
    expect(await book(10)).toEqual(before);
    expect(await book(1)).toEqual(best);
    expect(await book(10)).toMatchObject(await ticker());
    bench.simulator.control.freezeTicker('BTC-PERPETUAL', false);
    const after = await book(10);
    expect(after['timestamp']).toBe(bench.clock.ms);
    expect(after['bids']).not.toEqual(before['bids']);
  });
});

describe('waiters', () => {
  test('for an order: at once when it is there, else with the call that brings it', async () => {
    const { control } = bench.simulator;
    const filled = control.waitForOrder((order) => order['label'] === 'fault' && order['order_state'] === 'filled');
    await bench.call('public/get_time');
    await bench.call(SELL, ORDER);
    expect(await filled).toMatchObject({ instrument_name: 'BTC-PERPETUAL', amount: 10 });
    expect(await control.waitForOrder((order) => order['label'] === 'fault')).toMatchObject({ order_state: 'filled' });
  });

  test('for an order’s end: a resting order that is cancelled', async () => {
    const placed = await bench.result<{ order: { order_id: string } }>(SELL, {
      instrument_name: 'BTC-PERPETUAL',
      amount: 10,
      price: 97_900,
      label: 'rest',
    });
    const { order_id: id } = placed.order;
    const gone = bench.simulator.control.waitForOrder(
      (order) => order['order_id'] === id && order['order_state'] === 'cancelled',
    );
    await bench.result('private/cancel', { order_id: id });
    expect(await gone).toMatchObject({ cancel_reason: 'user_request' });
  });

  /** A waiter's outcome so far, or `pending`. */
  const settled = (waiter: Promise<unknown>) => Promise.race([waiter, Promise.resolve('pending')]);

  test('for what a knob brings about: trades made, a book closed, the clock moved', async () => {
    const { control } = bench.simulator;
    const traded = control.waitForTrade((trade) => trade['label'] === 'made');
    expect(await settled(traded)).toBe('pending');
    control.makeTrades('BTC-PERPETUAL', 2, { label: 'made' });
    expect(await settled(traded)).toMatchObject({ direction: 'sell', amount: 10 });

    const resting = { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 97_900, label: 'rest' };
    await bench.result(SELL, resting);
    const gone = control.waitForOrder((order) => order['label'] === 'rest' && order['order_state'] === 'cancelled');
    expect(await settled(gone)).toBe('pending');
    control.setInstrumentState('BTC-PERPETUAL', 'inactive');
    expect(await settled(gone)).toMatchObject({ amount: 10 });
    control.setInstrumentState('BTC-PERPETUAL', 'open');

    await bench.result(SELL, {
      ...resting,
      label: 'day',
      time_in_force: 'good_til_day',
      post_only: false,
      price: 150_000,
    });
    const ended = control.waitForOrder((order) => order['label'] === 'day' && order['order_state'] === 'cancelled');
    expect(await settled(ended)).toBe('pending');
    control.moveClock(24 * 3_600_000);
    expect(await settled(ended)).toMatchObject({ cancel_reason: 'settlement' });
  });

  test.each<[string, (bench: Bench) => void]>([
    ['freezeTicker', ({ simulator }) => simulator.control.freezeTicker('BTC-PERPETUAL')],
    ['rewindTicker', ({ simulator }) => simulator.control.rewindTicker('BTC-PERPETUAL', 1)],
    ['printBlockRfq', ({ simulator }) => simulator.control.printBlockRfq([{ name: 'BTC-PERPETUAL', ratio: 1 }])],
    ['givePosition', ({ simulator }) => simulator.control.givePosition('BTC-PERPETUAL', 10, 97_000)],
  ])('%s brings the market to now, and tells who waits', async (_name, turn) => {
    await bench.result(SELL, {
      instrument_name: 'BTC-PERPETUAL',
      amount: 10,
      price: 150_000,
      label: 'day',
      time_in_force: 'good_til_day',
      post_only: false,
    });
    const ended = bench.simulator.control.waitForOrder(
      (order) => order['label'] === 'day' && order['order_state'] === 'cancelled',
    );
    bench.clock.ms += 24 * 3_600_000;
    expect(await settled(ended)).toBe('pending');
    turn(bench);
    expect(await settled(ended)).toMatchObject({ cancel_reason: 'settlement' });
  });

  test('for a trade and for a connection', async () => {
    const traded = bench.simulator.control.waitForTrade((trade) => trade['label'] === 'fault');
    const connected = bench.simulator.control.waitForConnection();
    await bench.call(SELL, ORDER);
    expect(await traded).toMatchObject({ direction: 'sell', amount: 10 });
    expect(await connected).toBe(bench.simulator.control.connections());
  });
});

test('a waiter that throws is told so; the call that it looked at is answered as ever', async () => {
  const broken = bench.simulator.control.waitForOrder(() => {
    throw new Error('a waiter that is broken');
  });
  const [told, answer] = await Promise.allSettled([broken, bench.call(SELL, ORDER)]);
  expect(told).toMatchObject({ status: 'rejected', reason: { message: 'a waiter that is broken' } });
  expect(answer).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
  expect(bench.simulator.control.crashes()).toEqual([]);
});
