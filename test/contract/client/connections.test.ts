import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import { decimal } from '../../../shared/decimal.ts';
import { perpetualTicker, placedOrder } from '../../support/records/records.ts';
import {
  byPath,
  createServiceDouble,
  createTestClient,
  findClosedPort,
  replyWith,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const SELL = { instrument_name: 'BTC-PERPETUAL', amount: decimal(10), price: decimal(97_500), label: 'mine' };
const TICKER = { instrument_name: 'BTC-PERPETUAL' };
const ANSWERS = byPath({
  'public/ticker': replyWith(perpetualTicker()),
  'private/sell': replyWith({ order: placedOrder(), trades: [] }),
});

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function startDouble(): Promise<ServiceDouble> {
  const double = await createServiceDouble(ANSWERS);
  toClose.push(double.close);
  return double;
}

/** A TCP server that does with each connection what the test says. */
async function startTcp(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

describe('connections', () => {
  it.each(['get_body', 'get_query', 'post'] as const)(
    '10,000 calls in turn open one (%s)',
    async (form) => {
      const double = await startDouble();
      const client = createTestClient(double.origin, { form });
      const calls = form === 'get_body' ? 10_000 : 500;
      for (let call = 0; call < calls; call += 1) await client.call('public/ticker', TICKER);
      await client.close();
      expect(double.calls).toHaveLength(calls);
      expect(double.connections()).toBe(1);
    },
    60_000,
  );

  it('100 orders in turn open one of their own, which no read shares', async () => {
    const double = await startDouble();
    const client = createTestClient(double.origin);
    for (let call = 0; call < 100; call += 1) {
      await client.call('private/sell', SELL);
      await client.call('public/ticker', TICKER);
    }
    const socketsOf = (path: string) =>
      new Set(double.calls.filter((call) => call.path.endsWith(path)).map((call) => call.socket));
    expect(socketsOf('sell').size).toBe(1);
    expect(socketsOf('ticker').size).toBe(1);
    expect(double.connections()).toBe(2);
    await client.close();
  });

  it('an order does not wait behind reads that hang', async () => {
    const double = await startDouble();
    double.behave((call, response) => {
      if (call.path.endsWith('sell')) ANSWERS(call, response);
    });
    const client = createTestClient(double.origin);
    const reads = Array.from({ length: 20 }, () => client.call('public/ticker', TICKER));
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    await client.close();
    await Promise.all(reads);
    expect(double.connections()).toBeLessThanOrEqual(5);
  });

  it.each([
    ['a cancel', (client: ServiceClient) => client.callExtension('private/cancel', { order_id: 'BTC-1' })],
    [
      'what decides an order',
      (client: ServiceClient) =>
        client.call(
          'private/get_order_state_by_label',
          { label: 'mine', currency: 'BTC' },
          { priority: 'reconciliation' },
        ),
    ],
  ])('%s does not wait behind reads that hang', async (_name, ask) => {
    const double = await startDouble();
    const answers = byPath({
      'private/cancel': replyWith(placedOrder({ order_id: 'BTC-1', order_state: 'cancelled' })),
      'private/get_order_state_by_label': replyWith([placedOrder({ order_id: 'BTC-1' })]),
    });
    double.behave((call, response) => {
      if (call.path.includes('private')) answers(call, response);
    });
    const client = createTestClient(double.origin);
    const reads = Array.from({ length: 20 }, () => client.call('public/ticker', TICKER, { deadlineMs: 30_000 }));
    expect(await ask(client)).toMatchObject({ ok: true });
    await client.close();
    await Promise.all(reads);
  });

  it('a cancel does not wait behind look-ups that hang, of which all connections but its own are full', async () => {
    const double = await startDouble();
    const answers = byPath({
      'private/cancel': replyWith(placedOrder({ order_id: 'BTC-1', order_state: 'cancelled' })),
    });
    double.behave((call, response) => {
      if (call.path.endsWith('cancel')) answers(call, response);
    });
    const client = createTestClient(double.origin);
    const lookUps = Array.from({ length: 20 }, () =>
      client.call(
        'private/get_order_state_by_label',
        { label: 'mine', currency: 'BTC' },
        { priority: 'reconciliation' },
      ),
    );
    expect(await client.callExtension('private/cancel', { order_id: 'BTC-1' })).toMatchObject({ ok: true });
    await client.close();
    await Promise.all(lookUps);
    expect(double.connections()).toBeLessThanOrEqual(8);
  });

  it.each([
    ['the account', 'private/cancel_all', {}],
    ['a currency', 'private/cancel_all_by_currency', { currency: 'BTC' }],
    ['an instrument', 'private/cancel_all_by_instrument', { instrument_name: SELL.instrument_name }],
  ] as const)('to cancel %s does not wait behind sells that hang', async (_what, method, params) => {
    const double = await startDouble();
    double.behave((call, response) => {
      if (call.path.endsWith(method)) replyWith(4)(call, response);
    });
    const client = createTestClient(double.origin);
    const sells = ['a', 'b', 'c', 'd', 'e'].map((label) => client.call('private/sell', { ...SELL, label }));
    expect(await client.callExtension(method, params)).toMatchObject({ ok: true, value: { value: 4 } });
    await client.close();
    await Promise.all(sells);
  });

  it('orders open four at most, and a stop takes back what waits', async () => {
    const double = await startDouble();
    double.behave(() => undefined);
    const client = createTestClient(double.origin);
    let isStopped = false;
    const mayWrite = () => !isStopped;
    const sell = (label: string) => client.call('private/sell', { ...SELL, label }, { mayWrite });
    const labels = ['1', '2', '3', '4', '5', '6'];
    const placed = labels.map(sell);
    while (double.calls.length < 4) await double.nextCall();
    expect(double.calls.map(({ params }) => String(params['label'])).toSorted()).toEqual(['1', '2', '3', '4']);
    expect(double.connections()).toBe(4);
    isStopped = true;
    const [first] = double.calls;
    if (first !== undefined) first.socket.destroy();
    const withdrawn = { ok: false, error: { kind: 'not_sent', reason: 'withdrawn' } };
    expect(await Promise.all(placed.slice(4))).toMatchObject([withdrawn, withdrawn]);
    expect(double.calls).toHaveLength(4);
    await client.close();
    const ended = await Promise.all(placed.slice(0, 4));
    for (const answer of ended) expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer' } });
  });

  it('the service closing an idle connection costs the next order nothing', async () => {
    const double = await startDouble();
    const client = createTestClient(double.origin);
    await client.call('private/sell', SELL);
    const idle = double.calls[0]?.socket;
    idle?.end();
    if (idle !== undefined) await once(idle, 'close');
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    await client.close();
    expect(double.calls).toHaveLength(2);
    expect(double.connections()).toBe(2);
  });

  it('an idle connection closed at the moment of the next order: executed once and accepted, or unknown', async () => {
    const double = await startDouble();
    const client = createTestClient(double.origin);
    for (let round = 0; round < 50; round += 1) {
      await client.call('private/sell', SELL);
      const before = double.calls.length;
      const socket = double.calls[before - 1]?.socket;
      const answering = client.call('private/sell', SELL);
      if (round % 2 === 0) socket?.destroy();
      else socket?.resetAndDestroy();
      const answer = await answering;
      const executed = double.calls.length - before;
      if (answer.ok) expect(executed).toBe(1);
      else {
        expect(answer.error.kind).toBe('no_answer');
        expect(executed).toBe(0);
      }
    }
    await client.close();
  });

  it('no proxy of the environment is used', async () => {
    const double = await startDouble();
    let heard = 0;
    const proxyPort = await startTcp(() => (heard += 1));
    const names = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const saved = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxyPort}`;
    const client = createTestClient(double.origin);
    expect(await client.call('public/ticker', TICKER)).toMatchObject({ ok: true });
    await client.close();
    for (const [index, name] of names.entries()) {
      const value = saved[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    expect(heard).toBe(0);
  });
});

describe('never sent', () => {
  it('when nothing listens', async () => {
    const client = createTestClient(`http://127.0.0.1:${await findClosedPort()}`);
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'connection_refused' },
    });
    await client.close();
  });

  it('when nobody knows the name of the service', async () => {
    const client = createTestClient('https://service.invalid');
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'host_unreachable' },
    });
    await client.close();
  });

  it('when the other side speaks no TLS', async () => {
    const port = await startTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const client = createTestClient(`https://127.0.0.1:${port}`);
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'tls_failed' },
    });
    await client.close();
  });

  it('when the other side hangs up during the TLS handshake', async () => {
    const port = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const client = createTestClient(`https://127.0.0.1:${port}`);
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'tls_failed' },
    });
    await client.close();
  });

  it('when the client was closed before', async () => {
    const double = await startDouble();
    const client = createTestClient(double.origin);
    await client.close();
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'closed' },
    });
    expect(double.calls).toHaveLength(0);
  });

  it('when the client is closed while another order holds the connection; that one is unknown', async () => {
    const double = await startDouble();
    double.behave(() => undefined);
    const client = createTestClient(double.origin);
    const arrived = double.nextCall();
    const first = client.call('private/sell', SELL);
    const second = client.call('private/sell', { ...SELL, label: 'second' });
    await arrived;
    await client.close();
    expect(await first).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'connection_lost' } });
    expect(await second).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'closed' } });
    expect(double.calls.map((call) => call.params['label'])).toEqual(['mine']);
  });
});

describe('sent, no answer', () => {
  it('when the service reads the order and hangs up', async () => {
    let received = '';
    const port = await startTcp((socket) =>
      socket.on('data', (chunk) => {
        received += chunk.toString();
        socket.destroy();
      }),
    );
    const client = createTestClient(`http://127.0.0.1:${port}`);
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'no_answer', reason: 'connection_lost' },
    });
    await client.close();
    expect(received).toContain('"label":"mine"');
  });

  it('when the service hangs up as soon as it has accepted: bytes may have left', async () => {
    let connections = 0;
    const port = await startTcp((socket) => {
      connections += 1;
      socket.resetAndDestroy();
    });
    const client = createTestClient(`http://127.0.0.1:${port}`);
    const answer = await client.call('private/sell', SELL);
    expect(answer).toMatchObject({ ok: false });
    await client.close();
    expect(connections).toBe(1);
  });
});
