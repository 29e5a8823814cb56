import { describe, expect, it } from 'vitest';
import { askEarly } from '../../../../renderer/api/ask-early.ts';
import type { LinkState } from '../../../../renderer/api/host-port.ts';
import { IpcFailure } from '../../../../shared/ipc/error.ts';

const OPENING = { main_page: '1b4e28ba-2fa1-4ec2-883f-0016d3cca427' };

/** A port whose back end answers `session.open` with these replies in turn, and says what it was asked. */
function setUp({ replies = ['the first'] as unknown[] } = {}) {
  const asked: [channel: string, payload: unknown][] = [];
  const left = [...replies];
  const links = new Set<(state: LinkState) => void>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const port = askEarly(
    {
      request: async (channel, payload) => {
        asked.push([channel, payload]);
        const reply = channel === 'session.open' ? left.shift() : null;
        if (reply instanceof Error) throw reply;
        return Promise.resolve(reply);
      },
      listen: (channel, receive) => {
        const known = listeners.get(channel) ?? new Set();
        listeners.set(channel, known.add(receive));
        return () => known.delete(receive);
      },
      link: {
        read: () => 'connected',
        listen: (receive) => {
          links.add(receive);
          return () => links.delete(receive);
        },
      },
    },
    OPENING,
  );
  return {
    port,
    asked,
    become: (state: LinkState) => {
      for (const receive of links) receive(state);
    },
    publish: (channel: string, payload: unknown) => {
      for (const receive of listeners.get(channel) ?? []) receive(payload);
    },
  };
}

describe('a window’s port before the program is there', () => {
  it('asks for the session once it is open, and gives that answer to who asks first', async () => {
    const { port, asked, become } = setUp({ replies: ['the first', 'the second'] });
    expect(asked).toEqual([]);
    become('connected');
    expect(asked).toEqual([['session.open', OPENING]]);
    expect(await port.request('session.open', null)).toBe('the first');
    expect(await port.request('session.open', null)).toBe('the second');
  });

  it('keeps the quotes that come with it for who listens first', () => {
    const { port, become, publish } = setUp();
    become('connected');
    publish('market.changed', 'one');
    publish('market.changed', 'two');
    const heard: unknown[] = [];
    port.listen('market.changed', (payload) => heard.push(payload));
    expect(heard).toEqual(['one', 'two']);
    publish('market.changed', 'three');
    port.listen('market.changed', (payload) => heard.push([payload]));
    expect(heard).toEqual(['one', 'two', 'three']);
  });

  it('says that it could not be asked to who asks', async () => {
    const failure = new IpcFailure({ code: 'ConnectionFailed', message: 'gone', params: {} });
    const { port, become } = setUp({ replies: [failure] });
    become('connected');
    await expect(port.request('session.open', null)).rejects.toBe(failure);
  });

  it('forgets what was said once the connection is lost', async () => {
    const { port, become, publish } = setUp({ replies: ['the first', 'anew'] });
    become('connected');
    publish('market.changed', 'old');
    become('lost');
    become('connected');
    const heard: unknown[] = [];
    port.listen('market.changed', (payload) => heard.push(payload));
    expect(heard).toEqual([]);
    expect(await port.request('session.open', null)).toBe('anew');
  });
});
