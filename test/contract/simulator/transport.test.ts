import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const TICKER = '/api/v2/public/ticker';
const tickerCall = (id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'public/ticker',
  params: { instrument_name: 'BTC-PERPETUAL' },
});

function errorOf(text: string) {
  return (JSON.parse(text) as { error: unknown }).error;
}

describe('the three forms of a call', () => {
  test('GET with a JSON body is answered with the id and the envelope', async () => {
    const reply = await bench.send({ target: TICKER, body: JSON.stringify(tickerCall(41)) });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(JSON.parse(reply.text)).toMatchObject({
      jsonrpc: '2.0',
      id: 41,
      result: { instrument_name: 'BTC-PERPETUAL' },
      usIn: bench.clock.ms * 1000,
      usOut: bench.clock.ms * 1000,
      usDiff: 0,
      testnet: true,
    });
  });

  test('GET with a query string is answered without an id', async () => {
    const reply = await bench.send({ target: `${TICKER}?instrument_name=BTC-PERPETUAL` });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).not.toHaveProperty('id');
  });

  test('POST with a body is answered the same, and an id may be text', async () => {
    const reply = await bench.send({ verb: 'POST', target: TICKER, body: JSON.stringify(tickerCall('a-1')) });
    expect(JSON.parse(reply.text)).toMatchObject({ id: 'a-1', result: { instrument_name: 'BTC-PERPETUAL' } });
  });

  test('a query reads numbers, booleans and JSON text', async () => {
    const answer = await bench.send({ target: '/api/v2/public/get_block_rfq_trades?currency=any&count=3' });
    expect((JSON.parse(answer.text) as { result: { block_rfqs: unknown[] } }).result.block_rfqs).toHaveLength(3);
    const wrong = await bench.send({ target: '/api/v2/public/get_block_rfq_trades?currency=any&count=3x' });
    expect(errorOf(wrong.text)).toMatchObject({
      code: -32_602,
      data: { param: 'count', reason: 'must be an integer' },
    });
  });

  test('calls one after the other share a connection', async () => {
    const before = bench.simulator.control.connections();
    for (let turn = 0; turn < 20; turn += 1) await bench.send({ target: TICKER, body: JSON.stringify(tickerCall()) });
    expect(bench.simulator.control.connections() - before).toBeLessThanOrEqual(1);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['malformed JSON', '{"jsonrpc":"2.0",', -32_700, 'Parse error'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), -32_700, 'Parse error'],
    ['a batch', '[]', 11_050, 'bad_request'],
    ['another protocol', JSON.stringify({ ...tickerCall(), jsonrpc: '1.0' }), 11_050, 'bad_request'],
    ['another method than the path', JSON.stringify({ ...tickerCall(), method: 'public/auth' }), 11_050, 'bad_request'],
    ['an id of the wrong kind', JSON.stringify(tickerCall(1.5)), 11_050, 'bad_request'],
    ['positional params', JSON.stringify({ ...tickerCall(), params: ['BTC-PERPETUAL'] }), -32_602, 'Invalid params'],
  ])('%s is refused', async (_name, body, code, message) => {
    const reply = await bench.send({ target: TICKER, body });
    expect(reply.status).toBe(400);
    expect(errorOf(reply.text)).toMatchObject({ code, message });
  });

  test.each([33_000, 1_000_000])('a body of %d bytes is too large', async (length) => {
    const body = JSON.stringify({ ...tickerCall(), filler: 'x'.repeat(length) });
    const reply = await bench.send({ verb: 'POST', target: TICKER, body });
    expect(reply.status).toBe(400);
    expect(errorOf(reply.text)).toMatchObject({ code: -32_600, message: 'request entity too large' });
  });

  test('an unknown method is not found', async () => {
    const method = 'public/nothing';
    const reply = await bench.send({
      target: `/api/v2/${method}`,
      body: JSON.stringify({ jsonrpc: '2.0', id: 5, method }),
    });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ id: 5, error: { code: -32_601, message: 'Method not found' } });
  });

  test('a body of another content type is refused', async () => {
    const reply = await bench.send({
      target: TICKER,
      body: JSON.stringify(tickerCall()),
      headers: { 'content-type': 'text/plain' },
    });
    expect(errorOf(reply.text)).toMatchObject({ code: 13_018, message: 'invalid_content_type' });
  });

  test.each(['/%zz', '/api/v2/%zz', '/api/v2/public/ticker?instrument_name=%zz', '/', '/api/v2/', '/api/v2/__proto__'])(
    '%s is answered and harms nothing',
    async (target) => {
      expect((await bench.send({ target })).status).toBeGreaterThanOrEqual(400);
      expect((await bench.send({ target: TICKER, body: JSON.stringify(tickerCall()) })).status).toBe(200);
    },
  );

  test('a body that breaks off harms nothing', async () => {
    const socket = connect(bench.simulator.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${TICKER} HTTP/1.1\r\nHost: 127.0.0.1:${bench.simulator.port}\r\nContent-Length: 100\r\n\r\n{"a"`,
    );
    socket.destroy();
    await once(socket, 'close');
    expect((await bench.send({ target: TICKER, body: JSON.stringify(tickerCall()) })).status).toBe(200);
  });
});

describe('parameters', () => {
  test.each([
    ['missing', {}, 'value required'],
    ['of the wrong type', { instrument_name: 5 }, 'must be a string'],
    ['null', { instrument_name: null }, 'must be a string'],
    ['misshapen', { instrument_name: 'BTC PERPETUAL ' }, 'wrong format'],
    ['unknown', { instrument_name: 'BTC-1JAN20-5-C' }, 'instrument not found'],
  ])('an instrument name that is %s', async (_name, params, reason) => {
    const answer = await bench.call('public/ticker', params);
    expect(answer).toMatchObject({
      status: 400,
      error: { code: -32_602, message: 'Invalid params', data: { param: 'instrument_name', reason } },
    });
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'extra'])('the name %s is refused', async (name) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"public/ticker","params":{"instrument_name":"BTC-PERPETUAL","${name}":{}}}`;
    const reply = await bench.send({ target: TICKER, body });
    expect(errorOf(reply.text)).toMatchObject({ code: -32_602, data: { param: name, reason: 'unknown parameter' } });
  });

  test('a parameter given twice in a query is refused', async () => {
    const reply = await bench.send({ target: `${TICKER}?instrument_name=BTC-PERPETUAL&instrument_name=ETH-PERPETUAL` });
    expect(errorOf(reply.text)).toMatchObject({ code: -32_602 });
  });
});

describe('web pages are kept out', () => {
  const body = JSON.stringify(tickerCall());
  test.each([
    ['a rebound name', { host: 'evil.test' }],
    ['the name localhost', { host: 'localhost' }],
    ['an Origin', { headers: { origin: 'http://evil.test' } }],
    ['an Origin of its own', { headers: { origin: 'http://127.0.0.1' } }],
    ['a null Origin', { headers: { origin: 'null' } }],
    ['a cross-site fetch', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a same-site fetch', { headers: { 'sec-fetch-site': 'same-site' } }],
  ])('%s is refused', async (_name, what) => {
    const before = bench.simulator.control.calls('public/ticker').count;
    const reply = await bench.send({ target: TICKER, body, ...what });
    expect(reply.status).toBe(403);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(bench.simulator.control.calls('public/ticker').count).toBe(before);
  });

  test.each(['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('%s is not answered', async (verb) => {
    expect((await bench.send({ verb, target: TICKER })).status).toBe(405);
  });

  test('a method override has no effect', async () => {
    const reply = await bench.send({ verb: 'PUT', target: TICKER, headers: { 'x-http-method-override': 'GET' } });
    expect(reply.status).toBe(405);
  });
});
