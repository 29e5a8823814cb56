import { describe, expect, it } from 'vitest';
import { createHub, type WindowSocket } from '../../../../electron/browser-host/hub.ts';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import type { Door } from '../../../../electron/ipc/door.ts';

/** A socket whose peer reads only when the test says so. */
class SlowSocket implements WindowSocket {
  readonly sent: unknown[] = [];
  closedWith: number | null = null;
  isTerminated = false;
  bufferedAmount = 0;
  private readonly unwritten: (() => void)[] = [];

  send(text: string, written: (error?: Error | null) => void): void {
    this.sent.push(JSON.parse(text));
    this.unwritten.push(() => written());
  }

  close(code: number): void {
    this.closedWith = code;
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** The peer has read everything. */
  drain(): void {
    this.bufferedAmount = 0;
    for (const written of this.unwritten.splice(0)) written();
  }
}

function quote(instrument_name: string, age_ms = 0): Quote {
  return { instrument_name, ticker: null, age_ms, is_stale: false, failure: null };
}

const silentDoor: Door = { request: () => Promise.resolve({ ok: true, value: null }) };
const echoDoor: Door = {
  request: (windowId, channel, payload) => Promise.resolve({ ok: true, value: { windowId, channel, payload } }),
};

function open(door = silentDoor) {
  const forgotten: string[] = [];
  const time = { ms: 0 };
  const hub = createHub(
    () => time.ms,
    (windowId) => forgotten.push(windowId),
  );
  const socket = new SlowSocket();
  return { hub, socket, time, forgotten, end: hub.connect(socket, door) };
}

describe('windows on sockets', () => {
  it('answer with the id that was asked, from a window of their own', async () => {
    const { hub, socket, end } = open(echoDoor);
    const other = new SlowSocket();
    hub.connect(other, echoDoor).receive('{"id":1,"channel":"a","payload":{}}');
    end.receive('{"id":7,"channel":"orders.list","payload":null}');
    await Promise.resolve();
    const [frame] = socket.sent as { id: number; reply: { value: { windowId: string; channel: string } } }[];
    const [foreign] = other.sent as { reply: { value: { windowId: string } } }[];
    expect(frame).toMatchObject({ id: 7, reply: { ok: true, value: { channel: 'orders.list', payload: null } } });
    expect(frame?.reply.value.windowId).not.toBe(foreign?.reply.value.windowId);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"id":"1","channel":"a","payload":1}',
    '{"id":1,"channel":2}',
    '{"id":1,"channel":"a","payload":1,"x":1}',
  ])('are closed when they send %j', (text) => {
    const { socket, end } = open();
    end.receive(text);
    expect(socket.closedWith).toBe(1008);
  });

  it('are told what is for all, and what is for them', async () => {
    const { hub, socket, end } = open(echoDoor);
    const other = new SlowSocket();
    hub.connect(other, echoDoor);
    end.receive('{"id":1,"channel":"a","payload":null}');
    await Promise.resolve();
    const { windowId } = (socket.sent[0] as { reply: { value: { windowId: string } } }).reply.value;
    hub.publish('orders.changed', [], null);
    hub.publish('market.changed', [quote('A')], windowId);
    hub.publish('market.changed', [quote('B')], 'gone');
    expect(socket.sent.slice(1)).toEqual([
      { channel: 'orders.changed', payload: [] },
      { channel: 'market.changed', payload: [quote('A')] },
    ]);
    expect(other.sent).toEqual([{ channel: 'orders.changed', payload: [] }]);
  });

  it('are forgotten once when they go, and told nothing more', () => {
    const { hub, socket, end, forgotten } = open();
    end.closed();
    end.closed();
    hub.publish('orders.changed', [], null);
    expect(forgotten).toHaveLength(1);
    expect(socket.sent).toEqual([]);
  });

  it('get only the newest quote of each instrument after a time of not reading, with its true age', () => {
    const { hub, socket, time } = open();
    hub.publish('orders.changed', [], null);
    socket.bufferedAmount = 300 * 1024;
    for (let age = 0; age < 10_000; age += 1) hub.publish('market.changed', [quote('A', age), quote('B', 5)], null);
    time.ms = 40;
    expect(socket.sent).toHaveLength(1);
    socket.drain();
    expect(socket.sent[1]).toEqual({ channel: 'market.changed', payload: [quote('A', 10_039), quote('B', 45)] });
    socket.drain();
    expect(socket.sent).toHaveLength(2);
  });

  it('still hear of orders while quotes wait', () => {
    const { hub, socket } = open();
    socket.bufferedAmount = 300 * 1024;
    hub.publish('market.changed', [quote('A')], null);
    hub.publish('orders.changed', [], null);
    expect(socket.sent).toEqual([{ channel: 'orders.changed', payload: [] }]);
  });

  it('are given up when they stop reading altogether', () => {
    const { hub, socket } = open();
    socket.bufferedAmount = 17 * 1024 * 1024;
    hub.publish('orders.changed', [], null);
    expect(socket.isTerminated).toBe(true);
    expect(socket.sent).toEqual([]);
  });
});
