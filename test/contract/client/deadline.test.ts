import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { placedOrder } from '../../support/records/records.ts';
import {
  createServiceDouble,
  createTestClient,
  replyWith,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const SELL = { instrument_name: 'BTC-PERPETUAL', amount: decimal(10), price: decimal(97_500), label: 'mine' };

let double: ServiceDouble;
beforeEach(async () => {
  double = await createServiceDouble();
});
afterEach(() => double.close());

describe('the deadline of a call', () => {
  it('ends a call that gets no answer, at the limit asked for, and cuts its connection', async () => {
    double.behave(() => undefined);
    const clock = createVirtualClock();
    const client = createTestClient(double.origin, { clock });
    const arrived = double.nextCall();
    let isOver = false;
    const answering = client.call('private/sell', SELL, { deadlineMs: 800 }).finally(() => (isOver = true));
    const { socket } = await arrived;
    const cut = once(socket, 'close');
    await clock.advance(799);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await answering).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'deadline' } });
    await cut;
    await client.close();
  });

  it('is five seconds when not given', async () => {
    double.behave(() => undefined);
    const clock = createVirtualClock();
    const client = createTestClient(double.origin, { clock });
    const arrived = double.nextCall();
    const answering = client.call('private/sell', SELL);
    await arrived;
    await clock.advance(5_000);
    expect(await answering).toMatchObject({ ok: false, error: { reason: 'deadline' } });
    await client.close();
  });

  it('cuts an answer that drips a byte a second: it measures the call, not the silence', async () => {
    const clock = createVirtualClock();
    let drips = 0;
    double.behave((call, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      call.socket.on('close', () => response.destroy());
      const drip = (): void => {
        if (call.socket.destroyed || drips >= 100) return;
        drips += 1;
        response.write('x', () => void clock.advance(1_000).then(() => setImmediate(drip)));
      };
      drip();
    });
    const client = createTestClient(double.origin, { clock });
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'no_answer', reason: 'deadline' },
    });
    expect(drips).toBeLessThan(100);
    await client.close();
  });

  it('does not move with the wall clock', async () => {
    const clock = createVirtualClock();
    double.behave((call, response) => {
      clock.jumpWall(3_600_000);
      replyWith({ order: placedOrder(), trades: [] })(call, response);
    });
    const client = createTestClient(double.origin, { clock });
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    await client.close();
  });

  it('takes an order that still waits behind another out of the queue: never sent', async () => {
    const answer = replyWith({ order: placedOrder(), trades: [] });
    let release = (): void => undefined;
    double.behave((call, response) => {
      release = () => answer(call, response);
    });
    const clock = createVirtualClock();
    const client = createTestClient(double.origin, { clock });
    const arrived = double.nextCall();
    const first = client.call('private/sell', SELL, { deadlineMs: 2_000 });
    const second = client.call('private/sell', { ...SELL, label: 'second' }, { deadlineMs: 1_000 });
    await arrived;
    await clock.advance(1_000);
    expect(await second).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'deadline' } });
    double.behave(answer);
    release();
    expect(await first).toMatchObject({ ok: true });
    expect(await client.call('private/sell', { ...SELL, label: 'third' })).toMatchObject({ ok: true });
    expect(double.calls.map((call) => call.params['label'])).toEqual(['mine', 'third']);
    await client.close();
  });

  it('ends a call whose connection does not come about: never sent', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const clock = createVirtualClock();
    const client = createTestClient(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`, { clock });
    const accepted = once(silent, 'connection');
    const answering = client.call('private/sell', SELL);
    const [socket] = (await accepted) as [Socket];
    socket.on('error', () => undefined);
    await clock.advance(5_000);
    expect(await answering).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'deadline' } });
    await client.close();
    socket.destroy();
    silent.close();
  });

  it('holds for all tries of a read together', async () => {
    double.behave((call) => call.socket.destroy());
    const clock = createVirtualClock();
    const client = createTestClient(double.origin, { clock });
    const answer = await client.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' }, { deadlineMs: 50 });
    expect(answer).toMatchObject({ ok: false, error: { reason: 'connection_lost' } });
    expect(double.calls).toHaveLength(1);
    await client.close();
  });
});
