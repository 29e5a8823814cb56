import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REQUESTS, type Handlers } from '../../../../shared/ipc/contract.ts';
import { createIpcClient } from '../../../../shared/ipc/client.ts';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import { MOST_FRAME_BYTES } from '../../../../shared/ipc/window-protocol.ts';
import { type GridView, writeMemory } from '../../../../renderer/grid/grid-state.ts';
import { createDoor } from '../../../../electron/ipc/door.ts';
import { orderDraft } from '../../../support/records/records.ts';

const named = (view: GridView, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `View ${index}`, view }));

const REQUEST_CHANNELS = Object.keys(REQUESTS);

interface Called {
  readonly channel: string;
  readonly params: unknown;
}

function openDoor(answer: (channel: string) => unknown = () => null) {
  const refused: (string | undefined)[][] = [];
  const called: Called[] = [];
  const bugs: unknown[] = [];
  const handlers = Object.fromEntries(
    REQUEST_CHANNELS.map((channel) => [
      channel,
      async (params: unknown) => {
        called.push({ channel, params });
        await Promise.resolve();
        return answer(channel);
      },
    ]),
  ) as unknown as Handlers;
  const door = createDoor(
    handlers,
    (_channel, error) => bugs.push(error),
    (...refusal) => refused.push(refusal),
  );
  return { door, called, bugs, refused };
}

/** Every schema of an object within a JSON schema. */
function listObjects(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Record<string, unknown>;
  return [...(node['type'] === 'object' ? [node] : []), ...Object.values(node).flatMap(listObjects)];
}

describe('the door', () => {
  it('answers a known channel with a fitting payload', async () => {
    const { door, called } = openDoor();
    expect(await door.request('w', 'market.watch', { instruments: [] })).toEqual({ ok: true, value: null });
    expect(called).toEqual([{ channel: 'market.watch', params: { instruments: [] } }]);
  });

  it.each([
    ['a channel that does not exist', 'orders.replace', null, 'UnknownChannel'],
    ['a name of the prototype', 'constructor', null, 'UnknownChannel'],
    ['a channel that is no text', 7, null, 'UnknownChannel'],
    ['an extra field', 'orders.check', { draft: { ...orderDraft(), sneaky: true } }, 'BadRequest'],
    ['a prototype key', 'orders.check', JSON.parse('{"draft":{"__proto__":{"x":1}}}'), 'BadRequest'],
    ['a price that is a number', 'orders.check', { draft: { ...orderDraft(), price: 97_500 } }, 'BadRequest'],
    ...[Number.NaN, Infinity, -Infinity].map((price): [string, unknown, unknown, string] => [
      `a price of ${price}`,
      'orders.check',
      { draft: { ...orderDraft(), price } },
      'BadRequest',
    ]),
    ['an unknown trigger', 'orders.check', { draft: { ...orderDraft(), trigger: 'foo' } }, 'BadRequest'],
    ['a type in capitals', 'orders.check', { draft: { ...orderDraft(), type: 'Limit' } }, 'BadRequest'],
    ['an unknown time in force', 'orders.check', { draft: { ...orderDraft(), time_in_force: 'GTC' } }, 'BadRequest'],
    [
      'an intent id that is none',
      'orders.place',
      { intent_id: '1', draft: orderDraft(), acknowledged: [] },
      'BadRequest',
    ],
    [
      'an acknowledgement of a code and nothing else',
      'orders.place',
      { intent_id: randomUUID(), draft: orderDraft(), acknowledged: ['duplicate_order'] },
      'BadRequest',
    ],
    ['a payload too large', 'window.error', { message: 'x'.repeat(300_000), stack: null }, 'BadRequest'],
  ])('refuses %s', async (_name, channel, payload, code) => {
    const { door, called } = openDoor();
    expect(await door.request('w', channel, payload)).toMatchObject({ ok: false, error: { code } });
    expect(called).toEqual([]);
  });

  it('takes an arrangement with all the workspaces and saved views that a window lets its trader make', async () => {
    const { door, called } = openDoor();
    const columns = Array.from({ length: 30 }, (_, index) => ({
      id: `column_${index}`,
      width: 120 + index,
      flex: null,
      isHidden: index % 2 === 0,
      sort: null,
      sortIndex: null,
    }));
    const view = { columns, filters: {}, search: '', group: null };
    const shape = { version: 1, columns: [] };
    const grid = writeMemory({ current: view, views: named(view, 20) }, shape);
    const layout = JSON.stringify({ panels: 'x'.repeat(3000) });
    const items = Array.from({ length: 24 }, (_, index) => ({
      id: `own-${index}`,
      name: `Desk ${index}`,
      layout,
      grids: { orders: grid },
    }));
    const workspaces = { version: 1, active: 'own-0', items };
    const reply = await door.request('w', 'workspaces.save', { window_id: null, workspaces });
    expect(reply).toEqual({ ok: true, value: null });
    expect(called).toHaveLength(1);
    expect(JSON.stringify({ id: 1, channel: 'workspaces.save', payload: called[0]?.params }).length).toBeLessThan(
      MOST_FRAME_BYTES,
    );
  });

  it('tells what it refused: why, and of which channel, never what was sent', async () => {
    const { door, refused } = openDoor();
    await door.request('w', 'orders.replace', { secret: 1 });
    await door.request('w', 'orders.check', { secret: 1 });
    await door.request('w', 'window.error', { message: 'x'.repeat(300_000), stack: null });
    await door.request('w', 'account.read', null);
    expect(refused).toEqual([['channel'], ['schema', 'orders.check'], ['size', 'window.error']]);
  });

  it('takes no field that its channel does not name, at any depth', () => {
    const objects = REQUEST_CHANNELS.flatMap((channel) => {
      const schema = z.toJSONSchema(REQUESTS[channel as keyof typeof REQUESTS].params, {
        unrepresentable: 'any',
        io: 'input',
      });
      return listObjects(schema).map((found) => ({ channel, found }));
    });
    expect(objects.length).toBeGreaterThan(50);
    const open = objects.filter(({ found }) => found['additionalProperties'] !== false && 'properties' in found);
    expect(open.map(({ channel }) => channel)).toEqual([]);
  });

  it('refuses what cannot be written as JSON', async () => {
    const { door } = openDoor();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(await door.request('w', 'market.watch', cyclic)).toMatchObject({ ok: false, error: { code: 'BadRequest' } });
  });

  it('answers an expected failure as it is and a bug without its text', async () => {
    const expected = new IpcFailure({ code: 'NotFound', message: 'no such instrument', params: {} });
    const failing = openDoor(() => {
      throw expected;
    });
    expect(await failing.door.request('w', 'account.read', null)).toEqual({ ok: false, error: expected.detail });
    const buggy = openDoor(() => {
      throw new Error('secret inside');
    });
    const reply = await buggy.door.request('w', 'account.read', null);
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(buggy.bugs).toHaveLength(1);
  });

  it('never throws and never calls a handler with what its schema refuses, for any message', async () => {
    const { door, called } = openDoor();
    const channels = fc.oneof(fc.constantFrom(...REQUEST_CHANNELS), fc.string(), fc.anything());
    const payloads = fc.oneof(fc.anything({ withDate: true, withMap: true, withTypedArray: true }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(channels, payloads, async (channel, payload) => {
        const reply = await door.request('w', channel, payload);
        expect(typeof reply.ok).toBe('boolean');
      }),
      { numRuns: 3000 },
    );
    for (const { channel, params } of called) {
      expect(REQUESTS[channel as keyof typeof REQUESTS].params.safeParse(params).success).toBe(true);
    }
  });
});

describe('the client of the door', () => {
  function connect(answer: (channel: string) => unknown) {
    const { door } = openDoor(answer);
    return createIpcClient(
      { request: (channel, payload) => door.request('w', channel, payload), listen: () => () => undefined },
      {
        reportBadEvent: () => undefined,
        readContract: () => import('../../../../shared/ipc/contract.ts'),
        nextTask: () => new Promise((resolve) => void setImmediate(resolve)),
        now: () => 0,
      },
    );
  }

  it('gives the parsed result', async () => {
    const client = connect(() => [{ instrument_name: 'BTC-PERPETUAL', kind: 'future' }]);
    expect(await client.request('market.find', { text: 'btc', limit: 5 })).toEqual([
      { instrument_name: 'BTC-PERPETUAL', kind: 'future' },
    ]);
  });

  it('rejects with the coded failure', async () => {
    const client = connect(() => {
      throw new IpcFailure({ code: 'NotFound', message: 'none', params: { instrument_name: 'X' } });
    });
    await expect(client.request('market.instrument', { instrument_name: 'X' })).rejects.toMatchObject({
      detail: { code: 'NotFound', params: { instrument_name: 'X' } },
    });
  });

  it('rejects a result of another shape', async () => {
    const client = connect(() => ({ not: 'a list' }));
    await expect(client.request('orders.list', null)).rejects.toMatchObject({ detail: { code: 'InvalidResponse' } });
  });
});
