import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createIpcClient, type ReadContract } from '../../../shared/ipc/client.ts';
import * as contract from '../../../shared/ipc/contract.ts';
import type { Preset } from '../../../shared/orders/presets.ts';

/** A client over a port that is driven by hand, whose contract is read when the test says so. */
function setUp({ replies = {} }: { readonly replies?: Readonly<Record<string, unknown>> } = {}) {
  const listeners = new Map<string, (payload: unknown) => void>();
  const reads: PromiseWithResolvers<Awaited<ReturnType<ReadContract>>>[] = [];
  const bad: string[] = [];
  let nowMs = 1000;
  const client = createIpcClient(
    {
      request: (channel) => Promise.resolve({ ok: true, value: replies[channel] }),
      listen: (channel, receive) => {
        listeners.set(channel, receive);
        return () => listeners.delete(channel);
      },
    },
    {
      reportBadEvent: (channel, reason) => bad.push(`${channel}: ${reason}`),
      readContract: () => {
        const read = Promise.withResolvers<Awaited<ReturnType<ReadContract>>>();
        reads.push(read);
        return read.promise;
      },
      nextTask: settle,
      now: () => nowMs,
    },
  );
  return {
    client,
    reads,
    bad,
    publish: (channel: string, payload: unknown) => listeners.get(channel)?.(payload),
    wait: (ms: number) => void (nowMs += ms),
  };
}

const INSTRUMENTS = [
  { instrument_name: 'BTC-PERPETUAL', kind: 'future' },
  { instrument_name: 'ETH-PERPETUAL', kind: 'future' },
];

const presetOf = (currency: string): Preset => ({
  scope: { instrument_name: null, currency, kind: null },
  values: { post_only: true },
});

/** Turns of promises until nothing waits any more. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe('the client of a window', () => {
  it('reads what the first prices come with before the rest of the contract is there', async () => {
    const { client, reads, publish } = setUp({ replies: { 'market.watch': null } });
    expect(await client.request('market.watch', { instruments: [] })).toBeNull();
    const heard: unknown[] = [];
    client.listen('market.changed', (quotes) => heard.push(quotes));
    const quote = { instrument_name: 'X', ticker: null, age_ms: 0, is_stale: true, failure: null };
    publish('market.changed', [quote]);
    expect(heard).toEqual([[quote]]);
    expect(reads).toEqual([]);
  });

  it('keeps every other reply and event until it is, and gives them in their order', async () => {
    const { client, reads, bad, publish } = setUp({ replies: { 'market.find': INSTRUMENTS } });
    const heard: unknown[] = [];
    client.listen('presets.changed', (presets) => heard.push(presets.length));
    client.listen('tape.changed', (nothing) => heard.push(nothing));
    publish('presets.changed', []);
    publish('tape.changed', null);
    publish('presets.changed', { not: 'a list' });
    const found = client.request('market.find', { text: '', limit: 2 });
    await settle();
    expect(heard).toEqual([]);
    // However much waits for it, it is read once.
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(contract);
    expect(await found).toEqual(INSTRUMENTS);
    expect(heard).toEqual([0, null]);
    expect(bad).toEqual([expect.stringContaining('presets.changed')]);
    publish('tape.changed', null);
    expect(heard).toEqual([0, null, null]);
    expect(reads).toHaveLength(1);
  });

  it.each([
    ['an event after an answer', ['answer', 'event']],
    ['an answer after an event', ['event', 'answer']],
  ])('leaves %s the last word, when both waited for it', async (_, order) => {
    const lists = { answer: [presetOf('BTC')], event: [presetOf('ETH')] };
    const { client, reads, publish } = setUp({ replies: { 'presets.read': lists.answer } });
    // As the window keeps what it shows: asked for once, and replaced by events.
    const queries = new QueryClient();
    const queryFn = () => client.request('presets.read', null);
    client.listen('presets.changed', (presets) => queries.setQueryData(['presets'], presets));
    for (const what of order) {
      if (what === 'event') publish('presets.changed', lists.event);
      else void queries.prefetchQuery({ queryKey: ['presets'], queryFn });
      await settle();
    }
    reads[0]?.resolve(contract);
    await expect.poll(() => queries.isFetching()).toBe(0);
    await settle();
    expect(queries.getQueryData(['presets'])).toEqual(order.at(-1) === 'event' ? lists.event : lists.answer);
  });

  it('lets nothing that comes meanwhile overtake what still waits', async () => {
    const { client, reads, publish } = setUp({ replies: { 'market.find': INSTRUMENTS } });
    const heard: unknown[] = [];
    client.listen('presets.changed', (presets) => heard.push(presets.length));
    const found = client.request('market.find', { text: '', limit: 2 }).then((list) => heard.push(list));
    await settle();
    publish('presets.changed', []);
    reads[0]?.resolve(contract);
    await found;
    // The event behind that reply has its turn in a later task.
    expect(heard).toEqual([INSTRUMENTS]);
    publish('presets.changed', [presetOf('BTC')]);
    await expect.poll(() => heard).toEqual([INSTRUMENTS, 0, 1]);
    expect(reads).toHaveLength(1);
  });

  it('says that the contract could not be read, and reads it again for the next', async () => {
    const { client, reads, bad, publish } = setUp({ replies: { 'market.find': INSTRUMENTS } });
    client.listen('history.changed', () => undefined);
    publish('history.changed', { id: 'w' });
    const found = client.request('market.find', { text: '', limit: 2 });
    await settle();
    reads[0]?.reject(new Error('gone'));
    await expect(found).rejects.toThrow('gone');
    expect(bad).toEqual([expect.stringContaining('history.changed: Error: gone')]);
    const again = client.request('market.find', { text: '', limit: 2 });
    await settle();
    reads[1]?.resolve(contract);
    expect(await again).toEqual(INSTRUMENTS);
  });

  it('tells when an event came, not when it was read, and nothing to who has stopped listening', async () => {
    const { client, reads, publish, wait } = setUp();
    const heard: [unknown, number][] = [];
    client.listen('tape.changed', (payload, receivedAtMs) => heard.push([payload, receivedAtMs]));
    const stop = client.listen('presets.changed', (payload, receivedAtMs) => heard.push([payload, receivedAtMs]));
    publish('tape.changed', null);
    publish('presets.changed', []);
    stop();
    wait(250);
    reads[0]?.resolve(contract);
    await settle();
    expect(heard).toEqual([[null, 1000]]);
  });
});
