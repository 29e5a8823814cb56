import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { REQUESTS, type Handlers } from '../../../../shared/ipc/contract.ts';
import { createMainPages } from '../../../../electron/windows/main-pages.ts';

function open() {
  const told: (string | null)[] = [];
  const released: string[] = [];
  const channels = Object.keys(REQUESTS);
  const handlers = Object.fromEntries(channels.map((channel) => [channel, async () => Promise.resolve(channel)]));
  const pages = createMainPages(
    handlers as unknown as Handlers,
    (channel, _payload, windowId) => told.push(`${channel} ${windowId}`),
    (windowId) => released.push(windowId),
  );
  const ask = (windowId: string, channel: keyof Handlers, params: unknown = null): Promise<unknown> =>
    (pages.handlers[channel] as (params: unknown, sender: object) => Promise<unknown>)(params, { windowId });
  const load = (windowId: string, page: string = randomUUID()) => ask(windowId, 'session.open', { main_page: page });
  return { pages, told, released, ask, load };
}

const REFUSED = { detail: { code: 'ConnectionFailed' } };

it('a second page of the main window sets the first aside: it is told, and all that it asks is refused', async () => {
  const { told, released, ask, load } = open();
  await load('a');
  await load('b');
  expect(told).toEqual(['window.changed a']);
  expect(released).toEqual(['a']);
  for (const channel of ['workspaces.save', 'orders.place', 'profiles.save', 'market.watch'] as const) {
    await expect(ask('a', channel)).rejects.toMatchObject(REFUSED);
    expect(await ask('b', channel)).toBe(channel);
  }
  expect(await ask('a', 'window.error')).toBe('window.error');
  await load('a');
  expect(told).toEqual(['window.changed a', 'window.changed b']);
  expect(await ask('a', 'workspaces.save')).toBe('workspaces.save');
  await expect(ask('b', 'workspaces.save')).rejects.toMatchObject(REFUSED);
});

it('a page that was set aside stays so over a new connection; the one in use stays in use', async () => {
  const { pages, told, ask, load } = open();
  const [first, second] = [randomUUID(), randomUUID()];
  await load('a', first);
  await load('b', second);
  pages.forgetWindow('a');
  await expect(load('a2', first)).rejects.toMatchObject(REFUSED);
  expect(told).toEqual(['window.changed a', 'window.changed a2']);
  pages.forgetWindow('b');
  await load('b2', second);
  expect(told).toHaveLength(2);
  expect(await ask('b2', 'workspaces.save')).toBe('workspaces.save');
});

it('windows of their own, and a page that is loaded anew in its window, set nobody aside', async () => {
  const { told, ask, load } = open();
  await load('main');
  await ask('own', 'session.open');
  await load('main');
  await ask('own', 'session.open');
  expect(told).toEqual([]);
  expect(await ask('main', 'workspaces.save')).toBe('workspaces.save');
  expect(await ask('own', 'workspaces.save')).toBe('workspaces.save');
});
