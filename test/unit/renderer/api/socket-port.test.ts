import { describe, expect, it } from 'vitest';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import { MOST_FRAME_BYTES } from '../../../../shared/ipc/window-protocol.ts';
import type { LinkState } from '../../../../renderer/api/host-port.ts';
import { createSocketPort, type SocketLike } from '../../../../renderer/api/socket-port.ts';

/** A socket with verbs in place of a network. */
class FakeSocket implements SocketLike {
  readonly sent: { id: number; channel: string; payload: unknown }[] = [];
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][number]);
  }

  close(): void {
    this.disconnect();
  }

  open(): void {
    this.onopen?.({} as Event);
  }

  disconnect(): void {
    this.onclose?.({} as CloseEvent);
  }

  deliver(frame: unknown): void {
    this.deliverText(JSON.stringify(frame));
  }

  deliverText(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent<unknown>);
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const waits: { delayMs: number; action: () => void }[] = [];
  const port = createSocketPort({
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    after: (delayMs, action) => {
      waits.push({ delayMs, action });
      return () => undefined;
    },
  });
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  };
  return { port, sockets, waits, last, retry: () => waits.at(-1)?.action() };
}

describe('requests over a socket', () => {
  it('are numbered, and answers find their request in any order', async () => {
    const { port, last } = setUp();
    last().open();
    const first = port.request('market.find', { text: 'a' });
    const second = port.request('orders.list', null);
    expect(last().sent).toEqual([
      { id: 1, channel: 'market.find', payload: { text: 'a' } },
      { id: 2, channel: 'orders.list', payload: null },
    ]);
    last().deliver({ id: 2, reply: 'two' });
    last().deliver({ id: 1, reply: 'one' });
    expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  });

  it('fail at once while there is no connection, and are not kept for later', async () => {
    const { port, last } = setUp();
    await expect(port.request('orders.place', {})).rejects.toMatchObject({ detail: { code: 'ConnectionFailed' } });
    last().open();
    expect(last().sent).toEqual([]);
  });

  it('fail by themselves where they are larger than the host takes: that would end the connection, and all that waits', async () => {
    const { port, last } = setUp();
    last().open();
    const waiting = port.request('orders.list', null);
    const tooLarge = port.request('workspaces.save', { drafts: { note: 'ü'.repeat(MOST_FRAME_BYTES / 2) } });
    await expect(tooLarge).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    expect(last().sent).toHaveLength(1);
    last().deliver({ id: 1, reply: 'one' });
    expect(await waiting).toBe('one');
  });

  it('fail when the connection goes, and are never sent again', async () => {
    const { port, last, sockets, retry } = setUp();
    last().open();
    const placing = port.request('orders.place', { intent_id: 'x' });
    last().disconnect();
    await expect(placing).rejects.toBeInstanceOf(IpcFailure);
    retry();
    last().open();
    expect(sockets).toHaveLength(2);
    expect(last().sent).toEqual([]);
  });

  it('ignore frames that are none, and answers nobody waits for', async () => {
    const { port, last } = setUp();
    last().open();
    const asked = port.request('orders.list', null);
    for (const text of ['{', '7', 'null', '{"id":"1","reply":2}', '{"id":1}', new Uint8Array(2)]) {
      last().deliverText(text);
    }
    last().deliver({ id: 99, reply: 'late' });
    last().deliver({ id: 1, reply: 'right' });
    expect(await asked).toBe('right');
  });
});

describe('events over a socket', () => {
  it('reach the listeners of their channel until they stop', () => {
    const { port, last } = setUp();
    const heard: unknown[] = [];
    const stop = port.listen('orders.changed', (payload) => heard.push(payload));
    last().open();
    last().deliver({ channel: 'orders.changed', payload: 1 });
    last().deliver({ channel: 'market.changed', payload: 2 });
    stop();
    last().deliver({ channel: 'orders.changed', payload: 3 });
    expect(heard).toEqual([1]);
  });

  it('go on over a new connection', () => {
    const { port, last, retry } = setUp();
    const heard: unknown[] = [];
    port.listen('orders.changed', (payload) => heard.push(payload));
    last().open();
    last().disconnect();
    retry();
    last().open();
    last().deliver({ channel: 'orders.changed', payload: 'again' });
    expect(heard).toEqual(['again']);
  });
});

describe('a connection that goes', () => {
  it('is tried again with growing delays, which start over once it is back', () => {
    const { last, waits, retry } = setUp();
    last().open();
    for (let round = 0; round < 7; round += 1) {
      last().disconnect();
      retry();
    }
    expect(waits.map((wait) => wait.delayMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    last().open();
    last().disconnect();
    expect(waits.at(-1)?.delayMs).toBe(250);
  });

  it('is told to listeners, who hear the state at once', () => {
    const { port, last, retry } = setUp();
    const heard: LinkState[] = [];
    port.link.listen((state) => heard.push(state));
    last().open();
    last().disconnect();
    retry();
    last().disconnect();
    retry();
    last().open();
    expect(heard).toEqual(['connecting', 'connected', 'lost', 'connected']);
    expect(port.link.read()).toBe('connected');
  });
});
