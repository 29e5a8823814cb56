import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { placedOrder } from '../../support/records/records.ts';
import {
  createBackOffClock,
  createServiceDouble,
  createTestClient,
  envelope,
  inTurn,
  refuseWith,
  replyJson,
  replyText,
  replyWith,
  type Behaviour,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const SELL = { instrument_name: 'BTC-PERPETUAL', amount: decimal(10), price: decimal(97_500), label: 'mine' };
const PLACED = { order: placedOrder(), trades: [] };
const HTML = '<html><body>\r\nBad\tgateway <b>x</b></body></html>';

let double: ServiceDouble;
beforeEach(async () => {
  double = await createServiceDouble();
});
afterEach(() => double.close());

/** Each executes the order (it is counted as a call) and then goes wrong in its own way. */
const FAULTS: readonly (readonly [name: string, fault: Behaviour, reason: string])[] = [
  ['drop before the reply', (call) => call.socket.destroy(), 'connection_lost'],
  ['reset', (call) => call.socket.resetAndDestroy(), 'connection_lost'],
  ['end without a reply', (call) => call.socket.end(), 'connection_lost'],
  [
    'reply cut in the middle',
    (call, response) => {
      const text = JSON.stringify(envelope(call, { result: PLACED }));
      response.writeHead(200, { 'content-length': text.length });
      response.write(text.slice(0, 40), () => call.socket.destroy());
    },
    'answer_cut',
  ],
  ['not HTTP', (call) => call.socket.end('ready\r\n'), 'connection_lost'],
  ...[408, 425, 429, 500, 502, 503, 504, 520, 404, 401, 403].map(
    (status) => [`HTTP ${status} with HTML`, replyText(status, HTML), 'http_status'] as const,
  ),
  ['HTTP 500 with our envelope', replyJson(500, (call) => envelope(call, { result: PLACED })), 'http_status'],
  ['HTTP 503 with an error envelope', refuseWith(10_009, 'not_enough_funds', 503), 'http_status'],
  ['HTTP 400 with a result', replyJson(400, (call) => envelope(call, { result: PLACED })), 'http_status'],
  ['HTTP 204', replyText(204, ''), 'http_status'],
  ['301', replyText(301, '', { location: '/api/v2/private/sell' }), 'redirect'],
  ['307', replyText(307, '', { location: '/api/v2/private/sell' }), 'redirect'],
  ['308', replyText(308, '', { location: '/api/v2/private/sell' }), 'redirect'],
  ['200 with HTML', replyText(200, HTML), 'not_json'],
  ['200 with half of the JSON', replyText(200, '{"jsonrpc":"2.0","id":1,"result":{"order"'), 'not_json'],
  ['200 with nothing', replyText(200, ''), 'not_json'],
  ['another id', replyJson(200, () => ({ jsonrpc: '2.0', id: 999_999, result: PLACED })), 'wrong_id'],
  ['no id', replyJson(200, () => ({ jsonrpc: '2.0', result: PLACED })), 'wrong_id'],
  ['neither result nor error', replyJson(200, (call) => envelope(call, {})), 'bad_envelope'],
  [
    'both result and error',
    replyJson(200, (call) => envelope(call, { result: PLACED, error: { code: 10_009, message: 'not_enough_funds' } })),
    'bad_envelope',
  ],
  ['another protocol', replyJson(200, (call) => ({ id: call.id, result: PLACED })), 'bad_envelope'],
  ['an array', replyJson(200, (call) => [envelope(call, { result: PLACED })]), 'bad_envelope'],
  ['an order without an id', replyWith({ order: { ...PLACED.order, order_id: 7 }, trades: [] }), 'unreadable_result'],
  ['a result of another method', replyWith([]), 'unreadable_result'],
  ['deep nesting', replyText(200, `{"jsonrpc":"2.0","result":${'['.repeat(100_000)}`), 'too_deep'],
  ['9 MB', replyText(200, ' '.repeat(9 * 1024 * 1024)), 'too_large'],
];

describe('an order is written once, whatever comes back', () => {
  it.each(FAULTS)('%s', async (_name, fault, reason) => {
    double.behave(fault);
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { clock });
    const answer = await client.call('private/sell', SELL);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer', reason } });
    expect(clock.waitsMs).toEqual([]);

    // The next order proves that nothing is still queued from the first.
    double.behave(replyWith(PLACED));
    expect(await client.call('private/sell', { ...SELL, label: 'next' })).toMatchObject({ ok: true });
    expect(double.calls.map((call) => call.params['label'])).toEqual(['mine', 'next']);
    await client.close();
  });

  it('a request for quotes too', async () => {
    double.behave((call) => call.socket.destroy());
    const client = createTestClient(double.origin);
    const legs = [{ instrument_name: 'BTC-PERPETUAL', amount: decimal(200_000), direction: 'buy' as const }];
    const answer = await client.call('private/create_block_rfq', { legs });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'connection_lost' } });
    await client.close();
    expect(double.calls).toHaveLength(1);
  });

  it('no redirect is followed: the other host hears nothing', async () => {
    let heard = 0;
    const other = createServer().listen(0, '127.0.0.1');
    other.on('connection', () => (heard += 1));
    await once(other, 'listening');
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/v2/private/sell`;
    const client = createTestClient(double.origin);
    for (const status of [301, 302, 303, 307, 308]) {
      double.behave(replyText(status, '', { location }));
      const answer = await client.call('private/sell', SELL);
      expect(answer).toMatchObject({ ok: false, error: { reason: 'redirect', httpStatus: status } });
      const read = await client.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
      expect(read).toMatchObject({ ok: false, error: { reason: 'redirect', httpStatus: status } });
    }
    await client.close();
    other.close();
    expect(heard).toBe(0);
    expect(double.calls).toHaveLength(10);
  });
});

describe('a reply of 200 MB', () => {
  const CHUNK = Buffer.alloc(1024 * 1024, ' ');
  /** What is read before it is given up, and what sockets hold of it on both sides. */
  const MOST_SENT = 24 * CHUNK.length;

  it('is read no further than the cap, and neither repeats the sell nor ends the client', async () => {
    let sent = 0;
    const ended = new Promise<void>((resolve) => {
      double.behave((call, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        call.socket.once('close', resolve);
        const pour = (): void => {
          while (sent < 200 * CHUNK.length && !call.socket.destroyed) {
            sent += CHUNK.length;
            if (!response.write(CHUNK)) {
              response.once('drain', pour);
              return;
            }
          }
          response.end();
        };
        pour();
      });
    });
    const client = createTestClient(double.origin);
    const answer = await client.call('private/sell', SELL);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'too_large' } });
    await ended;
    expect(sent).toBeLessThan(MOST_SENT);
    double.behave(replyWith(PLACED));
    expect(await client.call('private/sell', { ...SELL, label: 'next' })).toMatchObject({ ok: true });
    expect(double.calls).toHaveLength(2);
    await client.close();
  });
});

describe('the evidence of a failed order', () => {
  it('is the status and the start of the body as one line of plain text', async () => {
    double.behave(replyText(502, `${HTML}${'x'.repeat(1_000)}`));
    const client = createTestClient(double.origin);
    const answer = await client.call('private/sell', SELL);
    expect(answer).toMatchObject({ ok: false, error: { httpStatus: 502 } });
    const bodyStart = answer.ok || answer.error.kind !== 'no_answer' ? null : answer.error.bodyStart;
    expect(bodyStart).toMatch(/^<html><body> Bad gateway <b>x<\/b><\/body><\/html>x+$/);
    expect(bodyStart?.length).toBeLessThanOrEqual(300);
    await client.close();
  });

  it.each([
    [400, 10_009, 'refused'],
    [200, 10_009, 'refused'],
    [200, 13_888, 'refused'],
    [429, 10_028, 'transient'],
    [400, 13_009, 'credentials'],
    [400, 10_001, 'unknown'],
    [400, 77_777, 'unknown'],
  ])('HTTP %i with error %i is a refusal of class %s', async (status, code, errorClass) => {
    double.behave(refuseWith(code, 'the message', status, { reason: 'the reason', param: 'price' }));
    const client = createTestClient(double.origin);
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: {
        kind: 'service_error',
        code,
        class: errorClass,
        message: 'the message',
        reason: 'the reason',
        param: 'price',
        httpStatus: status,
      },
    });
    await client.close();
    expect(double.calls).toHaveLength(1);
  });
});

describe('a read is asked again where that may help', () => {
  const ticker = { instrument_name: 'BTC-PERPETUAL' };

  it('three times at most, with growing, jittered waits', async () => {
    double.behave((call) => call.socket.destroy());
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { clock });
    const answer = await client.call('public/ticker', ticker);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'connection_lost' } });
    expect(double.calls).toHaveLength(3);
    expect(clock.waitsMs).toEqual([75, 150]);
    await client.close();
  });

  it('each time under a new id', async () => {
    double.behave(inTurn(replyText(503, HTML), refuseWith(10_040, 'retry'), replyWith({})));
    const client = createTestClient(double.origin);
    await client.call('public/ticker', ticker);
    expect(new Set(double.calls.map((call) => call.id)).size).toBe(3);
    await client.close();
  });

  it.each([
    ['a refusal', refuseWith(13_020, 'not_found')],
    ['a redirect', replyText(307, '')],
    ['an unreadable result', replyWith([])],
    ['too much', replyText(200, ' '.repeat(9 * 1024 * 1024))],
    ['HTTP 404', replyText(404, HTML)],
  ])('but not after %s', async (_name, fault) => {
    double.behave(fault);
    const client = createTestClient(double.origin);
    expect(await client.call('public/ticker', ticker)).toMatchObject({ ok: false });
    expect(double.calls).toHaveLength(1);
    await client.close();
  });
});
